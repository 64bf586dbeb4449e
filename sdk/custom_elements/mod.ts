/**
 * The checkout as custom elements, for Vue, Svelte, Angular and plain HTML.
 *
 * ```html
 * <payrails-provider>
 *   <payrails-card-form showCardHolderName></payrails-card-form>
 *   <payrails-payment-button></payrails-payment-button>
 * </payrails-provider>
 * ```
 */
import { type Mounted, Mounting, type SharedOptions } from "../components/mounting.ts";
import * as table from "../components/table.ts";
import type { ComponentRow } from "../components/table.ts";
import type {
  ApplePayButtonOptions,
  CardForm,
  CardFormOptions,
  CardListOptions,
  CardPaymentButton,
  CardPaymentButtonOptions,
  DropinOptions,
  GenericRedirectButtonOptions,
  GooglePayButtonOptions,
  InitResponse,
  PaypalButtonOptions,
  Payrails,
  PayrailsClientOptions,
} from "../mod.ts";
import { createElementClass } from "./element_class.ts";
import { createProviderClass } from "./provider_element.ts";

/**
 * An element of the client as a custom element. Each option is a property; an option that is a boolean or a text is an
 * attribute of the same name as well.
 *
 * Each callback is an event: `onButtonClicked` is `payrails-button-clicked`, with the payload in `detail`. To stop a
 * payment, call `preventDefault()` in `payrails-button-clicked` or `payrails-request-start`.
 */
export type PayrailsElement<O, E> = HTMLElement & { -readonly [K in keyof O]: O[K] | undefined } & {
  /** Default: the client of the `payrails-provider` around the element. */
  client: Payrails | undefined;
  /** The SDK's element with its methods; undefined while nothing is mounted. */
  readonly element: E | undefined;
};

/** The element that makes the client for all elements inside. */
export interface PayrailsProviderElement extends HTMLElement {
  /** The init response of the merchant's back end. As an attribute: its JSON. Different `data` replaces the client. */
  init: InitResponse | undefined;
  /** Options of `Payrails.init`, read when the client is created; its `events` follow. */
  options: PayrailsClientOptions | undefined;
  /** Default: `options.locale`. */
  locale: PayrailsClientOptions["locale"];
  /** Default: `options.environment`. */
  environment: PayrailsClientOptions["environment"];
  /** Undefined before the init response is there. */
  readonly client: Payrails | undefined;
}

/** All tags with their elements. */
export interface PayrailsElements {
  /** Makes the client for the elements inside. */
  "payrails-provider": PayrailsProviderElement;
  /** The drop-in. */
  "payrails-dropin": PayrailsElement<DropinOptions, ReturnType<Payrails["dropin"]>>;
  /** The card form. A client has one. */
  "payrails-card-form": PayrailsElement<CardFormOptions, CardForm>;
  /** The list of stored cards. A client has one. */
  "payrails-card-list": PayrailsElement<CardListOptions, ReturnType<Payrails["cardList"]>>;
  /** The button that pays with the card form or the chosen stored card. A client has one. */
  "payrails-payment-button": PayrailsElement<CardPaymentButtonOptions, CardPaymentButton>;
  /** The Google Pay button. */
  "payrails-google-pay-button": PayrailsElement<GooglePayButtonOptions, ReturnType<Payrails["googlePayButton"]>>;
  /** The Apple Pay button. */
  "payrails-apple-pay-button": PayrailsElement<ApplePayButtonOptions, ReturnType<Payrails["applePayButton"]>>;
  /** The PayPal button. */
  "payrails-paypal-button": PayrailsElement<PaypalButtonOptions, ReturnType<Payrails["paypalButton"]>>;
  /** The button of a hosted payment page. */
  "payrails-generic-redirect-button": PayrailsElement<
    GenericRedirectButtonOptions,
    ReturnType<Payrails["genericRedirectButton"]>
  >;
}

interface Definition {
  readonly tag: string;
  readonly create: () => CustomElementConstructor;
}

const DEFINITIONS: readonly Definition[] = [
  // First, so that elements that are in the page already find their provider.
  { tag: "payrails-provider", create: createProviderClass },
  definitionOf(table.Dropin),
  definitionOf(table.CardForm),
  definitionOf(table.CardList),
  definitionOf(table.PaymentButton),
  definitionOf(table.GooglePayButton),
  definitionOf(table.ApplePayButton),
  definitionOf(table.PaypalButton),
  definitionOf(table.GenericRedirectButton),
];

function definitionOf<O extends SharedOptions, E extends Mounted>(row: ComponentRow<O, E>): Definition {
  const mounting = new Mounting(row.make);
  return { tag: row.tag, create: () => createElementClass(row, mounting) };
}

/**
 * Defines the custom elements; those in the page begin to work. Does nothing on a server, and for a tag that is defined
 * already.
 *
 * @param registry - default: the page's own
 *
 * @example
 * ```ts
 * defineElements();
 * const provider = document.createElement("payrails-provider");
 * provider.init = await (await fetch("/my-server/init", { method: "POST" })).json();
 * provider.append(document.createElement("payrails-dropin"));
 * provider.addEventListener("payrails-success", () => location.assign("/thanks"));
 * document.querySelector("#checkout")?.append(provider);
 * ```
 */
export function defineElements(registry: CustomElementRegistry | undefined = globalThis.customElements): void {
  for (const { tag, create } of DEFINITIONS) {
    if (registry !== undefined && registry.get(tag) === undefined) registry.define(tag, create());
  }
}

declare global {
  interface HTMLElementTagNameMap extends PayrailsElements {}
}
