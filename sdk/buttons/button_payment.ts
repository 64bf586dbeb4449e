/** A press of the card payment button: it waits for the code of a payment, runs the payment and shows how it ended. */
import type { CardForm } from "../card_form/card_form.ts";
import type { ClientContext } from "../client_context.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import type { Outcome } from "../payment/outcome.ts";
import { reportOutcome } from "../payment/report_outcome.ts";
import { loadCode } from "../ui/load_code.ts";
import type { ButtonFact } from "./button_state.ts";
import type { CardAttempt, PayingButton } from "./card_method.ts";
import { loadedPayment, loadPayment, type PaymentCode } from "./load_payment.ts";

interface PressedButton extends PayingButton {
  /** Undefined while it is not mounted. */
  readonly button: () => HTMLElement | undefined;
  readonly isEnabled: () => boolean;
  readonly apply: (fact: ButtonFact) => void;
}

export class ButtonPayment implements CardAttempt {
  #notice: HTMLElement | undefined;
  #attempt = 0;
  /** How the last attempt ended. */
  #last: Outcome | undefined;

  constructor(private readonly context: ClientContext, private readonly pressed: PressedButton) {}

  /** Pays, unless the button is disabled. */
  async press(): Promise<void> {
    if (!this.pressed.isEnabled()) return;
    const hadFocus = document.activeElement === this.pressed.button();
    // Nothing is awaited once the code is there: of two buttons pressed at once, the first one pays.
    const isWaiting = loadedPayment === undefined;
    const code = loadedPayment ?? await this.#awaitCode();
    if (code === undefined || this.context.signal.aborted) return;
    const method = code.cardMethod(this.context, this.pressed, this);
    // The challenge that the shopper closed opens again: the provider takes no other payment while this one waits.
    const outcome = await code.runPayment(this.context, method, code.stillOpen(this.context, this.#last));
    if (outcome !== undefined) this.#last = outcome;
    // While another attempt of the same execution is under way, this press ends only its own wait for the code.
    if (this.context.signal.aborted || (outcome === undefined && !isWaiting)) return;
    this.#stop();
    // A disabled button loses the focus; a keyboard user would continue at the top of the page.
    if (hadFocus && document.activeElement === document.body) this.pressed.button()?.focus();
  }

  /** Removes what the shopper reads about the last attempt. */
  removeNotice(): void {
    this.#notice?.remove();
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

  #failed(error: SdkError): void {
    const outcome = { type: "failed", code: "UNKNOWN_ERROR", message: error.message, error } as const;
    this.ended(outcome);
    reportOutcome(this.pressed.events, outcome, {
      executionId: this.context.session.configuration.execution?.id ?? "",
      action: "AUTHORIZE",
      ...this.chosen,
    });
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
    if (button === undefined || this.pressed.events.listeners(outcome.type).length > 0) return;
    const attempt = this.#attempt;
    loadCode(import("./notice.ts")).then(({ createNotice }) => {
      if (this.pressed.button() !== button || this.#attempt !== attempt) return;
      button.after(this.#notice = createNotice(outcome, this.context.language));
    }).catch(log);
  }

  get chosen() {
    const instrument = this.context.instrument();
    return { paymentMethodCode: instrument?.paymentMethod ?? "card", paymentInstrumentId: instrument?.id };
  }

  /** The form to fill in: the card form, or for a stored card the one that asks for its security code. */
  paying(): CardForm | undefined {
    return this.context.instrument() === undefined ? this.pressed.form() : this.context.codeForm();
  }

  lock(isLocked: boolean): void {
    this.paying()?.lock(isLocked);
    this.context.installments()?.lock(isLocked);
  }

  ended(outcome: Outcome): void {
    if (outcome.type === "failed" || outcome.type === "pending") this.#notify(outcome);
    if (outcome.type !== "success") return;
    this.paying()?.clear();
    // The frame reports its state later. Until then the button must not offer to pay again.
    this.pressed.apply({ type: "form_changed", isValid: false });
  }
}
