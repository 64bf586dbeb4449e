/** Code words that merchants compare with: payment methods, integration types, flows, failure codes, environments. */

/**
 * Payment method codes as the configuration and the events name them. Those without a button of their own pay on a
 * hosted payment page. Each name is a type as well.
 */
export const PAYMENT_METHOD_CODES = {
  CARD: "card",
  GOOGLE_PAY: "googlePay",
  PAYPAL: "payPal",
  APPLE_PAY: "applePay",
  GENERIC_REDIRECT: "genericRedirect",
  PIX: "pix",
  MERCADO_PAGO: "mercadoPago",
  LEAN: "lean",
  REVOLUT_PAY: "revolutPay",
  BANK_ACCOUNT: "bankAccount",
  ALFA: "alfa",
  APLAZO: "aplazo",
  BANK_TRANSFER: "bankTransfer",
  CAPITEC_PAY: "capitecPay",
  CASH_FREE_WALLET: "cashFreeWallet",
  EASYPAISA: "easypaisa",
  EFT_PRO: "eftPro",
  FAWRY_PAY: "fawryPay",
  IDEAL: "iDeal",
  JAZZ_CASH: "jazzCash",
  KLARNA: "klarna",
  KONNECT: "konnect",
  KUESKI: "kueski",
  MEEZA_WALLET: "meezaWallet",
  MERCADO_PAGO_CONSUMER_CREDIT: "mercadoPagoConsumerCredit",
  MERCADO_PAGO_WALLET: "mercadoPagoWallet",
  MODO: "modo",
  MONO_DIRECT_DEBIT: "monoDirectDebit",
  NET_BANKING: "netBanking",
  NIBSS_INSTANT_PAY: "nibssInstantPay",
  NIBSS_PAY: "nibssPay",
  ONE_VOUCHER: "1voucher",
  O_PAY_WALLET: "oPayWallet",
  PAGA_WALLET: "pagaWallet",
  PAYFLEX: "payflex",
  PAYTM_WALLET: "paytmWallet",
  PAYZONE_CASH: "payzoneCash",
  PAY_JUST_NOW: "payjustnow",
  SEPA_DIRECT_DEBIT: "sepaDirectDebit",
  UPI: "upi",
  VODAFONE_CASH: "vodafoneCash",
  WAFA_CASH_WALLET: "wafaCashWallet",
  YAPE: "yape",
} as const;
/** The code of a payment method that this SDK names. */
export type PAYMENT_METHOD_CODES = (typeof PAYMENT_METHOD_CODES)[keyof typeof PAYMENT_METHOD_CODES];
/** Each value of the constant as a type. */
export declare namespace PAYMENT_METHOD_CODES {
  /** The type of this value. */
  type CARD = (typeof PAYMENT_METHOD_CODES)["CARD"];
  /** The type of this value. */
  type GOOGLE_PAY = (typeof PAYMENT_METHOD_CODES)["GOOGLE_PAY"];
  /** The type of this value. */
  type PAYPAL = (typeof PAYMENT_METHOD_CODES)["PAYPAL"];
  /** The type of this value. */
  type APPLE_PAY = (typeof PAYMENT_METHOD_CODES)["APPLE_PAY"];
  /** The type of this value. */
  type GENERIC_REDIRECT = (typeof PAYMENT_METHOD_CODES)["GENERIC_REDIRECT"];
  /** The type of this value. */
  type PIX = (typeof PAYMENT_METHOD_CODES)["PIX"];
  /** The type of this value. */
  type MERCADO_PAGO = (typeof PAYMENT_METHOD_CODES)["MERCADO_PAGO"];
  /** The type of this value. */
  type LEAN = (typeof PAYMENT_METHOD_CODES)["LEAN"];
  /** The type of this value. */
  type REVOLUT_PAY = (typeof PAYMENT_METHOD_CODES)["REVOLUT_PAY"];
  /** The type of this value. */
  type BANK_ACCOUNT = (typeof PAYMENT_METHOD_CODES)["BANK_ACCOUNT"];
  /** The type of this value. */
  type ALFA = (typeof PAYMENT_METHOD_CODES)["ALFA"];
  /** The type of this value. */
  type APLAZO = (typeof PAYMENT_METHOD_CODES)["APLAZO"];
  /** The type of this value. */
  type BANK_TRANSFER = (typeof PAYMENT_METHOD_CODES)["BANK_TRANSFER"];
  /** The type of this value. */
  type CAPITEC_PAY = (typeof PAYMENT_METHOD_CODES)["CAPITEC_PAY"];
  /** The type of this value. */
  type CASH_FREE_WALLET = (typeof PAYMENT_METHOD_CODES)["CASH_FREE_WALLET"];
  /** The type of this value. */
  type EASYPAISA = (typeof PAYMENT_METHOD_CODES)["EASYPAISA"];
  /** The type of this value. */
  type EFT_PRO = (typeof PAYMENT_METHOD_CODES)["EFT_PRO"];
  /** The type of this value. */
  type FAWRY_PAY = (typeof PAYMENT_METHOD_CODES)["FAWRY_PAY"];
  /** The type of this value. */
  type IDEAL = (typeof PAYMENT_METHOD_CODES)["IDEAL"];
  /** The type of this value. */
  type JAZZ_CASH = (typeof PAYMENT_METHOD_CODES)["JAZZ_CASH"];
  /** The type of this value. */
  type KLARNA = (typeof PAYMENT_METHOD_CODES)["KLARNA"];
  /** The type of this value. */
  type KONNECT = (typeof PAYMENT_METHOD_CODES)["KONNECT"];
  /** The type of this value. */
  type KUESKI = (typeof PAYMENT_METHOD_CODES)["KUESKI"];
  /** The type of this value. */
  type MEEZA_WALLET = (typeof PAYMENT_METHOD_CODES)["MEEZA_WALLET"];
  /** The type of this value. */
  type MERCADO_PAGO_CONSUMER_CREDIT = (typeof PAYMENT_METHOD_CODES)["MERCADO_PAGO_CONSUMER_CREDIT"];
  /** The type of this value. */
  type MERCADO_PAGO_WALLET = (typeof PAYMENT_METHOD_CODES)["MERCADO_PAGO_WALLET"];
  /** The type of this value. */
  type MODO = (typeof PAYMENT_METHOD_CODES)["MODO"];
  /** The type of this value. */
  type MONO_DIRECT_DEBIT = (typeof PAYMENT_METHOD_CODES)["MONO_DIRECT_DEBIT"];
  /** The type of this value. */
  type NET_BANKING = (typeof PAYMENT_METHOD_CODES)["NET_BANKING"];
  /** The type of this value. */
  type NIBSS_INSTANT_PAY = (typeof PAYMENT_METHOD_CODES)["NIBSS_INSTANT_PAY"];
  /** The type of this value. */
  type NIBSS_PAY = (typeof PAYMENT_METHOD_CODES)["NIBSS_PAY"];
  /** The type of this value. */
  type ONE_VOUCHER = (typeof PAYMENT_METHOD_CODES)["ONE_VOUCHER"];
  /** The type of this value. */
  type O_PAY_WALLET = (typeof PAYMENT_METHOD_CODES)["O_PAY_WALLET"];
  /** The type of this value. */
  type PAGA_WALLET = (typeof PAYMENT_METHOD_CODES)["PAGA_WALLET"];
  /** The type of this value. */
  type PAYFLEX = (typeof PAYMENT_METHOD_CODES)["PAYFLEX"];
  /** The type of this value. */
  type PAYTM_WALLET = (typeof PAYMENT_METHOD_CODES)["PAYTM_WALLET"];
  /** The type of this value. */
  type PAYZONE_CASH = (typeof PAYMENT_METHOD_CODES)["PAYZONE_CASH"];
  /** The type of this value. */
  type PAY_JUST_NOW = (typeof PAYMENT_METHOD_CODES)["PAY_JUST_NOW"];
  /** The type of this value. */
  type SEPA_DIRECT_DEBIT = (typeof PAYMENT_METHOD_CODES)["SEPA_DIRECT_DEBIT"];
  /** The type of this value. */
  type UPI = (typeof PAYMENT_METHOD_CODES)["UPI"];
  /** The type of this value. */
  type VODAFONE_CASH = (typeof PAYMENT_METHOD_CODES)["VODAFONE_CASH"];
  /** The type of this value. */
  type WAFA_CASH_WALLET = (typeof PAYMENT_METHOD_CODES)["WAFA_CASH_WALLET"];
  /** The type of this value. */
  type YAPE = (typeof PAYMENT_METHOD_CODES)["YAPE"];
}

/** How a method pays: `api` on this page, `hpp` on a hosted payment page. */
export const INTEGRATION_TYPE = { API: "api", HPP: "hpp" } as const;
/** How a method pays. */
export type INTEGRATION_TYPE = (typeof INTEGRATION_TYPE)[keyof typeof INTEGRATION_TYPE];
/** Each value of the constant as a type. */
export declare namespace INTEGRATION_TYPE {
  /** The type of this value. */
  type API = (typeof INTEGRATION_TYPE)["API"];
  /** The type of this value. */
  type HPP = (typeof INTEGRATION_TYPE)["HPP"];
}

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
/** Why a payment failed. */
export type AuthorizationFailureReasons =
  (typeof AuthorizationFailureReasons)[keyof typeof AuthorizationFailureReasons];
/** Each value of the constant as a type. */
export declare namespace AuthorizationFailureReasons {
  /** The type of this value. */
  type VALIDATION_FAILED = (typeof AuthorizationFailureReasons)["VALIDATION_FAILED"];
  /** The type of this value. */
  type AUTHORIZATION_ERROR = (typeof AuthorizationFailureReasons)["AUTHORIZATION_ERROR"];
  /** The type of this value. */
  type AUTHENTICATION_ERROR = (typeof AuthorizationFailureReasons)["AUTHENTICATION_ERROR"];
  /** The type of this value. */
  type UNKNOWN_ERROR = (typeof AuthorizationFailureReasons)["UNKNOWN_ERROR"];
  /** The type of this value. */
  type USER_CANCELLED = (typeof AuthorizationFailureReasons)["USER_CANCELLED"];
}

/** What an event's `action` may be. */
export const PayrailsElementAction = { AUTHORIZE: "AUTHORIZE", TOKENIZE: "TOKENIZE" } as const;

/** What the `kind` of an `actionRequired` event may be. */
export const ACTION_REQUIRED_KIND = { GENERIC_REDIRECT: "genericRedirect", THREE_DS: "3ds" } as const;

/** Themes of Revolut Pay's button. */
export type RevolutPayButtonTheme = "dark" | "light" | "lightOutline";
/** The default label of Revolut Pay, for merchants who offer its button beside this SDK. */
export const REVOLUT_PAY_DEFAULT_LABEL = "Pay with Revolut Pay";
/** The default theme of Revolut Pay's button. */
export const REVOLUT_PAY_DEFAULT_THEME: RevolutPayButtonTheme = "lightOutline";

/** Values of the client's `environment` option. */
export const PayrailsEnvironment = { TEST: "TEST", PRODUCTION: "PRODUCTION" } as const;
/** A value of the option `environment`. */
export type PayrailsEnvironment = (typeof PayrailsEnvironment)[keyof typeof PayrailsEnvironment];
/** Each value of the constant as a type. */
export declare namespace PayrailsEnvironment {
  /** The type of this value. */
  type TEST = (typeof PayrailsEnvironment)["TEST"];
  /** The type of this value. */
  type PRODUCTION = (typeof PayrailsEnvironment)["PRODUCTION"];
}

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
/** A field of the card form. The values have more types, for collect elements. */
export type ElementType = (typeof ElementType)[
  "CARD_NUMBER" | "CARDHOLDER_NAME" | "EXPIRATION_DATE" | "EXPIRATION_MONTH" | "EXPIRATION_YEAR" | "CVV"
];
/** Each value of the constant as a type. */
export declare namespace ElementType {
  /** The type of this value. */
  type CARD_NUMBER = (typeof ElementType)["CARD_NUMBER"];
  /** The type of this value. */
  type CARDHOLDER_NAME = (typeof ElementType)["CARDHOLDER_NAME"];
  /** The type of this value. */
  type EXPIRATION_DATE = (typeof ElementType)["EXPIRATION_DATE"];
  /** The type of this value. */
  type EXPIRATION_MONTH = (typeof ElementType)["EXPIRATION_MONTH"];
  /** The type of this value. */
  type EXPIRATION_YEAR = (typeof ElementType)["EXPIRATION_YEAR"];
  /** The type of this value. */
  type CVV = (typeof ElementType)["CVV"];
}
