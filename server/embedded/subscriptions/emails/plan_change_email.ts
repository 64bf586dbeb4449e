/** The email after a pause, its end or a plan change: what was agreed, what is charged when, and how to cancel. */
import type { Shown } from "../../../wire/billing/purchase.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import type { EmailContent } from "../../../outbox/outbox.ts";
import { renderEmail } from "./template.ts";
import { emailWords } from "./words.ts";
import type { PlanEmail } from "./purchase_emails.ts";

interface ChangedPlan extends PlanEmail {
  /** `keep`: a switch back to the plan that runs, before another one began. */
  readonly kind: Change["kind"] | "keep";
  /** As it was shown and agreed to. */
  readonly shown: Shown;
  /** Until when the paid period lasts. */
  readonly paidUntilMs: number;
}

/** `plan` is the plan that is charged next. */
export function planChangedEmail({ plan, language, actionLinks, kind, shown, paidUntilMs }: ChangedPlan): EmailContent {
  const words = emailWords(language);
  const { t, money, day, every } = words;
  const name = words.name(plan);
  const [sum, next] = [money(shown.next_cents ?? 0), day(Date.parse(shown.next_at ?? ""))];
  const until = day(paidUntilMs);
  const changeText = {
    pause: {
      subject: t("Your plan pauses on {until}. You won't be charged before {day}", { until, day: next }),
      what: t(
        "You paused your plan ({name}). You keep access until {until}, and you won't be charged before {day}.",
        {
          name,
          until,
          day: next,
        },
      ),
      undo: t("If you change your mind, resume your plan under Billing, or cancel below."),
    },
    resume: {
      subject: t("Your plan continues"),
      what: shown.today_cents === 0
        ? t("You canceled the pause on your plan ({name}). It continues as before.", { name })
        : t("You resumed your paused plan ({name}), and we're charging you {sum} today.", {
          name,
          sum: money(shown.today_cents),
        }),
      undo: t("If you change your mind, pause your plan again under Billing, or cancel below."),
    },
    switch: {
      subject: t("Your plan changes on {day}", { day: next }),
      what: t("You chose a different plan ({name}). Nothing changes until {day}.", { name, day: next }),
      undo: t("If you change your mind, switch back under Billing, or cancel below."),
    },
    keep: {
      subject: t("Your plan stays the same"),
      what: t("You kept your plan ({name}). Nothing changes.", { name }),
      undo: t("If you change your mind, choose another plan under Billing, or cancel below."),
    },
    reactivate: {
      subject: t("Your plan will renew again"),
      what: t("You undid the cancellation of your plan ({name}). It renews as before.", { name }),
      undo: t("If you change your mind, you can cancel again below."),
    },
  }[kind];
  return renderEmail({
    language,
    subject: changeText.subject,
    sentences: [
      changeText.what,
      t("On {day} we'll charge {sum}, then {sum} {every} until you cancel.", { day: next, sum, every: every(plan) }),
      changeText.undo,
    ],
    facts: [
      [t("Plan"), name],
      [t("Next charge"), t("{sum} on {day}", { sum, day: next })],
      [t("After that"), `${sum} ${every(plan)}`],
    ],
    links: actionLinks.lines,
  });
}
