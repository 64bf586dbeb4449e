/**
 * Velocity limits of one network against card testing: saved cards in ten minutes, declined payments in an hour
 * (SECURITY I7, SU6).
 */
import { lockName } from "../../../db/locks.ts";
import { ipKey, isLoopback, parseIpAddress } from "../../../platform/http/ip_address.ts";
import {
  DECLINES_WINDOW_MS,
  HOLDER_SAVES_DAY_MS,
  MAX_DECLINES,
  MAX_SAVES,
  PRUNE_BATCH,
  SAVES_WINDOW_MS,
} from "../context/constants.ts";
import { ApiError, type ApiErrorCode } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import { fingerprint } from "../vault/at_rest.ts";

export type VelocityKind = "save" | "decline";

interface Limit {
  readonly most: number;
  readonly windowMs: number;
  readonly code: ApiErrorCode;
}

const LIMITS: Readonly<Record<VelocityKind, Limit>> = {
  save: { most: MAX_SAVES, windowMs: SAVES_WINDOW_MS, code: "too-many-saves" },
  decline: { most: MAX_DECLINES, windowMs: DECLINES_WINDOW_MS, code: "too-many-declines" },
};
const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));
/** See `instruments/holder_saves.ts`. */
const OF_HOLDER = ["holder_save", "like_card"];

/** The shopper's address as the server in front reports it. A browser cannot set this header. */
export const IP_HEADER = "x-client-ip";

/** Keyed hash of a network. Undefined for this machine itself, whose address all its users share. */
export async function networkKey({ keys }: PaymentContext, ip: string | undefined): Promise<string | undefined> {
  if (ip === undefined || ip === "" || isLoopback(parseIpAddress(ip) ?? "")) return undefined;
  return await fingerprint(keys, "network", ipKey(ip));
}

/**
 * Counts an event before it happens, since requests that arrive together would all find the limit free. Returns what
 * {@link giveBack} takes when the event does not happen; undefined for this machine. Throws 429 with the seconds until
 * the oldest counted event leaves the window.
 */
export async function takePoint(
  context: PaymentContext,
  network: string | undefined,
  kind: VelocityKind,
): Promise<string | undefined> {
  if (network === undefined) return undefined;
  const { db, clock, log } = context;
  const { most, windowMs, code } = LIMITS[kind];
  const event = { id: crypto.randomUUID(), network, kind, at_ms: clock.now() };
  const oldest = await db.transaction().execute(async (trx) => {
    await lockName(trx, `velocity ${kind} ${network}`);
    const newest = await trx.selectFrom("pay_velocity").select("at_ms").where("network", "=", network)
      .where("kind", "=", kind).where("at_ms", ">", event.at_ms - windowMs).orderBy("at_ms", "desc").limit(most)
      .execute();
    if (newest.length === most) return newest.at(-1);
    await trx.insertInto("pay_velocity").values(event).execute();
    return undefined;
  });
  if (oldest === undefined) return event.id;
  log.warn("fraud.network-restricted", { kind, network: network.slice(0, 12) });
  const waitS = Math.max(1, Math.ceil((oldest.at_ms + windowMs - event.at_ms) / 1000));
  throw new ApiError(code, { headers: { "retry-after": String(waitS) } });
}

/** The event of this point did not happen. */
export async function giveBack({ db }: Pick<PaymentContext, "db">, point: string | undefined): Promise<void> {
  if (point !== undefined) await db.deleteFrom("pay_velocity").where("id", "=", point).execute();
}

/** Counts an event that has happened, whatever the limit; does nothing for this machine. */
export async function recordAttempt(
  { db, clock }: PaymentContext,
  network: string | undefined,
  kind: VelocityKind,
): Promise<void> {
  if (network === undefined) return;
  await db.insertInto("pay_velocity").values({ id: crypto.randomUUID(), network, kind, at_ms: clock.now() }).execute();
}

/** Deletes one small batch of events outside every window, so that no data of a visitor stays; returns how many. */
export async function pruneVelocity(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_velocity").where(
    "id",
    "in",
    (eb) =>
      eb.selectFrom("pay_velocity").select("id").where("at_ms", "<", clock.now() - LONGEST_WINDOW_MS)
        .where((row) =>
          row.or([row("kind", "not in", OF_HOLDER), row("at_ms", "<", clock.now() - HOLDER_SAVES_DAY_MS)])
        )
        .orderBy("at_ms").limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
