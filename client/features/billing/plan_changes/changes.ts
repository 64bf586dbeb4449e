/**
 * Changing a plan: the server gives the figures, the member agrees to the sentence with them, then the change is made.
 */
import { planName } from "../../../lib/format/plan_names.ts";
import { t } from "../../../i18n/t.ts";
import { failureSentence } from "../../../api/failure.ts";
import { ResponseError } from "../../../api/http.ts";
import { everyText, monthsText, plainDate } from "../../../lib/format/dates.ts";
import { money } from "../../../lib/format/money.ts";
import { findPlan } from "../../../../server/wire/billing/plans.ts";
import { consentConflictSchema, type Shown } from "../../../../server/wire/billing/purchase.ts";
import type { AgreedChange, Change } from "../../../../server/wire/billing/subscriptions.ts";
import type { ChangeEvent } from "./change_state.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond, so nothing has changed. Try again."),
  fallback: t("That didn't work, and nothing has changed. Try again."),
};
const TEXT_VERSION = "2";

export interface ChangePorts {
  readonly dispatch: (event: ChangeEvent) => void;
  readonly preview: (change: Change) => Promise<Shown>;
  readonly send: (agreed: AgreedChange) => Promise<unknown>;
  readonly locale: string;
}

/** The sentence above the button, stored as the consent. */
export function changeSentence(change: Change, shown: Shown): string {
  const today = shown.today_cents === 0
    ? t("You won't be charged today.")
    : t("You'll be charged {sum} today.", { sum: money(shown.today_cents) });
  const next = shown.next_cents === null || shown.next_at === null
    ? ""
    : t("Your next charge is {sum} on {date}, then {every} until you cancel.", {
      sum: money(shown.next_cents),
      date: plainDate(shown.next_at),
      every: everyText(shown.every ?? ""),
    });
  return [whatChanges(change), today, next].filter((part) => part !== "").join(" ");
}

function whatChanges(change: Change): string {
  switch (change.kind) {
    case "pause":
      return t("Your plan pauses for {time} after the period you've paid for.", { time: monthsText(change.months) });
    case "resume":
      return t("Your plan continues.");
    case "reactivate":
      return t("Your plan renews again.");
    case "switch":
      return t("From the next charge, you'll be on the {plan} plan.", { plan: planName(findPlan(change.plan_id)) });
  }
}

export async function askPrice({ dispatch, preview }: ChangePorts, change: Change): Promise<void> {
  dispatch({ type: "asked", change });
  try {
    dispatch({ type: "priced", shown: await preview(change), isNew: false });
  } catch (reason) {
    dispatch({ type: "failed", text: failureSentence(reason, TEXTS) });
  }
}

interface AgreedFigures {
  readonly change: Change;
  readonly shown: Shown;
}

export async function agreeTo(ports: ChangePorts, { change, shown }: AgreedFigures): Promise<void> {
  const { dispatch, send, locale } = ports;
  dispatch({ type: "agreed" });
  const text = changeSentence(change, shown);
  try {
    await send({ change, shown, text, text_version: TEXT_VERSION, locale });
    dispatch({ type: "changed", text });
  } catch (reason) {
    const other = reason instanceof ResponseError && reason.status === 409
      ? consentConflictSchema.safeParse(reason.body)
      : undefined;
    if (other?.success === true) dispatch({ type: "priced", shown: other.data.shown, isNew: true });
    else dispatch({ type: "failed", text: failureSentence(reason, TEXTS) });
  }
}
