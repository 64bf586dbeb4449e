/** POST /subs/finalize: gives a purchase to the member who signed in. The first claim wins. */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { expressionBuilder } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Member } from "../../../platform/id_token.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Finalize, FinalizeAnswer } from "../../../wire/billing/purchase.ts";
import type { Requester } from "../context/requester.ts";
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
  const id = body.subscription_id;
  const isFirst = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ user_id: member.uid, version: eb("version", "+", 1) }))
      .where("id", "=", id).where("user_id", "=", "").where(mayClaim(requester, member)).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.insertInto("subs_events").values({
      id: newId("event"),
      subscription_id: id,
      name: "finalized",
      detail_json: JSON.stringify({ user_id: member.uid, provider: member.provider }),
      at_ms: clock.now(),
      request_id: currentRequestId(),
    }).execute();
    return true;
  });
  if (isFirst) return { id, error: "" };
  const row = await db.selectFrom("subs_subscriptions").select("user_id").where("id", "=", id).executeTakeFirst();
  if (row?.user_id !== member.uid) fail(403, NOT_YOURS);
  return { id, error: "" };
}

/** Allowed with the cookie of the purchase, or with a verified address equal to the one of the purchase. */
function mayClaim({ checkout }: Requester, { email, emailVerified }: Member) {
  const eb = expressionBuilder<Database, "subs_subscriptions">();
  return eb.or([
    ...(checkout === "" ? [] : [eb("checkout_hash", "=", checkout)]),
    ...(emailVerified ? [eb("email_key", "=", email.toLowerCase())] : []),
  ]);
}
