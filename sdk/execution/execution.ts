/** What programs read of a session: its execution, under the names of 5.x. */
import type { ExecutionMeta, ExecutionMetaCustomer, ExecutionMetaKey } from "../wire/config.ts";
import type { ApplePayConfig, PayPalConfig } from "./wallet_settings.ts";
import type {
  CardMetadata,
  PaymentInstallments,
  PayPalMetadata,
  StorablePaymentCompositionOption,
  StoredPaymentInstrument,
} from "./payment_method.ts";

/** A call of the service. */
export interface PostLink {
  /** Absolute address. */
  href: string;
  /** HTTP method. */
  method: "POST";
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
  /** HTTP status of the step. */
  httpCode: number;
  /** The step's own answer. */
  body: {
    /** Which step this is. */
    name: "lookup";
    /** The methods the step found. */
    data: {
      /** Methods the shopper can pay with. */
      paymentCompositionOptions?: StorablePaymentCompositionOption[];
      /** Methods that can be paid out to. */
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
  /** `meta` as the merchant's back end set it. */
  meta: ExecutionMeta;
  /** History of the payment, oldest first; empty before the first attempt. `time` is ISO 8601. */
  status: { code: string; time: string }[];
  /** Steps that the service ran before the page loaded, among them the look-up of payment methods. */
  initialResults: LookupResponse[];
  /** Addresses of calls and pages that the execution allows. `3ds` and `redirect` are pages for the shopper. */
  links: {
    /** Address of the execution. */
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
        /** Lean's id of the payment. */
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
    /** Version of the workflow, a whole number from 1. */
    version: number;
  };
}

/** The execution's own fields, and answers of this client about its session, even after it was renewed. */
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
   * Has no effect: the session comes only from the merchant's back end. The console shows a warning.
   *
   * @deprecated return a new init response from `onSessionExpired`
   */
  setResponse(response: object): InitializedExecution;
}
