/** What can go wrong before a form of a session stands, and once the person is done with it. */
import type { Rows } from "./table.ts";

export const FORM_ERRORS = {
  "client:iframe_url_missing": "The session names no address for the card frame",
  "api:url_not_found": "The session has no address for {what}",
  "card_form:element_not_mounted": "The field {element} is not mounted",
  "card_form:complete_and_valid_inputs_required": "The card details are incomplete or not valid",
  "card_form:sealing_failed": "The card details could not be sealed: the page has to be served over https",
  "client:locale_loading": "The texts of the language {locale} could not be loaded: English is shown",
} as const satisfies Rows;
