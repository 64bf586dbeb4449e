/** The text of the cancellation pages: what ends and when, what stays, one button; with and without script. */
import { type Html, html } from "../platform/html.ts";
import type { Language } from "../wire/site/languages.ts";
import type { CancelAnswer, CancellationOptions } from "../wire/billing/cancellation.ts";
import type { PlanToCancel } from "../wire/billing/plan_to_cancel.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";
import { emailForm, type PageTexts, pageTexts } from "./page_parts.ts";

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

interface CancelPageOptions {
  readonly content: string;
  readonly options: CancellationOptions;
  readonly nowMs: number;
}

export function cancelPage(language: Language, { content, options, nowMs }: CancelPageOptions): PlainPage {
  const texts = pageTexts(language);
  const { t, action } = texts;
  const title = t("Cancel your plan");
  const plan = planToCancel(options);
  if (options.status === "cancelled" || options.status === "ended") {
    return { language, title, plan, body: alreadyBody(texts, options) };
  }
  return {
    language,
    title,
    plan,
    body: html`
      ${endingLines(texts, options, nowMs)}
      ${productsLine(texts, options)}
      <form method="post" action="${action(`/api/cancel-subscription/${content}`)}">
        ${button(t("Cancel plan"), "danger")}
      </form>
    `,
  };
}

/** Undefined for a service of the previous release, which does not name the plan. */
function planToCancel(options: CancellationOptions): PlanToCancel | undefined {
  const { plan_id, next_plan_id, status, until, next_charge } = options;
  return plan_id === undefined ? undefined : { plan_id, next_plan_id, status, current_period_end: until, next_charge };
}

/**
 * What a cancellation ends. A plan that is paused or whose renewal was declined has no paid time left, and one that
 * waits for another card has no next charge.
 */
function endingLines(
  { t, money, day, name }: PageTexts,
  { name: plan, until, next_charge }: CancellationOptions,
  nowMs: number,
): Html {
  const nothingPaid = t("If you cancel, you won't be charged for this plan again. One-time purchases stay yours.");
  if (next_charge === null) {
    return html`
      <p class="lead">${name(plan)}</p>
      <p>${t("We can't charge your card for this plan.")}</p>
      <p>${nothingPaid}</p>
    `;
  }
  const next = { name: name(plan), sum: money(next_charge.cents), day: day(next_charge.at) };
  const paidUntil = Date.parse(until) > nowMs
    ? t("Once you confirm, you won't be charged for this plan again. You keep access until {day}.", { day: day(until) })
    : nothingPaid;
  return html`
    <p class="lead">${t("{name}: your next charge would be {sum} on {day}.", next)}</p>
    <p>${paidUntil}</p>
  `;
}

function alreadyBody(texts: PageTexts, options: CancellationOptions): Html {
  const { t, day } = texts;
  const until = { day: day(options.until) };
  const end = options.status === "ended" ? t("It ended on {day}.", until) : t("Access until {day}.", until);
  const doneNotice = notice(
    "done",
    t("This plan is canceled"),
    `${t("You won't be charged for this plan again.")} ${end}`,
  );
  return html`${doneNotice}${productsLine(texts, options)}`;
}

export function cancelledPage(language: Language, { until, already }: CancelAnswer, nowMs: number): PlainPage {
  const { t, day } = pageTexts(language);
  const title = already ? t("Your plan was already canceled") : t("Your plan is canceled");
  const open = Date.parse(until) > nowMs
    ? t("You have access until {day}.", { day: day(until) })
    : t("Your plan has ended.");
  const text = already ? open : `${open} ${t("We've emailed you a confirmation.")}`;
  return { language, title, body: notice("done", t("You won't be charged for this plan again"), text) };
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
          "Confirm within 7 days, and your cancellation counts from today. Anything charged in between will be refunded.",
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
        ? t("If there's a plan under this email, a link is on its way")
        : t("If there's a purchase under this email, a link is on its way"),
      t("Open the link and confirm. The date of this request is what counts."),
    ),
  };
}

export function cancelFailedPage(language: Language): PlainPage {
  const { t } = pageTexts(language);
  const text = t(
    "We didn't get an answer, so we don't know whether your plan is canceled. Check your inbox for a confirmation, or try again to find out.",
  );
  return { language, title: t("Cancel your plan"), body: notice("error", t("Something went wrong"), text) };
}
