/** Emails about cancellations, withdrawals and refunds, and the emails that carry their links (TRUST T5, T6). */
import type { Language } from "../../../wire/site/languages.ts";
import type { Plan } from "../../../wire/billing/plans.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { renderEmail } from "./template.ts";
import { emailWords } from "./words.ts";
import type { PlanEmail } from "./purchase_emails.ts";
import type { ActionLinks } from "./action_links.ts";
import type { ChargeKind, RefundReason } from "../db/tables.ts";
import { otherFacts, type OtherPlan, othersContinue } from "./other_plans.ts";

interface CancelledPlan extends PlanEmail {
  /** End of the paid time; undefined when it is over, such as while a declined renewal is retried. */
  readonly untilMs: number | undefined;
  readonly atMs: number;
  /** Charges made after the request, which are refunded. */
  readonly refundCents: number;
  /** Plans that continue. */
  readonly others: readonly OtherPlan[];
}

export function cancelledEmail(
  { plan, language, untilMs, atMs, refundCents, others, actionLinks }: CancelledPlan,
): EmailContent {
  const words = emailWords(language);
  const { t, money, day, moment, name } = words;
  const time = moment(atMs);
  return renderEmail({
    language,
    subject: t("Your plan is canceled: {name}", { name: name(plan) }),
    sentences: [
      t("We received the cancellation of your plan ({name}) on {time}. You won't be charged for it again.", {
        name: name(plan),
        time,
      }),
      ...(refundCents === 0
        ? []
        : [t("You asked to cancel before the last charge, so we're refunding {sum} to your card.", {
          sum: money(refundCents),
        })]),
      untilMs === undefined
        ? t("Your plan has ended. One-time purchases stay yours for their full term.")
        : t("You keep access until {day}. One-time purchases stay yours for their full term.", { day: day(untilMs) }),
      ...othersContinue(others, language),
    ],
    facts: [
      [t("Plan"), name(plan)],
      [t("Canceled"), time],
      ...(untilMs === undefined ? [] : [[t("Access until"), day(untilMs)] as const]),
      ...otherFacts(others, words),
    ],
    links: actionLinks.lines,
  });
}

interface Refund extends PlanEmail {
  readonly kind: ChargeKind;
  readonly cents: number;
  readonly receipt: string;
  readonly reason: RefundReason;
}

export function refundEmail({ plan, kind, language, cents, receipt, reason, actionLinks }: Refund): EmailContent {
  const { t, money, chargedName } = emailWords(language);
  const name = chargedName(plan, kind);
  const why: Readonly<Record<RefundReason, string>> = {
    withdrawal: t("You withdrew from the contract."),
    regret: t("You asked for a refund of this renewal."),
    "late-cancel": t("You had asked to cancel before the charge."),
    dispute: t("Your bank reported the charge as fraud."),
    "in-flight": t("The charge was already in progress when you canceled."),
    operator: t("Our support team arranged this refund."),
  };
  return renderEmail({
    language,
    subject: t("Your refund: {sum}", { sum: money(cents) }),
    sentences: [
      t("We refunded {sum} ({name}) to the card you paid with. {why}", {
        sum: money(cents),
        name,
        why: why[reason],
      }),
      t("It should appear on your statement within a few days."),
    ],
    facts: [[t("Product"), name], [t("Refunded"), money(cents)], [t("Receipt"), receipt]],
    links: actionLinks.lines,
  });
}

interface WithdrawnPlan {
  readonly language: Language;
  readonly atMs: number;
  readonly items: readonly {
    readonly charge: { readonly kind: ChargeKind };
    readonly plan: Plan;
    readonly cents: number;
  }[];
  /** The withdrawal ended the plan. */
  readonly isPlanOver: boolean;
  readonly planRenews: boolean;
  /** Other plans that continue. */
  readonly others: readonly OtherPlan[];
  readonly actionLinks: ActionLinks;
}

/** The receipt of a withdrawal with its time, in a durable form (TRUST T6). */
export function withdrawnEmail(
  { language, atMs, items, isPlanOver, planRenews, others, actionLinks }: WithdrawnPlan,
): EmailContent {
  const words = emailWords(language);
  const { t, money, moment, chargedName } = words;
  const sum = money(items.reduce((total, { cents }) => total + cents, 0));
  return renderEmail({
    language,
    subject: t("We received your withdrawal: {sum} will be refunded", { sum }),
    sentences: [
      t("You withdrew on {time}. Keep this email as proof.", { time: moment(atMs) }),
      t(
        "We'll refund {sum} to the card you paid with within 14 days, and email you when it's sent.",
        { sum },
      ),
      isPlanOver
        ? t("Your plan has ended, and you won't be charged for it again.")
        : planRenews
        ? t("Your plan continues. Only what's listed here has ended.")
        : t("Only what's listed here has ended."),
      ...(isPlanOver ? othersContinue(others, language) : []),
    ],
    facts: [
      ...items.map(({ charge, plan, cents }) => [chargedName(plan, charge.kind), money(cents)] as const),
      ...(isPlanOver ? otherFacts(others, words) : []),
    ],
    links: actionLinks.lines,
  });
}

/** An email requested with only an address. */
export interface RequestedPlans {
  readonly language: Language;
  readonly plans: readonly { readonly plan: Plan; readonly url: string }[];
}

/** One link for each plan that renews. Without any, the email says so. */
export function cancelRequestEmail({ language, plans }: RequestedPlans): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: plans.length === 0 ? t("You have no plan to cancel") : t("Confirm that you want to cancel your plan"),
    sentences: plans.length === 0
      ? [
        t(
          "We received a request to cancel. No plan under this email renews, so you won't be charged.",
        ),
      ]
      : [
        t(
          "We received a request to cancel your plan. To confirm, open the link and press the button. You don't need to sign in.",
        ),
        t(
          "Confirm within 7 days, and your cancellation counts from the time you asked. Anything charged in between will be refunded.",
        ),
        t("If this wasn't you, ignore this email. Your plan continues."),
      ],
    links: plans.map(({ plan, url }) => ({ label: t("Cancel {name}", { name: name(plan) }), url })),
  });
}

/**
 * One link for each subscription with something to withdraw from. Without any, the email says what is possible instead.
 */
export function withdrawRequestEmail({ language, plans }: RequestedPlans): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: plans.length === 0 ? t("There's nothing to withdraw from") : t("Confirm your withdrawal"),
    sentences: plans.length === 0
      ? [
        t(
          "We received a request to withdraw from your contract. There's nothing left to withdraw from: what you bought was already refunded, or the time to withdraw is over.",
        ),
        t("You can cancel a plan anytime, using the link in any email about it."),
      ]
      : [
        t(
          'We received a request to withdraw from your contract. Open the link and press "Confirm withdrawal". You don\'t need to sign in.',
        ),
        t("Confirm within 7 days, and your withdrawal counts from the time you asked."),
        t("If this wasn't you, ignore this email. Nothing will change."),
      ],
    links: plans.map(({ plan, url }) => ({ label: `${t("Withdraw from contract here")}: ${name(plan)}`, url })),
  });
}

export function activationEmail({ language, plans }: RequestedPlans, actionLinks: ActionLinks): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: t("Your TrustCheck access link"),
    sentences: [
      t(
        "Open the link to sign in to your plan and reports. It works once and expires in an hour. Requesting a new link cancels this one.",
      ),
      t("If you didn't request this, ignore this email."),
    ],
    links: [
      ...plans.map(({ plan, url }) => ({ label: t("Open {name}", { name: name(plan) }), url })),
      ...actionLinks.lines,
    ],
  });
}
