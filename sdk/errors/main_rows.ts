/**
 * The errors that the card form and its button can raise before a payment: key and sentence. Those of payments and
 * wallets are in `payment_rows.ts`, those of containers in `collect_rows.ts`, which load with them.
 * `new SdkError(key, { params })` fills the placeholders in braces; the compiler takes their names from the sentence.
 */

/** The common prefix of container codes. */
export const COLLECT_START = "client:collect_container.";

export const MAIN_ROWS = {
  // The card frame
  "client:element_missing": "There is no element for {target}: it must be in the page before mount",
  "client:iframe_creation_failed": "The card frame could not be created",
  "card_form:client_connection": "The connection to the card frame was lost",
  "card_form:iframe_not_found": "The card frame was removed from the page",
  "card_form:iframe_loading": "The card fields did not load within {seconds} seconds",
  "card_form:csp": "The page's content security policy blocks the card frame at {origin}",
  // Card form and session
  "client:iframe_url_missing": "The session has no address for the card frame",
  "api:url_not_found": "The session has no address for {what}",
  "card_form:element_not_mounted": "The field {element} is not mounted",
  "card_form:complete_and_valid_inputs_required": "The card details are incomplete or not valid",
  "card_form:sealing_failed": "The card details could not be sealed: the page must be served over https",
  "client:locale_loading":
    "The texts for {locale} could not be loaded, so English is shown: serve the package's locales",
  "client:init.config_malformed": "The SDK configuration is malformed: {what}",
  "client:code_not_loaded": "A part of the SDK did not load: keep the files of this version on your server",
  "client:no_page": "Payrails.init only works in a browser: call it there, such as in useEffect",
  "client:unknown": "Something in the SDK went wrong: {what}",
  "client:card_form_missing": "There is no card form: create one with cardForm() first",
  "client:callback_failed": "Callback passed to {callback} {outcome}",
  "client:bin_lookup_failed": "The BIN lookup failed",
  "client:layout_unknown_type": "The layout must be rows of ElementType, but has {type}",
  "client:layout_duplicate": "The layout names {type} twice",
  "client:layout_incomplete": "The layout lacks {type}: a card cannot be charged without it",
  "client:container_without_session":
    "Create containers with client.collectContainer(options): each belongs to a session",
  "client:destroyed": "This client was destroyed: create a new one with Payrails.init()",
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "{what}",
  "api:unauthorized": "[{method}] {url} unauthorized",
  "api:too_many_requests": "[{method}] {url} too many requests",
  "api:unsuccessful": "[{method}] {url} unsuccessful",
  "api:unknown": "Unknown API error",
  "card_form:required_params": "{what} is required",
  // Forms of other instruments
  "client:dynamic_element.schema_missing":
    "The session has no instrumentDataSchema for {method}: no fields can be shown",
  "client:dynamic_element.invalid": "The form is not mounted, or its fields are incomplete or not valid",
} as const satisfies Readonly<Record<string, string>>;

/** Codes other than `payrails:` and the key. Exceeding the polls has the code of 429 (S-ERR-06). */
const OWN_CODES: Readonly<Record<string, string>> = {
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED",
  "api:max_poll_attempts": "payrails:api:too_many_requests",
};

export function publicCode(key: string): string {
  return OWN_CODES[key] ?? `payrails:${key}`;
}

/** Errors of 3-D Secure and authorization are never logged (S-LOG-03). */
export function isLogged(key: string): boolean {
  return !/^(client:payment_executor|api:authorization)/.test(key);
}
