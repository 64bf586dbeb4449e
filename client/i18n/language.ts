/** The language of this build: its translation names it, so no setting can disagree with the screen. */
import { t } from "./t.ts";

/** A row of server/wire/site/languages.ts. */
export const LANGUAGE: string = t("en");

/** For Intl: dates as "24 Nov 2026", amounts as "19.99". */
export const LOCALE: string = t("en-GB");
