/** Whether the prerendered screen is right for this visitor: then it is hydrated, else rendered again. */
import { consent } from "../features/consent/consent_store.ts";
import { questionToResume } from "../features/quiz/quiz_skips.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { session } from "../features/session/session_store.ts";
import { validator } from "../lib/storage/validator_store.ts";
import { asksConsent } from "../../server/wire/site/asks_consent.ts";
import { site } from "../lib/browser/site.ts";
import { currentLink } from "../lib/link/link.ts";

/**
 * The prerendered screen assumes an unknown browser: no number, answers, cookie choice or signed-in member. It alone
 * comes with the mark for early presses; a form that works without script is not what React would render.
 */
export function isSentScreenRight(): boolean {
  const { phoneNumber, country } = validator.value;
  return document.documentElement.dataset["earlyPress"] !== undefined &&
    (consent.value.isOpen || !asksConsent(site())) &&
    session.value.user === undefined &&
    phoneNumber === "" && country === "" && questionToResume(quiz.value.quizAnswers) === undefined &&
    currentLink().unknownPlan === undefined;
}
