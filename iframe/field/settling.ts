/**
 * When a typed number may be judged. Beside the usual length of its network a number may have others, and the check
 * digit of every part of a number would tell a page more than the whole number's does. So a part is "incomplete" until
 * the shopper presses Enter or has left the field for a moment; a number filled in at once is whole.
 */
import { BRANDS } from "../../sdk/card/brands.ts";
import { detectBrand } from "../../sdk/card/detect.ts";

/** Longer than a page could keep a shopper from typing on without being noticed. */
const LEFT_MS = 1_000;

export class Settling {
  #isTyping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `settled` is called when the number may be judged though nothing in it changed. */
  constructor(private readonly digits: () => string, private readonly settled: () => void) {}

  /** True while the digits may be part of a longer number. */
  isOpen(): boolean {
    const digits = this.digits();
    const { minLength, usualLength, maxLength } = BRANDS[detectBrand(digits)];
    const { length } = digits;
    return this.#isTyping && length >= minLength && length !== usualLength && length < maxLength;
  }

  /** An empty input type is a browser's filling in. */
  typed(inputType: string): void {
    this.entered();
    this.#isTyping = !/^$|Paste|Drop|Replacement/.test(inputType);
  }

  entered(): void {
    clearTimeout(this.#timer);
  }

  left(): void {
    this.entered();
    if (this.isOpen()) this.#timer = setTimeout(() => this.done(), LEFT_MS);
  }

  done(): void {
    this.entered();
    const wasOpen = this.isOpen();
    this.#isTyping = false;
    if (wasOpen) this.settled();
  }
}
