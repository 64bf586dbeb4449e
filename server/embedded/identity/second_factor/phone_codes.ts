/** Codes sent by text message: six digits, ten minutes, five attempts, five codes an hour per number. */
import * as z from "zod/mini";
import { PHONE_CODE_MS, PHONE_CODE_TRIES, PHONE_CODES_PER_HOUR } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import { writeText } from "../users/emails.ts";
import type { IdentityContext } from "../context/context.ts";
import { newSecret, sha256Hex } from "../../../platform/crypto/secrets.ts";

const HOUR_MS = 3_600_000;
const CODE_DIGITS = 6;
const E164 = /^\+[1-9]\d{6,14}$/;
const text = (maxChars: number) => z._default(z.string().check(z.maxLength(maxChars)), "");
/** A session and the code that the member typed. */
export const typedCodeSchema = z.object({ sessionInfo: text(200), code: text(20) });
export type TypedCode = z.infer<typeof typedCodeSchema>;

/** The number in E.164 for storage and comparison; spaces and separators between digits are dropped. */
export function normalPhone(typed: string): string {
  const number = typed.replaceAll(/[\s().-]/g, "");
  if (number === "") refuse("MISSING_PHONE_NUMBER");
  if (!E164.test(number)) refuse("INVALID_PHONE_NUMBER");
  return number;
}

/** Sends a code and returns its session. `uid` binds it to one account when the member is already known. */
export async function startPhoneCode(phone_number: string, uid: string, context: IdentityContext): Promise<string> {
  if (!context.settings.canText) refuse("OPERATION_NOT_ALLOWED");
  const nowMs = context.clock.now();
  const session = newSecret();
  const code = randomDigits();
  const row = {
    session_hash: sha256Hex(session),
    phone_number,
    // Salted with the session, which is not stored, since the hash of six digits alone can be guessed.
    code_hash: sha256Hex(`${session} ${code}`),
    uid,
    tries: 0,
    created_ms: nowMs,
    ended_ms: null,
  };
  // Each request counts the committed rows after inserting its own, so at most five of many simultaneous ones pass, on
  // both engines.
  await context.db.insertInto("id_phone_sessions").values(row).execute();
  const { count } = await context.db.selectFrom("id_phone_sessions")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("phone_number", "=", phone_number).where("created_ms", ">", nowMs - HOUR_MS).executeTakeFirstOrThrow();
  if (Number(count) > PHONE_CODES_PER_HOUR) {
    await context.db.deleteFrom("id_phone_sessions").where("session_hash", "=", row.session_hash).execute();
    refuse("TOO_MANY_ATTEMPTS_TRY_LATER");
  }
  const message = writeText({ to: phone_number, code, language: context.language });
  await enqueueEmails(context.db, [{ ...message, key: `phone-code:${row.session_hash}`, nowMs }]);
  return session;
}

/** The number that a typed code proves. Each attempt is counted before the comparison; a correct code works once. */
export async function usePhoneCode(
  { sessionInfo, code }: TypedCode,
  uid: string,
  context: IdentityContext,
): Promise<string> {
  if (sessionInfo === "") refuse("MISSING_SESSION_INFO");
  if (code === "") refuse("MISSING_CODE");
  const nowMs = context.clock.now();
  const session_hash = sha256Hex(sessionInfo);
  const tried = await context.db.updateTable("id_phone_sessions").set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("session_hash", "=", session_hash).where("ended_ms", "is", null).where("tries", "<", PHONE_CODE_TRIES)
    .executeTakeFirst();
  const row = await context.db.selectFrom("id_phone_sessions").selectAll().where("session_hash", "=", session_hash)
    .executeTakeFirst();
  if (row === undefined || row.uid !== uid) refuse("INVALID_SESSION_INFO");
  if (row.ended_ms !== null || row.created_ms + PHONE_CODE_MS <= nowMs) refuse("SESSION_EXPIRED");
  if (tried.numUpdatedRows === 0n) refuse("TOO_MANY_ATTEMPTS_TRY_LATER");
  if (row.code_hash !== sha256Hex(`${sessionInfo} ${code}`)) refuse("INVALID_CODE");
  const ended = await context.db.updateTable("id_phone_sessions").set({ ended_ms: nowMs })
    .where("session_hash", "=", session_hash).where("ended_ms", "is", null).executeTakeFirst();
  if (ended.numUpdatedRows === 0n) refuse("SESSION_EXPIRED");
  return row.phone_number;
}

/** Six uniformly distributed digits: values of the last, partial range are drawn again. */
function randomDigits(): string {
  const ceiling = 10 ** CODE_DIGITS;
  const whole = Math.floor(2 ** 32 / ceiling) * ceiling;
  let [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  while (value >= whole) [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(value % ceiling).padStart(CODE_DIGITS, "0");
}
