/** A wallet's button, whose code loads when it is mounted or when the page asks whether the wallet can be used. */
import type { Emitter } from "../emitter/emitter.ts";
import { LazyElement, type LazyParts, type Mountable } from "./lazy_element.ts";

interface WalletParts extends LazyParts {
  readonly isAvailable: () => Promise<boolean>;
}

/** The button of a wallet. Errors while it loads are logged; Google Pay and Apple Pay then show a short text, PayPal nothing. */
export class LazyWallet<T extends Mountable> extends LazyElement<T> {
  readonly #check: () => Promise<boolean>;
  #isAvailable: Promise<boolean> | undefined;

  /** @internal */
  constructor(load: (events: Emitter) => Promise<T>, parent: Emitter, parts: WalletParts) {
    super(load, parent, parts);
    this.#check = parts.isAvailable;
  }

  /**
   * Whether the wallet can be used in this browser and session, mounted or not. The first read loads the wallet's
   * script; later reads give the same promise. Never rejects: every fault means false.
   *
   * @example
   * ```ts
   * const button = client.googlePayButton();
   * if (await button.isAvailable) button.mount("#google-pay");
   * ```
   */
  get isAvailable(): Promise<boolean> {
    return this.#isAvailable ??= this.#check().catch(() => false);
  }
}
