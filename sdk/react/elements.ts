/** The client's elements as React components. Each renders a `div` and mounts its element there. */
import { createElement, type CSSProperties, type ReactElement, useEffect, useRef } from "react";
import type {
  Appearance,
  ApplePayButtonOptions,
  CardFormOptions,
  CardListOptions,
  CardPaymentButtonOptions,
  DropinOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  PaypalButtonOptions,
  Payrails,
} from "../mod.ts";
import { type ElementHandlers, useHandlers } from "./handlers.ts";
import { latestCallbacks, MountedComponents } from "./latest_callbacks.ts";
import { useClient } from "./provider.ts";

/** Attributes of the `div` that the element is mounted into, and handlers of the element. */
interface PlaceProps {
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Handlers of the element's events by name, beside the callbacks of `events`. */
  readonly on?: ElementHandlers;
}

interface Element {
  mount(place: HTMLElement): unknown;
  unmount(): void;
  update?(changes: { readonly appearance?: Appearance }): unknown;
}

interface Options {
  readonly events?: object;
  readonly appearance?: Appearance;
}

interface Holder<O> {
  readonly options: { readonly current: O };
}

/**
 * Creates the component of one element. It reads its options once, when the element is created; `events` and
 * `appearance` follow every render. A client has one card form, one button and one card list: these call the component
 * that shows them now. When a payment outlives its component, its callbacks go to another component of the same kind,
 * if there is one.
 */
function elementOf<O extends Options>(name: string, make: (client: Payrails, options: O) => Element) {
  const known = new WeakMap<Element, MountedComponents<Holder<O>>>();
  const kinds = new WeakMap<Payrails, MountedComponents<Holder<O>>>();
  const drawn = new WeakMap<Element, string | undefined>();
  const draw = (element: Element, { appearance }: O): void => {
    const theme = JSON.stringify(appearance);
    if (drawn.get(element) !== theme && appearance !== undefined) element.update?.({ appearance });
    drawn.set(element, theme);
  };
  const Component = ({ id, className, style, on, ...given }: O & PlaceProps): ReactElement => {
    const client = useClient(name);
    const place = useRef<HTMLDivElement>(null);
    const element = useRef<Element>(undefined);
    const newest = useRef(parseOptions<O>(given));
    newest.current = parseOptions<O>(given);
    useEffect(() => {
      if (client === undefined || place.current === null) return;
      const holder = { options: newest };
      const kind = kinds.get(client) ?? new MountedComponents<Holder<O>>(holder);
      kinds.set(client, kind);
      const first = new MountedComponents(holder, kind);
      const events = latestCallbacks(() => first.newest.options.current.events, () => first.areGone);
      const made = make(client, { ...newest.current, events });
      if (!known.has(made)) drawn.set(made, JSON.stringify(newest.current.appearance));
      const holders = known.get(made) ?? first;
      known.set(made, holders);
      holders.enter(holder);
      made.mount(place.current);
      draw(made, newest.current);
      element.current = made;
      return () => {
        element.current = undefined;
        if (holders.leave(holder)) made.unmount();
      };
    }, [client]);
    useHandlers(on, () => element.current, client);
    const theme = JSON.stringify(newest.current.appearance);
    useEffect(() => {
      if (element.current !== undefined) draw(element.current, newest.current);
    }, [theme]);
    return createElement("div", { ref: place, id, className, style });
  };
  Component.displayName = name;
  return Component;
}

/** The component's props without those of its `div`. */
function parseOptions<O>(given: object): O {
  return given as O;
}

/**
 * The drop-in as a component; props are `DropinOptions`.
 *
 * @example
 * ```tsx
 * <PayrailsProvider init={init}>
 *   <Dropin className="checkout" events={{ onSuccess: () => location.assign("/thanks") }} />
 * </PayrailsProvider>
 * ```
 */
export const Dropin = elementOf<DropinOptions>("Dropin", (client, options) => client.dropin(options));
/**
 * The card form as a component; props are `CardFormOptions`. A client has one card form.
 *
 * @example
 * ```tsx
 * <CardForm showCardHolderName on={{ change: ({ isValid }) => console.log(isValid) }} />
 * ```
 */
export const CardForm = elementOf<CardFormOptions>("CardForm", (client, options) => client.cardForm(options));
/**
 * The list of stored cards as a component; props are `CardListOptions`. A client has one list.
 *
 * @example
 * ```tsx
 * <CardList requireCvv />
 * ```
 */
export const CardList = elementOf<CardListOptions>("CardList", (client, options) => client.cardList(options));
/**
 * The card payment button as a component; props are `CardPaymentButtonOptions`. A client has one button.
 *
 * @example
 * ```tsx
 * <PaymentButton
 *   events={{ onSuccess: () => location.assign("/thanks"), onFailed: (_action, { message }) => alert(message) }}
 * />
 * ```
 */
export const PaymentButton = elementOf<CardPaymentButtonOptions>(
  "PaymentButton",
  (client, options) => client.paymentButton(options),
);
/**
 * The Google Pay button as a component; props are `GooglePayButtonOptions`.
 *
 * @example
 * ```tsx
 * <GooglePayButton
 *   merchantInfo={{ merchantName: "Example Inc." }}
 *   events={{ onSuccess: () => location.assign("/thanks") }}
 * />
 * ```
 */
export const GooglePayButton = elementOf<GooglePayButtonOptions>(
  "GooglePayButton",
  (client, options) => client.googlePayButton(options),
);
/**
 * The Apple Pay button as a component; props are `ApplePayButtonOptions`.
 *
 * @example
 * ```tsx
 * <ApplePayButton events={{ onSuccess: () => location.assign("/thanks") }} />
 * ```
 */
export const ApplePayButton = elementOf<ApplePayButtonOptions>(
  "ApplePayButton",
  (client, options) => client.applePayButton(options),
);
/**
 * The PayPal button as a component; props are `PaypalButtonOptions`.
 *
 * @example
 * ```tsx
 * <PaypalButton styles={{ color: "black" }} events={{ onSuccess: () => location.assign("/thanks") }} />
 * ```
 */
export const PaypalButton = elementOf<PaypalButtonOptions>(
  "PaypalButton",
  (client, options) => client.paypalButton(options),
);
/**
 * The button of a hosted payment page as a component; props are `GenericRedirectButtonOptions`.
 *
 * @example
 * ```tsx
 * <GenericRedirectButton paymentMethod={{ paymentMethodCode: "pix" }} />
 * ```
 */
export const GenericRedirectButton = elementOf<GenericRedirectButtonOptions>(
  "GenericRedirectButton",
  (client, options) => client.genericRedirectButton(options),
);
