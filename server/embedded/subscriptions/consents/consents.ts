/** POST /consents: stores what a person saw and agreed to, after checking that the figures are today's. */
import { currentRequestId } from "../../../platform/telemetry/request_scope.ts";
import { expressionBuilder, type Selectable, type Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import { fail } from "../../../platform/http/answer.ts";
import { findPlan, isRecurring, type Plan } from "../../../wire/billing/plans.ts";
import { shownFigures } from "../../../wire/billing/schedule.ts";
import type { Consent, Shown } from "../../../wire/billing/purchase.ts";
import { ownSubscription, type Requester } from "../context/requester.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import { offeredPlan } from "../context/offered_plans.ts";
import type { SubscriptionsTables } from "../db/tables.ts";
import { refusal } from "../../../wire/site/refusal.ts";
import { sha256Hex } from "../../../platform/crypto/secrets.ts";
import {
  ADD_ON_CONSENT_VERSION,
  addOnConsentText,
  PLAN_CONSENT_VERSION,
  planConsentText,
} from "../../../wire/billing/consent_texts.ts";
import { type ConsentRecord, knownText } from "./known_text.ts";

export type ConsentRow = Selectable<SubscriptionsTables["subs_consents"]>;
export type ConsentResult =
  | { readonly kind: "stored"; readonly id: string }
  | { readonly kind: "differs"; readonly shown: Shown };

/**
 * Stores a consent, or answers today's figures when others were shown. Throws 400 for an unknown plan, 403 without a
 * checkout, 409 for a plan that is not offered and for a text that no page of this version shows.
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
  const addedTo = consent.subscription_id === undefined
    ? undefined
    : await ownSubscription(db, requester, consent.subscription_id);
  const offered = offeredPlan(plan, settings);
  const nowMs = clock.now();
  const shown = shownFigures(plan, nowMs);
  if (!isSame(shown, consent.shown)) return { kind: "differs", shown };
  const record = addedTo === undefined ? planRecord(consent, offered, shown) : addOnRecord(consent, offered);
  const id = newId("consent");
  const row = {
    id,
    checkout_hash: requester.checkout,
    user_id: requester.member?.uid ?? "",
    plan_id: plan.id,
    subscription_id: addedTo?.id ?? null,
    email: addedTo?.email ?? consent.email ?? "",
    ...record,
    text_sha256: sha256Hex(record.text),
    link_text_version: consent.link_text_version ?? "",
    ip_network: requester.network,
    shown_json: JSON.stringify(shown),
    used_by: null,
    created_ms: nowMs,
    request_id: currentRequestId(),
  };
  if (row.subscription_id === null) await insertForCheckout(db, row);
  else await db.insertInto("subs_consents").values(row).execute();
  return { kind: "stored", id };
}

function planRecord(consent: Consent, plan: Plan, shown: Shown): ConsentRecord {
  return knownText(consent, {
    version: PLAN_CONSENT_VERSION,
    write: (words) => planConsentText(words, plan, shown),
  });
}

function addOnRecord(consent: Consent, plan: Plan): ConsentRecord {
  return knownText(consent, { version: ADD_ON_CONSENT_VERSION, write: (words) => addOnConsentText(words, plan) });
}

/**
 * Throws 403 for a browser without an open checkout of the plan. The consent is never older than that checkout, whose
 * time another server wrote, so that clocks that differ by less than the time it takes to agree refuse no buyer.
 */
async function insertForCheckout(db: Db, row: ConsentRow): Promise<void> {
  const columns = Object.keys(row) as (keyof ConsentRow)[];
  const nowMs = row.created_ms;
  const { numInsertedOrUpdatedRows } = await db.insertInto("subs_consents").columns(columns).expression((eb) =>
    eb.selectFrom("subs_checkouts")
      .select(
        columns.map((column) =>
          column === "created_ms"
            ? eb.case().when("created_ms", ">", nowMs).then(eb.ref("created_ms")).else(nowMs).end().as(column)
            : eb.val(row[column]).as(column)
        ),
      )
      .where("checkout_hash", "=", row.checkout_hash).where("checkout_hash", "!=", "")
      .where("plan_id", "=", row.plan_id).where("state", "=", "open")
      .orderBy("created_ms", "desc").limit(1)
  ).executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) fail(403, refusal("no_checkout_for_plan"));
}

export function isSame(a: Shown, b: Shown): boolean {
  return a.today_cents === b.today_cents && a.next_cents === b.next_cents && a.next_at === b.next_at &&
    a.every === b.every;
}

interface ConsentedCheckout {
  readonly execution_id: string;
  readonly checkout_hash: string;
  readonly plan_id: string;
  readonly created_ms: number;
}

/** The newest unused consent to this plan from this checkout, given since its execution was created. */
export async function findConsent(
  db: Db | Transaction<Database>,
  checkout: ConsentedCheckout,
): Promise<ConsentRow | undefined> {
  return await consentsOf(db, checkout).selectAll().executeTakeFirst();
}

/** Marks the consent that {@link findConsent} answers as used by the checkout, so that no other can use it. */
export async function useConsent(
  trx: Transaction<Database>,
  checkout: ConsentedCheckout,
): Promise<ConsentRow | undefined> {
  return await trx.updateTable("subs_consents").set({ used_by: checkout.execution_id })
    .where("id", "=", consentsOf(trx, checkout).select("id").limit(1)).where(isFree(checkout)).returningAll()
    .executeTakeFirst();
}

function consentsOf(db: Db | Transaction<Database>, checkout: ConsentedCheckout) {
  return db.selectFrom("subs_consents")
    .where("checkout_hash", "=", checkout.checkout_hash).where("plan_id", "=", checkout.plan_id)
    .where("subscription_id", "is", null).where("created_ms", ">=", checkout.created_ms)
    .where(isFree(checkout)).orderBy("created_ms", "desc");
}

function isFree({ execution_id }: ConsentedCheckout) {
  const eb = expressionBuilder<Database, "subs_consents">();
  return eb.or([eb("used_by", "is", null), eb("used_by", "=", execution_id)]);
}
