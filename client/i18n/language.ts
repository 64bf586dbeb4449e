/** The language of this build: its translation names it, so no setting can disagree with the screen. */
import { formatLocale } from "../../server/wire/site/formats.ts";
import { t } from "./t.ts";

/** A row of server/wire/site/languages.ts. */
export const LANGUAGE: string = t("en");

/**
 * For amounts and dates: the visitor's own locale in the language of the screen. What the server sends is rendered
 * without a visitor, so it contains neither.
 */
export const LOCALE: string = formatLocale(LANGUAGE, "document" in globalThis ? navigator.languages : []);
