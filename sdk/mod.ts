/** The checkout SDK: everything merchants may import, and nothing else. */
export type { BinLookup } from "./api/bin_lookup.ts";
export { type ClientUpdate, Payrails } from "./client.ts";
export {
  AuthorizationFailureReasons,
  ElementType,
  FLOW_TYPE,
  INTEGRATION_TYPE,
  PAYMENT_METHOD_CODES,
  PayrailsEnvironment,
} from "./codes.ts";
export { SdkError as PayrailsError } from "./errors/sdk_error.ts";
export { CLIENT_VERSION, VAULT_SDK_VERSION } from "./version.ts";
export type { CardPaymentButton } from "./buttons/card_button.ts";
export type { CardForm, CardFormUpdate, CollectedValues } from "./card_form/card_form.ts";
export type {
  CardBin,
  CardFormChange,
  CardFormEvents,
  FailedEvent,
  FailureCode,
  FieldChange,
  PaymentAction,
  PaymentEvents,
  PendingEvent,
  SuccessEvent,
  ValidationEvent,
} from "./events.ts";
export type {
  Appearance,
  ApplePayButtonOptions,
  CardFormOptions,
  CardFormStyles,
  CardFormTranslations,
  CardPaymentButtonOptions,
  DropinEvents,
  DropinOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  InitOptions,
  PaypalButtonOptions,
  WalletEvents,
} from "./options.ts";
export type { ApiCall, InstrumentChange } from "./instruments/client_api.ts";
export type { Outcome } from "./pay/outcome.ts";
export type { Queries, QueryParams } from "./session/query.ts";
export type { InitResponse, StoredInstrument, WorkflowExecution } from "./wire/config.ts";
export type { Amount, ExecutionResponse, ReturnInfo } from "./wire/payments.ts";
