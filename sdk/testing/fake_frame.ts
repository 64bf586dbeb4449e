/** Fakes the card frame: its iframes load nothing, and the test types in the shopper's place. */
import { PROTOCOL_VERSION } from "../wire/frames.ts";
import type { ElementType, FieldFlags, FormSnapshot, FromFrameMessage, ToFrameMessage } from "../wire/frames.ts";

/** What the shopper types. Digits of `number` may be separated. */
export interface FakeCard {
  /** Any number with the right check digit. */
  readonly number?: string;
  /** Month and year, such as `12/30`. */
  readonly expiry?: string;
  /** Three digits, or four of American Express. */
  readonly cvv?: string;
  readonly holderName?: string;
}

const FIELDS: Readonly<Record<keyof FakeCard, readonly ElementType[]>> = {
  number: ["CARD_NUMBER"],
  expiry: ["EXPIRATION_DATE", "EXPIRATION_MONTH", "EXPIRATION_YEAR"],
  cvv: ["CVV"],
  holderName: ["CARDHOLDER_NAME"],
};
const HEIGHT_PX = 200;
const FORM_URL = /\/card\/5\//;

/** The card form's frame without its page: the test types in the shopper's place. */
export class FakeFrame {
  /** Iframes of opened 3-D Secure challenges, newest last. */
  readonly banks: HTMLIFrameElement[] = [];
  #port: MessagePort | undefined;
  #rows: readonly ElementType[] = [];
  #card: FakeCard = {};
  #restore: () => void = () => {};

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

  /** Types into the fields. Fields left out keep what was typed before. */
  type(card: FakeCard): void {
    this.#card = { ...this.#card, ...card };
    for (const name of parseNames(Object.keys(card))) {
      const field = FIELDS[name].find((known) => this.#rows.includes(known));
      if (field !== undefined) this.#send({ type: "event", name: "CHANGE", field, form: this.#form() });
    }
  }

  /** Presses Enter in a field. */
  submit(): void {
    this.#send({ type: "event", name: "SUBMIT", field: "CARD_NUMBER", form: this.#form() });
  }

  #intercept(iframe: HTMLIFrameElement, url: string, bank: string): boolean {
    if (url === bank) {
      this.banks.push(iframe);
      return true;
    }
    if (!FORM_URL.test(url)) return /\/observability\/5\//.test(url);
    const hello = {
      postMessage: (data: unknown, _origin: string, ports: readonly MessagePort[]) => this.#connect(data, ports),
    };
    Object.defineProperty(iframe, "contentWindow", { configurable: true, get: () => hello });
    setTimeout(() => {
      if (iframe.isConnected) iframe.dispatchEvent(new Event("load"));
    });
    return true;
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
        return this.#send({ type: "ready", nonce, heightPx: HEIGHT_PX });
      case "validate": {
        const faults = this.#rows.filter((field) => !this.#isGood(field)).map((field) => [field, "empty"]);
        return this.#send({ type: "validated", id: message.id, faults: Object.fromEntries(faults) });
      }
      case "collect": {
        if (!this.#form().isValid) return this.#send({ type: "collect_failed", id: message.id, reason: "invalid" });
        return this.#send({ type: "collected", id: message.id, encryptedData: "fake.sealed.card" });
      }
      case "clear":
        this.#card = {};
        return;
      default:
    }
  }

  #digits(): string {
    return (this.#card.number ?? "").replace(/\D/g, "");
  }

  #isGood(field: ElementType): boolean {
    const [name] = parseNames(Object.keys(FIELDS)).filter((known) => FIELDS[known].includes(field));
    const typed = name === undefined ? "" : this.#card[name] ?? "";
    return field === "CARD_NUMBER" ? this.#digits().length >= 12 : typed !== "";
  }

  #form(): FormSnapshot {
    const flags = (field: ElementType): FieldFlags => {
      const isGood = this.#isGood(field);
      return { isEmpty: !isGood, isComplete: isGood, isValid: isGood, isFocused: false };
    };
    return {
      isValid: this.#rows.every((field) => this.#isGood(field)),
      brand: this.#digits().startsWith("4") ? "VISA" : "DEFAULT",
      bin: this.#digits().slice(0, 8),
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

function parseNames(names: readonly string[]): readonly (keyof FakeCard)[] {
  return names as readonly (keyof FakeCard)[];
}
