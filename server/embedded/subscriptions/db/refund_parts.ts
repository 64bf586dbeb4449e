/** Refunds that were sent in parts. */
import type { Selectable } from "kysely";
import type { SubscriptionsTables } from "./tables.ts";

type RefundRow = Selectable<SubscriptionsTables["subs_refunds"]>;

/** What has gone back so far: a refund that grows keeps what was sent before. */
export function sentCents({ state, cents, sent_cents }: Pick<RefundRow, "state" | "cents" | "sent_cents">): number {
  return state === "sent" ? cents : sent_cents;
}
