/** The checkout SDK's public API. Merchants may import what this file exports; everything else is internal. */
export type { BinLookup } from "./api/bin.ts";
export { Payrails } from "./client.ts";
export {
  ACTION_REQUIRED_KIND,
  AuthorizationFailureReasons,
  ElementType,
  FLOW_TYPE,
  INTEGRATION_TYPE,
  PAYMENT_METHOD_CODES,
  PayrailsElementAction,
  PayrailsEnvironment,
  REVOLUT_PAY_DEFAULT_LABEL,
  REVOLUT_PAY_DEFAULT_THEME,
  type RevolutPayButtonTheme,
} from "./codes.ts";
export type { ContainerType as PayrailsContainerType } from "./collect/check_collect.ts";
export type { ClientContainerOptions as CollectContainerOptions } from "./collect/client_container.ts";
export { LazyContainer as PayrailsCollectContainer } from "./collect/lazy/lazy_container.ts";
export type { LazyElementHandle as PayrailsSecureField } from "./collect/lazy/lazy_element_handle.ts";
export type {
  ActionRequiredEvent,
  ActionRequiredKind,
  ButtonClickedEvent,
  CancelableEvent,
  DeliveryAddressChangedEvent,
  ElementEventHandler,
  ElementEventName,
  ElementEvents,
  PaymentAttemptContext,
  PaymentFailedEvent,
  PaymentPendingEvent,
  PaymentSucceededEvent,
  PayrailsEventHandler,
  PayrailsEventName,
  PayrailsEvents,
  RequestStartEvent,
} from "./emitter/types.ts";
export { PayrailsError } from "./errors/sdk_error.ts";
export { CLIENT_VERSION, VAULT_SDK_VERSION } from "./version.ts";
export type { CardPaymentButton } from "./buttons/card_button.ts";
export type { CardForm } from "./card_form/card_form.ts";
export type {
  CardBin,
  CardFormChange,
  CardFormEvents,
  CardNetwork,
  CardScheme,
  Decline,
  FailedEvent,
  FailureCode,
  FieldChange,
  PaymentAction,
  PaymentEvents,
  PendingEvent,
  SuccessEvent,
  ValidationEvent,
} from "./events.ts";
export type { CardPaymentButtonOptions } from "./buttons/options.ts";
export type {
  CardFormOptions,
  CardFormStyles,
  CardFormTranslations,
  CardFormUpdate,
  CollectedValues,
} from "./card_form/options.ts";
export type { Finding } from "./diagnosis/findings.ts";
export type { DynamicElement } from "./dynamic/dynamic_element.ts";
export type {
  DynamicElementOptions,
  DynamicErrorTexts,
  DynamicFieldStates,
  DynamicFieldStyles,
  DynamicInstrument,
} from "./dynamic/options.ts";
export type { DropinEvents, DropinOptions } from "./dropin/options.ts";
export type {
  ApplePayButtonOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  LeanButtonOptions,
  LeanCustomization,
  PaypalButtonOptions,
  RevolutPayStyles,
  WalletEvents,
} from "./methods/options.ts";
export type { Appearance, ClientUpdate, ElementMarks, PayrailsClientOptions } from "./options.ts";

export type { InitializedExecution, WorkflowExecutionResponse } from "./execution/execution.ts";
export type { StorablePaymentCompositionOption, StoredPaymentInstrument } from "./execution/payment_method.ts";
export type { CardListOptions } from "./instruments/options.ts";
export type {
  ApiCall,
  InstrumentChange,
  Operations,
  PayoutAnswer,
  PayoutRequest,
  UpdatedInstrument,
} from "./instruments/client_api.ts";
export type { NotStartedReason, Outcome } from "./payment/outcome.ts";
export type { ResumeOptions } from "./payment/resume.ts";
export type { QueriedLink, Queries, QueryParams } from "./session/query.ts";
export type {
  ExecutionMeta,
  ExecutionMetaCustomer,
  ExecutionMetaKey,
  InitResponse,
  InitResponse as InitOptions,
  WorkflowExecution,
} from "./wire/config.ts";
export type { GivenInstrument, SaveInstrumentResponse, StoredInstrument } from "./wire/instruments.ts";
export type { DeclineReason, DeclineResult, NextStep } from "./wire/declines.ts";
export type { ElementEvent as PayrailsSecureFieldEvent } from "./wire/elements.ts";
export type { Amount, Amount as PayrailsAmount, ExecutionResponse, ReturnInfo, ServerError } from "./wire/payments.ts";
