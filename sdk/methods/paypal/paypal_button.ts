/**
 * PayPal: authorize creates the order, the shopper approves it at PayPal, and confirm completes it. Saving creates a
 * billing agreement.
 */
import type { ClientContext } from "../../client_context.ts";
import { omitUndefined } from "../../core/omit_undefined.ts";
import { paymentError } from "../../errors/payment_error.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import { log } from "../../log/log.ts";
import { emitterOf } from "../../element_context.ts";
import { callbacksOf } from "../../emitter/callbacks.ts";
import type { PaypalButtonOptions } from "../options.ts";
import { CANCELLED_TEXT } from "../../payment/cancelled.ts";
import { riskSessionId } from "../../payment/execution/composition.ts";
import { confirmLinkOf, interpretAfterVisit, type Outcome, unconfirmed } from "../../payment/outcome.ts";
import { attemptOf, globalRiskIds, type PendingExecution, runPayment } from "../../payment/payment_run.ts";
import { isTrustedLink } from "../../session/links.ts";
import { element } from "../../ui/element.ts";
import type { PaymentMethodOption } from "../../wire/config.ts";
import type { Amount, CompositionItem } from "../../wire/payments.ts";
import {
  amountOf,
  createStoreChoice,
  type Deferred,
  deferred,
  giveUpVisit,
  keptChoice,
  optionOf,
  refusesAddress,
  type StoreChoice,
} from "../wallet.ts";
import { apiFor, CODE, localeOf, type PaypalButtons } from "./paypal_script.ts";

export { isPaypalAvailable } from "./paypal_script.ts";

/** S-CONST-11. */
export const PAYPAL_RENDER_DEBOUNCE_MS = 300;

interface Approval {
  readonly billingToken?: string | null;
  readonly orderID?: string | null;
}

/** One visit to PayPal: the requested order, and what the shopper did there. */
interface Visit {
  readonly order: Deferred<string>;
  readonly approval: Deferred<Approval>;
}

/** PayPal's own button, with a checkbox that stores the account where the session supports it. */
export class PaypalButton {
  #host: HTMLElement | undefined;
  #buttons: PaypalButtons | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  /** Whether the button that is there stores the account. */
  #doesSave = false;
  /** Of the button that is there. */
  #currency: string | undefined;
  #visit: Visit | undefined;
  #choice: StoreChoice | undefined;
  /** The language, the currency or the shopper's choice changed while the shopper was at PayPal. */
  #isStale = false;
  #unlisten: (() => void) | undefined;
  #redraw: (() => void) | undefined;
  /** The first button, which `mount` waits for; undefined once it is there or lost. */
  #first: Deferred<undefined> | undefined;
  readonly #events;

  /** @internal */
  constructor(private options: PaypalButtonOptions, private readonly context: ClientContext) {
    this.#events = emitterOf(context, callbacksOf(() => options.events));
  }

  /** Shows the button once PayPal's script has loaded; rejects, and leaves the place empty, when it does not. */
  mount(point: Element): Promise<unknown> {
    const option = optionOf(CODE, this.context, "client:paypal.config_missing");
    const wrapper = element("div", "payrails-wallet");
    wrapper.id = "payrails-paypal-button-wrapper";
    const host = element("div");
    host.id = "payrails-paypal-button";
    // The checkbox below does not move when PayPal's button appears.
    host.style.minHeight = `${styleOf(this.options.styles).height}px`;
    wrapper.append(host);
    const draw = this.#redraw = () => this.#drawChoice(wrapper, option);
    draw();
    this.#host = host;
    point.replaceChildren(wrapper);
    const first = this.#first = deferred<undefined>();
    this.#renderSoon();
    this.#unlisten?.();
    const { language, session } = this.context;
    const ends = [
      language.listen(() => {
        draw();
        this.#renderSoon();
      }),
      // PayPal's script is that of one currency. A button that takes no press waits for another one, or has lost it.
      session.listenAmount(() => {
        if (!this.#isOfCurrency() || this.#host?.inert === true) this.#renderSoon();
      }),
    ];
    this.#unlisten = () => ends.forEach((end) => end());
    return first.promise;
  }

  /** @internal Shows other texts of the drop-in; the shopper's choice stays. */
  retext(translations: NonNullable<PaypalButtonOptions["translations"]>): void {
    this.options = { ...this.options, translations };
    this.#redraw?.();
  }

  #drawChoice(wrapper: HTMLElement, option: PaymentMethodOption): void {
    const kept = keptChoice(this.#host === undefined ? undefined : () => this.#isSaving);
    const options = { ...this.options, ...kept };
    const choice = createStoreChoice(option, options, this.context, (checked) => {
      this.#isSaving = checked;
      this.#events.tell("saveInstrumentCheckboxChanged", { checked });
      this.#renderSoon();
    });
    this.#choice?.label?.remove();
    this.#choice = choice;
    if (choice.label !== undefined) wrapper.append(choice.label);
    this.#isSaving = choice.stores();
  }

  /** Removes the button and ends a visit to PayPal that the shopper has not finished. */
  unmount(): void {
    this.#unlisten?.();
    clearTimeout(this.#timer);
    void this.#buttons?.close();
    this.#host?.parentElement?.remove();
    this.#host = undefined;
    this.#firstEnds()?.resolve(undefined);
    this.#back()?.reject(paymentError("client:paypal.mount_aborted"));
  }

  #renderSoon(): void {
    // The shopper is at PayPal: a new button would close its window.
    this.#isStale = this.#visit !== undefined;
    if (this.#isStale) return;
    clearTimeout(this.#timer);
    // The old button pays in the old way: until the new one is there, neither takes a press.
    if (this.#host !== undefined) this.#host.inert = true;
    const timer = this.#timer = setTimeout(
      () => this.#render().catch((cause) => this.#fail(cause, timer)),
      PAYPAL_RENDER_DEBOUNCE_MS,
    );
  }

  #fail(cause: unknown, timer: ReturnType<typeof setTimeout>): void {
    const error = cause instanceof SdkError ? cause : paymentError("client:paypal.mount_aborted", { cause });
    // Another choice, language or currency has asked for another button.
    if (this.#timer !== timer) return log(error);
    const first = this.#firstEnds();
    if (first === undefined) {
      this.#keepButton();
      return log(error);
    }
    // A checkbox without its button says nothing.
    this.unmount();
    first.reject(error);
  }

  #isOfCurrency(): boolean {
    return this.context.session.configuration.amount?.currency === this.#currency;
  }

  /**
   * The button that is there can be used again, unless it is of another currency: the checkbox says what it does
   * (S-INSTR-08).
   */
  #keepButton(): void {
    if (this.#host === undefined) return;
    this.#host.inert = !this.#isOfCurrency();
    const checked = this.#doesSave;
    if (this.#isSaving === checked) return;
    this.#isSaving = checked;
    this.#choice?.check(checked);
    this.#events.tell("saveInstrumentCheckboxChanged", { checked });
  }

  #firstEnds(): Deferred<undefined> | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first;
  }

  async #render(): Promise<void> {
    const [host, timer] = [this.#host, this.#timer];
    const { currency } = amountOf(this.context);
    const option = optionOf(CODE, this.context, "client:paypal.config_missing");
    const isSaving = this.#isSaving;
    const locale = this.options.styles?.locale ?? localeOf(this.context.language.tag);
    const api = await apiFor(this.context, option, { isSaving, locale });
    // Another choice, language or currency has asked for another button.
    const isOld = () => this.#host !== host || this.#timer !== timer;
    if (host === undefined || isOld()) return;
    if (this.#visit !== undefined) return this.#renderSoon();
    await this.#buttons?.close();
    if (isOld()) return;
    host.replaceChildren();
    host.inert = false;
    this.#doesSave = isSaving;
    this.#currency = currency;
    this.#buttons = api.Buttons({
      style: styleOf(this.options.styles),
      [isSaving ? "createBillingAgreement" : "createOrder"]: () => this.#begin(isSaving),
      onApprove: (approval: Approval) => this.#back()?.resolve(approval),
      onCancel: () => this.#back()?.reject(undefined),
      onError: (error: unknown) => this.#back()?.reject(error ?? new TypeError("PayPal gave no reason")),
      // PayPal lets the shopper change the address only where the page listens.
      ...(this.#events.listeners("deliveryAddressChanged").length === 0
        ? {}
        : { onShippingAddressChange: shippingCallback((address) => this.#refuses(address)) }),
    });
    await this.#buttons.render(host);
    this.#firstEnds()?.resolve(undefined);
    if (!isOld()) this.#events.tell("paypalAvailable");
  }

  #refuses(deliveryAddress: unknown): Promise<boolean> {
    return refusesAddress(this.#events, { ...attemptOf(this.context, { paymentMethodCode: CODE }), deliveryAddress });
  }

  /** The shopper is back from PayPal: what happened there ends the visit, once. */
  #back(): Deferred<Approval> | undefined {
    const approval = this.#visit?.approval;
    this.#visit = undefined;
    return approval;
  }

  /** The order for which PayPal opens its window. Asked for again meanwhile, it is the same one. */
  #begin(isSaving: boolean): Promise<string> {
    if (this.#visit !== undefined) return this.#visit.order.promise;
    const visit: Visit = { order: deferred(), approval: deferred() };
    const { returnInfo } = this.options;
    void runPayment(this.context, {
      events: this.#events,
      returnInfo,
      paymentMethodCode: CODE,
      bin: () => "",
      started: () => this.#visit = visit,
      validate: () => Promise.resolve(true),
      compose: () => Promise.resolve(accountItem(amountOf(this.context), isSaving, globalRiskIds())),
      continueAction: (waiting) => this.#continueAction(waiting, visit, isSaving),
    }).then((outcome) => {
      visit.order.reject(paymentError("client:paypal.order_creation", { cause: outcome }));
      if (this.#visit === visit) this.#visit = undefined;
      if (this.#isStale) this.#renderSoon();
    });
    return visit.order.promise;
  }

  async #continueAction(waiting: PendingExecution, visit: Visit, isSaving: boolean): Promise<Outcome> {
    const { execution, executor, executionUrl, renewSession } = waiting;
    const time = this.context.session.lastActionUpdateTime ?? "";
    const link = confirmLinkOf(execution);
    const { orderId, tokenId } = link?.action?.parameters ?? {};
    const order = isSaving ? tokenId : orderId;
    if (link === undefined || order === undefined || !isTrustedLink(link.href, this.context.rules)) {
      const error = paymentError("client:paypal.order_creation");
      log(error);
      return unconfirmed(execution, error);
    }
    visit.order.resolve(order);
    let approval: Approval;
    try {
      approval = await visit.approval.promise;
    } catch (cause) {
      const polled = await giveUpVisit(this.context, waiting);
      const left = polled && interpretAfterVisit(polled);
      // Nothing is charged without the confirm call, so the next session may be another payment's.
      this.context.session.isUndecided = false;
      await renewSession();
      return left?.type === "success" ? left : notApproved(cause);
    }
    const confirmed = await executor.confirm(link.href, {
      tokenId: approval.billingToken ?? approval.orderID ?? order,
      riskSessionCorrelationId: riskSessionId(CODE, globalRiskIds()),
    });
    const isRefused = confirmed.type === "refused";
    const url = isRefused ? executionUrl : confirmed.executionUrl ?? executionUrl;
    // Approved or refused, only the provider's status says how the order ended.
    const outcome = interpretAfterVisit(await executor.pollUntilFinal(url, { baseline: time, isShort: isRefused }));
    if (!isRefused || outcome.type !== "pending") return outcome;
    return { ...outcome, error: paymentError("client:payment_executor.confirm", { cause: confirmed.error }) };
  }
}

export function accountItem(amount: Amount, storeInstrument: boolean, riskIds: unknown): CompositionItem {
  return {
    paymentMethodCode: CODE,
    integrationType: "api",
    amount,
    storeInstrument,
    paymentInstrumentData: {
      providerData: omitUndefined({ riskSessionCorrelationId: riskSessionId(CODE, riskIds) }),
    },
  };
}

function notApproved(cause: unknown): Outcome {
  if (cause === undefined) return { type: "failed", code: "USER_CANCELLED", message: CANCELLED_TEXT };
  const error = cause instanceof SdkError ? cause : new SdkError("api:unknown", { cause });
  return { type: "failed", code: "UNKNOWN_ERROR", message: error.message, error };
}

export function shippingCallback(refuses: (address: unknown) => Promise<boolean>) {
  return async (data: unknown, actions: { reject(): unknown }): Promise<void> => {
    if (await refuses(data)) await actions.reject();
  };
}

export function styleOf(styles: PaypalButtonOptions["styles"] = {}) {
  const { color = "gold", height = 40, shape = "rect", label = "paypal", tagline = false } = styles;
  return { color, height, shape, label, tagline };
}
