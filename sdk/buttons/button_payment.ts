/** A press of the card payment button: it waits for the code of a payment, runs the payment and shows how it ended. */
import type { ClientContext } from "../client_context.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { Outcome } from "../payment/outcome.ts";
import { loadCode } from "../ui/load_code.ts";
import type { ButtonFact } from "./button_state.ts";
import type { CardAttempt, PayingButton } from "./card_method.ts";
import { loadedPayment, loadPayment, type PaymentCode } from "./load_payment.ts";
import type { Press } from "./pay_card.ts";

interface PressedButton extends PayingButton {
  /** Undefined while it is not mounted. */
  readonly button: () => HTMLElement | undefined;
  readonly isEnabled: () => boolean;
  readonly apply: (fact: ButtonFact) => void;
}

export class ButtonPayment implements CardAttempt {
  #removeNotice: (() => void) | undefined;
  #attempt = 0;
  #last: Press | undefined;
  /** What the payment locked, whichever card is chosen when it ends. */
  #locked: readonly ({ lock(isLocked: boolean): void } | undefined)[] = [];

  constructor(private readonly context: ClientContext, private readonly pressed: PressedButton) {}

  /** Pays, unless the button is disabled or not in the page: Enter in a field presses it as well. */
  async press(): Promise<void> {
    const button = this.pressed.button();
    if (!this.pressed.isEnabled() || button === undefined) return;
    // In a shadow root, the document knows only its host.
    const hadFocus = Reflect.get(button.getRootNode(), "activeElement") === button;
    // Nothing is awaited once the code is there: of two buttons pressed at once, the first one pays.
    const isWaiting = loadedPayment === undefined;
    const code = loadedPayment ?? await this.#awaitCode();
    if (code === undefined || this.context.signal.aborted) return;
    const ended = await code.payCard(this.context, this.pressed, this, this.#last);
    this.#last = ended ?? this.#last;
    // While another attempt of the same execution is under way, this press ends only its own wait for the code.
    if (this.context.signal.aborted || (ended === undefined && !isWaiting)) return;
    this.#stop();
    // A disabled button loses the focus; a keyboard user would continue at the top of the page.
    if (hadFocus && document.activeElement === document.body) this.pressed.button()?.focus();
  }

  /** Removes what the shopper reads about the last attempt. */
  removeNotice(): void {
    this.#removeNotice?.();
  }

  /** The press waits for code that is still loading. Undefined when it does not load, which fails the press. */
  async #awaitCode(): Promise<PaymentCode | undefined> {
    this.started();
    try {
      return await loadPayment();
    } catch (cause) {
      if (this.context.signal.aborted || !(cause instanceof SdkError)) return undefined;
      this.#stop();
      log(cause);
      this.#failed(cause);
      return undefined;
    }
  }

  /** Tells what a payment tells that failed before anything was sent; the code that does so is lost. */
  #failed(error: SdkError): void {
    const data = { code: "UNKNOWN_ERROR", message: error.message } as const;
    this.ended({ type: "failed", error, ...data });
    const executionId = this.context.session.configuration.execution?.id ?? "";
    const paymentMethodCode = this.context.instrument()?.paymentMethod ?? "card";
    this.pressed.events.tell("failed", { executionId, action: "AUTHORIZE", paymentMethodCode, data, error });
  }

  started(): void {
    this.removeNotice();
    this.#attempt++;
    this.pressed.apply({ type: "payment_started" });
    this.lock(true);
  }

  #stop(): void {
    this.lock(false);
    this.pressed.apply({ type: "payment_ended" });
  }

  /** A page that listens shows the end in its own way. Otherwise the shopper would read nothing at all. */
  #notify(outcome: Outcome & { type: "failed" | "pending" }): void {
    const button = this.pressed.button();
    const attempt = this.#attempt;
    loadCode(import("./notice.ts")).then(({ showNotice, isHeard }) => {
      if (isHeard(outcome, this.pressed) || this.pressed.button() !== button || this.#attempt !== attempt) return;
      this.#removeNotice = showNotice(button, outcome, this.context.language);
    }).catch(log);
  }

  lock(isLocked: boolean): void {
    const { context, pressed } = this;
    for (const part of this.#locked) part?.lock(false);
    const form = context.instrument() === undefined ? pressed.form() : context.codeForm();
    this.#locked = isLocked ? [form, context.installments()] : [];
    for (const part of this.#locked) part?.lock(true);
    context.lockList?.(isLocked);
  }

  ended(outcome: Outcome): void {
    if (outcome.type === "failed" || outcome.type === "pending") this.#notify(outcome);
  }
}
