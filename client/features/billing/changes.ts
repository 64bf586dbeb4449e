/** Changing a plan: the server says what it costs, the person agrees to that very sentence, then it is done. */
import { failureSentence } from "../../api/failure.ts";
import { ResponseError } from "../../api/http.ts";
import { everyText, longDate } from "../../lib/dates.ts";
import { money } from "../../lib/money.ts";
import { findPlan } from "../../../server/wire/plans.ts";
import {
  type AgreedChange,
  type Change,
  consentConflictSchema,
  type Shown,
} from "../../../server/wire/subscriptions.ts";
import type { ChangeEvent } from "./change_state.ts";

const TEXTS = {
  unanswered: "Our server did not answer, so nothing has changed. Please try again.",
  fallback: "This could not be done just now. Nothing has changed. Please try again.",
};
const TEXT_VERSION = "1";

export interface ChangePorts {
  readonly dispatch: (event: ChangeEvent) => void;
  readonly preview: (change: Change) => Promise<Shown>;
  readonly send: (agreed: AgreedChange) => Promise<unknown>;
  readonly locale: string;
}

/** The sentence above the button, which is kept as what was agreed to. */
export function changeSentence(change: Change, shown: Shown): string {
  const today = shown.today_cents === 0 ? "Nothing is charged today." : `${money(shown.today_cents)} is charged today.`;
  const next = shown.next_cents === null || shown.next_at === null
    ? ""
    : ` The next charge is ${money(shown.next_cents)} on ${longDate(shown.next_at)}, then ${
      everyText(shown.every ?? "")
    }, until you cancel.`;
  return `${whatChanges(change)} ${today}${next}`;
}

function whatChanges(change: Change): string {
  switch (change.kind) {
    case "pause":
      return `Your plan rests for ${change.months} ${
        change.months === 1 ? "month" : "months"
      } after the end of what is paid.`;
    case "resume":
      return "Your plan goes on.";
    case "switch":
      return `From the next charge on you have the ${findPlan(change.plan_id)?.name ?? "new"} plan.`;
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

interface Seen {
  readonly change: Change;
  readonly shown: Shown;
}

export async function agreeTo(ports: ChangePorts, { change, shown }: Seen): Promise<void> {
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
