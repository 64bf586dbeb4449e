/** Settings of a session for the scripts of the wallets: Google Pay, PayPal and Apple Pay. */

/** Settings for Google's script. */
export interface GooglePayConfig {
  /** Parameters of the wallet's own script. */
  parameters: {
    /** How cards are authenticated. */
    allowedAuthMethods: ("PAN_ONLY" | "CRYPTOGRAM_3DS")[];
    /** Networks of cards. */
    allowedCardNetworks: (
      | "AMEX"
      | "DISCOVER"
      | "ELECTRON"
      | "ELO"
      | "ELO_DEBIT"
      | "INTERAC"
      | "JCB"
      | "MAESTRO"
      | "MASTERCARD"
      | "VISA"
    )[];
    /** Which billing address is asked for. */
    billingAddressParameters?: {
      /** Google's word for its extent. */
      format?: string;
    };
    /** The sheet asks for a billing address. */
    billingAddressRequired?: boolean;
  };
  /** Which gateway Google encrypts the card for. */
  tokenizationSpecification: {
    /** Always a gateway. */
    type: "PAYMENT_GATEWAY";
    /** The gateway and the merchant's id there. */
    parameters: Record<string, string>;
  };
  /** The kind. */
  type: "CARD" | "PAYPAL";
  /** Version of Google's API. */
  apiVersion?: number;
  /** Minor version of Google's API. */
  apiVersionMinor?: number;
  /** The whole method, where the provider sends it for Google's script as it is. */
  // deno-lint-ignore no-explicit-any -- its shape is Google's: a program passes it on
  allowedPaymentMethods?: any[];
  /** The merchant as Google's sheet names it. */
  merchantInfo?: {
    /** The merchant's id at the wallet. */
    merchantId: string;
    /** The merchant's name in the sheet. */
    merchantName?: string;
    /** The software that shows the sheet. */
    softwareInfo?: {
      /** Its id. */
      id: string;
      /** Its version. */
      version: string;
    };
  };
  /** Which delivery addresses are accepted. */
  shippingAddressParameters?: {
    /** ISO 3166-1 alpha-2. */
    allowedCountryCodes?: string[];
    /** The sheet asks for a phone number. */
    phoneNumberRequired?: boolean;
  };
  /** Google's sheet asks for the email address. */
  emailRequired?: boolean;
  /** The sheet asks for a delivery address. */
  shippingAddressRequired?: boolean;
  /** Only shoppers with a stored method see the button. */
  existingPaymentMethodRequired?: boolean;
}

/** Settings for PayPal's script. */
export interface PayPalConfig {
  /** The merchant's client id at PayPal. */
  clientId: string;
  /** The merchant's id at the wallet. */
  merchantId: string;
  /** When PayPal captures. */
  captureMode: "Delayed" | "Instant" | "Manual";
  /** How PayPal's button pays. */
  integrationMode: "express" | "normal";
}

/** A field of Apple's sheet. */
type ContactField = "email" | "name" | "phone" | "postalAddress" | "phoneticName";

/** Settings for Apple's sheet. */
export interface ApplePayConfig {
  /** Parameters of the wallet's own script. */
  parameters: {
    /** The merchant's id at Apple. */
    merchantIdentifier: string;
    /** Networks of cards. */
    supportedNetworks: string[];
    /** ISO 3166-1 alpha-2. */
    countryCode: string;
    /** Kinds of cards and checks. */
    merchantCapabilities: ("supports3DS" | "supportsCredit" | "supportsDebit" | "supportsEMV")[];
    /** Billing data that Apple's sheet asks for. */
    requiredBillingContactFields?: ContactField[];
    /** Delivery data that Apple's sheet asks for. */
    requiredShippingContactFields?: ContactField[];
  };
  /** The kind. */
  type: string;
}
