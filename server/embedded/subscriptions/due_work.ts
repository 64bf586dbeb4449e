/**
 * The due work of the subscriptions service. It is claimed in the database, so that many servers may run it at once.
 */
import type { SubscriptionsDeps } from "./context/context.ts";
import { recoverCancels } from "./checkout/cancel_checkout.ts";
import { contextOf } from "./build_context.ts";
import { recoverCharges, recoverCheckouts } from "./recovery.ts";
import { sendRefunds } from "./refunds/refunds.ts";
import { remindDue, sendYearlyEmails } from "./billing/reminders.ts";
import { renewDue } from "./billing/renew_due.ts";
import { processRequests } from "./cancellation/email_requests.ts";

/** How much of each kind of work was done. */
export type DueWork = Readonly<
  Record<
    "charges" | "checkouts" | "cancels" | "reminders" | "yearlyEmails" | "renewals" | "refunds" | "requests",
    number
  >
>;

/**
 * Does everything that is due. Failed work is logged and retried at the next call; the rest continues. Never rejects.
 */
export async function runDueWork(deps: SubscriptionsDeps): Promise<DueWork> {
  const context = contextOf(deps);
  const attempt = async (name: keyof DueWork, work: () => Promise<number>): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      deps.log.error("jobs.failed", { name, error });
      return 0;
    }
  };
  return {
    charges: await attempt("charges", () => recoverCharges(context)),
    checkouts: await attempt("checkouts", () => recoverCheckouts(context)),
    cancels: await attempt("cancels", () => recoverCancels(context)),
    reminders: await attempt("reminders", () => remindDue(context)),
    yearlyEmails: await attempt("yearlyEmails", () => sendYearlyEmails(context)),
    renewals: await attempt("renewals", () => renewDue(context)),
    refunds: await attempt("refunds", () => sendRefunds(context)),
    requests: await attempt("requests", () => processRequests(context)),
  };
}
