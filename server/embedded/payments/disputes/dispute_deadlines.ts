/** Which disputes wait for the merchant's answer, and how long the nearest one still takes it. */
import type { PaymentContext } from "../context/context.ts";

export interface DisputeDeadlines {
  /** Disputes that need an answer. */
  readonly open: number;
  /** Until the nearest deadline; 0 once it has passed, undefined without such a dispute. */
  readonly nearestMs: number | undefined;
}

interface Ports extends Pick<PaymentContext, "db" | "clock"> {
  /** Merchants, by which disputes are indexed. */
  readonly clientIds: readonly string[];
}

export async function disputeDeadlines({ db, clock, clientIds }: Ports): Promise<DisputeDeadlines> {
  if (clientIds.length === 0) return { open: 0, nearestMs: undefined };
  const { open, nextMs } = await db.selectFrom("pay_disputes")
    .select(({ fn }) => [fn.countAll<number>().as("open"), fn.min<number | null>("respond_by_ms").as("nextMs")])
    .where("client_id", "in", clientIds).where("state", "=", "needs_response").executeTakeFirstOrThrow();
  return {
    open: Number(open),
    nearestMs: nextMs === null ? undefined : Math.max(0, Number(nextMs) - clock.now()),
  };
}
