/** Loads the free check's call and schemas only once the visitor types a number. */
import type { CheckEvent } from "../../server/wire/members/report.ts";
import { loadChunk } from "../lib/load_chunk.ts";

const load = () => loadChunk(() => import("./free_check.ts"));

/** Preloads; a failure here is retried by the check itself. */
export function loadCheck(): void {
  load().catch(() => undefined);
}

export async function* checkNumber(phone_number: string, country: string): AsyncGenerator<CheckEvent> {
  const { freeCheck } = await load();
  yield* freeCheck({ phone_number, country });
}
