/**
 * Lean: authorize creates the payment, the shopper approves it at their bank in Lean's dialog, and polls say how it
 * ended.
 */
import { type ButtonView, createButton } from "../../buttons/button_view.ts";
import type { ClientContext } from "../../client_context.ts";
import { omitUndefined } from "../../core/omit_undefined.ts";
import { emitterOf } from "../../element_context.ts";
import { callbacksOf } from "../../emitter/callbacks.ts";
import { paymentError } from "../../errors/payment_error.ts";
import { log } from "../../log/log.ts";
import { CANCELLED_TEXT } from "../../payment/cancelled.ts";
import { confirmLinkOf, interpretAfterVisit, type Outcome, unconfirmed } from "../../payment/outcome.ts";
import { type PendingExecution, runPayment } from "../../payment/payment_run.ts";
import { applyTheme } from "../../ui/appearance.ts";
import { listenScheme } from "../../ui/scheme.ts";
import type { LeanButtonOptions, LeanCustomization } from "../options.ts";
import { loadScript } from "../load_script.ts";
import { amountOf, giveUpVisit, optionOf, scriptOf } from "../wallet.ts";

const CODE = "lean";

/** How the shopper left Lean's dialog. */
interface LeanAnswer {
  readonly status?: string;
}

interface LeanApi {
  pay(request: object): unknown;
}

/** The button of Lean, which pays by bank. */
export class LeanButton {
  #view: ButtonView | undefined;
  #isBusy = false;
  /** Ends that the mounted button follows the client's language and the scheme of the device. */
  #ends: readonly (() => void)[] = [];
  readonly #events;

  /** @internal */
  constructor(private options: LeanButtonOptions, private readonly context: ClientContext) {
    this.#events = emitterOf(context, callbacksOf(() => options.events));
  }

  /** Replaces the content of the place with the button. Lean's script loads on the click. */
  mount(point: Element): void {
    optionOf(CODE, this.context, "client:lean.config_missing");
    const { id = "payrails-lean-button", styles } = this.options;
    const view = this.#view = createButton({ id, styles: () => styles?.button }, () => void this.#press());
    point.replaceChildren(view.button);
    const draw = () => {
      this.retext();
      applyTheme(view.button, { ...this.context.initOptions.appearance, ...this.options.appearance });
    };
    draw();
    this.#ends = [this.context.language.listen(draw), listenScheme(draw)];
    this.#draw(false);
  }

  /** @internal Shows the texts of now: the client's language, and other ones of the drop-in. */
  retext(translations = this.options.translations): void {
    this.options = { ...this.options, ...omitUndefined({ translations }) };
    if (this.#view === undefined) return;
    const { button, setTexts } = this.#view;
    const { language } = this.context;
    const { payByBank: label, loading } = language.common;
    setTexts({ label, loading, ...omitUndefined({ ...this.options.translations }) });
    language.mark(button);
  }

  /** Removes the button. A payment that was sent still completes and is reported. */
  unmount(): void {
    for (const end of this.#ends) end();
    this.#view?.button.remove();
    this.#view = undefined;
  }

  #draw(isBusy: boolean): void {
    if (isBusy !== this.#isBusy) {
      this.#isBusy = isBusy;
      this.#events.tell("stateChanged", { state: isBusy ? "disabled" : "enabled" });
    }
    this.#view?.draw({ isEnabled: !isBusy, isBusy });
  }

  async #press(): Promise<void> {
    if (this.#isBusy) return;
    const outcome = await runPayment(this.context, {
      events: this.#events,
      returnInfo: this.options.returnInfo,
      paymentMethodCode: CODE,
      bin: () => "",
      started: () => this.#draw(true),
      validate: () => Promise.resolve(true),
      compose: () => Promise.resolve(this.#item()),
      continueAction: (waiting) => this.#approve(waiting),
    });
    // Undefined while another attempt is under way.
    if (outcome === undefined || this.context.signal.aborted) return;
    this.#draw(false);
  }

  #item() {
    const { integrationType } = optionOf(CODE, this.context, "client:lean.config_missing");
    return { paymentMethodCode: CODE, integrationType, amount: amountOf(this.context), storeInstrument: false };
  }

  async #approve(waiting: PendingExecution): Promise<Outcome> {
    const { execution, executor, executionUrl } = waiting;
    const baseline = this.context.session.lastActionUpdateTime ?? "";
    const { paymentId, appToken, sandbox } = confirmLinkOf(execution)?.action ?? {};
    if (paymentId === undefined || appToken === undefined) {
      const error = paymentError("client:lean.payment_missing");
      log(error);
      return unconfirmed(execution, error);
    }
    const request = { payment_intent_id: paymentId, app_token: appToken, ...omitUndefined({ sandbox }) };
    const dialog = { ...request, customization: customizationOf(this.options.styles?.dialog) };
    const over = new AbortController();
    const stop = () => over.abort();
    this.context.signal.addEventListener("abort", stop, { signal: over.signal });
    // A dialog that never answers ends with the news of the provider. Without a session there is no news, but the
    // shopper may still answer.
    const news = new Promise<string | undefined>((resolve) => {
      over.signal.addEventListener("abort", () => resolve(undefined));
      executor.watch(executionUrl, { time: baseline, signal: over.signal }).then(() => resolve(""), () => {});
    });
    const status = await Promise.race([this.#open(dialog), news]);
    stop();
    // Whatever the dialog says, only the provider's status tells how the payment ended.
    const isCancelled = status === "CANCELLED";
    // Without an answer there is nothing to wait for.
    const isShort = isCancelled || status === undefined;
    const polled = isCancelled ? await giveUpVisit(this.context, waiting) : undefined;
    const outcome = interpretAfterVisit(
      polled ?? await executor.pollUntilFinal(executionUrl, { baseline, isShort }),
      isCancelled ? "page_closed" : undefined,
    );
    return isCancelled && outcome.type === "failed" && outcome.result === "PayerCanceled"
      ? { ...outcome, code: "USER_CANCELLED", message: CANCELLED_TEXT }
      : outcome;
  }

  async #open(request: object): Promise<string | undefined> {
    const option = optionOf(CODE, this.context, "client:lean.config_missing");
    const { signal } = this.context;
    try {
      await loadScript(scriptOf(CODE, this.context, option), { signal });
      const lean = parseApi(globalThis);
      // The client was destroyed meanwhile: nothing may open over the page.
      if (signal.aborted) return undefined;
      return await new Promise((resolve) => {
        lean.pay({ ...request, callback: ({ status }: LeanAnswer) => resolve(status) });
      });
    } catch (cause) {
      log(paymentError("client:lean.loading", { cause }));
      return undefined;
    }
  }
}

/** The names of Lean's script. */
export function customizationOf(dialog: LeanCustomization = {}) {
  return omitUndefined({
    theme_color: dialog.themeColor,
    button_text_color: dialog.buttonTextColor,
    button_border_radius: dialog.buttonBorderRadius,
    link_color: dialog.linkColor,
    overlay_color: dialog.overlayColor,
  });
}

/** Lean's script has set `Lean`. */
function parseApi(page: object): LeanApi {
  const { Lean } = page as { Lean: LeanApi };
  return Lean;
}
