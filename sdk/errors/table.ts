/** One row per error: what it says, and whether the logger may forward it. Slots in braces are typed by their text. */
import type { COLLECT_ERRORS } from "./collect_table.ts";

export interface Row {
  readonly text: string;
  /** The codes for 3-D Secure and authorization never reach the logger (spec S 8). */
  readonly isLogged?: false;
}

export const ERRORS = {
  "client:init.config_malformed": { text: "The SDK configuration is malformed: {what}" },
  "client:unknown": { text: "Something in the SDK went wrong: {what}" },
  "client:element_missing": { text: "There is no element for {target}: it has to be in the page before mount" },
  "client:parent_element_missing": { text: "{element} has no parent element to be mounted into" },
  "client:sub_elements_render": { text: "Please set id for the element first." },
  "client:card_form_missing": {
    text: "There is no card form: create one with cardForm() before paying with a new card",
  },
  "client:collect_container.unmountable": {
    text: "A collect container has no single place: mount its fields one by one",
  },
  "client:google_pay.loading": { text: "The Google Pay script could not be loaded" },
  "client:google_pay.config_missing": { text: "The session has no configuration for Google Pay" },
  "client:apple_pay.loading": { text: "The Apple Pay script could not be loaded" },
  "client:apple_pay.config_missing": { text: "The session has no configuration for Apple Pay" },
  "client:paypal.loading": { text: "The PayPal script could not be loaded" },
  "client:paypal.config_missing": { text: "The session has no configuration for PayPal" },
  "client:paypal.order_creation": { text: "PayPal gave no order: the confirm link or its order id is missing" },
  "client:paypal.mount_aborted": { text: "Mounting the PayPal button was aborted" },
  "client:payment_executor.pay": { text: "The payment could not be carried out", isLogged: false },
  "client:payment_executor.3ds": { text: "The 3-D Secure check could not be carried out", isLogged: false },
  "client:payment_executor.confirm": { text: "The payment could not be confirmed", isLogged: false },
  "client:generic_redirect.link_missing": { text: "The payment is pending, but has no link to send the shopper to" },
  "client:generic_redirect.not_left": {
    text: "The payment page was not reached in time; the payment may still be made",
  },
  "client:generic_redirect.timed_out": {
    text: "The payment page was open for too long; the payment may still be made",
  },
  "client:workflow_execution_not_found": { text: "SDK was not initialized with workflow execution" },
  "client:iframe_creation_failed": { text: "The card frame could not be created" },
  "client:iframe_url_missing": { text: "The session names no address for the card frame" },
  "client:callback_failed": { text: "Callback passed to {callback} {outcome}" },
  "client:bin_lookup_failed": { text: "The BIN look-up failed" },
  "client:layout_unknown_type": { text: "The layout names {type}, which is no field type" },
  "client:layout_duplicate": { text: "The layout names {type} twice" },
  "client:layout_incomplete": { text: "The layout lacks {type}: a card cannot be charged without it" },
  "client:destroyed": { text: "This client was destroyed: make a new one with Payrails.init()" },
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: { text: "{what}" },
  "api:unauthorized": { text: "[{method}] {url} unauthorized" },
  "api:too_many_requests": { text: "[{method}] {url} too many requests" },
  "api:unsuccessful": { text: "[{method}] {url} unsuccessful" },
  "api:max_poll_attempts": { text: "max poll attempts exceeded" },
  "api:authorization_not_requested": { text: "The provider has not taken up the authorization", isLogged: false },
  "api:request_authentication": { text: "API token is not valid or expired." },
  "api:request_authorization": { text: "Vault token is not valid or expired." },
  "api:url_not_found": { text: "The session has no address for {what}" },
  "api:unknown": { text: "Unknown API error" },
  "card_form:element_not_mounted": { text: "The field {element} is not mounted" },
  "card_form:required_params": { text: "{what} is required" },
  "card_form:client_connection": { text: "The connection to the card frame was lost" },
  "card_form:iframe_not_found": { text: "The card frame was removed from the page" },
  "card_form:iframe_loading": { text: "The card fields did not load within {seconds} seconds" },
  "card_form:csp": { text: "A content security policy of the page blocks the card frame at {origin}" },
  "card_form:complete_and_valid_inputs_required": { text: "The card details are incomplete or not valid" },
  "card_form:sealing_failed": { text: "The card details could not be sealed: the page has to be served over https" },
} as const satisfies Readonly<Record<string, Row>>;

/** The rows of containers come with the code of containers, so that a page with a card form alone does not load them. */
export type ErrorRows = typeof ERRORS & typeof COLLECT_ERRORS;
export type ErrorKey = keyof ErrorRows;

const ROWS = new Map<string, Row>(Object.entries(ERRORS));

export function addRows(rows: Readonly<Record<string, Row>>): void {
  for (const [key, row] of Object.entries(rows)) ROWS.set(key, row);
}

export function rowOf(key: ErrorKey): Row {
  return ROWS.get(key) ?? { text: key };
}

/** Keys whose public code is not `payrails:` and the key. */
const PUBLIC_CODES: Readonly<Partial<Record<ErrorKey, string>>> = {
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED",
  // Exceeding the polls has the code of 429 (spec S 8).
  "api:max_poll_attempts": "payrails:api:too_many_requests",
};

export function publicCode(key: ErrorKey): string {
  return PUBLIC_CODES[key] ?? `payrails:${key}`;
}

export function isLogged(key: ErrorKey): boolean {
  return rowOf(key).isLogged !== false;
}
