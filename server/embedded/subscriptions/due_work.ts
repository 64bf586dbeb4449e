/**
 * The due work of the subscriptions service. It is claimed in the database, so that many servers may run it at once.
 */
import { namedJob, type Work } from "../../platform/jobs.ts";
import type { SubscriptionContext, SubscriptionsPorts } from "./context/context.ts";
import { endGraces } from "./billing/dunning/grace.ts";
import { syncDisputes } from "./disputes/sync_disputes.ts";
import { recoverCancels } from "./checkout/cancel_checkout.ts";
import { contextOf } from "./build_context.ts";
import { recoverCharges, recoverCheckouts } from "./recovery.ts";
import { sendRefunds } from "./refunds/refunds.ts";
import { remindDue, sendYearlyEmails } from "./billing/reminders.ts";
import { renewDue } from "./billing/renew_due.ts";
import { writeReceipts } from "./emails/receipts.ts";
import { processRequests } from "./cancellation/email_requests.ts";

/** How much of each kind of work was done. */
export type DueWork = Readonly<
  Record<
    | "charges"
    | "checkouts"
    | "receipts"
    | "cancels"
    | "disputes"
    | "graces"
    | "reminders"
    | "yearlyEmails"
    | "renewals"
    | "refunds"
    | "requests",
    number
  >
>;

type DueJob = (context: SubscriptionContext) => Promise<number>;

const JOBS: Readonly<Record<keyof DueWork, DueJob>> = {
  charges: recoverCharges,
  checkouts: recoverCheckouts,
  receipts: writeReceipts,
  cancels: recoverCancels,
  disputes: (context) => syncDisputes(context),
  graces: endGraces,
  reminders: remindDue,
  yearlyEmails: sendYearlyEmails,
  renewals: renewDue,
  refunds: sendRefunds,
  requests: processRequests,
};
const NAMES = Object.keys(JOBS) as readonly (keyof DueWork)[];

/** Every kind of work as a job for its own loop. */
export function createDueWorks(ports: SubscriptionsPorts): readonly Work[] {
  return NAMES.map((name) =>
    namedJob(`subscriptions-${kebab(name)}`, (stopping) => JOBS[name]({ ...contextOf(ports), stopping }))
  );
}

/**
 * Does everything that is due. Failed work is logged and retried at the next call; the rest continues. Never rejects.
 */
export async function runDueWork(ports: SubscriptionsPorts): Promise<DueWork> {
  const done = {
    charges: 0,
    checkouts: 0,
    receipts: 0,
    cancels: 0,
    disputes: 0,
    graces: 0,
    reminders: 0,
    yearlyEmails: 0,
    renewals: 0,
    refunds: 0,
    requests: 0,
  };
  for (const name of NAMES) done[name] = await attempt(ports, name);
  return done;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function attempt(ports: SubscriptionsPorts, name: keyof DueWork): Promise<number> {
  try {
    return await JOBS[name](contextOf(ports));
  } catch (error) {
    ports.log.error("job.failed", { job: name, error });
    return 0;
  }
}
