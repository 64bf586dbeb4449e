/** The client's elements as React components. Each renders a `div` and mounts its element there. */
import { createElement, type CSSProperties, type ReactElement, useEffect, useRef } from "react";
import type { Mounted, SharedOptions, Shown } from "../components/mounting.ts";
import { Mounting } from "../components/mounting.ts";
import * as table from "../components/table.ts";
import type { ComponentRow } from "../components/table.ts";
import { type ElementHandlers, useHandlers } from "./handlers.ts";
import { useClient } from "./provider.ts";

/** Props that are attributes of the `div` as they are. */
const ATTRIBUTE = /^(data|aria)-/;

/** Attributes of the `div` that the element is mounted into, beside `data-` and `aria-`, and handlers of the element. */
interface PlaceProps {
  /** Id of that element. */
  readonly id?: string;
  /** Class of the element that holds the component. */
  readonly className?: string | string[];
  /** Styles of that element. */
  readonly style?: CSSProperties;
  /** Handlers of the element's events by name, beside the callbacks of `events`. */
  readonly on?: ElementHandlers;
}

/**
 * Creates the component of one element. It reads its options once; `events`, `appearance`, `translations` and `styles`
 * follow every render, as far as the element's `update` takes them.
 */
function componentOf<O extends SharedOptions, E extends Mounted>(name: string, { make }: ComponentRow<O, E>) {
  const mounting = new Mounting(make);
  const Component = ({ id, className, style, on, ...given }: O & PlaceProps): ReactElement => {
    const client = useClient(name);
    const place = useRef<HTMLDivElement>(null);
    const shown = useRef<Shown<E>>(undefined);
    const options = asOptions<O>(pick(given, (prop) => !ATTRIBUTE.test(prop)));
    const newest = useRef(options);
    newest.current = options;
    useEffect(() => {
      if (client === undefined || place.current === null) return;
      const { leave } = shown.current = mounting.show(client, place.current, () => newest.current);
      return () => {
        shown.current = undefined;
        leave();
      };
    }, [client]);
    useHandlers(on, () => shown.current?.element, client);
    // After every render: `update` compares with what the element last received.
    useEffect(() => shown.current?.update());
    const classes = Array.isArray(className) ? className.join(" ") : className;
    const attributes = pick(given, (prop) => ATTRIBUTE.test(prop));
    return createElement("div", { ...attributes, ref: place, id, className: classes, style });
  };
  Component.displayName = name;
  return Component;
}

function pick(given: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isWanted(name)));
}

/** The component's props without those of its `div`. */
function asOptions<O>(given: object): O {
  return given as O;
}

/**
 * The drop-in as a component; props are `DropinOptions`. Callbacks, `appearance` and `translations` follow every
 * render; the others are read once.
 *
 * @example
 * ```tsx
 * <PayrailsProvider init={init}>
 *   <Dropin className="checkout" events={{ onSuccess: () => location.assign("/thanks") }} />
 * </PayrailsProvider>
 * ```
 */
export const Dropin = componentOf("Dropin", table.Dropin);
/**
 * The card form as a component; props are `CardFormOptions`. A client has one card form. Callbacks, `styles`,
 * `appearance` and `translations` follow every render; the others are read once.
 *
 * @example
 * ```tsx
 * <CardForm showCardHolderName on={{ change: ({ isValid }) => console.log(isValid) }} />
 * ```
 */
export const CardForm = componentOf("CardForm", table.CardForm);
/**
 * The list of stored cards as a component; props are `CardListOptions`. A client has one list. Callbacks, `appearance`
 * and `translations` follow every render; the others are read once.
 *
 * @example
 * ```tsx
 * <CardList requireCvv />
 * ```
 */
export const CardList = componentOf("CardList", table.CardList);
/**
 * The card payment button as a component; props are `CardPaymentButtonOptions`. A client has one button. Callbacks,
 * `styles`, `appearance` and `translations` follow every render; the others are read once.
 *
 * @example
 * ```tsx
 * <PaymentButton
 *   events={{ onSuccess: () => location.assign("/thanks"), onFailed: (_action, { message }) => alert(message) }}
 * />
 * ```
 */
export const PaymentButton = componentOf("PaymentButton", table.PaymentButton);
/**
 * The Google Pay button as a component; props are `GooglePayButtonOptions`. Callbacks follow every render; the others
 * are read once.
 *
 * @example
 * ```tsx
 * <GooglePayButton
 *   merchantInfo={{ merchantId: "BCR2DN4T000000", merchantName: "Example Inc." }}
 *   events={{ onSuccess: () => location.assign("/thanks") }}
 * />
 * ```
 */
export const GooglePayButton = componentOf("GooglePayButton", table.GooglePayButton);
/**
 * The Apple Pay button as a component; props are `ApplePayButtonOptions`. Callbacks follow every render; the others are
 * read once.
 *
 * @example
 * ```tsx
 * <ApplePayButton events={{ onSuccess: () => location.assign("/thanks") }} />
 * ```
 */
export const ApplePayButton = componentOf("ApplePayButton", table.ApplePayButton);
/**
 * The PayPal button as a component; props are `PaypalButtonOptions`. Callbacks follow every render; the others are read
 * once.
 *
 * @example
 * ```tsx
 * <PaypalButton styles={{ color: "black" }} events={{ onSuccess: () => location.assign("/thanks") }} />
 * ```
 */
export const PaypalButton = componentOf("PaypalButton", table.PaypalButton);
/**
 * The button of a hosted payment page as a component; props are `GenericRedirectButtonOptions`. Callbacks, `styles`,
 * `appearance` and `translations` follow every render; the others are read once.
 *
 * @example
 * ```tsx
 * <GenericRedirectButton paymentMethod={{ paymentMethodCode: "pix" }} />
 * ```
 */
export const GenericRedirectButton = componentOf("GenericRedirectButton", table.GenericRedirectButton);
