/**
 * POST /subs/activate: the emailed link proves the purchase's address and gives the purchase to the member who opens
 * it.
 */
import type * as z from "zod/mini";
import { fail } from "../../../platform/http/answer.ts";
import type { activateSchema, FinalizeAnswer } from "../../../wire/billing/purchase.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import { recordEvent } from "../db/record_event.ts";

const OVER = refusal("link_over");
const TAKEN = refusal("purchase_taken");

export async function activate(
  { db, clock }: SubscriptionContext,
  { member }: Requester,
  { subscription_id: id, t }: z.infer<typeof activateSchema>,
): Promise<FinalizeAnswer> {
  if (member === undefined) fail(401, refusal("sign_in_first"));
  const hash = sha256Hex(t);
  const nowMs = clock.now();
  const row = await db.selectFrom("subs_subscriptions").select("user_id").where("id", "=", id).executeTakeFirst();
  const link = await db.selectFrom("subs_capabilities").select("hash").where("hash", "=", hash)
    .where("kind", "=", "activate").where("subscription_id", "=", id).where("expires_ms", ">", nowMs)
    .executeTakeFirst();
  if (row === undefined || link === undefined) fail(410, OVER);
  if (row.user_id !== "" && row.user_id !== member.uid) fail(403, TAKEN);
  await db.transaction().execute(async (trx) => {
    const used = await trx.deleteFrom("subs_capabilities").where("hash", "=", hash).executeTakeFirst();
    if (used.numDeletedRows === 0n) fail(410, OVER);
    const claimed = await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ user_id: member.uid, version: eb("version", "+", 1) }))
      .where("id", "=", id).where("user_id", "in", ["", member.uid]).executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) fail(403, TAKEN);
    await recordEvent(trx, { subscriptionId: id, name: "activated", detail: { user_id: member.uid }, nowMs });
  });
  return { id, error: "" };
}
