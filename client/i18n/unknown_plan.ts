/** Verbatim in English (W-START-15); the server fills the slots. Apart from the other texts of the document, which the app does not show. */
import { t } from "./t.ts";

export const UNKNOWN_PLAN = t('Can\'t find "{id}" for "{param}" parameter', { id: "{id}", param: "{param}" });
