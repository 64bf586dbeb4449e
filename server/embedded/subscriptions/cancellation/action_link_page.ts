/** What a link or an owner can cancel or withdraw from. The pages that show it change nothing. */
import { isoTime } from "../../../platform/clock.ts";
import { fail } from "../../../platform/http/answer.ts";
import type { CancellationOptions } from "../../../wire/billing/cancellation.ts";
import { runningName } from "../../../wire/billing/plans.ts";
import type { Requester } from "../context/requester.ts";
import type { SubscriptionRow } from "../db/tables.ts";
import { openSubscription } from "./cancel.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { planOf } from "../billing/periods.ts";
import { chargedNameOf, planNameOf } from "../context/offered_plans.ts";
import { statusAt } from "../account/view.ts";
import { isOfPlan } from "../billing/withdrawal_right.ts";
import { type Withdrawable, withdrawables } from "../refunds/withdrawable.ts";
import { refusal } from "../../../wire/site/refusal.ts";

const MAX_ROWS = 20;

/** What a link's secret or the requester's own subscription id can end. Throws 404 for anything else. */
export async function actionLinkPageOf(
  context: SubscriptionContext,
  requester: Requester,
  content: string,
): Promise<CancellationOptions> {
  const opened = await openSubscription(context, "cancel", requester, content) ??
    await openSubscription(context, "withdraw", requester, content);
  if (opened === undefined) fail(404, refusal("link_or_subscription_unknown"));
  return await view(context, opened.row, opened.effectiveMs);
}

/** Every purchase of this browser. */
export async function actionLinkPagesOfCheckout(
  context: SubscriptionContext,
  { checkout }: Requester,
): Promise<readonly CancellationOptions[]> {
  if (checkout === "") return [];
  const rows = await context.db.selectFrom("subs_subscriptions").selectAll().where("checkout_hash", "=", checkout)
    .orderBy("started_ms", "desc").limit(MAX_ROWS).execute();
  return await Promise.all(rows.map((row) => view(context, row, context.clock.now())));
}

async function view(
  { db, clock, settings }: SubscriptionContext,
  row: SubscriptionRow,
  atMs: number,
): Promise<CancellationOptions> {
  const products = await db.selectFrom("subs_products").selectAll().where("subscription_id", "=", row.id)
    .where("until_ms", ">", clock.now()).orderBy("bought_ms").execute();
  const open = await withdrawables(db, { subscriptionId: row.id, atMs });
  const { next_charge_ms, next_charge_cents } = row;
  return {
    subscription_id: row.id,
    plan_id: row.plan_id,
    name: runningName(planOf(row)),
    status: statusAt(row, clock.now()),
    until: isoTime(row.current_period_end_ms),
    next_charge: next_charge_ms === null || next_charge_cents === null
      ? null
      : { at: isoTime(next_charge_ms), cents: next_charge_cents },
    next_plan_id: row.next_plan_id,
    products: products.map(({ plan_id, until_ms }) => ({
      name: planNameOf(plan_id, settings),
      until: isoTime(until_ms),
    })),
    withdrawals: [
      ...planItem(open.filter(({ charge }) => isOfPlan(charge))),
      ...open.filter(({ charge }) => !isOfPlan(charge)),
    ]
      .map(({ charge, cents, untilMs }) => ({
        charge_id: charge.id,
        name: chargedNameOf(charge, settings),
        kind: charge.kind,
        cents,
        until: isoTime(untilMs),
      })),
  };
}

/** One row for the plan with the sum of its charges, since a person withdraws from the plan as a whole. */
function planItem(items: readonly Withdrawable[]): readonly Withdrawable[] {
  const newest = items.at(-1);
  if (newest === undefined) return [];
  return [{ ...newest, cents: items.reduce((sum, { cents }) => sum + cents, 0) }];
}
