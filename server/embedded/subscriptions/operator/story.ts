/** What the subscriptions service knows about a purchase: consents, charges, refunds, entitlements, the plan. */
import type { Db } from "../../../db/open.ts";
import { entry, factsOf } from "../../../wire/admin/entries.ts";
import type { TimelineEntry } from "../../../wire/admin/timeline.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { REFUND_SENT } from "../db/refund_parts.ts";
import { money, readPurchases } from "./purchases.ts";
import { refundStory } from "./refund_story.ts";

/** Entries in no order. */
export async function purchaseStory(context: SubscriptionContext, id: string): Promise<readonly TimelineEntry[]> {
  const { db } = context;
  const parts = await Promise.all([
    consents(db, id),
    charges(context, id),
    refundStory(db, id),
    entitlements(db, id),
    planEvents(db, id),
  ]);
  return parts.flat();
}

/** Every execution of the purchase: its checkout's, those of charges, and those of declined renewals. */
export async function executionsOf(db: Db, id: string): Promise<readonly string[]> {
  const begun = await db.selectFrom("subs_checkouts").select("execution_id").where("subscription_id", "=", id)
    .execute();
  const charged = await db.selectFrom("subs_charges").select("execution_id").where("subscription_id", "=", id)
    .execute();
  const declined = await db.selectFrom("subs_events").select("detail_json").where("subscription_id", "=", id)
    .where("name", "=", "declined").execute();
  const ids = [
    ...[...begun, ...charged].map(({ execution_id }) => execution_id),
    ...declined.map(({ detail_json }) => String(JSON.parse(detail_json).execution_id ?? "")),
  ];
  return [...new Set(ids.filter((each) => each !== ""))];
}

async function consents(db: Db, id: string): Promise<readonly TimelineEntry[]> {
  const rows = await db.selectFrom("subs_consents").selectAll().where((eb) => {
    const charged = eb.selectFrom("subs_charges").select("consent_id").where("subscription_id", "=", id)
      .where("consent_id", "is not", null);
    return eb.or([eb("subscription_id", "=", id), eb("id", "in", charged)]);
  }).execute();
  return rows.map((row) => {
    const shown = JSON.parse(row.shown_json);
    return entry({
      id: `consent:${row.id}`,
      atMs: row.created_ms,
      kind: "consent",
      name: "given",
      state: "info",
      amount: money(Number(shown.today_cents)),
      facts: factsOf({
        plan_id: row.plan_id,
        text: row.text,
        text_sha256: row.text_sha256,
        text_version: row.text_version,
        link_text_version: row.link_text_version,
        locale: row.locale,
        next_cents: shown.next_cents,
        next_at: shown.next_at,
        used_by: row.used_by,
      }),
    });
  });
}

async function charges(context: SubscriptionContext, id: string): Promise<readonly TimelineEntry[]> {
  const [purchase] = await readPurchases(context, [id]);
  const states = {
    sending: "open",
    succeeded: "ok",
    refunded: "ok",
    partly_refunded: "ok",
    failed: "failed",
    mismatch: "failed",
  } as const;
  return (purchase?.charges ?? []).map((charge) =>
    entry({
      id: `charge:${charge.id}`,
      atMs: charge.atMs,
      kind: "charge",
      name: charge.kind,
      state: states[charge.state],
      amount: charge.amount,
      reason: charge.decline,
      subject: { kind: "charge", id: charge.id },
      possible: charge.refundable.minor > 0 ? ["refund"] : [],
      facts: factsOf({
        plan_id: charge.planId,
        state: charge.state,
        receipt: charge.receipt,
        request_id: charge.requestId,
      }),
      execution_id: charge.executionId === "" ? null : charge.executionId,
    })
  );
}

async function entitlements(db: Db, id: string): Promise<readonly TimelineEntry[]> {
  const products = await db.selectFrom("subs_products").selectAll().where("subscription_id", "=", id).execute();
  const lots = await db.selectFrom("subs_credit_lots").selectAll().where("subscription_id", "=", id).execute();
  const row = await db.selectFrom("subs_subscriptions").select(["plan_id", "started_ms", "current_period_end_ms"])
    .where("id", "=", id).executeTakeFirst();
  const until = (ms: number) => new Date(ms).toISOString();
  return [
    ...(row === undefined ? [] : [entry({
      id: `entitlement:${id}`,
      atMs: row.started_ms,
      kind: "entitlement",
      name: "plan",
      state: "info",
      facts: factsOf({ plan_id: row.plan_id, until: until(row.current_period_end_ms) }),
    })]),
    ...products.map((product) =>
      entry({
        id: `entitlement:${product.id}`,
        atMs: product.bought_ms,
        kind: "entitlement",
        name: "addon",
        state: "info",
        facts: factsOf({ plan_id: product.plan_id, until: until(product.until_ms), charge: product.charge_id }),
      })
    ),
    ...lots.map((lot) =>
      entry({
        id: `entitlement:${lot.id}`,
        atMs: lot.bought_ms,
        kind: "entitlement",
        name: "credits",
        state: "info",
        facts: factsOf({ total: lot.total, remaining: lot.remaining, until: until(lot.expires_ms) }),
      })
    ),
  ];
}

/** Fields of an event that name a person stay out. */
const SHOWN = [
  "reason",
  "charge_key",
  "attempt",
  "months",
  "plan_id",
  "cents",
  "charge_id",
  "execution_id",
  "missed_periods",
  "change",
];

async function planEvents(db: Db, id: string): Promise<readonly TimelineEntry[]> {
  // Refunds have entries of their own.
  const rows = await db.selectFrom("subs_events").selectAll().where("subscription_id", "=", id)
    .where("name", "!=", REFUND_SENT).execute();
  return rows.map((row) => {
    const detail: Record<string, unknown> = JSON.parse(row.detail_json);
    const shown = SHOWN.flatMap((name): [string, string][] => {
      const value = detail[name];
      return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
    });
    const retryMs = detail.retry_ms;
    return entry({
      id: `plan:${row.id}`,
      atMs: row.at_ms,
      kind: "plan",
      name: row.name,
      state: row.name === "declined" || row.name === "mismatch" ? "failed" : "info",
      reason: typeof detail.reason === "string" ? detail.reason : "",
      facts: [
        ...factsOf(Object.fromEntries(shown)),
        ...factsOf({ retry_at: typeof retryMs === "number" ? new Date(retryMs).toISOString() : undefined }),
      ],
      execution_id: typeof detail.execution_id === "string" ? detail.execution_id : null,
    });
  });
}

/** The decline of the charge that is still unpaid; undefined when the last renewal was paid. */
export async function failedRenewal(db: Db, id: string) {
  const row = await db.selectFrom("subs_subscriptions").select(["declines", "next_charge_ms", "status"])
    .where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.declines === 0) return null;
  const event = await db.selectFrom("subs_events").select(["at_ms", "detail_json"]).where("subscription_id", "=", id)
    .where("name", "=", "declined").orderBy("at_ms", "desc").orderBy("id").executeTakeFirst();
  if (event === undefined) return null;
  const { charge_id, reason } = JSON.parse(event.detail_json);
  return {
    charge_id: String(charge_id),
    at: new Date(event.at_ms).toISOString(),
    decline: String(reason),
    declines: row.declines,
    retry_at: row.status === "past_due" && row.next_charge_ms !== null
      ? new Date(row.next_charge_ms).toISOString()
      : null,
  };
}
