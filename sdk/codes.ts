/** Code words that merchants compare with: payment methods, integration types, flows, failure codes, environments. */

/** Payment method codes as the configuration and the events name them. */
export const PAYMENT_METHOD_CODES = {
  CARD: "card",
  GOOGLE_PAY: "googlePay",
  PAYPAL: "payPal",
  APPLE_PAY: "applePay",
  GENERIC_REDIRECT: "genericRedirect",
  PIX: "pix",
  MERCADO_PAGO: "mercadoPago",
} as const;

/** How a method pays: `api` on this page, `hpp` on a hosted payment page. */
export const INTEGRATION_TYPE = { API: "api", HPP: "hpp" } as const;

/** Whether a method sends the shopper to another page. */
export const FLOW_TYPE = { REDIRECT: "redirect", DIRECT: "direct" } as const;

/** Values of `code` in the event of `onFailed`. */
export const AuthorizationFailureReasons = {
  VALIDATION_FAILED: "VALIDATION_FAILED",
  AUTHORIZATION_ERROR: "AUTHORIZATION_ERROR",
  AUTHENTICATION_ERROR: "AUTHENTICATION_ERROR",
  UNKNOWN_ERROR: "UNKNOWN_ERROR",
  USER_CANCELLED: "USER_CANCELLED",
} as const;

/** What an event's `action` may be. */
export const PayrailsElementAction = { AUTHORIZE: "AUTHORIZE", TOKENIZE: "TOKENIZE" } as const;

/** What the `kind` of an `actionRequired` event may be. */
export const ACTION_REQUIRED_KIND = { GENERIC_REDIRECT: "genericRedirect", THREE_DS: "3ds" } as const;

/** The default label of Revolut Pay, for merchants who offer its button beside this SDK. */
export const REVOLUT_PAY_DEFAULT_LABEL = "Revolut Pay";
/** The default theme of Revolut Pay's button. */
export const REVOLUT_PAY_DEFAULT_THEME = "lightOutline";

/** Values of the client's `environment` option. */
export const PayrailsEnvironment = { TEST: "TEST", PRODUCTION: "PRODUCTION" } as const;

/** Element types by the names merchants use. A card form accepts the first six. */
export const ElementType = {
  CARD_NUMBER: "CARD_NUMBER",
  CARDHOLDER_NAME: "CARDHOLDER_NAME",
  EXPIRATION_DATE: "EXPIRATION_DATE",
  EXPIRATION_MONTH: "EXPIRATION_MONTH",
  EXPIRATION_YEAR: "EXPIRATION_YEAR",
  CVV: "CVV",
  PIN: "PIN",
  INPUT_FIELD: "INPUT_FIELD",
  TEXTAREA: "textarea",
  CHECKBOX: "checkbox",
  RADIO: "radio",
  DROPDOWN: "dropdown",
} as const;
