/** Due work of the subscriptions service, claimed in the database, so that many servers may run it at once. */
import type { SubscriptionsDeps } from "./context/context.ts";
import { recoverCancels } from "./checkout/cancel_checkout.ts";
import { deliverLetters } from "./emails/outbox.ts";
import { partsOf } from "./build_context.ts";
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
  const parts = partsOf(deps);
  const attempt = async (name: keyof DueWork, work: () => Promise<number>): Promise<number> => {
    try {
      return await work();
    } catch (error) {
      deps.log.error("jobs.failed", { name, error });
      return 0;
    }
  };
  return {
    charges: await attempt("charges", () => recoverCharges(parts)),
    checkouts: await attempt("checkouts", () => recoverCheckouts(parts)),
    cancels: await attempt("cancels", () => recoverCancels(parts)),
    reminders: await attempt("reminders", () => remindDue(parts)),
    notices: await attempt("notices", () => noticesDue(parts)),
    renewals: await attempt("renewals", () => renewDue(parts)),
    refunds: await attempt("refunds", () => sendRefunds(parts)),
    requests: await attempt("requests", () => workOnRequests(parts)),
    letters: await attempt("letters", () => deliverLetters(parts)),
  };
}
