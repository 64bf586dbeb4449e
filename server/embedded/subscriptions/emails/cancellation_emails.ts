/** Emails about cancellations, withdrawals and refunds, and the emails that carry their links (TRUST T5, T6). */
import type { Language } from "../../../wire/site/languages.ts";
import type { Plan } from "../../../wire/billing/plans.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { renderEmail } from "./template.ts";
import { emailWords } from "./words.ts";
import type { PlanEmail } from "./purchase_emails.ts";
import type { ActionLinks } from "./action_links.ts";
import type { RefundReason } from "../db/tables.ts";

interface CancelledPlan extends PlanEmail {
  readonly untilMs: number;
  readonly atMs: number;
  /** Charges made after the request, which are refunded. */
  readonly refundCents: number;
}

export function cancelledEmail(
  { plan, language, untilMs, atMs, refundCents, actionLinks }: CancelledPlan,
): EmailContent {
  const { t, money, day, moment, name } = emailWords(language);
  const time = moment(atMs);
  return renderEmail({
    language,
    subject: t("Your plan is cancelled: nothing more will be charged"),
    sentences: [
      t("We cancelled {name} on {time}. Nothing more will be charged.", { name: name(plan), time }),
      ...(refundCents === 0 ? [] : [t("You asked for this before the last charge, so {sum} goes back to your card.", {
        sum: money(refundCents),
      })]),
      t("What you paid for stays open until {day}. Products you bought once stay yours for their full time.", {
        day: day(untilMs),
      }),
    ],
    facts: [
      [t("Plan"), name(plan)],
      [t("Cancelled"), time],
      [t("Open until"), day(untilMs)],
    ],
    links: actionLinks.lines,
  });
}

interface Refund extends PlanEmail {
  readonly cents: number;
  readonly receipt: string;
  /** `in-flight`: the charge was in flight when the plan was cancelled. */
  readonly reason: RefundReason | "in-flight";
}

export function refundEmail({ plan, language, cents, receipt, reason, actionLinks }: Refund): EmailContent {
  const { t, money, name } = emailWords(language);
  const why: Readonly<Record<Refund["reason"], string>> = {
    withdrawal: t("You withdrew from the contract."),
    regret: t("You sent this renewal back."),
    "late-cancel": t("You had asked to cancel before it was charged."),
    "in-flight": t("The charge was on its way when you cancelled."),
  };
  return renderEmail({
    language,
    subject: t("Your refund: {sum}", { sum: money(cents) }),
    sentences: [
      t("We sent {sum} for {name} back to the card you paid with. {why}", {
        sum: money(cents),
        name: name(plan),
        why: why[reason],
      }),
      t("Your bank shows it within a few days."),
    ],
    facts: [[t("Product"), name(plan)], [t("Refunded"), money(cents)], [t("Receipt"), receipt]],
    links: actionLinks.lines,
  });
}

interface WithdrawnPlan {
  readonly language: Language;
  readonly atMs: number;
  readonly items: readonly { readonly plan: Plan; readonly cents: number }[];
  readonly isPlanOver: boolean;
  readonly actionLinks: ActionLinks;
}

/** The receipt of a withdrawal with its time, in a durable form (TRUST T6). */
export function withdrawnEmail({ language, atMs, items, isPlanOver, actionLinks }: WithdrawnPlan): EmailContent {
  const { t, money, moment, name } = emailWords(language);
  const sum = money(items.reduce((total, { cents }) => total + cents, 0));
  return renderEmail({
    language,
    subject: t("We received your withdrawal: {sum} goes back to you", { sum }),
    sentences: [
      t("You withdrew on {time}. This mail is your proof of it.", { time: moment(atMs) }),
      t(
        "{sum} goes back to the card you paid with. We send it now, at the latest within 14 days, and write again when it left.",
        { sum },
      ),
      isPlanOver
        ? t("Your plan has ended and nothing more will be charged.")
        : t("Your plan goes on as it is; only what is listed here has ended."),
    ],
    facts: items.map(({ plan, cents }) => [name(plan), money(cents)] as const),
    links: actionLinks.lines,
  });
}

/** An email requested with an address alone. */
export interface RequestedPlans {
  readonly language: Language;
  readonly plans: readonly { readonly plan: Plan; readonly url: string }[];
}

/** One link for each plan that renews. Without any, the email says so. */
export function cancelRequestEmail({ language, plans }: RequestedPlans): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: plans.length === 0 ? t("You have no plan that renews") : t("Cancel your plan: one more button"),
    sentences: plans.length === 0
      ? [
        t(
          "Somebody, probably you, asked us to cancel by e-mail. Your plan is already cancelled: nothing more will be charged.",
        ),
      ]
      : [
        t(
          "Somebody, probably you, asked us to cancel by e-mail. Open the link and press the button; no sign-in is needed.",
        ),
        t(
          "Press it within 7 days and it counts from the moment you asked: what is charged in between goes back to you.",
        ),
        t("If it was not you, do nothing: your plan goes on as it is."),
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
    subject: plans.length === 0
      ? t("There is nothing to withdraw from")
      : t("Withdraw from your contract: one more button"),
    sentences: plans.length === 0
      ? [
        t(
          "Somebody, probably you, asked to withdraw. Your last purchase is more than 14 days old, so there is no charge left to withdraw from.",
        ),
        t("A plan can be cancelled at any time: every mail about it has the link."),
      ]
      : [
        t(
          'Somebody, probably you, asked to withdraw. Open the link and press "confirm withdrawal"; no sign-in is needed.',
        ),
        t("Press it within 7 days and it counts from the moment you asked."),
        t("If it was not you, do nothing: your plan goes on as it is."),
      ],
    links: plans.map(({ plan, url }) => ({ label: `${t("withdraw from contract here")}: ${name(plan)}`, url })),
  });
}

export function activationEmail({ language, plans }: RequestedPlans, actionLinks: ActionLinks): EmailContent {
  const { t, name } = emailWords(language);
  return renderEmail({
    language,
    subject: t("Your way in"),
    sentences: [
      t(
        "Open the link to sign in and find your plan and your reports. It works once and for one hour; a newer one replaces it.",
      ),
      t("If you did not ask for this, do nothing."),
    ],
    links: [
      ...plans.map(({ plan, url }) => ({ label: t("Open {name}", { name: name(plan) }), url })),
      ...actionLinks.lines,
    ],
  });
}
