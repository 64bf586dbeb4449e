/** The text of the withdrawal pages: which purchases, the amount, one button; with and without script (TRUST T6). */
import { type Html, html, raw } from "../platform/html.ts";
import type { Language } from "../wire/site/languages.ts";
import type { CancellationOptions, WithdrawAnswer } from "../wire/billing/cancellation.ts";
import { button, notice, type PlainPage } from "./plain_page.ts";
import { emailForm, type PageTexts, pageTexts } from "./page_parts.ts";

/** First step: the purchases that can be withdrawn, or a form for the address. The law gives the label (TRUST T6). */
export function withdrawPage(
  language: Language,
  { base, purchases = [], email = "" }: {
    readonly base: string;
    readonly purchases?: readonly CancellationOptions[];
    readonly email?: string;
  },
): PlainPage {
  const texts = pageTexts(language);
  const { t, action } = texts;
  const label = t("Withdraw from contract here");
  const open = purchases.filter(({ withdrawals }) => withdrawals.length > 0);
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
      "If you withdraw from a plan, it ends right away and you won't be charged for it again. To keep it until the end of its period, cancel instead.",
    )
    : renews(options)
    ? t("Your plan continues.")
    : "";
  return {
    language,
    title,
    body: html`
      <p class="lead">${t("Everything you select will be refunded to the card you paid with.")}</p>
      <form class="card stack stack--16" method="post" action="${action(`/api/withdraw/${content}`)}">
        ${itemBoxes(texts, options, isChosen)}
        <p class="small muted">${effect} ${t("Checks you've already used from a pack aren't refunded.")}</p>
        ${button(t("Confirm withdrawal"))}
      </form>
    `,
  };
}

function renews({ status }: CancellationOptions): boolean {
  return status !== "cancelled" && status !== "ended";
}

function itemBoxes(
  texts: PageTexts,
  { withdrawals }: CancellationOptions,
  isChosen: (id: string) => boolean = () => true,
): Html {
  const { t, money, day } = texts;
  const rows = withdrawals.map(({ charge_id, name, cents, until }) => {
    // The sentence is our own and keeps a placeholder for each value, so the values are escaped first.
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
    "You can no longer withdraw from this purchase ({name}): it was already refunded, or the time to withdraw is over.",
    { name: name(options.name) },
  );
  return notice("info", t("Nothing has changed"), text);
}

export function withdrawnPage(
  language: Language,
  { at, refund_cents, is_plan_over, plan_renews = !is_plan_over }: WithdrawAnswer,
): PlainPage {
  const { t, money, moment } = pageTexts(language);
  const text = [
    t("Received on {time}.", { time: moment(at) }),
    t("{sum} will be refunded within 14 days to the card you paid with.", { sum: money(refund_cents) }),
    ...(is_plan_over ? [t("Your plan has ended, and you won't be charged for it again.")] : []),
    ...(plan_renews ? [t("Your plan continues.")] : []),
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
