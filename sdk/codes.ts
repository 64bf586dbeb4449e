/** The code words merchants compare with: payment methods, integration types, flows, failures, environments. */

export const PAYMENT_METHOD_CODES = {
  CARD: "card",
  GOOGLE_PAY: "googlePay",
  PAYPAL: "payPal",
  APPLE_PAY: "applePay",
  GENERIC_REDIRECT: "genericRedirect",
  PIX: "pix",
  MERCADO_PAGO: "mercadoPago",
} as const;

export const INTEGRATION_TYPE = { API: "api", HPP: "hpp" } as const;

export const FLOW_TYPE = { REDIRECT: "redirect", DIRECT: "direct" } as const;

export const AuthorizationFailureReasons = {
  VALIDATION_FAILED: "VALIDATION_FAILED",
  AUTHORIZATION_ERROR: "AUTHORIZATION_ERROR",
  AUTHENTICATION_ERROR: "AUTHENTICATION_ERROR",
  UNKNOWN_ERROR: "UNKNOWN_ERROR",
  USER_CANCELLED: "USER_CANCELLED",
} as const;

/** Merchants who offer Revolut Pay beside this SDK read how its button looks from here (COMPAT 3.1). */
export const REVOLUT_PAY_DEFAULT_LABEL = "Revolut Pay";
export const REVOLUT_PAY_DEFAULT_THEME = "lightOutline";

export const PayrailsEnvironment = { TEST: "TEST", PRODUCTION: "PRODUCTION" } as const;

/** The names of field types, under their own keys as merchants write them; a card form has the first six. */
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
