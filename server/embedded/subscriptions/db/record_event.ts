/** What happened to a plan: the rows of its timeline, each with the request or job that wrote it. */
import type { Db } from "../../../db/open.ts";
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { newId } from "./ids.ts";

interface NewEvent {
  readonly subscriptionId: string;
  readonly name: string;
  /** What this event is about, such as ids and sums. */
  readonly detail?: object;
  readonly nowMs: number;
  /** For an event that is written once at most. Default: a new one. */
  readonly id?: string;
}

export async function recordEvent(
  db: Pick<Db, "insertInto">,
  { subscriptionId, name, detail = {}, nowMs, id = newId("event") }: NewEvent,
): Promise<void> {
  await db.insertInto("subs_events").values({
    id,
    subscription_id: subscriptionId,
    name,
    detail_json: JSON.stringify(detail),
    at_ms: nowMs,
    request_id: currentRequestId(),
  }).execute();
}
