/**
 * Changing a plan: the server gives the figures, the member agrees to the sentence with them, then the change is made.
 */
import { planName } from "../../../lib/format/plan_names.ts";
import { LANGUAGE } from "../../../i18n/language.ts";
import { t } from "../../../i18n/t.ts";
import { actSentence } from "../../../api/act_failure.ts";
import { errorString, failureSentence } from "../../../api/failure.ts";
import { ResponseError } from "../../../api/http.ts";
import { plainDate } from "../../../lib/format/dates.ts";
import { money } from "../../../lib/format/money.ts";
import { CHANGE_CONSENT_VERSION, changeConsentText } from "../../../../server/wire/billing/consent_texts.ts";
import { consentConflictSchema, type Shown } from "../../../../server/wire/billing/purchase.ts";
import type { AgreedChange, Change } from "../../../../server/wire/billing/subscriptions.ts";
import type { ChangeEvent } from "./change_state.ts";

const REFUSED = t("That didn't work, and nothing has changed. Try again.");
/** Asking for the figures changes nothing. */
const PRICE_TEXTS = {
  unanswered: t("Our server didn't respond, so nothing has changed. Try again."),
  fallback: REFUSED,
};

export interface ChangePorts {
  readonly dispatch: (event: ChangeEvent) => void;
  readonly preview: (change: Change) => Promise<Shown>;
  readonly send: (agreed: AgreedChange) => Promise<unknown>;
  readonly locale: string;
  /** The plan that runs now. */
  readonly planId: string;
}

/** The sentence above the button. The server writes the same text into the record of the consent. */
export function changeSentence(change: Change, shown: Shown, planId: string): string {
  const words = { t, language: LANGUAGE, sum: money, date: plainDate, planName };
  return changeConsentText(words, { change, shown, planId });
}

export async function askPrice({ dispatch, preview }: ChangePorts, change: Change): Promise<void> {
  dispatch({ type: "asked", change });
  try {
    dispatch({ type: "priced", shown: await preview(change), isNew: false });
  } catch (reason) {
    dispatch({ type: "failed", text: failureSentence(reason, PRICE_TEXTS) });
  }
}

interface AgreedFigures {
  readonly change: Change;
  readonly shown: Shown;
}

export async function agreeTo(ports: ChangePorts, { change, shown }: AgreedFigures): Promise<void> {
  const { dispatch, send, locale, planId } = ports;
  dispatch({ type: "agreed" });
  const text = changeSentence(change, shown, planId);
  try {
    const error = errorString(await send({ change, shown, text, text_version: CHANGE_CONSENT_VERSION, locale }));
    dispatch(error === "" ? { type: "changed", text } : { type: "unpaid", text: error });
  } catch (reason) {
    const other = reason instanceof ResponseError && reason.status === 409
      ? consentConflictSchema.safeParse(reason.body)
      : undefined;
    if (other?.success === true) dispatch({ type: "priced", shown: other.data.shown, isNew: true });
    else dispatch({ type: "failed", text: actSentence(reason, { refused: REFUSED }) });
  }
}
