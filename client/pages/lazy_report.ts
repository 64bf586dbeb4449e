/** The report in a chunk of its own: members who only read their history or type a number do not wait for it. */
import { lazyPage } from "../lib/browser/lazy_page.ts";
import { loadChunk } from "../lib/load_chunk.ts";

const load = () => import("./members/MemberReport.tsx").then((page) => page.MemberReport);

export const MemberReport = lazyPage(load);

/** Call it while the service makes the report. A failure here is retried when the report is shown. */
export function loadReport(): void {
  loadChunk(load).catch(() => undefined);
}
