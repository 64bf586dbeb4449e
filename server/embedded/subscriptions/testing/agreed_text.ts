/** What pages send as the text of a consent. */
import {
  ADD_ON_CONSENT_VERSION,
  addOnConsentText,
  CHANGE_CONSENT_VERSION,
  changeConsentText,
  PLAN_CONSENT_VERSION,
  planConsentText,
} from "../../../wire/billing/consent_texts.ts";
import { isRecurring, type Plan } from "../../../wire/billing/plans.ts";
import type { Shown } from "../../../wire/billing/purchase.ts";
import type { Change } from "../../../wire/billing/subscriptions.ts";
import { consentWords, type ShownText } from "../consents/known_text.ts";
import { languageOf } from "../context/language.ts";

const ENGLISH = "en-US";

/** The sentence of a plan's payment screen, or of an add-on's button. */
export function agreedText(plan: Plan, shown: Shown, locale = ENGLISH): ShownText {
  const words = consentWords(languageOf({ language: locale }), locale);
  return isRecurring(plan)
    ? { text: planConsentText(words, plan, shown), text_version: PLAN_CONSENT_VERSION, locale }
    : { text: addOnConsentText(words, plan), text_version: ADD_ON_CONSENT_VERSION, locale };
}

/** The sentence above the button that changes a plan; `planId` is the one that runs. */
export function agreedChangeText(change: Change, shown: Shown, planId = ""): ShownText {
  const text = changeConsentText(consentWords("en", ENGLISH), { change, shown, planId });
  return { text, text_version: CHANGE_CONSENT_VERSION, locale: ENGLISH };
}
