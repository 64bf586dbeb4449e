/** The card payment button as merchants hold it: follows the form, runs the pay story, reports once. */
import type { CardForm } from "../card_form/card_form.ts";
import { schemeOf } from "../card_form/looks.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { CardPaymentButtonOptions } from "../options.ts";
import type { PaymentEvents } from "../events.ts";
import { log } from "../log/log.ts";
import { tell } from "../log/tell.ts";
import { clientContext } from "../pay/client_context.ts";
import { authorizeBody, defaultReturnInfo, newCardItem, riskSessionId, storedItem } from "../pay/composition.ts";
import { Executor } from "../pay/executor.ts";
import { beginAttempt, endAttempt } from "../pay/one_attempt.ts";
import type { Outcome } from "../pay/outcome.ts";
import { type Challenge, pay, type PayPorts } from "../pay/pay.ts";
import { isLoopback } from "../session/links.ts";
import { openChallenge } from "../three_ds/challenge.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import type { CompositionItem } from "../wire/payments.ts";
import type { ClientParts } from "../client_parts.ts";
import { type ButtonFact, isEnabled, reduce, startButton } from "./button_state.ts";
import { type ButtonView, createButton } from "./button_view.ts";
import { askGate } from "./merchant.ts";
import { reportOutcome } from "./report.ts";

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
    const executionId = this.parts.session.configuration.execution?.id ?? "";
    if (!isEnabled(this.#state) || !beginAttempt(executionId)) return;
    this.#apply({ type: "payment_started" });
    this.#form?.lock(true);
    try {
      const outcome = await pay(this.#ports());
      // The page is leaving for the bank; a usable button would invite a second payment.
      if (outcome.type === "left") return;
    } finally {
      endAttempt(executionId);
    }
    this.#form?.lock(false);
    this.#apply({ type: "payment_ended" });
  }

  #ports(): PayPorts {
    const executor = this.#executor();
    let accepted: string | undefined;
    return {
      validate: () => this.#validate(),
      askMerchant: (gate) => {
        const bin = { bin: this.parts.instrument()?.data.bin ?? this.#form?.bin ?? "" };
        return askGate(this.#events, gate, { bin, log });
      },
      compose: () => this.#compose(),
      authorize: (item) => executor.authorize(this.#body(item)),
      renewSession: () => this.#renewSession(),
      settle: (sent, options) => executor.settle(accepted = sent.executionUrl, options),
      isChallengeLink,
      openChallenge: (link) => this.#openChallenge(link, { executor, executionUrl: accepted }),
      report: (outcome) => this.#report(outcome),
    };
  }

  #executor(): Executor {
    const { session, send, rules, signal } = this.parts;
    return new Executor({ session, send, rules, signal, log, renewSession: () => this.#renewSession() });
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
    const { cardData, storeInstrument, enrollInstrumentToNetworkOffers } = await this.#form.collectValues();
    return newCardItem({ amount, ...cardData, storeInstrument, enrollInstrumentToNetworkOffers });
  }

  #body(item: CompositionItem) {
    const { session, initOptions } = this.parts;
    return authorizeBody({
      item,
      returnInfo: {
        ...defaultReturnInfo(session.configuration.authorizeUrl ?? ""),
        ...initOptions.returnInfo,
        ...this.options.returnInfo,
      },
      riskSessionId: riskSessionId(item.paymentMethodCode, globalRiskIds()),
      clientContext: initOptions.telemetry?.collectMetadata === false ? undefined : clientContext(),
    });
  }

  #renewSession(): Promise<boolean> {
    tell(() => this.#events.onPaymentSessionExpired?.());
    return this.parts.session.renew();
  }

  #openChallenge(link: string, from: { executor: Executor; executionUrl: string | undefined }): Challenge | undefined {
    tell(() => this.#events.onThreeDSecureChallenge?.());
    if (this.options.redirectFor3DS ?? this.parts.initOptions.redirectFor3DS ?? false) {
      location.assign(link);
      return undefined;
    }
    const time = this.parts.session.lastActionUpdateTime ?? "";
    const challenge = openChallenge({
      link,
      watch: (signal) => from.executor.watch(from.executionUrl, { time, signal }),
    });
    this.parts.signal.addEventListener("abort", challenge.close, { once: true });
    return challenge;
  }

  #report(outcome: Outcome): void {
    if (this.parts.signal.aborted) return;
    if (outcome.type === "success") {
      this.#form?.clear();
      // The frame's own word comes later; until then the button must not offer to pay again.
      this.#apply({ type: "form_changed", isValid: false });
    }
    const { execution } = this.parts.session.configuration;
    const instrument = this.parts.instrument();
    reportOutcome(this.#events, outcome, {
      executionId: execution?.id ?? "",
      paymentMethodCode: instrument?.paymentMethod ?? "card",
      paymentInstrumentId: instrument?.id,
    });
  }
}

/** Banks are on any host, but only over https; on loopback also without. */
function isChallengeLink(link: string): boolean {
  try {
    const url = new URL(link);
    if (url.protocol === "https:") return true;
    return url.protocol === "http:" && isLoopback(url.hostname) && isLoopback(location.hostname);
  } catch {
    return false;
  }
}

/** `window.PayrailsData.riskIds`, set by a merchant's risk script (DECISIONS). */
function globalRiskIds(): unknown {
  const data: unknown = Reflect.get(globalThis, "PayrailsData");
  return typeof data === "object" && data !== null ? Reflect.get(data, "riskIds") : undefined;
}
