/** What the pages of the way out say: what ends and when, what stays, one button; the same words with and without script. */
import { CURRENCY, decimal } from "../wire/plans.ts";
import type { CancelAnswer, Leaving, WithdrawAnswer } from "../wire/subscriptions.ts";
import { escape, type PlainPage } from "./plain_page.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** The labels the law asks for, to the letter (TRUST T6). */
export const WITHDRAW_LABEL = "withdraw from contract here";
export const CONFIRM_LABEL = "confirm withdrawal";

function day(at: string): string {
  return DAY.format(new Date(at));
}

function money(cents: number): string {
  return `${decimal(cents)} ${CURRENCY}`;
}

function button(label: string, kind: "primary" | "danger" = "primary"): string {
  return `<button class="button button--${kind} button--wide" type="submit"><span class="button__words"><span>${label}</span></span></button>`;
}

function notice(kind: "done" | "error" | "info", title: string, text: string): string {
  return `<div class="notice notice--${kind}" role="status"><div class="stack stack--8">
<p class="notice__title">${title}</p><div class="notice__body"><p>${text}</p></div></div></div>`;
}

function emailForm(action: string, label: string): string {
  return `<form class="card stack stack--16" method="post" action="${action}">
<div class="field"><label class="field__label" for="email">E-mail</label>
<input class="input" id="email" name="email" type="email" autocomplete="email" required maxlength="320"></div>
${button(label)}</form>`;
}

function productsLine({ products }: Leaving): string {
  if (products.length === 0) return "";
  const list = products.map(({ name, until }) => `<li>${escape(name)}, until ${day(until)}</li>`).join("");
  return `<p>What you bought once stays yours:</p><ul>${list}</ul>`;
}

export function cancelPage(content: string, leaving: Leaving): PlainPage {
  const title = "Cancel your plan";
  if (leaving.next_charge === null) return { title, body: alreadyBody(leaving) };
  const { at, cents } = leaving.next_charge;
  return {
    title,
    body: `<p class="lead">${escape(leaving.name)}: the next charge would be ${money(cents)} on ${day(at)}.</p>
<p>After you press the button nothing more is charged. What you have paid for stays open until ${
      day(leaving.until)
    }.</p>
${productsLine(leaving)}
<form method="post" action="/api/cancel-subscription/${content}">${button("Cancel my plan", "danger")}</form>`,
  };
}

function alreadyBody(leaving: Leaving): string {
  const end = leaving.status === "ended"
    ? `It ended on ${day(leaving.until)}.`
    : `It stays open until ${day(leaving.until)}.`;
  return notice("done", "This plan is cancelled", `Nothing more will be charged. ${end}`) + productsLine(leaving);
}

export function cancelledPage({ until, already }: CancelAnswer): PlainPage {
  const title = already ? "Your plan was cancelled before" : "Your plan is cancelled";
  const text = `What you paid for is open until ${day(until)}. ${already ? "" : "A mail confirms it."}`;
  return { title, body: notice("done", "Nothing more will be charged", text) };
}

export function invalidLinkPage(): PlainPage {
  return {
    title: "This link does not work",
    body: `${notice("error", "Nothing has changed", "The link is incomplete or no longer valid.")}
<p>Enter the address you paid with. We send a new link, and one button there ends your plan.</p>
${emailForm("/api/cancel-request", "Send me the link to cancel")}`,
  };
}

export function cancelByMailPage(): PlainPage {
  return {
    title: "Cancel your plan",
    body: `<p class="lead">Enter the address you paid with. We send a link, and one button there ends your plan.</p>
${emailForm("/api/cancel-request", "Send me the link to cancel")}
<p class="small muted">If you confirm within 7 days, your plan ends as of now: what is charged in between goes back.</p>`,
  };
}

export function mailSentPage(what: "plan" | "purchase"): PlainPage {
  return {
    title: "Look into your mail",
    body: notice(
      "done",
      `If a ${what} belongs to this address, a mail is on its way`,
      "Open the link in it and press the button. It counts from now.",
    ),
  };
}

/** First step: what can be withdrawn from, or by which address it was bought. */
export function withdrawPage(leavings: readonly Leaving[]): PlainPage {
  const open = leavings.filter(({ withdrawals }) => withdrawals.length > 0);
  const forms = open.map((leaving) =>
    `<form class="card stack stack--16" method="post" action="/api/withdraw/${leaving.subscription_id}">
<input type="hidden" name="step" value="review">${itemBoxes(leaving)}${button(WITHDRAW_LABEL)}</form>`
  );
  const byMail = `<p>${
    open.length === 0
      ? "Within 14 days of buying you may withdraw and get your money back, without giving a reason. Enter the address you paid with; we send you a link."
      : "Bought with another browser? Enter the address you paid with."
  }</p>${emailForm("/api/withdraw-request", WITHDRAW_LABEL)}`;
  return { title: "Withdraw from contract", body: [...forms, byMail].join("\n") };
}

/** Second step: the sum, and the button that does it. */
export function confirmPage(content: string, leaving: Leaving, charges: readonly string[]): PlainPage {
  const title = "Withdraw from contract";
  if (leaving.withdrawals.length === 0) return { title, body: nothingLeft(leaving) };
  const isChosen = (id: string) => charges.length === 0 || charges.includes(id);
  const chosen = leaving.withdrawals.filter(({ charge_id }) => isChosen(charge_id));
  const endsPlan = chosen.some(({ kind }) => kind !== "addon");
  return {
    title,
    body: `<p class="lead">All of the sums ticked here go back to the card you paid with.</p>
<form class="card stack stack--16" method="post" action="/api/withdraw/${content}">
${itemBoxes(leaving, isChosen)}
<p class="small muted">${
      endsPlan
        ? "Withdrawing from a plan ends it at once; nothing more is charged. To keep it until its end, cancel instead."
        : "Your plan goes on as it is."
    } Look-ups already used from a pack are paid for.</p>
${button(CONFIRM_LABEL)}</form>`,
  };
}

function itemBoxes({ withdrawals }: Leaving, isChosen: (id: string) => boolean = () => true): string {
  const rows = withdrawals.map(({ charge_id, name, cents, until }) =>
    `<label class="plain-check"><input type="checkbox" name="charges" value="${escape(charge_id)}"${
      isChosen(charge_id) ? " checked" : ""
    }> <span>${escape(name)}: <strong>${money(cents)}</strong> back (possible until ${day(until)})</span></label>`
  );
  return `<fieldset class="plain-set stack stack--12"><legend>What you withdraw from</legend>${
    rows.join("")
  }</fieldset>`;
}

function nothingLeft(leaving: Leaving): string {
  const text = `There is no charge of ${
    escape(leaving.name)
  } that can still be withdrawn from: it went back already, or is more than 14 days old.`;
  return notice("info", "Nothing has changed", text);
}

export function withdrawnPage({ at, refund_cents, is_plan_over }: WithdrawAnswer): PlainPage {
  const text = `We received it on ${escape(at)}. ${
    money(refund_cents)
  } goes back to the card you paid with, at the latest
within 14 days. ${
    is_plan_over ? "Your plan has ended; nothing more is charged." : "Your plan goes on."
  } A mail confirms it.`;
  return { title: "You have withdrawn", body: notice("done", "Your withdrawal is booked", text) };
}

export function endMailsPage(content: string): PlainPage {
  return {
    title: "End reminder mails",
    body: `<p>We stop reminding you before a charge. Receipts still come, and your plan stays as it is.</p>
<form method="post" action="/api/end-mails/${content}">${button("End reminder mails")}</form>`,
  };
}

export function mailsEndedPage(): PlainPage {
  return {
    title: "No more reminder mails",
    body: notice("done", "Done", "Receipts still come after every charge, and every one has the link to cancel."),
  };
}

export function endWatchPage(secret: string): PlainPage {
  return {
    title: "End this watch",
    body: `<p>We stop writing to you about this number. Your plan and your reports stay as they are.</p>
<form method="post" action="/api/end-watch/${secret}">${button("End this watch")}</form>`,
  };
}

export function watchEndedPage(): PlainPage {
  return { title: "The watch has ended", body: notice("done", "Done", "No more mails about this number.") };
}

export function refusedPage(title: string, text: string): PlainPage {
  return { title, body: notice("error", "Nothing has changed", escape(text)) };
}
