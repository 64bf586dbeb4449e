/** The drop-in: it opens one payment method at a time and shows the payment's result. */
import type { ClientContext } from "../client_context.ts";
import type { InstallmentConfig } from "../options.ts";
import { log } from "../log/log.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { emitterOf } from "../element_context.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter } from "../emitter/emitter.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { FailedEvent, PendingEvent } from "../events.ts";
import type { DropinOptions } from "./options.ts";
import { applyTheme } from "../ui/appearance.ts";
import { element } from "../ui/element.ts";
import { loadCode } from "../ui/load_code.ts";
import { listenScheme } from "../ui/scheme.ts";
import type { GenericRedirectButton } from "../methods/redirect_button.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { type DropinFact, type DropinState, reduce, startDropin } from "./dropin_state.ts";
import { createDropinView, type DropinView } from "./dropin_view.ts";
import { entriesOf, type Entry, type EntryContent, hasLogo } from "./entries.ts";
import { methodOptions } from "./offered_options.ts";
import { createEntryContent } from "./entry_content.ts";
import { type FailureTexts, failureTexts, type Words, wordsOf } from "./texts.ts";

/** The events of the open option's form. The drop-in's callbacks do not get them: `onChange` belongs to the form. */
const FORM_EVENTS = ["change", "fieldChange", "focus", "blur", "ready"];

/** All payment options of the session in one element; the shopper opens one at a time. */
export class Dropin {
  #state: DropinState;
  #view: DropinView | undefined;
  #entries: readonly Entry[] = [];
  #opened: { readonly id: string; readonly element: EntryContent; readonly panel: HTMLElement } | undefined;
  #left: { readonly code: string; readonly execution: ExecutionResponse } | undefined;
  #hideTimer: ReturnType<typeof setTimeout> | undefined;
  #texts: Words;
  #unlisten: (() => void) | undefined;
  #failed: FailedEvent | undefined;
  #failure: FailureTexts | undefined;
  readonly #events: Emitter;

  /** @internal */
  constructor(private options: DropinOptions, private readonly context: ClientContext) {
    this.#events = emitterOf(context, callbacksOf(() => this.options.events, (name) => !FORM_EVENTS.includes(name)));
    this.#texts = wordsOf(options, context.language);
    this.#read();
    const isFirstPreselected = options.paymentMethodsConfiguration?.preselectFirstPaymentOption === true;
    this.#state = startDropin(this.#entries.map(({ id }) => id), isFirstPreselected);
  }

  /** Replaces the content of the place with the drop-in. */
  mount(point: Element): void {
    this.#view = createDropinView({
      texts: () => this.#texts,
      styles: this.options.styles,
      hasLogo: (code) => hasLogo(this.options, code),
      decorate: (root) => {
        this.context.language.mark(root);
        applyTheme(root, { ...this.context.initOptions.appearance, ...this.options.appearance });
      },
      choose: (id) => this.#apply({ type: "option_chosen", id }),
      dismiss: () => this.#apply({ type: "failure_dismissed" }),
      canOpenAgain: () => this.#canOpenAgain(),
      openAgain: () => void this.#openAgain(),
      chooseOther: () => void this.#chooseOther(),
    });
    this.#view.list(this.#entries);
    point.replaceChildren(this.#view.root);
    const { language, session } = this.context;
    const ends = [
      listenScheme(this.#redraw),
      language.listen(() => this.#retext()),
      session.listenInstruments(() => this.redraw()),
    ];
    this.#unlisten = () => ends.forEach((end) => end());
    this.#show();
    invokeCallback(() => this.options.events?.onReady?.());
    this.#events.tell("ready");
  }

  /** Updates theme and texts, including those of the open option. Nothing that was typed is lost. */
  update({ appearance, translations }: Pick<DropinOptions, "appearance" | "translations">): void {
    this.options = { ...this.options, ...omitUndefined({ appearance, translations }) };
    if (translations !== undefined) this.#retext();
    if (appearance === undefined) return;
    this.#redraw();
    this.#opened?.element.update?.({ appearance });
  }

  /** Shows the texts of the merchant and of the client's language. */
  #retext(): void {
    this.#texts = wordsOf(this.options, this.context.language);
    this.#read();
    if (this.#failed !== undefined) void this.#rephrase(this.#failed);
    this.#view?.retext(this.#entries);
    this.#redraw();
    this.#retextOpened();
  }

  #retextOpened(): void {
    const opened = this.#entries.find(({ id }) => id === this.#opened?.id);
    if (opened === undefined) return;
    this.#opened?.element.retext?.(opened, { options: this.options, texts: this.#texts });
  }

  /** The failure that shows, in the language as it is now. */
  async #rephrase(failed: FailedEvent): Promise<void> {
    const notice = await import("../buttons/notice.ts").catch(() => undefined);
    const decline = await notice?.declineNow(failed, this.context.language);
    if (this.#failed !== failed) return;
    this.#failure = failureTexts({ ...failed, decline }, this.options, this.#texts);
    this.#redraw();
  }

  /** Replaces the instalment choices of the open option and of those opened later; without a value, the session's. */
  updateInstallmentConfig(installmentConfig?: InstallmentConfig | null): void {
    const config = installmentConfig ?? {};
    const { paymentMethodsConfiguration: methods } = this.options;
    const cards = { ...methods?.cards, installmentConfig: config };
    this.options = { ...this.options, paymentMethodsConfiguration: { ...methods, cards } };
    this.#opened?.element.updateInstallments?.(config);
  }

  /** Removes the drop-in and everything it shows. */
  unmount(): void {
    this.#unlisten?.();
    clearTimeout(this.#hideTimer);
    this.#close();
    this.#view?.root.remove();
    this.#view = undefined;
  }

  #read(): void {
    this.#entries = entriesOf(this.context.session.configuration.methods, this.options, this.#texts);
  }

  #apply(fact: DropinFact): void {
    this.#state = reduce(this.#state, fact);
    this.#show();
  }

  #show(): void {
    if (this.#view === undefined) return;
    this.#redraw();
    const { active } = this.#state;
    if (active === this.#opened?.id) return;
    this.#close();
    const entry = this.#entries.find(({ id }) => id === active);
    const panel = active === undefined ? undefined : this.#view.panelOf(active);
    if (entry !== undefined && panel !== undefined) this.#open(entry, panel);
  }

  #redraw = (): void => this.#view?.draw(this.#state, this.#failure);

  #open(entry: Entry, panel: HTMLElement): void {
    const instrument = entry.kind === "stored" ? entry.instrument : undefined;
    const code = instrument?.paymentMethod ?? entry.id;
    const events = this.#eventsOf(code);
    let content: EntryContent = {
      mount: () => panel.append(element("p", "payrails-dropin-unavailable", this.#texts.unavailable)),
      unmount: () => {},
    };
    try {
      content = createEntryContent(entry, {
        options: this.options,
        context: this.#inside(events),
        texts: this.#texts,
        remove: () => void this.#changeStored("deleteInstrument", entry.id),
        makeDefault: () => void this.#changeStored("updateInstrument", entry.id),
      });
    } catch (cause) {
      // A layout that the card form refuses.
      if (!(cause instanceof SdkError)) throw cause;
      log(cause);
      events.tell("error", cause);
    }
    this.#opened = { id: entry.id, element: content, panel };
    content.mount(panel);
    const { methods } = this.context.session.configuration;
    const paymentMethod = methods.find(({ paymentMethodCode }) => paymentMethodCode === code);
    events.tell("paymentOptionSelected", omitUndefined({ paymentMethod, instrument }));
  }

  /** PayPal's window opens only from PayPal's own button. */
  #canOpenAgain(): boolean {
    const { links, response } = this.#left?.execution ?? {};
    return (links?.["3ds"] ?? links?.redirect ?? response?.links?.redirect) !== undefined;
  }

  /** Opens the page or challenge of the waiting payment again. Its outcome is reported like that of any payment. */
  async #openAgain(): Promise<void> {
    if (this.#left === undefined || this.#state.isBusy) return;
    const { code, execution } = this.#left;
    this.#apply({ type: "payment_started" });
    await this.#atPage(code, (button) => button.reopen(execution), this.#inside(this.#eventsOf(code)));
    // Nothing was reported: its code is lost, or the page gives the payment up or pays elsewhere.
    if (this.#state.isBusy) this.#apply({ type: "payment_ended", how: "left" });
  }

  /** Gives the waiting payment up first, since the provider takes no other one while it waits. */
  async #chooseOther(): Promise<void> {
    const left = this.#left;
    if (left?.execution.links.giveUp === undefined) return this.#apply({ type: "other_way_chosen" });
    if (this.#state.isBusy) return;
    this.#apply({ type: "payment_started" });
    const within = { ...this.context, parent: this.#eventsOf(left.code) };
    const given = await this.#atPage(left.code, (button) => button.giveUp(), within);
    if (this.context.signal.aborted) return;
    // It still waits, as far as this page knows: another payment would be refused.
    if (given?.type !== "failed" && given?.type !== "success") {
      return this.#apply({ type: "payment_ended", how: "left" });
    }
    this.#left = undefined;
    this.#apply(given.type === "success" ? { type: "payment_ended", how: "success" } : { type: "other_way_chosen" });
    given.report();
  }

  /** Asks the button of the page on which the payment waits. Undefined when its code, or what it asks for, is lost. */
  async #atPage<T>(code: string, ask: (button: GenericRedirectButton) => Promise<T>, context: ClientContext) {
    const { openInNewTab } = methodOptions(this.options, code);
    const options = { paymentMethod: { paymentMethodCode: code }, ...omitUndefined({ openInNewTab }) };
    try {
      const { GenericRedirectButton } = await loadCode(import("../methods/redirect_button.ts"));
      return await ask(new GenericRedirectButton(options, context));
    } catch (cause) {
      if (cause instanceof SdkError) log(cause);
      return undefined;
    }
  }

  /** A method's own callbacks, and those of the drop-in. */
  #eventsOf(code: string): Emitter {
    return new Emitter(callbacksOf(() => methodOptions(this.options, code).events), this.#events);
  }

  /** The context of what the drop-in shows: the drop-in learns the outcome first. */
  #inside(events: Emitter): ClientContext {
    return { ...this.context, parent: new Emitter(callbacksOf(() => this.#screens()), events) };
  }

  #close(): void {
    this.#opened?.element.unmount();
    this.#opened?.panel.replaceChildren();
    this.#opened = undefined;
  }

  async #changeStored(operation: "deleteInstrument" | "updateInstrument", resourceId: string): Promise<void> {
    if (this.#state.isBusy) return;
    const focused = document.activeElement;
    try {
      const { callApi } = await import("../instruments/client_api.ts");
      await callApi(
        operation === "deleteInstrument"
          ? { operation, resourceId }
          : { operation, resourceId, body: { default: true } },
        this.context,
      );
    } catch (cause) {
      if (cause instanceof SdkError) log(cause);
      return;
    }
    // The session has told of the change, so the action that was pressed is gone. A keyboard user would continue at the top of the page.
    if (focused !== document.body && document.activeElement === document.body) this.#view?.focus(resourceId);
  }

  /**
   * @internal Follows the session's stored instruments. What is open stays as it is, unless its instrument is gone.
   */
  redraw(): void {
    this.#read();
    this.#view?.list(this.#entries);
    this.#apply({ type: "options_read", ids: this.#entries.map(({ id }) => id) });
    this.#retextOpened();
  }

  /** Shows the drop-in's own screens, before the merchant's callbacks run. */
  #screens() {
    return {
      onButtonClicked: () => {
        this.#apply({ type: "payment_started" });
        return true;
      },
      onSuccess: () => this.#apply({ type: "payment_ended", how: "success" }),
      onPending: (_action: unknown, { reason, execution, paymentMethodCode: code }: PendingEvent) => {
        const isLeft = execution !== undefined && (reason === "page_closed" || reason === "challenge_closed");
        this.#left = isLeft ? { code, execution } : undefined;
        this.#apply({ type: "payment_ended", how: isLeft ? "left" : "pending" });
      },
      onFailed: (_action: unknown, event: FailedEvent) => {
        // The shopper closed the wallet's sheet and knows it: no failure, which would read like the bank's refusal.
        if (event.code === "USER_CANCELLED") return this.#apply({ type: "payment_ended", how: "cancelled" });
        this.#failed = event;
        this.#failure = failureTexts(event, this.options, this.#texts);
        clearTimeout(this.#hideTimer);
        this.#apply({ type: "payment_ended", how: "failed" });
        const hideMs = this.options.configuration?.authFailMsg?.autoHideTTL ?? -1;
        // A timer of any other length ends at once.
        if (!(hideMs >= 0 && hideMs < 2 ** 31)) return;
        this.#hideTimer = setTimeout(() => this.#apply({ type: "failure_dismissed" }), hideMs);
      },
    };
  }
}
