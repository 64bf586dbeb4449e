/**
 * How many look-ups of one subscription may ask a source that bills each call at the same time. What pays for them is
 * read before the source is asked and taken afterwards, so each one above the first may be a bill that nothing pays.
 */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import { fail } from "../../../platform/http/answer.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { LookupPorts } from "./lookup.ts";

/** A member may open a few reports at once. A turn of a server that was stopped ends with the window. */
export const REPORT_TURNS: Limit = { name: "reports_at_once", points: 3, windowMs: 60_000 };
/** A list asks for up to fifty numbers, each for as long as the source may take. */
export const LIST_TURNS: Limit = { name: "lists_at_once", points: 1, windowMs: 600_000 };

/** Free repeats of numbers that were paid for. */
export const REPEATS: Limit = { name: "report_repeats", points: 30, windowMs: 600_000 };

export interface TurnPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly lookup: LookupPorts;
}

/** Throws 429 above {@link REPEATS}; our own data costs nothing and has no such limit. */
export async function refuseManyRepeats(subscriptionId: string, ports: TurnPorts): Promise<void> {
  if (ports.lookup.source.isAtHand === true) return;
  if (await createSharedLimits(ports).take(REPEATS, subscriptionId) > 0) fail(429, refusal("lookups_repeated"));
}

/** Throws 429 without a free turn; returns what gives the turn back. Our own data costs nothing and has no turns. */
export async function takeTurn(limit: Limit, subscriptionId: string, ports: TurnPorts): Promise<() => Promise<void>> {
  if (ports.lookup.source.isAtHand === true) return () => Promise.resolve();
  const limits = createSharedLimits(ports);
  const giveBack = async () => void await limits.giveBack(limit, subscriptionId);
  if (await limits.take(limit, subscriptionId) > 0) {
    await giveBack();
    fail(429, refusal("lookups_at_once"));
  }
  return giveBack;
}
