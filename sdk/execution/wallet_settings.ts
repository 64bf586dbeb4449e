/** Settings of a session for the scripts of the wallets: Google Pay, PayPal and Apple Pay. */

/** What Google Pay's script needs, as the provider sends it. */
export interface GooglePayConfig {
  /** Which cards are accepted, in Google's own terms. */
  parameters: {
    /** `PAN_ONLY`: cards on file at Google. `CRYPTOGRAM_3DS`: cards in the device. */
    allowedAuthMethods: ("PAN_ONLY" | "CRYPTOGRAM_3DS")[];
    /** Card networks the merchant accepts. */
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
      /** `MIN`: name, country and postal code. `FULL`: the whole address. */
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
  /** Google's name of the method. */
  type: "CARD" | "PAYPAL";
  /** Version of Google's API. */
  apiVersion?: number;
  /** Minor version of Google's API. */
  apiVersionMinor?: number;
  /** Present where the provider sends the whole request for Google's script; the SDK passes its first entry on. */
  // deno-lint-ignore no-explicit-any -- its shape is Google's: a program passes it on
  allowedPaymentMethods?: any[];
  /** The merchant as Google's sheet names it. */
  merchantInfo?: {
    /** The merchant's id in the Google Pay console. */
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

/** What PayPal's script needs, as the provider sends it. */
export interface PayPalConfig {
  /** The merchant's client id at PayPal. */
  clientId: string;
  /** The merchant's id at PayPal. */
  merchantId: string;
  /** `Instant`: PayPal captures with the approval. `Delayed` and `Manual`: it authorizes, and you capture later. */
  captureMode: "Delayed" | "Instant" | "Manual";
  /** `express`: no checkbox that stores the account. */
  integrationMode: "express" | "normal";
}

/** Data that Apple's sheet can ask the shopper for. */
type ContactField = "email" | "name" | "phone" | "postalAddress" | "phoneticName";

/** What Apple Pay's sheet needs, as the provider sends it. */
export interface ApplePayConfig {
  /** The request of the sheet, in Apple's own terms. */
  parameters: {
    /** The merchant's id at Apple. */
    merchantIdentifier: string;
    /** Card networks the merchant accepts, by Apple's names. */
    supportedNetworks: string[];
    /** Country of the merchant, ISO 3166-1 alpha-2. */
    countryCode: string;
    /** Kinds of cards and checks the merchant supports, by Apple's names. */
    merchantCapabilities: ("supports3DS" | "supportsCredit" | "supportsDebit" | "supportsEMV")[];
    /** Billing data that Apple's sheet asks for. */
    requiredBillingContactFields?: ContactField[];
    /** Delivery data that Apple's sheet asks for. */
    requiredShippingContactFields?: ContactField[];
  };
  /** Apple's name of the method. */
  type: string;
}
