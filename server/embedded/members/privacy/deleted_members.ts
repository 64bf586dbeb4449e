/** Members who were deleted: another open device must not write their data again. Only a hash of each is kept. */
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import type { Db } from "../../../db/open.ts";
import type { Clock } from "../../../platform/clock.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import type { Member } from "../../../platform/id_token.ts";

/** An id token is checked without a look at its account, and outlives it by up to an hour. */
const DELETED: Limit = { name: "member_deleted", points: 1, windowMs: 3_600_000 };

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

export async function markDeleted(uid: string, ports: Ports): Promise<void> {
  await createSharedLimits(ports).take(DELETED, sha256Hex(uid));
}

/** True for a token of a sign-in before the deletion. */
export async function isDeleted({ uid, authTimeMs }: Member, ports: Ports): Promise<boolean> {
  const leftMs = await createSharedLimits(ports).waitMs(DELETED, sha256Hex(uid));
  return leftMs > 0 && authTimeMs <= ports.clock.now() - DELETED.windowMs + leftMs;
}
