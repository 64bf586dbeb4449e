/** The card payment button as merchants hold it: follows the form, runs the pay story, reports once. */
import type { CardForm } from "../card_form/card_form.ts";
import { schemeOf } from "../card_form/looks.ts";
import { SdkError } from "../errors/pay_error.ts";
import type { CardPaymentButtonOptions } from "../options.ts";
import type { PaymentEvents } from "../events.ts";
import { tell } from "../log/tell.ts";
import { newCardItem, sentAddress, storedItem } from "../pay/composition.ts";
import type { Outcome } from "../pay/outcome.ts";
import { type PaymentMethod, runPayment } from "../pay/payment_run.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import type { CompositionItem } from "../wire/payments.ts";
import type { ClientParts } from "../client_parts.ts";
import { type ButtonFact, isEnabled, reduce, startButton } from "./button_state.ts";
import { type ButtonView, createButton } from "./button_view.ts";

export class CardPaymentButton {
  #state;
  #view: ButtonView | undefined;
  #wasEnabled: boolean;
  #unlisten: (() => void) | undefined;
  #form: CardForm | undefined;
  readonly #darkMode = matchMedia("(prefers-color-scheme: dark)");

  constructor(private readonly options: CardPaymentButtonOptions, private readonly parts: ClientParts) {
    this.#state = startButton(options);
    this.#wasEnabled = isEnabled(this.#state);
  }

  mount(target: Target): this {
    const point = findMountPoint(target);
    this.#view?.button.remove();
    this.#view = createButton(this.options, () => void this.#press());
    point.replaceChildren(this.#view.button);
    this.#drawScheme();
    this.#darkMode.addEventListener("change", this.#drawScheme);
    this.followForm();
    this.#draw();
    return this;
  }

  unmount(): void {
    this.#darkMode.removeEventListener("change", this.#drawScheme);
    this.#unlisten?.();
    this.#unlisten = undefined;
    this.#form = undefined;
    this.#view?.button.remove();
    this.#view = undefined;
  }

  update({ translations }: Pick<CardPaymentButtonOptions, "translations">): void {
    if (translations?.label !== undefined) this.#view?.setLabel(translations.label);
  }

  /** @internal A form made after the button is followed as well. */
  followForm(): void {
    const form = this.parts.cardForm();
    if (form === this.#form) return;
    this.#unlisten?.();
    this.#form = form;
    this.#unlisten = form?.listen((event) => {
      if (event === "submitted") return void this.#press();
      this.#apply({ type: "form_changed", isValid: form.isValid });
    });
    if (form !== undefined) this.#apply({ type: "form_changed", isValid: form.isValid });
  }

  /** @internal */
  followInstrument(): void {
    this.#apply({ type: "stored_card_chosen", isChosen: this.parts.instrument() !== undefined });
  }

  #drawScheme = (): void => {
    if (this.#view !== undefined) this.#view.button.dataset.scheme = schemeOf(this.#view.button);
  };

  get #events(): PaymentEvents {
    return this.options.events ?? {};
  }

  #apply(fact: ButtonFact): void {
    this.#state = reduce(this.#state, fact);
    this.#draw();
    const enabled = isEnabled(this.#state);
    if (enabled === this.#wasEnabled) return;
    this.#wasEnabled = enabled;
    tell(() => this.#events.onStateChanged?.(enabled ? "enabled" : "disabled"));
  }

  #draw(): void {
    this.#view?.draw({ isEnabled: isEnabled(this.#state), isBusy: this.#state.isPaying });
  }

  async #press(): Promise<void> {
    if (!isEnabled(this.#state)) return;
    const outcome = await runPayment(this.parts, this.#method());
    // The page is leaving for the bank; a usable button would invite a second payment.
    if (outcome === undefined || outcome.type === "left") return;
    this.#form?.lock(false);
    this.#apply({ type: "payment_ended" });
  }

  #method(): PaymentMethod {
    const instrument = this.parts.instrument();
    const { returnInfo, redirectFor3DS } = this.options;
    return {
      events: this.#events,
      paymentMethodCode: instrument?.paymentMethod ?? "card",
      paymentInstrumentId: instrument?.id,
      returnInfo,
      redirectFor3DS,
      bin: () => instrument?.data?.bin ?? this.#form?.bin ?? "",
      validate: () => this.#validate(),
      compose: () => this.#compose(),
      started: () => {
        this.#apply({ type: "payment_started" });
        this.#form?.lock(true);
      },
      settled: (outcome) => this.#settled(outcome),
    };
  }

  async #validate(): Promise<boolean> {
    if (this.parts.instrument() !== undefined) return true;
    if (this.#form === undefined) throw new SdkError("client:card_form_missing");
    const { isValid, fieldErrors } = await this.#form.validate();
    tell(() => this.#events.onValidate?.({ isValid, fieldErrors }));
    if (!isValid) {
      this.#form.lock(false);
      this.#form.focus();
    }
    return isValid;
  }

  async #compose(): Promise<CompositionItem> {
    const { amount } = this.parts.session.configuration;
    if (amount === undefined) throw new SdkError("client:workflow_execution_not_found");
    const instrument = this.parts.instrument();
    if (instrument !== undefined) return storedItem({ amount, ...instrument });
    if (this.#form === undefined) throw new SdkError("client:card_form_missing");
    const values = await this.#form.collectValues();
    const { cardData, billingInfo, selectedInstallment, storeInstrument, enrollInstrumentToNetworkOffers } = values;
    return newCardItem({
      amount,
      ...cardData,
      storeInstrument,
      enrollInstrumentToNetworkOffers,
      ...(billingInfo === undefined ? {} : { billingAddress: sentAddress(billingInfo) }),
      ...(selectedInstallment === undefined ? {} : { installmentCount: selectedInstallment }),
    });
  }

  #settled(outcome: Outcome): void {
    if (outcome.type !== "success") return;
    this.#form?.clear();
    // The frame's own word comes later; until then the button must not offer to pay again.
    this.#apply({ type: "form_changed", isValid: false });
  }
}
