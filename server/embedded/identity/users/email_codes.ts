/**
 * One-time codes sent by email: 256 bits, stored as hashes, single use, valid for an hour; a new code ends older ones.
 */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { CODE_LIFE_MS, CODES_PER_HOUR } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";
import { newSecret, sha256Hex } from "../../../platform/crypto/secrets.ts";

export const CODE_KINDS = ["EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
export interface CodeFor {
  readonly kind: CodeKind;
  readonly email: string;
  readonly newEmail: string;
}
interface ReadCode extends CodeFor {
  readonly createdMs: number;
}
interface CodePorts {
  readonly db: Db;
  readonly clock: Clock;
}

export interface NewCode {
  readonly code: string;
  readonly codeHash: string;
  readonly createdMs: number;
}

/** A code within the hourly limit. {@link endOlderCodes} makes it the only one, in the transaction of its email. */
export async function makeCode({ kind, email, newEmail }: CodeFor, { db, clock }: CodePorts): Promise<NewCode> {
  const nowMs = clock.now();
  const code = newSecret();
  const code_hash = sha256Hex(code);
  const mine = db.selectFrom("id_codes").where("email", "=", email).where("kind", "=", kind);
  const newest = await mine.select((eb) => eb.fn.max("created_ms").as("at")).executeTakeFirst();
  // Later than the previous one, even within the same millisecond.
  const created_ms = Math.max(nowMs, Number(newest?.at ?? 0) + 1);
  await db.insertInto("id_codes").values({
    code_hash,
    kind,
    email,
    new_email: newEmail,
    created_ms,
    expires_ms: nowMs + CODE_LIFE_MS,
    ended_ms: null,
  }).execute();
  // Each request counts the committed codes after inserting its own, so at most five of many simultaneous ones pass, on
  // both engines.
  const { count } = await mine.select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("created_ms", ">", nowMs - CODE_LIFE_MS).executeTakeFirstOrThrow();
  if (Number(count) > CODES_PER_HOUR) {
    await db.deleteFrom("id_codes").where("code_hash", "=", code_hash).execute();
    refuse("TOO_MANY_ATTEMPTS_TRY_LATER");
  }
  return { code, codeHash: code_hash, createdMs: created_ms };
}

/** Of two codes created at the same time one counts as older, so that they never invalidate each other. */
export async function endOlderCodes(
  trx: Transaction<Database>,
  { kind, email }: CodeFor,
  { codeHash, createdMs }: NewCode,
): Promise<void> {
  await trx.updateTable("id_codes").set({ ended_ms: createdMs })
    .where("email", "=", email).where("kind", "=", kind).where("ended_ms", "is", null)
    .where((eb) =>
      eb.or([
        eb("created_ms", "<", createdMs),
        eb.and([eb("created_ms", "=", createdMs), eb("code_hash", "<", codeHash)]),
      ])
    ).execute();
}

/**
 * What a code is for; does not use it up. One of another address than `email` is refused as such whether it is used or
 * not, so that a used one tells its own member from others.
 */
export async function readCode(
  code: string,
  kinds: readonly CodeKind[],
  { db, clock }: CodePorts,
  email?: string,
): Promise<ReadCode> {
  if (code === "") refuse("MISSING_OOB_CODE");
  const row = await db.selectFrom("id_codes").selectAll().where("code_hash", "=", sha256Hex(code))
    .executeTakeFirst();
  const kind = kinds.find((known) => known === row?.kind);
  if (row === undefined || kind === undefined) refuse("INVALID_OOB_CODE");
  if (email !== undefined && row.email !== email) refuse("INVALID_EMAIL");
  if (row.ended_ms !== null) refuse("INVALID_OOB_CODE");
  if (row.expires_ms <= clock.now()) refuse("EXPIRED_OOB_CODE");
  return { kind, email: row.email, newEmail: row.new_email, createdMs: row.created_ms };
}

/** Uses the code up; of simultaneous requests with the same code only one succeeds. */
export async function useCode(code: string, kinds: readonly CodeKind[], ports: CodePorts): Promise<ReadCode> {
  const found = await readCode(code, kinds, ports);
  const ended = await ports.db.updateTable("id_codes").set({ ended_ms: ports.clock.now() })
    .where("code_hash", "=", sha256Hex(code)).where("ended_ms", "is", null).executeTakeFirst();
  if (ended.numUpdatedRows === 0n) refuse("INVALID_OOB_CODE");
  return found;
}
