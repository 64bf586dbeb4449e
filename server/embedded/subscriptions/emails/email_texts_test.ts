/** What every email about plans and purchases says, in each language, compared with the approved texts. */
import { describe, it } from "@std/testing/bdd";
import { compareApproved, emailText } from "../../../../tests/support/approved.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { createClock } from "../../../platform/clock.ts";
import { RESULTS_BY_REASON } from "../../../../sdk/wire/declines.ts";
import { findPlan, type Plan } from "../../../wire/billing/plans.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { declinedEmail } from "../checkout/decline_email.ts";
import { createActionLinks } from "./action_links.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import { cardChangedEmail } from "./billing/card_email.ts";
import * as cancellation from "./cancellation_emails.ts";
import { declineEmail, graceOverEmail } from "./billing/decline_emails.ts";
import { disputeEmail, disputeWonEmail, type StoppedPlan } from "./billing/dispute_emails.ts";
import type { OtherPlan } from "./other_plans.ts";
import { planChangedEmail } from "./plan_change_email.ts";
import * as purchase from "./purchase_emails.ts";

const AT = Date.parse("2027-01-31T10:00:00.000Z");
const LATER = AT + 9 * DAY_MS;
const SETTINGS = { publicOrigin: "https://app.example", base: "/trustcheck" };
const receipt = "TC-2027-0001";

function planOf(id: string): Plan {
  const plan = findPlan(id);
  if (plan === undefined) throw new Error(`${id} is no plan`);
  return plan;
}
const weekly = planOf("tck_weekly_3dtrial");
const quarterly = planOf("tck_3month_plan");
const monthly = planOf("tck_3d5_1m3999");
const guide = planOf("tck_guide_otp");
const links = { lines: [{ label: "Link", url: "https://app.example/l" }], links: [] };

/** Links of an email with each secret replaced. */
function actionLinks(
  language: Language,
  can: {
    readonly canCancel: boolean;
    readonly withdrawalRight?: "withdrawal" | "regret";
    readonly opensReport?: boolean;
    readonly pays?: "another_card" | "approval";
  },
) {
  const ports = { clock: createClock(() => AT), settings: SETTINGS as never };
  const { links, lines } = createActionLinks(ports, { subscriptionId: "s1", language, ...can });
  return { links, lines: lines.map((line) => ({ ...line, url: line.url.replace(/[\w-]{43}/, "SECRET") })) };
}

const base = (language: Language, plan = weekly) => ({ plan, language, actionLinks: links });
const other = (plan_id: string, next: number | null) =>
  ({
    plan_id,
    started_ms: AT - DAY_MS,
    next_charge_ms: next,
    next_charge_cents: next === null ? null : 4900,
    isOfSamePerson: true,
  }) as const;

type Write = (language: Language) => EmailContent | Promise<EmailContent>;
const besideOthers = (others: readonly OtherPlan[]): Write => (language) =>
  purchase.enrolmentEmail({
    ...base(language, quarterly),
    actionLinks: actionLinks(language, { canCancel: false, withdrawalRight: "withdrawal", opensReport: true }),
    startedMs: AT,
    receipt,
    others,
  });
const change = (kind: Change["kind"] | "keep", plan: Plan, today_cents = 0): Write => (language) =>
  planChangedEmail({
    ...base(language, plan),
    kind,
    shown: { today_cents, next_cents: plan.sum_cents, next_at: new Date(LATER).toISOString() } as never,
    paidUntilMs: AT,
  });
const declined = (step: Parameters<typeof declineEmail>[0]["step"], reason: string): Write => (language) =>
  declineEmail({ ...base(language), cents: 1999, step, reason });
const dispute = (
  kind: string,
  access: "kept" | "ends" | "over",
  { others = [], stopped = [] }: { others?: readonly OtherPlan[]; stopped?: readonly StoppedPlan[] } = {},
): Write =>
(language) =>
  disputeEmail({
    ...base(language),
    kindOfCharge: "renewal",
    ended: weekly,
    cents: 1999,
    kind,
    access: { kind: access, untilMs: LATER },
    stopped,
    others,
  });
const disputeWon = (access: "back" | "kept" | "held" | "refunded" | "over"): Write => (language) =>
  disputeWonEmail({
    ...base(language),
    kindOfCharge: "renewal",
    ended: weekly,
    cents: 1999,
    stopped: [],
    others: [],
    access: { kind: access, untilMs: LATER },
  });
type Cancelled = Parameters<typeof cancellation.cancelledEmail>[0];
const cancelled = (more: Partial<Cancelled>): Write => (language) =>
  cancellation.cancelledEmail({ ...base(language), untilMs: LATER, atMs: AT, refundCents: 0, others: [], ...more });
const refund = (reason: "withdrawal" | "regret" | "late-cancel" | "in-flight" | "dispute"): Write => (language) =>
  cancellation.refundEmail({ ...base(language), kind: "renewal", cents: 1999, receipt, reason });

const EMAILS: Readonly<Record<string, Write>> = {
  enrolment: (language) =>
    purchase.enrolmentEmail({
      ...base(language),
      actionLinks: actionLinks(language, { canCancel: true, withdrawalRight: "withdrawal", opensReport: true }),
      startedMs: AT,
      receipt,
      others: [],
    }),
  enrolment_beside_another: besideOthers([other("tck_weekly_3dtrial", LATER)]),
  enrolment_beside_others: besideOthers([
    other("tck_weekly_3dtrial", LATER),
    other("tck_3month_plan", null),
    other("an_old_plan", null),
  ]),
  add_on: (language) => purchase.addOnEmail({ ...base(language, guide), cents: 499, untilMs: LATER, receipt }),
  renewal: (language) =>
    purchase.renewalEmail({
      ...base(language),
      actionLinks: actionLinks(language, { canCancel: true, withdrawalRight: "regret", opensReport: true }),
      cents: 1999,
      receipt,
      nextMs: LATER,
      isLate: false,
      withdrawUntilMs: undefined,
    }),
  renewal_first: (language) =>
    purchase.renewalEmail({
      ...base(language),
      actionLinks: actionLinks(language, { canCancel: true, withdrawalRight: "withdrawal", opensReport: true }),
      cents: 1999,
      receipt,
      nextMs: LATER,
      isLate: false,
      withdrawUntilMs: AT + 14 * DAY_MS,
    }),
  renewal_late: (language) =>
    purchase.renewalEmail({
      ...base(language),
      cents: 1999,
      receipt,
      nextMs: LATER,
      isLate: true,
      withdrawUntilMs: undefined,
    }),
  annual: (language) =>
    purchase.annualEmail({
      ...base(language, monthly),
      actionLinks: actionLinks(language, { canCancel: true }),
      paidCents: 47988,
      chargeMs: LATER,
    }),
  declined: declined({ kind: "retry", atMs: LATER }, "LimitExceeded"),
  declined_until_pay_day: declined({ kind: "retry", atMs: LATER }, "InsufficientBalance"),
  declined_for_good: (language) =>
    declineEmail({
      ...base(language),
      cents: 1999,
      step: { kind: "wait", untilMs: LATER, needs: "new_card" },
      reason: "BlockedInstrument",
      actionLinks: actionLinks(language, { canCancel: true, pays: "another_card" }),
    }),
  declined_until_approved: (language) =>
    declineEmail({
      ...base(language),
      cents: 1999,
      step: { kind: "wait", untilMs: LATER, needs: "approve" },
      reason: "PayerAuthenticationRequired",
      actionLinks: actionLinks(language, { canCancel: true, pays: "approval" }),
    }),
  declined_for_the_last_time: declined({ kind: "end" }, "a new reason"),
  ended_without_another_card: (language) => graceOverEmail(base(language)),
  disputed_chargeback: dispute("chargeback", "ends"),
  disputed_chargeback_of_older_period: dispute("chargeback", "kept"),
  disputed_chargeback_of_ended_plan: dispute("chargeback", "over"),
  disputed_inquiry: dispute("inquiry", "kept"),
  disputed_early_warning: dispute("early_warning", "ends"),
  disputed_beside_another: dispute("chargeback", "ends", { others: [other("tck_3month_plan", LATER)] }),
  disputed_fraud_of_two_plans: dispute("early_warning", "ends", {
    stopped: [{ plan_id: "tck_3month_plan", started_ms: AT, untilMs: LATER }],
  }),
  disputed_fraud_of_three_plans: dispute("early_warning", "ends", {
    stopped: [undefined, LATER].map((untilMs) => ({ plan_id: "tck_3month_plan", started_ms: AT, untilMs })),
  }),
  dispute_won: disputeWon("back"),
  dispute_won_with_access: disputeWon("kept"),
  dispute_won_late: disputeWon("over"),
  dispute_won_beside_another: disputeWon("held"),
  dispute_won_after_refund: disputeWon("refunded"),
  refunded_dispute: refund("dispute"),
  first_payment_declined: (language) =>
    declinedEmail({
      plan: weekly,
      language,
      reason: "ExpiredInstrument",
      url: "https://app.example/trustcheck/?step=plan",
    }),
  first_payment_declined_without_reason: (language) =>
    declinedEmail({ plan: weekly, language, reason: "a new reason", url: "https://app.example/trustcheck/?step=plan" }),
  reminder: (language) => purchase.reminderEmail({ ...base(language), cents: 1999, chargeMs: LATER }),
  paused: change("pause", weekly),
  pause_taken_back: change("resume", weekly),
  pause_ended: change("resume", monthly, 3999),
  another_plan: change("switch", quarterly),
  another_plan_taken_back: change("keep", weekly),
  cancellation_taken_back: change("reactivate", weekly),
  card_changed: (language) =>
    cardChangedEmail({
      ...base(language),
      card: { name: "Visa •••• 4242", network: "visa", last_four: "4242", expiry_month: "12", expiry_year: "2039" },
      row: { next_charge_ms: LATER, next_charge_cents: 1999 },
    }),
  cancelled: cancelled({}),
  cancelled_beside_another: cancelled({ others: [other("tck_3month_plan", LATER)] }),
  cancelled_beside_others: cancelled({ others: [other("tck_3month_plan", LATER), other("an_old_plan", null)] }),
  cancelled_beside_a_typed_address: cancelled({
    others: [{ ...other("tck_3month_plan", LATER), isOfSamePerson: false }],
  }),
  cancelled_beside_typed_addresses: cancelled({
    others: ["tck_3month_plan", "an_old_plan"].map((id) => ({ ...other(id, LATER), isOfSamePerson: false })),
  }),
  cancelled_with_refund: cancelled({ refundCents: 1999 }),
  cancelled_while_retried: cancelled({ untilMs: undefined }),
  refunded_withdrawal: refund("withdrawal"),
  refunded_regret: refund("regret"),
  refunded_late_cancel: refund("late-cancel"),
  refunded_in_flight: refund("in-flight"),
  withdrawn_plan: (language) =>
    cancellation.withdrawnEmail({
      language,
      atMs: AT,
      items: [{ charge: { kind: "first" }, plan: weekly, cents: 100 }, {
        charge: { kind: "addon" },
        plan: guide,
        cents: 499,
      }],
      isPlanOver: true,
      planRenews: false,
      others: [],
      actionLinks: links,
    }),
  withdrawn_plan_beside_another: (language) =>
    cancellation.withdrawnEmail({
      language,
      atMs: AT,
      items: [{ charge: { kind: "first" }, plan: weekly, cents: 100 }],
      isPlanOver: true,
      planRenews: false,
      others: [other("tck_3month_plan", LATER)],
      actionLinks: links,
    }),
  withdrawn_product: (language) =>
    cancellation.withdrawnEmail({
      language,
      atMs: AT,
      items: [{ charge: { kind: "addon" }, plan: guide, cents: 499 }],
      isPlanOver: false,
      planRenews: true,
      others: [other("tck_3month_plan", LATER)],
      actionLinks: links,
    }),
  withdrawn_product_of_cancelled_plan: (language) =>
    cancellation.withdrawnEmail({
      language,
      atMs: AT,
      items: [{ charge: { kind: "addon" }, plan: guide, cents: 499 }],
      isPlanOver: false,
      planRenews: false,
      others: [],
      actionLinks: links,
    }),
  cancel_request: (language) =>
    cancellation.cancelRequestEmail({ language, plans: [{ plan: weekly, url: "https://app.example/c" }] }),
  cancel_request_without_plan: (language) => cancellation.cancelRequestEmail({ language, plans: [] }),
  withdraw_request: (language) =>
    cancellation.withdrawRequestEmail({ language, plans: [{ plan: weekly, url: "https://app.example/w" }] }),
  withdraw_request_without_purchase: (language) => cancellation.withdrawRequestEmail({ language, plans: [] }),
  activation: (language) =>
    cancellation.activationEmail({ language, plans: [{ plan: weekly, url: "https://app.example/a" }] }, links),
};

describe("the texts of emails about plans and purchases", () => {
  for (const [name, write] of Object.entries(EMAILS)) {
    it(`${name.replaceAll("_", " ")}: says what was approved, as text and as HTML`, () =>
      compareApproved(`emails/${name}`, async (language) => emailText(await write(language))));
  }

  it("a declined charge: names the reason of each group of results", () =>
    compareApproved(
      "emails/decline_reasons",
      (language) =>
        Object.entries(RESULTS_BY_REASON).map(([group, [reason]]) => {
          const step = { kind: "retry", atMs: LATER } as const;
          const email = declineEmail({ ...base(language), cents: 1999, step, reason });
          return `${group}: ${email.text.split("\n")[0]}`;
        }).join("\n"),
    ));
});
