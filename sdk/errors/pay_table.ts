/** What can go wrong with a session, a card form and a payment. */
import type { Rows } from "./table.ts";

export const PAY_ERRORS = {
  "client:init.config_malformed": "The SDK configuration is malformed: {what}",
  "client:unknown": "Something in the SDK went wrong: {what}",
  "client:parent_element_missing": "{element} has no parent element to be mounted into",
  "client:sub_elements_render": "Please set id for the element first.",
  "client:card_form_missing": "There is no card form: make one with cardForm() first",
  "client:payment_executor.pay": "The payment could not be carried out",
  "client:payment_executor.3ds": "The 3-D Secure check could not be carried out",
  "client:payment_executor.confirm": "The payment could not be confirmed",
  "client:workflow_execution_not_found": "SDK was not initialized with workflow execution",
  "client:callback_failed": "Callback passed to {callback} {outcome}",
  "client:bin_lookup_failed": "The BIN look-up failed",
  "client:layout_unknown_type": "The layout names {type}, which is no field type",
  "client:layout_duplicate": "The layout names {type} twice",
  "client:layout_incomplete": "The layout lacks {type}: a card cannot be charged without it",
  "client:destroyed": "This client was destroyed: make a new one with Payrails.init()",
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "{what}",
  "api:unauthorized": "[{method}] {url} unauthorized",
  "api:too_many_requests": "[{method}] {url} too many requests",
  "api:unsuccessful": "[{method}] {url} unsuccessful",
  "api:max_poll_attempts": "max poll attempts exceeded",
  "api:authorization_not_requested": "The provider has not taken up the authorization",
  "api:request_authentication": "API token is not valid or expired.",
  "api:request_authorization": "Vault token is not valid or expired.",
  "api:unknown": "Unknown API error",
  "api:conflict": "The provider did not take the payment: {conflict}",
  "card_form:required_params": "{what} is required",
} as const satisfies Rows;

/** What is not `payrails:` and the key (spec S 8): exceeding the polls has the code of 429. */
export const PAY_CODES = {
  PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED",
  "api:max_poll_attempts": "payrails:api:too_many_requests",
} as const satisfies Rows;
