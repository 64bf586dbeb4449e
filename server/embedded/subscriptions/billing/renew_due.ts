/** Renewals: due periods are claimed in batches, charged once each, and recorded or retried after a decline. */
import { claimDue, type ClaimedCharge } from "./claim_due.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { AT_ONCE, LANES } from "../context/constants.ts";
import { forEachRowAtOnce } from "../db/for_each_row.ts";
import { newId } from "../db/ids.ts";
import { findPlan } from "../../../wire/billing/plans.ts";
import { completeRenewal } from "./complete_renewal.ts";
import { renewedPeriod } from "./periods.ts";

/**
 * Charges everything that is due, one period of each plan, and claims nothing more once the server stops. Answers how
 * many charges were attempted.
 */
export async function renewDue(context: SubscriptionContext): Promise<number> {
  const holder = newId("lease");
  const late = { plans: 0, periods: 0 };
  const lane = async () => {
    let tried = 0;
    while (context.stopping?.aborted !== true) {
      const rows = await claimDue(context, { holder, atMost: AT_ONCE });
      if (rows.length === 0) return tried;
      for (const periods of rows.map((claimed) => missedPeriods(claimed, context.clock.now()))) {
        late.plans += periods > 0 ? 1 : 0;
        late.periods += periods;
      }
      tried += await forEachRowAtOnce(
        context,
        {
          job: "subscriptions-renewals",
          rows,
          idOf: ({ charge }) => charge.id,
          work: (claimed) => renew(context, claimed),
        },
        AT_ONCE,
      );
    }
    return tried;
  };
  // One lane claims while the charges of another are in flight.
  const tried = await Promise.all(Array.from({ length: LANES }, lane));
  if (late.plans > 0) context.log.warn("renewals.late", late);
  return tried.reduce((sum, count) => sum + count, 0);
}

/** Periods of a plan that were over before their first attempt, which only downtime of this service brings about. */
function missedPeriods({ charge, row }: ClaimedCharge, nowMs: number): number {
  const plan = findPlan(charge.plan_id);
  return plan === undefined || charge.attempt > 0 ? 0 : renewedPeriod(row, plan, nowMs).missed;
}

/** Charges this subscription now, if it is due and no other server does. */
export async function renewNow(context: SubscriptionContext, subscriptionId: string): Promise<void> {
  const claimed = await claimDue(context, { holder: newId("lease"), atMost: 1, only: subscriptionId });
  for (const one of claimed) await renew(context, one);
}

async function renew(context: SubscriptionContext, { charge, row }: ClaimedCharge): Promise<boolean> {
  await completeRenewal(context, charge, { claimed: row });
  return true;
}
