/**
 * When a typed number may be judged. Most networks have cards of more than one length, and the check digit of a part of
 * a number would tell a page more than the whole number's does. So a number that can still grow is "incomplete" until
 * the shopper presses Enter, pauses at the network's usual length, or has left the field for a moment; a number filled
 * in at once is whole.
 */
import { BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand } from "../../sdk/card/detect.ts";

/** Longer than a page could keep a shopper from typing on without being noticed. */
const LEFT_MS = 1_000;
/** Longer than a shopper takes from one digit to the next. */
const PAUSE_MS = 500;

export class Settling {
  #isTyping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the digits are to be judged when the timer ends. */
  #isWhole = () => false;
  readonly #waiting = new Set<() => void>();

  /** `settled` is called when the number may be judged though nothing in it changed. */
  constructor(private readonly digits: () => string, private readonly settled: () => void) {}

  /** True while the digits may be part of a longer number. */
  isOpen(): boolean {
    const { length } = this.digits();
    const { minLength, maxLength } = this.#brand();
    return this.#isTyping && length >= minLength && length < maxLength;
  }

  /** True while the verdict is a moment away. */
  isComing(): boolean {
    return this.#timer !== undefined && this.isOpen() && this.#isWhole();
  }

  /** Resolves when no verdict is about to come. */
  async quiet(): Promise<void> {
    while (this.isComing()) await new Promise<void>((go) => this.#waiting.add(go));
  }

  /** An empty input type is a browser's filling in. */
  typed(inputType: string): void {
    this.#isTyping = !/^$|Paste|Drop|Replacement/.test(inputType);
    this.entered();
  }

  entered(): void {
    this.#wait(PAUSE_MS, () => this.#isUsual());
  }

  left(): void {
    this.#wait(this.#isUsual() ? PAUSE_MS : LEFT_MS, () => true);
  }

  done(): void {
    this.#stop();
    const wasOpen = this.isOpen();
    this.#isTyping = false;
    if (wasOpen) this.settled();
  }

  #brand() {
    return BRANDS[detectBrand(this.digits())];
  }

  #isUsual(): boolean {
    return this.digits().length === this.#brand().usualLength;
  }

  #wait(ms: number, isWhole: () => boolean): void {
    this.#stop();
    this.#isWhole = isWhole;
    if (this.#isTyping) this.#timer = setTimeout(() => isWhole() ? this.done() : this.#stop(), ms);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }
}
