/** One paid look-up: the number, the plans it may count against, the report. */
import { serviceText } from "../../lib/format/service_text.ts";
import type { Report, ReportRequest } from "../../../server/wire/members/report.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { failureSentence } from "../../api/failure.ts";
import { isUnpaid, needsCredits, NO_CONNECTION, NO_PLAN, NOT_MADE } from "./constants.ts";
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
  /** The one subscription that pays for the look-up; empty when there is none. */
  readonly subscriptionId?: () => Promise<string>;
  /** In its place those of a member, of which one pays. */
  readonly subscriptions?: () => Promise<readonly Subscription[]>;
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
    const payers = await payersFor(ports);
    if (payers.length === 0) return ports.dispatch({ type: "failed", text: NO_PLAN });
    const { uid, name, email } = ports.user();
    const { text, numberCountry } = toInternational(phoneNumber, country);
    // The contract of the call includes name and email (W-CALL-21). Our own service neither reads nor stores them.
    const body = { user_id: uid, phone_number: text, name, email };
    const report = await firstPaid(
      payers,
      (subscription_id) => ports.report({ ...body, subscription_id }, { claimedCountry, numberCountry }),
    );
    if (report.error !== "") return ports.dispatch({ type: "failed", text: serviceText(report, report.error) });
    ports.keepLeft(report.left);
    ports.dispatch({ type: "answered", report });
  } catch (reason) {
    const text = failureSentence(reason, { unanswered: NO_CONNECTION, fallback: NOT_MADE });
    ports.dispatch({ type: "failed", text, needsCredits: needsCredits(reason) });
  }
}

type Payer = Pick<Subscription, "subscription_id" | "credits">;

async function payersFor({ subscriptionId, subscriptions }: LookupPorts): Promise<readonly Payer[]> {
  if (subscriptions !== undefined) return payersOf(await subscriptions());
  const id = await subscriptionId?.() ?? "";
  return id === "" ? [] : [{ subscription_id: id, credits: 0 }];
}

/**
 * Asks with one plan after the other until one pays; when none does, the first refusal counts. What is left in the packs
 * includes those of the plans that come later.
 */
async function firstPaid(
  payers: readonly Payer[],
  ask: (subscriptionId: string) => Promise<Report>,
): Promise<Report> {
  let refusal: unknown;
  for (const [at, { subscription_id }] of payers.entries()) {
    try {
      const report = await ask(subscription_id);
      const credits = payers.slice(at + 1).reduce((sum, later) => sum + later.credits, report.left.credits);
      return { ...report, left: { ...report.left, credits } };
    } catch (reason) {
      if (!isUnpaid(reason)) throw reason;
      refusal ??= reason;
    }
  }
  throw refusal;
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
  return payersOf(subscriptions)[0];
}

/** What may pay for a check, in turn. The first is among them without quota and credits: its refusal says what to do. */
function payersOf(subscriptions: readonly Subscription[]): readonly Subscription[] {
  return ranked(subscriptions, (row) => (HAS_QUOTA[row.status] ? 2 : 0) + (row.credits > 0 ? 1 : 0))
    .filter(({ status, credits }, at) => at === 0 || HAS_QUOTA[status] || credits > 0);
}

/** The subscription that pays for a list, whose checks cost credits: the one with most of them. */
export function subscriptionForList(subscriptions: readonly Subscription[]): Subscription | undefined {
  return ranked(subscriptions, ({ credits }) => credits)[0];
}

/** The highest rank first, and the newest of each. */
function ranked(subscriptions: readonly Subscription[], rank: (row: Subscription) => number): readonly Subscription[] {
  return [...subscriptions].sort((a, b) => rank(b) - rank(a) || b.started_at.localeCompare(a.started_at));
}
