/** One paid look-up: the number, the plan it counts against, the report. */
import { serviceText } from "../../lib/format/service_text.ts";
import type { Report, ReportRequest } from "../../../server/wire/members/report.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { failureSentence } from "../../api/failure.ts";
import { needsCredits, NO_CONNECTION, NO_PLAN, NOT_MADE } from "./constants.ts";
import type { LookupEvent } from "./lookup_state.ts";
import { numberProblem, toInternational } from "./number_text.ts";

/** What the body of a report call has no field for: ISO 3166 alpha-2, or empty. */
export interface ReportCountries {
  /** Where the caller said to be. */
  readonly claimedCountry: string;
  /** The country beside a national number. */
  readonly numberCountry: string;
}

export interface LookupPorts {
  readonly dispatch: (event: LookupEvent) => void;
  readonly report: (body: ReportRequest, countries: ReportCountries) => Promise<Report>;
  /** Subscription the look-up counts against; empty when there is none. */
  readonly subscriptionId: () => Promise<string>;
  /** Empty before sign-in. */
  readonly user: () => { readonly uid: string; readonly name: string; readonly email: string };
  /** Look-ups left, as the server last reported them; for display only. */
  readonly keepLeft: (left: Report["left"]) => void;
}

export interface LookupInput {
  readonly phoneNumber: string;
  readonly country: string;
}

/** `claimedCountry` is where the caller said to be: ISO 3166 alpha-2; default: they did not say. */
export async function lookUp(
  ports: LookupPorts,
  { phoneNumber, country }: LookupInput,
  claimedCountry = "",
): Promise<void> {
  const problem = numberProblem(phoneNumber);
  if (problem !== "") return ports.dispatch({ type: "failed", text: problem });
  ports.dispatch({ type: "asked" });
  try {
    const subscriptionId = await ports.subscriptionId();
    if (subscriptionId === "") return ports.dispatch({ type: "failed", text: NO_PLAN });
    const { uid, name, email } = ports.user();
    const { text, numberCountry } = toInternational(phoneNumber, country);
    // The contract of the call includes name and email (W-CALL-21). Our own service neither reads nor stores them.
    const report = await ports.report({
      user_id: uid,
      phone_number: text,
      subscription_id: subscriptionId,
      name,
      email,
    }, { claimedCountry, numberCountry });
    if (report.error !== "") return ports.dispatch({ type: "failed", text: serviceText(report, report.error) });
    ports.keepLeft(report.left);
    ports.dispatch({ type: "answered", report });
  } catch (reason) {
    const text = failureSentence(reason, { unanswered: NO_CONNECTION, fallback: NOT_MADE });
    ports.dispatch({ type: "failed", text, needsCredits: needsCredits(reason) });
  }
}

/** The field once a number has its report: empty for the next one, unless that was typed while the check ran. */
export function fieldAfter(asked: LookupInput, now: LookupInput): LookupInput {
  return now.phoneNumber === asked.phoneNumber ? { phoneNumber: "", country: now.country } : now;
}

/** Whether a plan pays for checks by its daily quota; otherwise each costs a credit. */
const HAS_QUOTA: Readonly<Record<Subscription["status"], boolean>> = {
  active: true,
  trial: true,
  cancelled: true,
  past_due: true,
  paused: false,
  ended: false,
};

/** The subscription that pays for checks: one with a daily quota first, then one with credits, then the newest. */
export function subscriptionToUse(subscriptions: readonly Subscription[]): Subscription | undefined {
  return best(subscriptions, (row) => (HAS_QUOTA[row.status] ? 2 : 0) + (row.credits > 0 ? 1 : 0));
}

/** The subscription that pays for a list, whose checks cost credits: the one with most of them. */
export function subscriptionForList(subscriptions: readonly Subscription[]): Subscription | undefined {
  return best(subscriptions, ({ credits }) => credits);
}

/** The newest of the highest rank. */
function best(subscriptions: readonly Subscription[], rank: (row: Subscription) => number): Subscription | undefined {
  return [...subscriptions].sort((a, b) => rank(b) - rank(a) || b.started_at.localeCompare(a.started_at))[0];
}
