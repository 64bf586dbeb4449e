/** The email after a pause, its end or a plan change: what was agreed, what is charged when, and how to cancel. */
import type { Shown } from "../../../wire/billing/purchase.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import { translationOf } from "../../../i18n/translate.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { renderEmail } from "./template.ts";
import { emailWords } from "./words.ts";
import type { PlanEmail } from "./purchase_emails.ts";

interface ChangedPlan extends PlanEmail {
  readonly kind: Change["kind"];
  /** As it was shown and agreed to. */
  readonly shown: Shown;
  /** Until when the paid period lasts. */
  readonly paidUntilMs: number;
}

/** `plan` is the plan that is charged next. */
export function planChangedEmail({ plan, language, actionLinks, kind, shown, paidUntilMs }: ChangedPlan): EmailContent {
  const { t, money, day, every } = emailWords(language);
  // The full name mentions a trial, which a change does not bring.
  const name = translationOf(plan.name, language);
  const [sum, next] = [money(shown.next_cents ?? 0), day(Date.parse(shown.next_at ?? ""))];
  const changeText = {
    pause: {
      subject: t("Your plan is paused: nothing is charged before {day}", { day: next }),
      what: t(
        "You paused your plan ({name}). What you have paid for stays open until {until}, and nothing is charged before {day}.",
        {
          name,
          until: day(paidUntilMs),
          day: next,
        },
      ),
    },
    resume: {
      subject: t("Your plan goes on"),
      what: shown.today_cents === 0
        ? t("You took the pause of your plan back ({name}). It goes on as before.", { name })
        : t("You ended the pause of your plan ({name}), and we charge {sum} today.", {
          name,
          sum: money(shown.today_cents),
        }),
    },
    switch: {
      subject: t("From {day} your plan is another one", { day: next }),
      what: t("You chose another plan ({name}). Until {day} everything stays as it is.", { name, day: next }),
    },
  }[kind];
  return renderEmail({
    language,
    subject: changeText.subject,
    sentences: [
      changeText.what,
      t("On {day} we charge {sum}, and then {sum} {every}, until you cancel.", { day: next, sum, every: every(plan) }),
      t("If you change your mind, change it back under Plan and charges, or cancel below."),
    ],
    facts: [
      [t("Plan"), name],
      [t("Next charge"), t("{sum} on {day}", { sum, day: next })],
      [t("After that"), `${sum} ${every(plan)}`],
    ],
    links: actionLinks.lines,
  });
}
