/** Due work of the subscriptions service, claimed in the database, so that many servers may run it at once. */
import type { SubscriptionsDeps } from "../embedded/subscriptions/deps.ts";
import { recoverCancels } from "../embedded/subscriptions/cancel_checkout.ts";
import { deliverLetters } from "../embedded/subscriptions/letter_queue.ts";
import { partsOf } from "../embedded/subscriptions/parts.ts";
import { recoverCharges, recoverCheckouts } from "../embedded/subscriptions/recover.ts";
import { sendRefunds } from "../embedded/subscriptions/refunds.ts";
import { noticesDue, remindDue } from "../embedded/subscriptions/remind.ts";
import { renewDue } from "../embedded/subscriptions/renew.ts";
import { workOnRequests } from "../embedded/subscriptions/requests.ts";

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
