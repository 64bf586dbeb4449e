/** Limits of one network, against card testing: cards saved in ten minutes, refusals in an hour (SECURITY I7, SU6). */
import { ipKey, isLoopback, parseIpAddress } from "../../../platform/http/ip_address.ts";
import { DECLINES_WINDOW_MS, MAX_DECLINES, MAX_SAVES, SAVES_WINDOW_MS } from "../context/constants.ts";
import { ApiError, type ApiErrorCode } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import { fingerprint } from "../vault/at_rest.ts";

export type VelocityKind = "save" | "decline";

interface Limit {
  readonly most: number;
  readonly windowMs: number;
  readonly fault: ApiErrorCode;
}

const LIMITS: Readonly<Record<VelocityKind, Limit>> = {
  save: { most: MAX_SAVES, windowMs: SAVES_WINDOW_MS, fault: "too-many-saves" },
  decline: { most: MAX_DECLINES, windowMs: DECLINES_WINDOW_MS, fault: "too-many-declines" },
};
const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowMs }) => windowMs));

/** What the server in front says the shopper's address is; a browser cannot set it. */
export const IP_HEADER = "x-client-ip";

/** One network, under a keyed hash. Undefined for the machine itself, where everybody has the same address. */
export async function networkKey({ keys }: PaymentContext, ip: string | undefined): Promise<string | undefined> {
  if (ip === undefined || ip === "" || isLoopback(parseIpAddress(ip) ?? "")) return undefined;
  return await fingerprint(keys, "network", ipKey(ip));
}

/** 429 with the seconds until the oldest of the counted ones no longer counts. */
export async function refuseTesting(
  context: PaymentContext,
  network: string | undefined,
  kind: VelocityKind,
): Promise<void> {
  if (network === undefined) return;
  const { db, clock, log } = context;
  const { most, windowMs, fault } = LIMITS[kind];
  const nowMs = clock.now();
  const newest = await db.selectFrom("pay_velocity").select("at_ms").where("network", "=", network)
    .where("kind", "=", kind).where("at_ms", ">", nowMs - windowMs).orderBy("at_ms", "desc").limit(most).execute();
  const oldest = newest[most - 1];
  if (oldest === undefined) return;
  log.warn("payments: a network tries too many cards", { kind, network: network.slice(0, 12) });
  const waitS = Math.max(1, Math.ceil((oldest.at_ms + windowMs - nowMs) / 1000));
  throw new ApiError(fault, { headers: { "retry-after": String(waitS) } });
}

export async function recordAttempt(
  { db, clock }: PaymentContext,
  network: string | undefined,
  kind: VelocityKind,
): Promise<void> {
  if (network === undefined) return;
  await db.insertInto("pay_velocity").values({ id: crypto.randomUUID(), network, kind, at_ms: clock.now() }).execute();
}

/** What no window reaches any more goes, so that nothing of a visitor stays. */
export async function pruneVelocity({ db, clock }: Pick<PaymentContext, "db" | "clock">): Promise<void> {
  await db.deleteFrom("pay_velocity").where("at_ms", "<", clock.now() - LONGEST_WINDOW_MS).execute();
}
