/** Members who were deleted: another open device must not write their data again. Only a hash of each is kept. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { lockName } from "../../../db/locks.ts";
import { createSharedLimits, type Limit } from "../../../db/rate_limits.ts";
import type { Db } from "../../../db/open.ts";
import type { Clock } from "../../../platform/clock.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Member } from "../../../platform/id_token.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import type { Requester } from "./requester.ts";

/** An id token is checked without a look at its account, and outlives it by up to an hour. */
const DELETED: Limit = { name: "member_deleted", points: 1, windowMs: 3_600_000 };

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}
export interface Writing {
  readonly trx: Transaction<Database>;
  readonly clock: Clock;
}

/** In the transaction that deletes, before it reads or deletes anything. */
export async function markDeleted(uid: string, { trx, clock }: Writing): Promise<void> {
  await lockMember(trx, uid);
  await createSharedLimits({ db: trx, clock }).take(DELETED, sha256Hex(uid));
}

/** True for a token of a sign-in before the deletion. */
export async function isDeleted({ uid, authTimeMs }: Member, ports: Ports): Promise<boolean> {
  const leftMs = await createSharedLimits(ports).waitMs(DELETED, sha256Hex(uid));
  return leftMs > 0 && authTimeMs <= ports.clock.now() - DELETED.windowMs + leftMs;
}

/**
 * In a transaction that stores what is the member's, before it does. Work that began before a deletion may end after
 * it: the deletion waits for this transaction, or this one is refused.
 */
export async function refuseDeleted(member: Member, { trx, clock }: Writing): Promise<void> {
  await lockMember(trx, member.uid);
  if (await isDeleted(member, { db: trx, clock })) fail(401, refusal("sign_in_ended"));
}

/** {@link refuseDeleted} for a requester, who without an account has none to delete. */
export async function refuseDeletedRequester(requester: Requester, writing: Writing): Promise<void> {
  if (requester.kind === "member") await refuseDeleted(requester.member, writing);
}

function lockMember(trx: Transaction<Database>, uid: string): Promise<void> {
  return lockName(trx, `member ${uid}`);
}
