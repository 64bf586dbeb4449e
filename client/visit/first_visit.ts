/** Whether the screen that the server sent is right for this visitor: then it is hydrated, otherwise rendered again. */
import { consent } from "../features/consent/consent_store.ts";
import { questionToResume } from "../features/quiz/quiz_skips.ts";
import { quiz } from "../features/quiz/quiz_store.ts";
import { session } from "../features/session/session_store.ts";
import { validator } from "../lib/storage/validator_store.ts";
import { sentScreen } from "../../server/wire/site/screens/sent_screens.ts";
import { asksConsent } from "../../server/wire/site/asks_consent.ts";
import { site } from "../lib/browser/site.ts";
import { ROUTES } from "../lib/browser/paths.ts";
import { currentLink } from "../lib/link/link.ts";

/**
 * A prerendered screen comes with the mark for early presses; a form that works without script does not, and is not
 * what React would render. Questions, the check and the payment show what is known with their second render; the start
 * assumes an unknown browser: no number, answers, cookie choice or signed-in member.
 */
export function isSentScreenRight(): boolean {
  if (document.documentElement.dataset["earlyPress"] === undefined || currentLink().unknownPlan !== undefined) {
    return false;
  }
  const { pathname, search } = location;
  const isStart = sentScreen(pathname.slice(site().base.length), new URLSearchParams(search)) === ROUTES.main;
  return !isStart || isUnknownVisitor();
}

function isUnknownVisitor(): boolean {
  const { phoneNumber, country } = validator.value;
  return (consent.value.isOpen || !asksConsent(site())) &&
    session.value.user === undefined &&
    phoneNumber === "" && country === "" && questionToResume(quiz.value.quizAnswers) === undefined;
}
