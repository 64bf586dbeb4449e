/** What programs read of a session: its execution and its payment methods, under the names of 5.x. */
import type {
  ExecutionMeta,
  ExecutionMetaCustomer,
  ExecutionMetaKey,
  FutureUsage,
  StoredInstrument,
} from "./wire/config.ts";
import type { Amount } from "./wire/payments.ts";

/** A call of the service. */
export interface PostLink {
  /** Absolute address. */
  href: string;
  /** HTTP method. */
  method: "POST";
}

/** JSON schema of one field of `client.dynamicElement`. */
export interface FieldSchema {
  /** The kind. */
  type?: "string" | "number" | "boolean" | "array" | "object";
  /** Label of the field. */
  title?: string;
  /** Choices: `const` is the value, `title` its text. */
  oneOf?: { const: string | number; title: string }[];
  /** Regular expression the value has to match. */
  pattern?: string;
  /** Fewest characters. */
  minLength?: number;
  /** Most characters. */
  maxLength?: number;
  /** Error text by the name of the rule, such as `pattern`. */
  errorMessage?: Record<string, string>;
  /** Name of another schema. */
  $ref?: string;
  /** Place among the fields, smallest first. */
  "ui:position"?: number;
  /** Fields of an object. */
  properties?: Record<string, InstrumentSchema>;
}

/** JSON schema of the fields of `client.dynamicElement`. */
export interface InstrumentSchema extends FieldSchema {
  /** Names of the fields that have to be filled in. */
  required?: string[];
  /** Further fields that depend on the value of one. */
  dependentSchemas?: Record<
    string,
    { oneOf: { properties: Record<string, { const: string | number }>; required: string[] }[] }
  >;
}

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

/** What identifies a card that is stored or was paid with. */
export interface CardMetadata {
  /** First digits. */
  bin?: string;
  /** Last 4 digits. */
  suffix?: string;
  /** Network of the card, such as `visa`. */
  network?: string;
  /** Country of the issuer. */
  binLookup?: {
    /** Country of the issuer. */
    issuerCountry: {
      /** ISO 3166-1 alpha-2. */
      code: string;
      /** Name. */
      name: string;
      /** ISO 3166-1 alpha-3. */
      iso3: string;
    };
  };
}

/** What identifies a PayPal account. */
export interface PayPalMetadata {
  /** Email address. */
  email?: string;
}

/** A stored instrument as programs for 5.x type it, with the data of its kind. */
export interface StoredPaymentInstrument<Data = StoredInstrument["data"]> {
  /** Id in the payments service. */
  id: string;
  /** Only an `enabled` one can pay. */
  status: StoredInstrument["status"];
  /** A value of `PAYMENT_METHOD_CODES`. */
  paymentMethod: string;
  /** Text for a list. */
  displayName?: string;
  /** What is known of the instrument. */
  data?: Data;
  /** True for the instrument the shopper prefers. */
  default?: boolean;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
  /** The payments service's id of the shopper. */
  holderId?: string;
  /** The same for every instrument of one card. */
  fingerprint?: string;
  /** What the shopper agreed to. */
  futureUsage?: FutureUsage;
}

/** Instalment choices by country (ISO 3166-1 alpha-2). */
export type PaymentInstallments = Record<string, { count: number; amount: Amount | number }[]>;

/**
 * One payment method of the session, with its settings and stored instruments. `Instrument` is the data of the stored
 * ones, `Config` the settings of the wallet's script.
 */
export interface StorablePaymentCompositionOption<
  Instrument = CardMetadata | PayPalMetadata,
  Config = ApplePayConfig | PayPalConfig | GooglePayConfig | undefined,
> {
  /** Id in the payments service. */
  id: string;
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  paymentMethodCode: string;
  /** The code of the method for payouts, where it differs. */
  payoutMethodCode?: string;
  /** The provider's text about the method. */
  description?: string;
  /** Whether the method can pay in this session. */
  status: StoredInstrument["status"];
  /** `api`: pays on this page. `hpp`: pays on a hosted payment page. */
  integrationType: "api" | "hpp";
  /** Settings for the wallet's own script; undefined for other methods. */
  config: Config;
  /** Settings for this SDK. */
  clientConfig?: {
    /** How the shopper pays: on this page, in it, or on another page. */
    flow?: "redirect" | "direct" | "embedded";
    /** Name of the method for display. */
    displayName?: string;
    /** The method can store an instrument. */
    supportsSaveInstrument?: boolean;
    /** The form may offer instalments. */
    supportsInstallments?: boolean;
    /** Choices of instalments by country. */
    installments?: PaymentInstallments;
    /** The form asks for a billing address. */
    supportsBillingInfo?: boolean;
    /** Fields that the method asks for. */
    schema?: InstrumentSchema;
    /** Further settings of the provider. */
    // deno-lint-ignore no-explicit-any -- its shape is the provider's: a program passes it on
    additionalConfig?: any;
    /** JSON schema of the fields that `client.dynamicElement` shows. */
    instrumentDataSchema?: InstrumentSchema;
  };
  /** Every stored instrument of the method, also those that cannot pay. `getStoredInstruments` filters them. */
  paymentInstruments?: StoredPaymentInstrument<Instrument>[];
  /** Stored instruments that can be paid out to. */
  payoutInstruments?: StoredPaymentInstrument<Instrument>[];
}

/** Calls that a lookup allows. */
interface LookupLinks {
  /** Reads the execution. */
  execution: string;
  /** Pays. */
  authorize?: PostLink;
  /** Pays out. */
  payout?: PostLink;
  /** Starts a wallet's session. */
  startPaymentSession?: PostLink;
  /** Stores an instrument without a payment. */
  createInstrument?: PostLink;
}

/** The look-up of payment methods that the service ran before the page loaded. */
export interface LookupResponse {
  /** HTTP status of the look-up. */
  httpCode: number;
  /** What the call sends. */
  body: {
    /** Which step this is. */
    name: "lookup";
    /** What the step found. */
    data: {
      /** The payment methods. */
      paymentCompositionOptions?: StorablePaymentCompositionOption[];
      /** The payout methods. */
      payoutCompositionOptions?: StorablePaymentCompositionOption[];
    };
    /** Calls that the step allows. */
    links: LookupLinks;
  };
}

/** One payment of one order, as the session has it. */
export interface WorkflowExecutionResponse {
  /** The provider's id of the payment. */
  id: string;
  /** The merchant's own id of the order. */
  merchantReference: string;
  /** The merchant's own id of the shopper; stored instruments belong to it. */
  holderReference: string;
  /** The provider's id of the shopper. */
  holderId?: string;
  /** `3ds` while the issuer waits for a 3-D Secure challenge. */
  actionRequired?: string;
  /** Metadata as the merchant's back end set it. */
  meta: ExecutionMeta;
  /** History of the payment, oldest first; empty before the first attempt. `time` is ISO 8601. */
  status: { code: string; time: string }[];
  /** Steps that the service ran before the page loaded, among them the look-up of payment methods. */
  initialResults: LookupResponse[];
  /** Calls that the session allows. `3ds` and `redirect` are pages for the shopper. */
  links: {
    /** The execution. */
    self: string;
    /** Starts a wallet's session. */
    startPaymentSession?: PostLink;
    /** Stores an instrument without a payment. */
    createInstrument?: PostLink;
    /** The hosted payment page for the shopper. */
    redirect?: string;
    /** The issuer's page for the shopper. */
    "3ds"?: string;
    /** Completes a wallet payment. */
    confirm?: {
      /** Absolute address of the call. */
      href: string;
      /** What the wallet's own script needs. */
      action?: {
        /** Parameters of the wallet's own script. */
        parameters?: {
          /** An order to pay. */
          orderId?: string;
          /** A token to store the account. */
          tokenId?: string;
        };
        /** The wallet's id of the payment. */
        paymentId?: string;
        /** Token for the wallet's own script. */
        sdkToken?: string;
        /** Token of the wallet's app. */
        appToken?: string;
        /** Where the shopper returns after a payment. */
        successUrl?: string;
        /** Where the shopper returns after a failure. */
        failureUrl?: string;
        /** True in the wallet's test mode. */
        sandbox?: boolean;
      };
    };
  };
  /** The provider's workflow that runs the payment, such as `payment-acceptance`. */
  workflow: {
    /** Such as `payment-acceptance`. */
    code: string;
    /** Of the workflow. */
    version: number;
  };
}

/** The execution's own fields, and answers of this client about its session, also after it was renewed. */
export interface InitializedExecution extends WorkflowExecutionResponse {
  /** The execution itself, once more. */
  readonly response: WorkflowExecutionResponse;
  /** The provider's workflow that runs the payment. */
  readonly workflowCode: string;
  /** The look-up of payment methods. */
  readonly lookup: LookupResponse | undefined;
  /** The address of the execution. */
  readonly url: string;
  /** The payment methods of the session. */
  readonly availablePaymentMethods: StorablePaymentCompositionOption[];
  /** Stored cards that may be shown, as `client.getSavedCreditCards` returns them. */
  readonly savedCreditCards: StoredPaymentInstrument<CardMetadata>[];
  /** As `client.getSavedPaypalAccounts`. */
  readonly savedPaypalAccounts: StoredPaymentInstrument<PayPalMetadata>[];
  /** As `client.getSavedGooglePayAccounts`. */
  readonly savedGooglePayAccounts: StoredPaymentInstrument<CardMetadata>[];
  /** As `client.getSavedApplePayAccounts`. */
  readonly savedApplePayAccounts: StoredPaymentInstrument<CardMetadata>[];
  /** As `client.getStoredInstruments`. */
  readonly storedPaymentInstruments: StoredPaymentInstrument<PayPalMetadata & CardMetadata>[];
  /** Those of them that the drop-in lists. */
  readonly storedDropinInstruments: StoredPaymentInstrument<PayPalMetadata & CardMetadata>[];
  /** Settings of Google Pay in the session; undefined when it offers none. */
  // deno-lint-ignore no-explicit-any -- its shape is Google's: a program passes it on
  readonly googlePayConfig: any;
  /** Settings of Apple Pay in the session. */
  readonly applePayConfig: ApplePayConfig["parameters"];
  /** Settings of PayPal in the session. */
  readonly paypalConfig: PayPalConfig;
  /** The address that authorizes; undefined where the session cannot pay. */
  readonly authorizeLink: string | undefined;
  /** The address that pays out; undefined where the session cannot. */
  readonly payoutLink: string | undefined;
  /** The address that starts an Apple Pay session. */
  readonly createSessionLink: string | undefined;
  /** The address that stores an instrument without paying. */
  readonly createInstrumentLink: string | undefined;
  /** Whether the session offers the method. */
  isPaymentMethodAvailable(code: string): boolean;
  /** The method's configuration; undefined when the session does not offer it. */
  getFullPaymentMethodConfig(code: string): StorablePaymentCompositionOption | undefined;
  /** Whether the session asks for the billing address with this method. */
  isAddressSelectorEnabled(code: string): boolean | undefined;
  /** Whether the session offers instalments with this method. */
  isPaymentInstallmentsEnabled(code: string): boolean | undefined;
  /** The method's instalment choices by country; empty when it has none. */
  getPaymentInstallmentOptions(code: string): PaymentInstallments;
  /** As `client.getStoredInstrumentsByPaymentMethod`. */
  getStoredInstrumentForPaymentMethod<Data = CardMetadata | PayPalMetadata>(
    code: string,
  ): StoredPaymentInstrument<Data>[];
  /** The method of a stored instrument, without its stored instruments. */
  getPaymentMethodForStoredInstrument(
    instrument: StoredPaymentInstrument<object>,
  ): Omit<StorablePaymentCompositionOption, "paymentInstruments"> | undefined;
  /** A method without its stored instruments. */
  getPaymentMethodConfig(method: object): Omit<StorablePaymentCompositionOption, "paymentInstruments">;
  /** Replaces the instalment choices by country, as `client.update`; without a value, the session's return. */
  updateInstallmentOptions(installmentOptions?: PaymentInstallments): void;
  /** Merged into the customer data of the next authorize, as `client.update`. */
  updateMeta(key: ExecutionMetaKey, value: ExecutionMetaCustomer): void;
  /** Customer and order of the execution's metadata. */
  getAllowedMeta(): ExecutionMeta;
  /** What `updateMeta` and `client.update` changed. */
  getUpdatedMeta(): ExecutionMeta;
  /**
   * Has no effect: the session comes from the merchant's back end alone. The console shows a warning.
   *
   * @deprecated return a new init response from `onSessionExpired`
   */
  setResponse(response: object): InitializedExecution;
}
