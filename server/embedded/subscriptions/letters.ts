/** Every letter the service writes, in plain words: what was charged, what comes next, how to leave (TRUST T1, T3). */
import { CURRENCY, decimal, type Plan, todayCents } from "../../wire/plans.ts";
import { firstPeriodEnd } from "../../wire/schedule.ts";
import { letter } from "./letter_form.ts";
import type { Letter } from "./letter_queue.ts";
import type { Ways } from "./links.ts";

const EVERY: Readonly<Record<string, string>> = { "7d": "every 7 days", "1m": "every month", "3m": "every 3 months" };

export function money(cents: number): string {
  return `${decimal(cents)} ${CURRENCY}`;
}

/** "12 March 2027 (UTC)": the day alone, since charges are promised by day. */
export function day(ms: number): string {
  return `${DAY.format(ms)} (UTC)`;
}
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

interface Enrolment {
  readonly plan: Plan;
  readonly startedMs: number;
  readonly ways: Ways;
  readonly receipt: string;
}

export function enrolmentLetter({ plan, startedMs, ways, receipt }: Enrolment): Letter {
  const nextMs = firstPeriodEnd(plan, startedMs);
  const first = plan.trial_days === undefined ? "first period" : `${plan.trial_days}-day trial`;
  return letter({
    subject: `Your receipt: ${plan.name_full}, ${money(todayCents(plan))}`,
    sentences: [
      `Thank you. Your plan has started and we charged ${money(todayCents(plan))} today.`,
      `On ${day(nextMs)} we charge ${money(plan.sum_cents)}, and then ${money(plan.sum_cents)} ${
        EVERY[plan.length]
      }, until you cancel.`,
      "You can cancel at any time. What you paid for stays open until the end of its period, and nothing is charged after that.",
    ],
    facts: [
      ["Plan", plan.name_full],
      ["Charged today", money(todayCents(plan))],
      ["Covers", `the ${first}, until ${day(nextMs)}`],
      ["Next charge", `${money(plan.sum_cents)} on ${day(nextMs)}`],
      ["After that", `${money(plan.sum_cents)} ${EVERY[plan.length]}`],
      ["Receipt", receipt],
    ],
    links: ways.lines,
  });
}

interface AddOn {
  readonly plan: Plan;
  readonly ways: Ways;
  readonly cents: number;
  readonly untilMs: number;
  readonly receipt: string;
}

export function addOnLetter({ plan, ways, cents, untilMs, receipt }: AddOn): Letter {
  return letter({
    subject: `Your receipt: ${plan.name_full}, ${money(cents)}`,
    sentences: [
      `We charged ${money(cents)} once for: ${plan.name_full}.`,
      "This is a single purchase. It does not renew, and it does not change the dates of your plan.",
    ],
    facts: [["Product", plan.name_full], ["Charged once", money(cents)], ["Yours until", day(untilMs)], [
      "Receipt",
      receipt,
    ]],
    links: ways.lines,
  });
}

export interface Billing {
  readonly plan: Plan;
  readonly cents: number;
  readonly ways: Ways;
}

export function renewalLetter(
  { plan, cents, ways, receipt, nextMs }: Billing & { readonly receipt: string; readonly nextMs: number },
): Letter {
  return letter({
    subject: `Your receipt: ${plan.name_full}, ${money(cents)}`,
    sentences: [
      `We charged ${money(cents)} for the next period of your plan.`,
      `The next charge is ${money(plan.sum_cents)} on ${day(nextMs)}, unless you cancel before.`,
      "If you did not want this one: you can send it back within 24 hours, and your first full charge within 14 days.",
    ],
    facts: [
      ["Plan", plan.name_full],
      ["Charged", money(cents)],
      ["Next charge", `${money(plan.sum_cents)} on ${day(nextMs)}`],
      ["Receipt", receipt],
    ],
    links: ways.lines,
  });
}

interface Annual {
  readonly plan: Plan;
  readonly paidCents: number;
  readonly chargeMs: number;
  readonly ways: Ways;
}

export function annualLetter({ plan, paidCents, chargeMs, ways }: Annual): Letter {
  return letter({
    subject: "Your plan, once a year: what it costs and how to leave",
    sentences: [
      `You have ${plan.name_full}. It costs ${money(plan.sum_cents)} ${
        EVERY[plan.length]
      } and renews until you cancel.`,
      "If you no longer use it, cancel below: one link, one button. What you paid for stays open until its end.",
    ],
    facts: [
      ["Price", `${money(plan.sum_cents)} ${EVERY[plan.length]}`],
      ["Paid in the last 12 months", money(paidCents)],
      ["Next charge", `${money(plan.sum_cents)} on ${day(chargeMs)}`],
    ],
    links: ways.lines,
  });
}

/** What the bank meant, in words; codes we do not know are left out rather than shown. */
const REASONS: Readonly<Record<string, string>> = {
  InsufficientBalance: "not enough money on the card",
  ExpiredInstrument: "the card has expired",
  InvalidInstrument: "the bank does not know this card any more",
  GenericRejection: "the bank gave no reason; it can tell you when you call",
};

/** `retryMs` is null when it was the last try and the plan has ended. */
export function declineLetter(
  { plan, cents, ways, retryMs, reason }: Billing & { readonly retryMs: number | null; readonly reason: string },
): Letter {
  return letter({
    subject: retryMs === null ? "Your plan has ended: the bank declined the charge" : "The bank declined your charge",
    sentences: [
      `Your bank declined ${money(cents)} for ${plan.name_full}${
        REASONS[reason] === undefined ? "" : `: ${REASONS[reason]}`
      }. Nothing was charged.`,
      retryMs === null
        ? "It was the last try, so the plan has ended. Everything you bought once stays yours. You can start a plan again at any time."
        : `We try again on ${day(retryMs)}. Your plan stays open until then. If you do not want that, cancel below.`,
    ],
    links: ways.lines,
  });
}

export function reminderLetter({ plan, cents, ways, chargeMs }: Billing & { readonly chargeMs: number }): Letter {
  return letter({
    subject: `On ${day(chargeMs)} we charge ${money(cents)}`,
    sentences: [
      `A reminder before it happens: on ${day(chargeMs)} we charge ${money(cents)} for ${plan.name_full}.`,
      "If you want to keep the plan there is nothing to do. If not, cancel below before that day and nothing is charged.",
    ],
    facts: [["Plan", plan.name_full], ["Charge", money(cents)], ["Date", day(chargeMs)], [
      "Then",
      EVERY[plan.length] ?? "",
    ]],
    links: ways.lines,
  });
}

interface Cancelled {
  readonly plan: Plan;
  readonly untilMs: number;
  readonly atMs: number;
  /** Charges made after the person asked, which go back. */
  readonly refundCents: number;
  readonly ways: Ways;
}

export function cancelledLetter({ plan, untilMs, atMs, refundCents, ways }: Cancelled): Letter {
  return letter({
    subject: "Your plan is cancelled: nothing more will be charged",
    sentences: [
      `We cancelled ${plan.name_full} on ${
        new Date(atMs).toISOString().slice(0, 16).replace("T", " ")
      } UTC. Nothing more will be charged.`,
      ...(refundCents === 0
        ? []
        : [`You asked for this before the last charge, so ${money(refundCents)} goes back to your card.`]),
      `What you paid for stays open until ${day(untilMs)}. Products you bought once stay yours for their full time.`,
    ],
    facts: [["Plan", plan.name_full], ["Cancelled", new Date(atMs).toISOString()], ["Open until", day(untilMs)]],
    links: ways.lines,
  });
}

interface Refund {
  readonly plan: Plan;
  readonly cents: number;
  readonly receipt: string;
  readonly why: string;
  readonly ways: Ways;
}

export function refundLetter({ plan, cents, receipt, why, ways }: Refund): Letter {
  return letter({
    subject: `Your refund: ${money(cents)}`,
    sentences: [
      `We sent ${money(cents)} for ${plan.name_full} back to the card you paid with. ${why}`,
      "Your bank shows it within a few days.",
    ],
    facts: [["Product", plan.name_full], ["Refunded", money(cents)], ["Receipt", receipt]],
    links: ways.lines,
  });
}

interface Withdrawn {
  readonly atMs: number;
  readonly items: readonly { readonly plan: Plan; readonly cents: number }[];
  readonly isPlanOver: boolean;
  readonly ways: Ways;
}

/** The receipt of a withdrawal, with its time, on paper that lasts (TRUST T6). */
export function withdrawnLetter({ atMs, items, isPlanOver, ways }: Withdrawn): Letter {
  const total = items.reduce((sum, { cents }) => sum + cents, 0);
  return letter({
    subject: `We received your withdrawal: ${money(total)} goes back to you`,
    sentences: [
      `You withdrew on ${new Date(atMs).toISOString()}. This mail is your proof of it.`,
      `${
        money(total)
      } goes back to the card you paid with. We send it now, at the latest within 14 days, and write again when it left.`,
      isPlanOver
        ? "Your plan has ended and nothing more will be charged."
        : "Your plan goes on as it is; only what is listed here has ended.",
    ],
    facts: items.map(({ plan, cents }) => [plan.name_full, money(cents)] as const),
    links: ways.lines,
  });
}

interface Linked {
  readonly plan: Plan;
  readonly url: string;
}

const NOT_YOU = "If it was not you, do nothing: your plan goes on as it is.";

/** One link per plan that still renews; without any it says so. */
export function cancelRequestLetter(plans: readonly Linked[]): Letter {
  return letter({
    subject: plans.length === 0 ? "You have no plan that renews" : "Cancel your plan: one more button",
    sentences: plans.length === 0
      ? [
        "Somebody, probably you, asked us to cancel by e-mail. Your plan is already cancelled: nothing more will be charged.",
      ]
      : [
        "Somebody, probably you, asked us to cancel by e-mail. Open the link and press the button; no sign-in is needed.",
        "Press it within 7 days and it counts from the moment you asked: what is charged in between goes back to you.",
        NOT_YOU,
      ],
    links: plans.map(({ plan, url }) => ({ label: `Cancel ${plan.name_full}`, url })),
  });
}

/** One link per subscription with something to withdraw from; without any it says what is possible instead. */
export function withdrawRequestLetter(plans: readonly Linked[]): Letter {
  return letter({
    subject: plans.length === 0 ? "There is nothing to withdraw from" : "Withdraw from your contract: one more button",
    sentences: plans.length === 0
      ? [
        "Somebody, probably you, asked to withdraw. Your last purchase is more than 14 days old, so there is no charge left to withdraw from.",
        "A plan can be cancelled at any time: every mail about it has the link.",
      ]
      : [
        'Somebody, probably you, asked to withdraw. Open the link and press "confirm withdrawal"; no sign-in is needed.',
        "Press it within 7 days and it counts from the moment you asked.",
        NOT_YOU,
      ],
    links: plans.map(({ plan, url }) => ({ label: `withdraw from contract here: ${plan.name_full}`, url })),
  });
}

export function activationLetter(plans: readonly Linked[], ways: Ways): Letter {
  return letter({
    subject: "Your way in",
    sentences: [
      "Open the link to sign in and find your plan and your reports. It works once and for one hour; a newer one replaces it.",
      "If you did not ask for this, do nothing.",
    ],
    links: [...plans.map(({ plan, url }) => ({ label: `Open ${plan.name_full}`, url })), ...ways.lines],
  });
}
