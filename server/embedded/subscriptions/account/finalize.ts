/**
 * POST /subs/finalize: gives a purchase to the member who signed in. The first claim wins. POST /claim-purchases: gives
 * a member all purchases of their verified address that no member has claimed.
 */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { expressionBuilder } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import type { Member } from "../../../platform/id_token.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { Finalize, FinalizeAnswer } from "../../../wire/billing/purchase.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const NOT_YOURS = refusal("not_your_purchase");

/** Gives the purchase to the signed-in member. A repeat by the same member gets the same answer. */
export async function finalize(
  context: SubscriptionContext,
  requester: Requester,
  body: Finalize,
): Promise<FinalizeAnswer> {
  const { member } = requester;
  if (member === undefined) fail(401, refusal("sign_in_first"));
  if (member.uid !== body.firebase_id) fail(403, NOT_YOURS);
  if (!await claim(context, { ...requester, member }, body.subscription_id)) fail(403, NOT_YOURS);
  return { id: body.subscription_id, error: "" };
}

/** Before a deletion: purchases that the address proves to be the member's are cancelled and erased with the rest. */
export async function claimPurchases(
  context: SubscriptionContext,
  requester: Requester,
): Promise<{ readonly claimed: number }> {
  const { member } = requester;
  if (member === undefined) fail(401, refusal("sign_in_first"));
  if (!member.emailVerified) return { claimed: 0 };
  const rows = await context.db.selectFrom("subs_subscriptions").select("id")
    .where("email_key", "=", member.email.toLowerCase()).where("user_id", "=", "").execute();
  let claimed = 0;
  for (const { id } of rows) {
    if (await claim(context, { ...requester, member }, id)) claimed += 1;
  }
  return { claimed };
}

/** True when the purchase is the member's. */
async function claim(
  { db, clock }: SubscriptionContext,
  requester: Requester & { readonly member: Member },
  id: string,
): Promise<boolean> {
  const { member } = requester;
  const { numUpdatedRows } = await db.updateTable("subs_subscriptions")
    .set((eb) => ({ user_id: member.uid, version: eb("version", "+", 1) }))
    .where("id", "=", id).where("user_id", "=", "").where(mayClaim(requester, member)).executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const row = await db.selectFrom("subs_subscriptions").select("user_id").where("id", "=", id).executeTakeFirst();
    if (row?.user_id !== member.uid) return false;
    if (await isClaimNoted(db, id)) return true;
  }
  // No transaction: a repeat notes the claim that a server which died in between did not.
  await db.insertInto("subs_events").values({
    id: `event_finalized_${id}`,
    subscription_id: id,
    name: "finalized",
    detail_json: JSON.stringify({ user_id: member.uid, provider: member.provider }),
    at_ms: clock.now(),
    request_id: currentRequestId(),
  }).onConflict((on) => on.column("id").doNothing()).execute();
  return true;
}

/** A link of an email claims a purchase as well. */
async function isClaimNoted(db: Db, id: string): Promise<boolean> {
  const event = await db.selectFrom("subs_events").select("id").where("subscription_id", "=", id)
    .where("name", "in", ["finalized", "activated"]).executeTakeFirst();
  return event !== undefined;
}

/** Allowed with the cookie of the purchase, or with a verified address equal to the one of the purchase. */
function mayClaim({ checkout }: Requester, { email, emailVerified }: Member) {
  const eb = expressionBuilder<Database, "subs_subscriptions">();
  return eb.or([
    ...(checkout === "" ? [] : [eb("checkout_hash", "=", checkout)]),
    ...(emailVerified ? [eb("email_key", "=", email.toLowerCase())] : []),
  ]);
}
