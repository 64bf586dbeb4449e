/** The language of this build: its words translate its own name, so no setting can disagree with what is on the screen. */
import { t } from "./t.ts";

/** Of the table in server/wire/site/languages.ts. */
export const LANGUAGE: string = t("en");

/** For Intl: dates as "24 Nov 2026", sums as "19.99". */
export const LOCALE: string = t("en-GB");
