/** Every letter the service writes, in plain words: what was charged, what comes next, how to leave (TRUST T1, T3). */
import { CURRENCY, decimal, type Plan, todayCents } from "../../wire/plans.ts";
import { firstPeriodEnd } from "../../wire/schedule.ts";
import { letter } from "./letter_form.ts";
import type { Letter } from "./letter_queue.ts";

const EVERY: Readonly<Record<string, string>> = { "7d": "every 7 days", "1m": "every month", "3m": "every 3 months" };
const CANCEL_LABEL = "Cancel this plan (one link, one button, no sign-in)";

export function money(cents: number): string {
  return `${decimal(cents)} ${CURRENCY}`;
}

/** "12 March 2027 (UTC)": the day alone, since charges are promised by day. */
export function day(ms: number): string {
  const text = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return `${text.format(ms)} (UTC)`;
}

interface Enrolment {
  readonly plan: Plan;
  readonly startedMs: number;
  readonly cancelUrl: string;
  readonly receipt: string;
}

export function enrolmentLetter({ plan, startedMs, cancelUrl, receipt }: Enrolment): Letter {
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
    links: [{ label: CANCEL_LABEL, url: cancelUrl }],
  });
}

interface AddOn {
  readonly plan: Plan;
  readonly cents: number;
  readonly untilMs: number;
  readonly receipt: string;
}

export function addOnLetter({ plan, cents, untilMs, receipt }: AddOn): Letter {
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
  });
}

export interface Billing {
  readonly plan: Plan;
  readonly cents: number;
  readonly cancelUrl: string;
}

export function renewalLetter(
  { plan, cents, cancelUrl, receipt, nextMs }: Billing & { readonly receipt: string; readonly nextMs: number },
): Letter {
  return letter({
    subject: `Your receipt: ${plan.name_full}, ${money(cents)}`,
    sentences: [
      `We charged ${money(cents)} for the next period of your plan.`,
      `The next charge is ${money(plan.sum_cents)} on ${day(nextMs)}, unless you cancel before.`,
    ],
    facts: [
      ["Plan", plan.name_full],
      ["Charged", money(cents)],
      ["Next charge", `${money(plan.sum_cents)} on ${day(nextMs)}`],
      ["Receipt", receipt],
    ],
    links: [{ label: CANCEL_LABEL, url: cancelUrl }],
  });
}

/** `retryMs` is null when it was the last try and the plan has ended. */
export function declineLetter(
  { plan, cents, cancelUrl, retryMs, reason }: Billing & { readonly retryMs: number | null; readonly reason: string },
): Letter {
  return letter({
    subject: retryMs === null ? "Your plan has ended: the bank declined the charge" : "The bank declined your charge",
    sentences: [
      `Your bank declined ${money(cents)} for ${plan.name_full}${
        reason === "" ? "" : ` (${reason})`
      }. Nothing was charged.`,
      retryMs === null
        ? "It was the last try, so the plan has ended. Everything you bought once stays yours. You can start a plan again at any time."
        : `We try again on ${day(retryMs)}. If you do not want that, cancel below.`,
    ],
    ...(retryMs === null ? {} : { links: [{ label: CANCEL_LABEL, url: cancelUrl }] }),
  });
}

export function reminderLetter({ plan, cents, cancelUrl, chargeMs }: Billing & { readonly chargeMs: number }): Letter {
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
    links: [{ label: CANCEL_LABEL, url: cancelUrl }],
  });
}

export function cancelledLetter(
  { plan, untilMs, atMs }: { readonly plan: Plan; readonly untilMs: number; readonly atMs: number },
): Letter {
  return letter({
    subject: "Your plan is cancelled: nothing more will be charged",
    sentences: [
      `We cancelled ${plan.name_full} on ${
        new Date(atMs).toISOString().slice(0, 16).replace("T", " ")
      } UTC. Nothing more will be charged.`,
      `What you paid for stays open until ${day(untilMs)}. Products you bought once stay yours for their full time.`,
    ],
    facts: [["Plan", plan.name_full], ["Cancelled", new Date(atMs).toISOString()], ["Open until", day(untilMs)]],
  });
}

export function refundLetter(
  { plan, cents, receipt }: { readonly plan: Plan; readonly cents: number; readonly receipt: string },
): Letter {
  return letter({
    subject: `Your refund: ${money(cents)}`,
    sentences: [
      `A charge of ${money(cents)} for ${plan.name_full} was on its way when you cancelled. We sent it back in full.`,
      "Your bank shows it within a few days.",
    ],
    facts: [["Refunded", money(cents)], ["Receipt", receipt]],
  });
}

/** One link per plan that still renews; without any it says so. */
export function cancelRequestLetter(plans: readonly { readonly plan: Plan; readonly url: string }[]): Letter {
  return letter({
    subject: plans.length === 0 ? "You have no plan that renews" : "Cancel your plan: one more button",
    sentences: plans.length === 0
      ? [
        "Somebody, probably you, asked us to cancel by e-mail. Your plan is already cancelled: nothing more will be charged.",
      ]
      : [
        "Somebody, probably you, asked us to cancel by e-mail. Open the link and press the button; no sign-in is needed.",
        "If it was not you, do nothing: your plan goes on as it is.",
      ],
    links: plans.map(({ plan, url }) => ({ label: `Cancel ${plan.name_full}`, url })),
  });
}

export function activationLetter(plans: readonly { readonly plan: Plan; readonly url: string }[]): Letter {
  return letter({
    subject: "Your way in",
    sentences: [
      "Open the link to sign in and find your plan and your reports. It works once and for one hour; a newer one replaces it.",
      "If you did not ask for this, do nothing.",
    ],
    links: plans.map(({ plan, url }) => ({ label: `Open ${plan.name_full}`, url })),
  });
}
