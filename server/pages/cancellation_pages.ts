/**
 * The text of the cancellation and withdrawal pages: what ends and when, what stays, one button; with and without
 * script.
 */
import { type Html, html, raw } from "../platform/html.ts";
import { type Language, LANGUAGE_PARAMETER } from "../wire/site/languages.ts";
import type { CancelAnswer, CancellationOptions, WithdrawAnswer } from "../wire/billing/cancellation.ts";
import * as format from "../i18n/format.ts";
import { type Translate, translationOf, translator } from "../i18n/translate.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";

/** What a page needs to render in one language: texts, formats and the targets of its forms. */
interface PageTexts {
  readonly language: Language;
  readonly t: Translate;
  readonly money: (cents: number) => string;
  readonly day: (at: string) => string;
  readonly moment: (at: string) => string;
  /** A plan's name from the table. */
  readonly name: (name: string) => string;
  /** Keeps the language for the page that answers the form. */
  readonly action: (path: string) => string;
}

function pageTexts(language: Language): PageTexts {
  return {
    language,
    t: translator(language),
    money: (cents) => format.money(cents, language),
    day: (at) => format.day(Date.parse(at), language),
    moment: (at) => format.moment(Date.parse(at), language),
    name: (name) => translationOf(name, language),
    action: (path) => `${path}?${LANGUAGE_PARAMETER}=${language}`,
  };
}

interface EmailForm {
  readonly path: string;
  readonly label: string;
  /** What the visitor typed before. */
  readonly email?: string;
}

function emailForm({ t, action }: PageTexts, { path, label, email = "" }: EmailForm): Html {
  return html`
    <form class="card stack stack--16" method="post" action="${action(path)}">
      <div class="field">
        <label class="field__label" for="email">${t("Email")}</label>
        <input class="input" id="email" name="email" type="email" autocomplete="email" required maxlength="320" value="${email}">
      </div>
      ${button(label)}
    </form>
  `;
}

function productsLine({ t, day, name }: PageTexts, { products }: CancellationOptions): Html | undefined {
  if (products.length === 0) return undefined;
  const list = products.map((product) =>
    html`<li>${t("{name}, until {day}", { name: name(product.name), day: day(product.until) })}</li>`
  );
  return html`
    <p>${t("Your one-time purchases stay yours:")}</p>
    <ul>${list}</ul>
  `;
}

export function cancelPage(language: Language, content: string, options: CancellationOptions): PlainPage {
  const texts = pageTexts(language);
  const { t, money, day, name, action } = texts;
  const title = t("Cancel your plan");
  if (options.next_charge === null) return { language, title, body: alreadyBody(texts, options) };
  const { at, cents } = options.next_charge;
  const next = { name: name(options.name), sum: money(cents), day: day(at) };
  const paidUntil = t(
    "Once you confirm, you won't be charged again. You keep access until {day}.",
    { day: day(options.until) },
  );
  return {
    language,
    title,
    body: html`
      <p class="lead">${t("{name}: your next charge would be {sum} on {day}.", next)}</p>
      <p>${paidUntil}</p>
      ${productsLine(texts, options)}
      <form method="post" action="${action(`/api/cancel-subscription/${content}`)}">
        ${button(t("Cancel plan"), "danger")}
      </form>
    `,
  };
}

function alreadyBody(texts: PageTexts, options: CancellationOptions): Html {
  const { t, day } = texts;
  const until = { day: day(options.until) };
  const end = options.status === "ended" ? t("It ended on {day}.", until) : t("Access until {day}.", until);
  const doneNotice = notice("done", t("This plan is cancelled"), `${t("You won't be charged again.")} ${end}`);
  return html`${doneNotice}${productsLine(texts, options)}`;
}

export function cancelledPage(language: Language, { until, already }: CancelAnswer): PlainPage {
  const { t, day } = pageTexts(language);
  const title = already ? t("Your plan was already cancelled") : t("Your plan is cancelled");
  const open = t("You have access until {day}.", { day: day(until) });
  const text = already ? open : `${open} ${t("We've emailed you a confirmation.")}`;
  return { language, title, body: notice("done", t("You won't be charged again"), text) };
}

export function invalidLinkPage(language: Language): PlainPage {
  const texts = pageTexts(language);
  const { t } = texts;
  return {
    language,
    title: t("This link doesn't work"),
    body: html`
      ${notice("error", t("Nothing has changed"), t("The link is incomplete or has expired."))}
      <p>${t("Enter the email you paid with. We'll send you a new link to cancel your plan.")}</p>
      ${emailForm(texts, { path: "/api/cancel-request", label: t("Send cancellation link") })}
    `,
  };
}

export function cancelByEmailPage(language: Language, email = ""): PlainPage {
  const texts = pageTexts(language);
  const { t } = texts;
  return {
    language,
    title: t("Cancel your plan"),
    body: html`
      <p class="lead">${t("Enter the email you paid with. We'll send you a link to cancel your plan.")}</p>
      ${emailForm(texts, { path: "/api/cancel-request", label: t("Send cancellation link"), email })}
      <p class="small muted">
        ${t(
          "Confirm within 7 days and your cancellation counts from today. Anything charged in between will be refunded.",
        )}
      </p>
    `,
  };
}

export function emailSentPage(language: Language, what: "plan" | "purchase"): PlainPage {
  const { t } = pageTexts(language);
  return {
    language,
    title: t("Check your email"),
    body: notice(
      "done",
      what === "plan"
        ? t("If this email has a plan, a link is on its way")
        : t("If this email has a purchase, a link is on its way"),
      t("Open the link and confirm. It counts from now."),
    ),
  };
}

/** First step: the purchases that can be withdrawn, or a form for the address. The law gives the label (TRUST T6). */
export function withdrawPage(
  language: Language,
  { base, leavings = [], email = "" }: {
    readonly base: string;
    readonly leavings?: readonly CancellationOptions[];
    readonly email?: string;
  },
): PlainPage {
  const texts = pageTexts(language);
  const { t, action } = texts;
  const label = t("Withdraw from contract here");
  const open = leavings.filter(({ withdrawals }) => withdrawals.length > 0);
  const forms = open.map((options) =>
    html`
      <form class="card stack stack--16" method="post" action="${action(`/api/withdraw/${options.subscription_id}`)}">
        <input type="hidden" name="step" value="review">${itemBoxes(texts, options)}${button(label)}
      </form>
    `
  );
  const how = open.length === 0
    ? t(
      "Within 14 days of buying, you can withdraw and get your money back without giving a reason. Enter the email you paid with, and we'll send you a link.",
    )
    : t("Bought in another browser? Enter the email you paid with.");
  const body = html`
    ${forms}
    <p>${how}</p>
    ${emailForm(texts, { path: "/api/withdraw-request", label, email })}
    <p class="small muted">
      ${t("Signed in? You'll find the same button beside each receipt:")}
      <a href="${base}/webapp/manage-subscriptions">${t("Billing")}</a>
    </p>
  `;
  return { language, title: t("Withdraw from contract"), body };
}

/** Second step: the amount, and the button that withdraws. */
export function confirmPage(
  language: Language,
  { content, options, charges }: {
    readonly content: string;
    readonly options: CancellationOptions;
    readonly charges: readonly string[];
  },
): PlainPage {
  const texts = pageTexts(language);
  const { t, action } = texts;
  const title = t("Withdraw from contract");
  if (options.withdrawals.length === 0) return { language, title, body: nothingLeft(texts, options) };
  const isChosen = (id: string) => charges.length === 0 || charges.includes(id);
  const chosen = options.withdrawals.filter(({ charge_id }) => isChosen(charge_id));
  const effect = chosen.some(({ kind }) => kind !== "addon")
    ? t(
      "If you withdraw from a plan, it ends right away and you won't be charged again. To keep it until the end of its period, cancel instead.",
    )
    : t("Your plan continues.");
  return {
    language,
    title,
    body: html`
      <p class="lead">${t("Everything you select will be refunded to the card you paid with.")}</p>
      <form class="card stack stack--16" method="post" action="${action(`/api/withdraw/${content}`)}">
        ${itemBoxes(texts, options, isChosen)}
        <p class="small muted">${effect} ${t("Pack credits you've already used aren't refunded.")}</p>
        ${button(t("Confirm withdrawal"))}
      </form>
    `,
  };
}

function itemBoxes(
  texts: PageTexts,
  { withdrawals }: CancellationOptions,
  isChosen: (id: string) => boolean = () => true,
): Html {
  const { t, money, day } = texts;
  const rows = withdrawals.map(({ charge_id, name, cents, until }) => {
    // The sentence is ours and keeps its place for each value, so the values are escaped first.
    const words = t("{name}: {sum} refund (available until {day})", {
      name: String(html`${texts.name(name)}`),
      sum: String(html`<strong>${money(cents)}</strong>`),
      day: String(html`${day(until)}`),
    });
    const checked = isChosen(charge_id) ? raw(" checked") : "";
    return html`
      <label
        class="plain-check"><input type="checkbox" name="charges" value="${charge_id}"${checked}> <span>${raw(
          words,
        )}</span></label>
    `;
  });
  return html`
    <fieldset class="plain-set stack stack--12"><legend>${t("Choose what to withdraw from")}</legend>${rows}</fieldset>
  `;
}

function nothingLeft({ t, name }: PageTexts, options: CancellationOptions): Html {
  const text = t(
    "You can no longer withdraw from {name}: it was already refunded, or the purchase is more than 14 days old.",
    { name: name(options.name) },
  );
  return notice("info", t("Nothing has changed"), text);
}

export function withdrawnPage(
  language: Language,
  { at, refund_cents, is_plan_over }: WithdrawAnswer,
): PlainPage {
  const { t, money, moment } = pageTexts(language);
  const text = [
    t("Received on {time}.", { time: moment(at) }),
    t("{sum} will be refunded to the card you paid with, within 14 days at the latest.", { sum: money(refund_cents) }),
    is_plan_over ? t("Your plan has ended, and you won't be charged again.") : t("Your plan continues."),
    t("We've emailed you a confirmation."),
  ].join(" ");
  return {
    language,
    title: t("Your withdrawal is complete"),
    body: notice("done", t("We've received your withdrawal"), text),
  };
}

export function withdrawRefusedPage(language: Language, why: "nothing ticked" | "over" | "failed"): PlainPage {
  const { t } = pageTexts(language);
  const texts = {
    "nothing ticked": t("Nothing was selected. Go back and choose what to withdraw from."),
    over: t("This was already refunded, or the period has ended."),
    failed: t("That didn't work. Try again."),
  };
  return { language, title: t("Withdraw from contract"), body: notice("error", t("Nothing has changed"), texts[why]) };
}

export function cancelFailedPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  const text = t("Our server didn't respond, so your plan isn't cancelled yet. Try again.");
  return { language, title: t("Cancel your plan"), body: notice("error", t("Nothing has changed"), text) };
}

export function unsubscribePage(language: Language, content: string): PlainPage {
  const { t, action } = pageTexts(language);
  return {
    language,
    title: t("Turn off reminders"),
    body: html`
      <p>${t("We'll stop reminding you before a charge. You'll still get receipts, and your plan stays the same.")}</p>
      <form method="post" action="${action(`/api/end-mails/${content}`)}">${button(t("Turn off reminders"))}</form>
    `,
  };
}

export function unsubscribedPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  return {
    language,
    title: t("Reminders are off"),
    body: notice("done", t("Done"), t("You'll still get a receipt after every charge, each with a cancel link.")),
  };
}

export function unsubscribeLinkOverPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  const body = notice("error", t("Nothing has changed"), t("This link isn't valid."));
  return { language, title: t("Turn off reminders"), body };
}
