/** The free check behind a door: its call and schemas are fetched once the visitor types a number. */
import type { CheckEvent } from "../../../server/wire/members/members.ts";
import { loadChunk } from "../../lib/browser/lazy_page.ts";

const load = () => loadChunk(() => import("../../api/services.ts"));

/** Ahead of need; what fails here is tried again by the check itself. */
export function loadCheck(): void {
  load().catch(() => undefined);
}

export async function* checkNumber(phone_number: string, country: string): AsyncGenerator<CheckEvent> {
  const services = await load();
  yield* services.checkNumber({ phone_number, country });
}
