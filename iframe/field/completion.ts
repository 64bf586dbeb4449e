/**
 * Decides when a typed number may be validated. Most networks have cards of several lengths, and the check digit of a
 * partial number would tell a page more than that of the whole number. A number that can still grow is therefore
 * "incomplete" until the shopper presses Enter, pauses at the network's usual length, or has left the field for a
 * moment. A number filled in at once is complete.
 */
import { BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand } from "../../sdk/card/detect.ts";

/** Longer than a page could take the focus away from a typing shopper without being noticed. */
const LEFT_MS = 1_000;
/** Longer than a shopper takes from one digit to the next. */
const PAUSE_MS = 500;

export class Completion {
  #isTyping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the digits are complete when the timer ends. */
  #isWhole = () => false;
  readonly #waiting = new Set<() => void>();

  /** Calls `completed` when the number may be validated although its digits have not changed. */
  constructor(private readonly digits: () => string, private readonly completed: () => void) {}

  /** True while the digits may be part of a longer number. */
  isOpen(): boolean {
    const { length } = this.digits();
    const { minLength, maxLength } = this.#brand();
    return this.#isTyping && length >= minLength && length < maxLength;
  }

  /** True while a timer is about to complete the number. */
  isComing(): boolean {
    return this.#timer !== undefined && this.isOpen() && this.#isWhole();
  }

  /** Resolves when no timer is pending. */
  async quiet(): Promise<void> {
    while (this.isComing()) await new Promise<void>((go) => this.#waiting.add(go));
  }

  /** An empty input type means that the browser filled the field. */
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
    if (wasOpen) this.completed();
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
