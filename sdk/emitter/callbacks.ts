/** The callbacks of an `events` option as listeners: which callback gets which event, with which arguments. */
import type { CallbackSource } from "./emitter.ts";

type Payload = Readonly<Record<string, unknown>>;
type Arguments = (event: Payload) => readonly unknown[];

const withAction: Arguments = ({ action, ...event }) => [action, event];
const alone: Arguments = ({ action: _, ...event }) => [event];
const flat = ({ data, paymentMethodCode: _, ...rest }: Payload): Payload => ({ ...Object(data), ...rest });
const binOf = ({ bin }: Payload) => ({ bin });

/**
 * Events whose callback has another name or other arguments. Every other event, such as `change`, goes to `onChange`
 * unchanged.
 */
const CALLBACKS: Readonly<Record<string, Readonly<Record<string, Arguments>>>> = {
  buttonClicked: {
    onButtonClicked: (event) => [event.action, binOf(event)],
    onPaymentButtonClicked: (event) => [binOf(event)],
  },
  requestStart: { onRequestStart: ({ action }) => [action], onAuthorizeRequestStart: () => [] },
  success: { onSuccess: withAction, onAuthorizeSuccess: alone },
  pending: { onPending: withAction, onAuthorizePending: alone },
  failed: {
    onFailed: (event) => withAction(flat(event)),
    onAuthorizeFailed: (event) => alone(flat(event)),
  },
  stateChanged: { onStateChanged: ({ state }) => [state] },
  deliveryAddressChanged: {
    onDeliveryAddressChanged: ({ deliveryAddress, paymentMethodCode }) => [
      // PayPal's own data, or the address in an object, as 5.x passes them.
      paymentMethodCode === "applePay" ? { deliveryAddress } : deliveryAddress,
    ],
  },
};

/** Callbacks that 5.x named before it could store an instrument without paying. */
const OLDER = /^on(Authorize|PaymentButtonClicked)/;

/** Reads the option at each event. It gets the events that `hears` names, by default all. */
export function callbacksOf(
  events: () => object | undefined,
  hears: (name: string) => boolean = () => true,
): CallbackSource {
  return (name) => {
    // Pages without types may pass null, or no object at all.
    const given = Object(hears(name) && events());
    const callbacks = CALLBACKS[name] ?? { [callbackOf(name)]: (event: Payload) => [event] };
    return Object.entries(callbacks).flatMap(([label, args]) => {
      const callback: unknown = Reflect.get(given, label);
      if (typeof callback !== "function") return [];
      return [{
        label,
        isCallback: true,
        call: (event) => {
          const payload = asPayload(event ?? {});
          // Callbacks by the older names are about payments, so they are not called for storing.
          if (payload.action === "TOKENIZE" && OLDER.test(label)) return true;
          return Reflect.apply(callback, given, event === undefined ? [] : args(payload));
        },
      }];
    });
  };
}

function asPayload(event: object): Payload {
  return event as Payload;
}

function callbackOf(name: string): string {
  return `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
