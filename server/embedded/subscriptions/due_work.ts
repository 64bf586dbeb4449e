/** Due work of the subscriptions service, claimed in the database, so that many servers may run it at once. */
import type { SubscriptionsDeps } from "./context/context.ts";
import { recoverCancels } from "./checkout/cancel_checkout.ts";
import { deliverEmails } from "./emails/outbox.ts";
import { contextOf } from "./build_context.ts";
import { recoverCharges, recoverCheckouts } from "./recovery.ts";
import { sendRefunds } from "./refunds/refunds.ts";
import { noticesDue, remindDue } from "./billing/reminders.ts";
import { renewDue } from "./billing/renew.ts";
import { workOnRequests } from "./cancellation/email_requests.ts";

/** How much of each kind of work was done. */
export type DueWork = Readonly<
  Record<
    "charges" | "checkouts" | "cancels" | "reminders" | "notices" | "renewals" | "refunds" | "requests" | "letters",
    number
  >
>;

/** Does everything that is due now. Work that fails is logged and tried again at the next call; the rest goes on. */
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
    notices: await attempt("notices", () => noticesDue(context)),
    renewals: await attempt("renewals", () => renewDue(context)),
    refunds: await attempt("refunds", () => sendRefunds(context)),
    requests: await attempt("requests", () => workOnRequests(context)),
    letters: await attempt("letters", () => deliverEmails(context)),
  };
}
