/** Events of the client and of its elements by name, with the payload that a handler of `on` receives. */
import type {
  CardFormChange,
  CardFormEvents,
  CardScheme,
  FailedEvent,
  FieldChange,
  PaymentAction,
  PendingEvent,
  SuccessEvent,
  ValidationEvent,
} from "../events.ts";
import type { InitResponse, PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";

/** Which attempt an event belongs to. A client's handlers get the attempts of all its elements. */
export interface PaymentAttemptContext {
  /** The id under which the merchant's back end and its webhooks know this payment. */
  readonly executionId: string;
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  readonly paymentMethodCode: string;
  /** `TOKENIZE` in sessions of the type `tokenization`, in which Google Pay and Apple Pay store without paying. */
  readonly action: PaymentAction;
}

/** An event that a handler can stop. */
export interface CancelableEvent {
  /**
   * Stops what would follow. Counts until the promise that the handler returns has settled, so also after an `await`.
   * Returning false does nothing.
   */
  readonly preventDefault: () => void;
}

/** Payload of `buttonClicked`. */
export interface ButtonClickedEvent extends PaymentAttemptContext, CancelableEvent {
  /** First digits of the card number: 8, or 6 of American Express and Diners Club. Empty for methods without a card number. */
  readonly bin: string;
}

/** Payload of `requestStart`. */
export interface RequestStartEvent extends PaymentAttemptContext, CancelableEvent {}

/** Payload of `success`. */
export interface PaymentSucceededEvent extends PaymentAttemptContext, SuccessEvent {
  /** Missing when the action is `AUTHORIZE`. */
  readonly data?: StoredInstrument;
}

/** Payload of `pending`. */
export interface PaymentPendingEvent extends PaymentAttemptContext, PendingEvent {
  /** Always missing: `reason` and `execution` say what is open. */
  readonly data?: undefined;
}

/** Payload of `failed`. */
export interface PaymentFailedEvent
  extends PaymentAttemptContext, Omit<FailedEvent, "code" | "message" | "executionId"> {
  /** The kind of failure and its text. */
  readonly data: Pick<FailedEvent, "code" | "message">;
}

/** `3ds`: the issuer's challenge. `genericRedirect`: a hosted payment page. */
export type ActionRequiredKind = "genericRedirect" | "3ds";

/** Payload of `actionRequired`. */
export interface ActionRequiredEvent {
  /** The id under which the merchant's back end and its webhooks know this payment. */
  readonly executionId: string;
  /** A value of `PAYMENT_METHOD_CODES`, or the code of another hosted payment page. */
  readonly paymentMethodCode: string;
  /** The page to show to the shopper. */
  readonly url: string;
  /** Compare it with `ACTION_REQUIRED_KIND`. */
  readonly kind: ActionRequiredKind;
  /** Keeps the SDK from opening the page. It keeps polling for the result and reports it as usual. */
  readonly preventDefault: () => void;
}

/** Payload of `deliveryAddressChanged`. */
export interface DeliveryAddressChangedEvent extends PaymentAttemptContext, CancelableEvent {
  /**
   * As the wallet reports it. Apple Pay: `city`, `postalCode`, `state` and `country.code`. PayPal: `orderID`,
   * `paymentID`, `paymentToken` and `shippingAddress`.
   */
  readonly deliveryAddress?: unknown;
}

/**
 * Events of a client by name.
 *
 * @example
 * ```ts
 * client.on("requestStart", async (event) => {
 *   const inStock = await (await fetch("/my-server/stock")).json();
 *   if (!inStock) event.preventDefault();
 * });
 * client.on("success", ({ executionId }) => location.assign(`/thanks?id=${executionId}`));
 * ```
 */
export interface PayrailsEvents {
  /** The payment is authorized. This or `pending` or `failed` ends each attempt, exactly once. */
  readonly success: PaymentSucceededEvent;
  /** The result is not known yet. Don't offer to pay again: the shopper may be charged. */
  readonly pending: PaymentPendingEvent;
  /** The payment failed or was declined. The shopper can try again. */
  readonly failed: PaymentFailedEvent;
  /** A click, after validation and before anything is sent. Prevented: `failed` with `VALIDATION_FAILED`. */
  readonly buttonClicked: ButtonClickedEvent;
  /** Right before the payment is sent. Prevented: `failed` with `VALIDATION_FAILED`. */
  readonly requestStart: RequestStartEvent;
  /** Before a challenge or a hosted payment page opens. */
  readonly actionRequired: ActionRequiredEvent;
  /**
   * The session has expired. Handlers are asked one after another, each for 30 s at most; the first answer that is an
   * init response starts a new session, and the attempt continues.
   */
  readonly sessionExpired: undefined;
  /**
   * Apple Pay and PayPal: the shopper changed the delivery address. Prevented: the wallet refuses the address.
   * Subscribe before the button is mounted.
   */
  readonly deliveryAddressChanged: DeliveryAddressChangedEvent;
}

/** Name of an event of a client. */
export type PayrailsEventName = keyof PayrailsEvents;

/** An init response, or nothing to give up. */
type NewSession = InitResponse | null | undefined;

/** Handler for `client.on`. Its answer counts for `sessionExpired` only. */
export type PayrailsEventHandler<N extends PayrailsEventName = PayrailsEventName> = N extends "sessionExpired"
  ? () => NewSession | Promise<NewSession>
  : (event: PayrailsEvents[N]) => unknown;

/** What a callback gets. */
type PayloadOf<F> = F extends (event: infer E) => unknown ? E : never;
/** What a callback of the card form gets. */
type FormPayload<N extends keyof CardFormEvents> = PayloadOf<NonNullable<CardFormEvents[N]>>;

/**
 * Events of elements by name, and which elements have them.
 *
 * @example
 * ```ts
 * const form = client.cardForm();
 * const stop = form.on("change", ({ isValid, cardNetwork }) => console.log(isValid, cardNetwork));
 * form.on("ready", () => form.focus("CARD_NUMBER"));
 * client.paymentButton().on("stateChanged", ({ state }) => console.log(state));
 * stop();
 * ```
 */
export interface ElementEvents {
  /** Card form: a field, the address or the chosen network changed. */
  readonly change: CardFormChange;
  /** Card form: the shopper entered a field. */
  readonly focus: FieldChange;
  /** Card form: the shopper left a field. */
  readonly blur: FieldChange;
  /** Card form: the fields have loaded and accept input. Drop-in: the shopper sees the payment options, too. */
  readonly ready: undefined;
  /** Card form: the card frame did not load. Elements whose code loads on demand: it did not load. */
  readonly error: Error;
  /** Card form, PayPal button and drop-in: the shopper changed the checkbox that stores the instrument. */
  readonly saveInstrumentCheckboxChanged: FormPayload<"onSaveInstrumentCheckboxChanged">;
  /** Card form and drop-in: the shopper chose a network of a co-badged card. */
  readonly preferredSchemeChanged: {
    /** Code of the network that the shopper chose. */
    readonly preferredScheme: string;
    /** All networks of the card. */
    readonly cardSchemes: readonly CardScheme[];
  };
  /** Card form and drop-in: the country or postal code changed. */
  readonly billingAddressChanged: FormPayload<"onBillingAddressChanged">;
  /** Card form and card payment button: the form was validated. */
  readonly validate: ValidationEvent;
  /** Card payment button and redirect button: it became enabled or disabled. */
  readonly stateChanged: {
    /** What the button is now. */
    readonly state: "enabled" | "disabled";
  };
  /** Drop-in: the shopper opened a payment method, reported with its configuration, or a stored instrument. */
  readonly paymentOptionSelected: {
    /** The method of the option. */
    readonly paymentMethod?: PaymentMethodOption;
    /** The stored instrument of the option, if it is one. */
    readonly instrument?: StoredInstrument;
  };
}

/** Name of an event of an element. */
export type ElementEventName = keyof ElementEvents;

/** Handler for `on` of an element. */
export type ElementEventHandler<N extends ElementEventName = ElementEventName> = (event: ElementEvents[N]) => unknown;
