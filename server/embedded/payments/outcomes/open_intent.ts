/** A new intent: one call to the acquirer, written before this server makes it. */
import type { PaymentContext } from "../context/context.ts";
import type { IntentRow } from "../db/tables.ts";

type Ended = "is_open" | "outcome" | "created_ms" | "resolved_ms" | "server_id";

export function openIntent(
  { serverId }: Pick<PaymentContext, "serverId">,
  nowMs: number,
  call: Omit<IntentRow, Ended>,
): IntentRow {
  return { ...call, is_open: 1, outcome: null, created_ms: nowMs, resolved_ms: null, server_id: serverId };
}
