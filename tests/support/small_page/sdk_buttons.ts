/** The SDK's pay buttons in a small page. Loaded without types, which refer to a browser that these tests lack. */
import { assert } from "@std/assert";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import type { StoredInstrument } from "../../../sdk/wire/instruments.ts";
import { parseInit, sealCard } from "../payments/pay_by_card.ts";
import { SmallElement, type SmallPage } from "./small_page.ts";

export interface MountOptions {
  /** With addresses that a page on loopback may use. */
  readonly init: InitResponse;
  readonly origin: string;
  /** A method's code, `stored card`, or a code with ` in a tab`. */
  readonly method: string;
  readonly card?: string | undefined;
  readonly isEnrolling?: boolean | undefined;
  /** Additional client options. */
  readonly options?: object;
  readonly events: object;
  readonly signal: AbortSignal;
  readonly log: (code: string) => void;
  readonly renewal?: (() => Promise<InitResponse | undefined>) | undefined;
  /** Interval between checks for a button that appears late. */
  readonly pauseMs: number;
}

/** The methods of an SDK button that tests call. */
interface Button {
  mount(place: SmallElement): unknown;
  unmount(): void;
  followInstrument(): void;
}

type ButtonClass = new (options: object, parts: object) => Button;

interface Modules {
  readonly send: unknown;
  readonly Language: new (locale: string | undefined) => unknown;
  readonly Session: new (init: InitResponse, settings: object) => object;
  readonly CardPaymentButton: ButtonClass;
  readonly GooglePayButton: ButtonClass;
  readonly ApplePayButton: ButtonClass;
  readonly PaypalButton: ButtonClass;
  readonly GenericRedirectButton: ButtonClass;
}

/** The SDK's modules by file name, with all their exports. */
export async function loadParts<T>(files: readonly string[]): Promise<T> {
  const modules = await Promise.all(
    files.map((name) => import(new URL(`../../../sdk/${name}.ts`, import.meta.url).href)),
  );
  return Object.assign({}, ...modules);
}

const FILES = [
  "api/http",
  "locales/language",
  "session/session",
  "buttons/card_button",
  "methods/google_pay",
  "methods/apple_pay",
  "methods/paypal/paypal_button",
  "methods/redirect_button",
];

export interface MountedButton {
  readonly press: () => void;
  /** Unmounts the button, as a page does that renders again. PayPal only. */
  readonly unmount: () => void;
}

/** Mounts the method's button in the page. */
export async function mountButton({ body, find }: SmallPage, mounting: MountOptions): Promise<MountedButton> {
  const { method, events, pauseMs } = mounting;
  const sdk = await loadParts<Modules>(FILES);
  const { parts, form } = partsOf(sdk, mounting);
  const place = new SmallElement("div", () => {});
  body.append(place);
  const pressFirst = (tag: string, button?: Button): MountedButton => ({
    press: () => void find(({ tagName }) => tagName === tag)?.fire("click"),
    unmount: () => button?.unmount(),
  });
  switch (method) {
    case "card":
    case "stored card": {
      const cardForm = () => method === "card" ? form : undefined;
      const button = new sdk.CardPaymentButton({ disabledByDefault: false, events }, { ...parts, cardForm });
      button.mount(place);
      button.followInstrument();
      return pressFirst("button");
    }
    case "googlePay":
      await new sdk.GooglePayButton({ events }, parts).mount(place);
      return pressFirst("google-button");
    case "applePay":
      await new sdk.ApplePayButton({ events }, parts).mount(place);
      return pressFirst("apple-pay-button");
    case "payPal": {
      const button = new sdk.PaypalButton({ events }, parts);
      button.mount(place);
      while (find(({ tagName }) => tagName === "paypal-button") === undefined) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return pressFirst("paypal-button", button);
    }
    default: {
      const [paymentMethodCode = "", tab] = method.split(" in a ");
      const options = { paymentMethod: { paymentMethodCode }, openInNewTab: tab === "tab", events };
      new sdk.GenericRedirectButton(options, parts).mount(place);
      return pressFirst("button");
    }
  }
}

function partsOf({ Session, Language, send }: Modules, mounting: MountOptions) {
  const { init, origin, method, signal, log, renewal } = mounting;
  const rules = { pageOrigin: origin, hosts: [] };
  const events = renewal === undefined ? {} : { onSessionExpired: renewal };
  const session = new Session(init, {
    options: { events },
    rules,
    log: ({ code }: { readonly code: string }) => log(code),
  });
  const stored = method === "stored card" ? storedIn(init) : undefined;
  const scripts = { googlePay: `${origin}/google.js`, applePay: `${origin}/apple.js`, payPal: `${origin}/paypal.js` };
  const none = () => undefined;
  const parts = {
    session,
    send,
    lookUpBin: () => Promise.resolve(undefined),
    rules,
    initOptions: { environment: "TEST", scripts, telemetry: { collectMetadata: false }, ...mounting.options },
    language: new Language(undefined),
    signal,
    cardForm: none,
    showForm: none,
    instrument: () => stored,
    codeForm: none,
    installments: none,
    ready: none,
  };
  return { parts, form: formOf(mounting) };
}

function storedIn(init: InitResponse): StoredInstrument {
  const { initialResults } = parseInit(init).execution;
  const options = initialResults.flatMap(({ body }) => body.data?.paymentCompositionOptions ?? []);
  const [stored] = options.flatMap(({ paymentInstruments }) => paymentInstruments);
  assert(stored !== undefined, "a card is stored");
  return stored;
}

/** A filled-in form: the card is sealed again for each attempt. */
function formOf({ init, card = "4242424242424242", isEnrolling = false }: MountOptions) {
  const { encryptionPublicKey: publicKey, providerConfigId } = parseInit(init).vaultConfiguration;
  return {
    isValid: true,
    bin: card.slice(0, 8),
    installments: undefined,
    on: () => () => {},
    listen: () => () => {},
    lock() {},
    clear() {},
    focus() {},
    validate: () => Promise.resolve({ isValid: true, fieldErrors: {} }),
    collectFor: async () => ({
      cardData: {
        encryptedData: await sealCard({ publicKey }, { cardNumber: card }),
        vaultProviderConfigId: providerConfigId,
      },
      storeInstrument: false,
      enrollInstrumentToNetworkOffers: isEnrolling,
    }),
  };
}
