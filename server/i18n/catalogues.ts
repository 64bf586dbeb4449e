/** The one catalogue of each language: every text of app, server and services, by its English text. */
import type { Language } from "../wire/site/languages.ts";
import deAccess from "./de/access.json" with { type: "json" };
import deAdvice from "./de/advice.json" with { type: "json" };
import deApp from "./de/app.json" with { type: "json" };
import deCheckout from "./de/checkout.json" with { type: "json" };
import deLegal from "./de/legal.json" with { type: "json" };
import deMembers from "./de/members.json" with { type: "json" };
import deQuiz from "./de/quiz.json" with { type: "json" };
import deServer from "./de/emails_and_pages.json" with { type: "json" };
import deServices from "./de/service_sentences.json" with { type: "json" };
import esAccess from "./es/access.json" with { type: "json" };
import esAdvice from "./es/advice.json" with { type: "json" };
import esApp from "./es/app.json" with { type: "json" };
import esCheckout from "./es/checkout.json" with { type: "json" };
import esLegal from "./es/legal.json" with { type: "json" };
import esMembers from "./es/members.json" with { type: "json" };
import esQuiz from "./es/quiz.json" with { type: "json" };
import esServer from "./es/emails_and_pages.json" with { type: "json" };
import esServices from "./es/service_sentences.json" with { type: "json" };

/** English text -> translation. */
export type Catalogue = Readonly<Record<string, string>>;

export const CATALOGUES: Readonly<Record<Language, Catalogue>> = {
  en: {},
  de: {
    ...deAccess,
    ...deAdvice,
    ...deApp,
    ...deCheckout,
    ...deLegal,
    ...deMembers,
    ...deQuiz,
    ...deServer,
    ...deServices,
  },
  es: {
    ...esAccess,
    ...esAdvice,
    ...esApp,
    ...esCheckout,
    ...esLegal,
    ...esMembers,
    ...esQuiz,
    ...esServer,
    ...esServices,
  },
};
