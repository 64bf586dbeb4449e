/** POST /consents: stores what a person saw and agreed to, after checking that the figures are today's. */
import type { Transaction } from "kysely";
import type { Selectable } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring } from "../../../wire/billing/plans.ts";
import { shownFigures } from "../../../wire/billing/schedule.ts";
import type { Consent, Shown } from "../../../wire/billing/purchase.ts";
import { ownSubscription, type Requester } from "../context/requester.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId, sha256Hex } from "../db/ids.ts";
import { offeredPlan } from "../context/offered_plans.ts";
import type { SubscriptionsTables } from "../db/tables.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export type ConsentRow = Selectable<SubscriptionsTables["subs_consents"]>;
export type ConsentResult =
  | { readonly kind: "stored"; readonly id: string }
  | { readonly kind: "differs"; readonly shown: Shown };

/**
 * Stores a consent, or answers today's figures when others were shown. Throws 400 for an unknown plan, 403 without a
 * checkout, 409 for a plan that is not offered.
 */
export async function storeConsent(
  { db, clock, settings }: SubscriptionContext,
  requester: Requester,
  consent: Consent,
): Promise<ConsentResult> {
  const plan = findPlan(consent.plan_id);
  if (plan === undefined) fail(400, refusal("plan_unknown"));
  if (isRecurring(plan) !== (consent.subscription_id === undefined)) {
    fail(400, "A plan is bought without subscription_id, an add-on with it");
  }
  if (consent.subscription_id === undefined) await mustHaveCheckout(db, requester, plan.id);
  else await ownSubscription(db, requester, consent.subscription_id);
  offeredPlan(plan, settings);
  const nowMs = clock.now();
  const shown = shownFigures(plan, nowMs);
  if (!isSame(shown, consent.shown)) return { kind: "differs", shown };
  const id = newId("consent");
  await db.insertInto("subs_consents").values({
    id,
    checkout_hash: requester.checkout,
    user_id: requester.member?.uid ?? "",
    plan_id: plan.id,
    subscription_id: consent.subscription_id ?? null,
    email: consent.email ?? "",
    text: consent.text,
    text_sha256: await sha256Hex(consent.text),
    text_version: consent.text_version,
    link_text_version: consent.link_text_version ?? "",
    locale: consent.locale,
    ip_network: requester.network,
    shown_json: JSON.stringify(shown),
    used_by: null,
    created_ms: nowMs,
  }).execute();
  return { kind: "stored", id };
}

async function mustHaveCheckout(db: Db, requester: Requester, planId: string): Promise<void> {
  const row = requester.checkout === "" ? undefined : await db.selectFrom("subs_checkouts").select("execution_id")
    .where("checkout_hash", "=", requester.checkout).where("plan_id", "=", planId).where("state", "=", "open")
    .executeTakeFirst();
  if (row === undefined) fail(403, refusal("no_checkout_for_plan"));
}

export function isSame(a: Shown, b: Shown): boolean {
  return a.today_cents === b.today_cents && a.next_cents === b.next_cents && a.next_at === b.next_at &&
    a.every === b.every;
}

/** The newest unused consent to this plan from this checkout, given since its execution was created. */
export async function findConsent(
  db: Db | Transaction<Database>,
  checkout: {
    readonly execution_id: string;
    readonly checkout_hash: string;
    readonly plan_id: string;
    readonly created_ms: number;
  },
): Promise<ConsentRow | undefined> {
  return await db.selectFrom("subs_consents").selectAll()
    .where("checkout_hash", "=", checkout.checkout_hash).where("plan_id", "=", checkout.plan_id)
    .where("subscription_id", "is", null).where("created_ms", ">=", checkout.created_ms)
    .where((eb) => eb.or([eb("used_by", "is", null), eb("used_by", "=", checkout.execution_id)]))
    .orderBy("created_ms", "desc").executeTakeFirst();
}
