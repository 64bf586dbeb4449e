/** Fakes the card frame: its iframes load nothing, and the test types in the shopper's place. */
import { loadPayment } from "../buttons/load_payment.ts";
import type { Brand } from "../card/brands.ts";
import { detectBrand, digitsOf } from "../card/detect.ts";
import { readExpiry } from "../card/expiry.ts";
import { type Faults, faultsOf, type Texts } from "../card/faults.ts";
import { binOf } from "../card/redact.ts";
import { PROTOCOL_VERSION } from "../wire/frames.ts";
import type { ElementType, FieldFlags, FormSnapshot, FromFrameMessage, ToFrameMessage } from "../wire/frames.ts";
import type { FakeClock } from "./clock.ts";
import { until } from "./until.ts";

/** What the shopper types. Digits of `number` may be separated. */
export interface FakeCard {
  /** A number with the right check digit; the others show what is wrong with them, as in the real form. */
  readonly number?: string;
  /** Month and year, such as `12/39`. The date must not be past. */
  readonly expiry?: string;
  /** Three digits, or four of American Express. */
  readonly cvv?: string;
  /** The cardholder's name, where the form asks for it. */
  readonly holderName?: string;
  /** ISO 3166-1 alpha-2, where the form asks for the billing address: `US`, `GB` or `AE`. */
  readonly country?: string;
  /** Postal code of the billing address. */
  readonly postalCode?: string;
}

const FIELDS: Readonly<Record<keyof FakeCard, readonly ElementType[]>> = {
  number: ["CARD_NUMBER"],
  expiry: ["EXPIRATION_DATE", "EXPIRATION_MONTH", "EXPIRATION_YEAR"],
  cvv: ["CVV"],
  holderName: ["CARDHOLDER_NAME"],
  // Outside the frame, in the page itself.
  country: [],
  postalCode: [],
};
/** The page gives the frame this height when the form reports that it is ready; no form starts with it. */
const HEIGHT_PX = 199;
const FORM_URL = /\/card\/5\//;
const OUR_URL = /\/(card|observability)\/5\//;
/** Shorter than the time after which test runners give up, so that the test fails with the sentence. */
const READY_DEADLINE_MS = 4000;
const READY_STEP_MS = 100;
const NO_FORM = "No card form is ready. Mount one with client.cardForm().mount(place), or choose the card in the " +
  "drop-in, after openFakeCheckout() and before frame.ready() and pay()";
const NO_FIELDS =
  "The fake checkout has no secure fields of client.collectContainer(). Test them in a browser, against " +
  "a local server";

/** The card form's frame without its page: the test types in the shopper's place. */
export class FakeFrame {
  /** Iframes of opened 3-D Secure challenges, newest last. */
  readonly banks: HTMLIFrameElement[] = [];
  #port: MessagePort | undefined;
  #rows: readonly ElementType[] = [];
  /** Network of a stored card, when only its security code is asked for. */
  #brand: Brand | undefined;
  #card: FakeCard = {};
  #iframe: HTMLIFrameElement | undefined;
  #restore: () => void = () => {};

  /** With a stopped clock, `ready` moves it on. */
  constructor(private readonly clock?: FakeClock) {}

  /** Stops the SDK's iframes from loading until `uninstall`. */
  install(bank: string): void {
    const prototype = HTMLIFrameElement.prototype;
    const original = Object.getOwnPropertyDescriptor(prototype, "src");
    if (original?.set === undefined) throw new TypeError("This environment has no iframes to stand in for");
    const { set } = original;
    const take = (iframe: HTMLIFrameElement, url: string) => this.#intercept(iframe, url, bank);
    Object.defineProperty(prototype, "src", {
      ...original,
      set(this: HTMLIFrameElement, url: string) {
        if (!take(this, url)) Reflect.apply(set, this, [url]);
      },
    });
    this.#restore = () => Object.defineProperty(prototype, "src", original);
  }

  /** Lets iframes load again. */
  uninstall(): void {
    this.#restore();
    this.#port?.close();
  }

  /** Fields of the newest card form, in the order of its rows. */
  get fields(): readonly ElementType[] {
    return this.#rows;
  }

  /** True while a card form is in the page and accepts input. */
  get isReady(): boolean {
    return this.#iframe?.isConnected === true && this.#iframe.style.height === `${HEIGHT_PX}px`;
  }

  /**
   * Resolves when a card form accepts input. Moves a stopped clock on until then.
   *
   * @throws a `TypeError` when the page shows no card form for 4 seconds
   */
  async ready(): Promise<void> {
    const options = { clock: this.clock, stepMs: READY_STEP_MS, deadlineMs: READY_DEADLINE_MS, advice: NO_FORM };
    await until(() => this.isReady, options);
    await loadPayment();
  }

  /** Enters the form and types into its fields. Fields left out keep what was typed before. */
  type(card: FakeCard): void {
    const fields = asNames(Object.keys(card)).flatMap((name) =>
      FIELDS[name].filter((known) => this.#rows.includes(known))
    );
    const [first] = fields;
    if (first !== undefined) this.#send({ type: "event", name: "FOCUS", field: first, form: this.#form(first) });
    this.#card = { ...this.#card, ...card };
    for (const field of fields) this.#send({ type: "event", name: "CHANGE", field, form: this.#form() });
  }

  /** Presses Enter in a field. */
  submit(): void {
    this.#send({ type: "event", name: "SUBMIT", field: "CARD_NUMBER", form: this.#form() });
  }

  #intercept(iframe: HTMLIFrameElement, url: string, bank: string): boolean {
    if (url !== bank && !OUR_URL.test(url)) return false;
    // An iframe without any document is an error in happy-dom.
    iframe.srcdoc = "";
    if (url === bank) this.banks.push(iframe);
    if (FORM_URL.test(url)) this.#begin(iframe);
    return true;
  }

  #begin(iframe: HTMLIFrameElement): void {
    this.#iframe = iframe;
    const hello = {
      postMessage: (data: unknown, _origin: string, ports: readonly MessagePort[]) => this.#connect(data, ports),
    };
    Object.defineProperty(iframe, "contentWindow", { configurable: true, get: () => hello });
    const load = new Event("load");
    // The empty document also loads, at a time that differs between environments.
    iframe.addEventListener("load", (event) => event === load || event.stopImmediatePropagation());
    setTimeout(() => {
      if (iframe.isConnected) iframe.dispatchEvent(load);
    });
  }

  #connect(data: unknown, [port]: readonly MessagePort[]): void {
    const { version, nonce } = parseHello(data);
    if (version !== PROTOCOL_VERSION || port === undefined) return;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<ToFrameMessage>) => this.#receive(data, nonce);
  }

  #receive(message: ToFrameMessage, nonce: string): void {
    switch (message.type) {
      case "configure":
        this.#rows = message.setup.rows.flat();
        this.#brand = this.#rows.includes("CARD_NUMBER") ? undefined : message.setup.brand;
        this.#send({ type: "ready", nonce });
        return this.#send({ type: "height", heightPx: HEIGHT_PX });
      case "group":
        return reportError(new TypeError(NO_FIELDS));
      case "validate":
        return this.#send({ type: "validated", id: message.id, faults: this.#faults() });
      case "collect": {
        if (!this.#form().isValid) return this.#send({ type: "collect_failed", id: message.id, reason: "invalid" });
        return this.#send({ type: "collected", id: message.id, encryptedData: "fake.sealed.card" });
      }
      case "clear":
        this.#card = {};
        return this.#send({ type: "event", name: "CHANGE", field: "CARD_NUMBER", form: this.#form() });
      default:
    }
  }

  /** What is typed in each field of the form. */
  #texts(): Texts {
    const { number = "", expiry = "", cvv = "", holderName = "" } = this.#card;
    const [first = "", second = ""] = expiry.split(/\D+/);
    const { month, year } = readExpiry(expiry) ?? { month: first, year: second };
    const typed: Readonly<Record<ElementType, string>> = {
      CARD_NUMBER: number,
      EXPIRATION_DATE: expiry,
      EXPIRATION_MONTH: month,
      EXPIRATION_YEAR: year,
      CVV: cvv,
      CARDHOLDER_NAME: holderName,
    };
    return Object.fromEntries(this.#rows.map((field) => [field, typed[field]]));
  }

  /** By the rules of the real form. A stopped clock replaces `Date.now` alone. */
  #faults(): Faults {
    return faultsOf(this.#texts(), new Date(Date.now()), this.#brand);
  }

  #form(focused?: ElementType): FormSnapshot {
    const [texts, faults] = [this.#texts(), this.#faults()];
    const flags = (field: ElementType): FieldFlags => {
      const isValid = faults[field] === undefined;
      return { isEmpty: !texts[field], isComplete: isValid, isValid, isFocused: field === focused };
    };
    const digits = digitsOf(texts.CARD_NUMBER ?? "");
    const brand = this.#brand ?? detectBrand(digits);
    return {
      isValid: Object.keys(faults).length === 0,
      brand,
      bin: binOf(digits, brand),
      fields: Object.fromEntries(this.#rows.map((field) => [field, flags(field)])),
    };
  }

  #send(message: FromFrameMessage): void {
    this.#port?.postMessage(message);
  }
}

function parseHello(data: unknown): { readonly version?: unknown; readonly nonce: string } {
  return Object(data);
}

function asNames(names: readonly string[]): readonly (keyof FakeCard)[] {
  return names as readonly (keyof FakeCard)[];
}
