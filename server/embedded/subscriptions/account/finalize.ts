/** POST /subs/finalize: gives a purchase to the member who signed in. The first claim wins. */
import { fail } from "../../../platform/http/answer.ts";
import type { Finalize, FinalizeAnswer } from "../../../wire/billing/purchase.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const NOT_YOURS = refusal("not_your_purchase");

/** Gives the purchase to the signed-in member. A repeat by the same member gets the same answer. */
export async function finalize(
  { db, clock }: SubscriptionContext,
  requester: Requester,
  body: Finalize,
): Promise<FinalizeAnswer> {
  const { member } = requester;
  if (member === undefined) fail(401, refusal("sign_in_first"));
  if (member.uid !== body.firebase_id) fail(403, NOT_YOURS);
  const row = await db.selectFrom("subs_subscriptions").selectAll().where("id", "=", body.subscription_id)
    .executeTakeFirst();
  if (row === undefined) fail(403, NOT_YOURS);
  if (row.user_id === member.uid) return { id: row.id, error: "" };
  if (row.user_id !== "" || !mayClaim(requester, row)) fail(403, NOT_YOURS);
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ user_id: member.uid, version: eb("version", "+", 1) }))
      .where("id", "=", row.id).where("user_id", "=", "").executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.insertInto("subs_events").values({
      id: newId("event"),
      subscription_id: row.id,
      name: "finalized",
      detail_json: JSON.stringify({ user_id: member.uid, provider: member.provider }),
      at_ms: clock.now(),
    }).execute();
    return true;
  });
  if (isFirst) return { id: row.id, error: "" };
  const now = await db.selectFrom("subs_subscriptions").select("user_id").where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  if (now.user_id !== member.uid) fail(403, NOT_YOURS);
  return { id: row.id, error: "" };
}

/** Allowed with the cookie of the purchase, or with a verified address equal to the one of the purchase. */
function mayClaim({ checkout, member }: Requester, row: SubscriptionRow): boolean {
  if (checkout !== "" && checkout === row.checkout_hash) return true;
  return member !== undefined && member.emailVerified && member.email.toLowerCase() === row.email_key;
}
