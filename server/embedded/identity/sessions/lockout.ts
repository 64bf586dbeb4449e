/** Slows password guessing: ten wrong passwords lock an address for a while, with or without an account. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { LOCK_MS, MAX_WRONG_PASSWORDS } from "../context/constants.ts";
import { refuse } from "../context/errors.ts";

/** Counts the attempt before the password is checked, so that simultaneous attempts are all counted. */
export async function countAttempt(
  email: string,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): Promise<void> {
  const nowMs = clock.now();
  await db.insertInto("id_attempts").values({ email, failed: 0, locked_until_ms: 0, changed_ms: nowMs })
    .onConflict((oc) => oc.column("email").doNothing()).execute();
  const counted = await db.updateTable("id_attempts")
    .set((eb) => ({ failed: eb("failed", "+", 1), changed_ms: nowMs }))
    .where("email", "=", email).where("locked_until_ms", "<=", nowMs).where("failed", "<", MAX_WRONG_PASSWORDS)
    .executeTakeFirst();
  if (counted.numUpdatedRows > 0n) return;
  await db.updateTable("id_attempts").set({ failed: 0, locked_until_ms: nowMs + LOCK_MS })
    .where("email", "=", email).where("failed", ">=", MAX_WRONG_PASSWORDS).execute();
  refuse("TOO_MANY_ATTEMPTS_TRY_LATER");
}

export async function forgetAttempts(email: string, db: Db): Promise<void> {
  await db.deleteFrom("id_attempts").where("email", "=", email).execute();
}
