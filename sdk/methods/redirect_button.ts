/** The button of a hosted payment page: it pays, then sends the shopper there. */
import { type ButtonView, createButton } from "../buttons/button_view.ts";
import type { ClientContext } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { paymentError } from "../errors/payment_error.ts";
import { log } from "../log/log.ts";
import { emitterOf } from "../element_context.ts";
import type { ButtonStyles } from "../buttons/options.ts";
import type { GenericRedirectButtonOptions, RedirectButtonUpdate } from "./options.ts";
import { isOfAnother, type Outcome, redirectLinkOf } from "../payment/outcome.ts";
import { reportOutcome } from "../payment/report_outcome.ts";
import { attemptOf, isShownByMerchant, type PendingExecution, runPayment, stillOpen } from "../payment/payment_run.ts";
import { isRedirectLink } from "../payment/redirect_link.ts";
import { stay } from "../payment/redirect.ts";
import { openChallenge } from "../three_ds/challenge.ts";
import { redirectSize } from "../three_ds/size.ts";
import { loadCode } from "../ui/load_code.ts";
import { applyTheme } from "../ui/appearance.ts";
import { listenScheme } from "../ui/scheme.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { openTab } from "./browser_tab.ts";
import { PIX_SCHEDULE } from "./constants.ts";
import { isRevolutPay, REVOLUT_TEXTS, revolutStyles } from "./revolut_pay.ts";
import { followHostedPage, type HostedPagePorts, type Tab } from "./hosted_page.ts";

const DEFAULT_CODE = "mercadoPago";
/** Methods whose page opens in a popup of this page while the SDK polls. */
const IN_POPUP: ReadonlySet<string> = new Set(["pix"]);

/** A button that sends the shopper to a hosted payment page and reports the result. */
export class GenericRedirectButton {
  #view: ButtonView | undefined;
  #isBusy = false;
  readonly #code: string;
  readonly #events;
  /** Ends that the mounted button follows the client's language and the scheme of the device. */
  #ends: readonly (() => void)[] = [];
  #last: Outcome | undefined;

  /** @internal */
  constructor(private options: GenericRedirectButtonOptions, private readonly context: ClientContext) {
    this.#code = options.paymentMethod?.paymentMethodCode ?? DEFAULT_CODE;
    this.#events = emitterOf(context, callbacksOf(() => this.options.events));
  }

  /** Replaces the content of the place with the button. */
  mount(point: Element): void {
    this.#view = createButton(
      { id: `payrails-generic-redirect-${this.#code}`, styles: () => this.#styles() },
      () => void this.#press(),
    );
    point.replaceChildren(this.#view.button);
    const redraw = () => this.update({});
    redraw();
    this.#ends = [this.context.language.listen(redraw), listenScheme(redraw)];
  }

  /** Removes the button. A payment that was sent still completes and is reported. */
  unmount(): void {
    for (const end of this.#ends) end();
    this.#view?.button.remove();
    this.#view = undefined;
  }

  /** Changes texts, styles, theme or callbacks; options that are left out stay as they are. */
  update({ translations, styles, appearance, events }: RedirectButtonUpdate): void {
    this.options = {
      ...this.options,
      translations: omitUndefined({ ...this.options.translations, ...translations }),
      // A spread of callbacks that stay would no longer read through to the newest render of a component.
      ...omitUndefined({ styles, appearance, events: events && { ...this.options.events, ...events } }),
    };
    if (this.#view === undefined) return;
    const { language, initOptions } = this.context;
    const { redirect, loading } = language.common;
    const fixed = isRevolutPay(this.#code) ? REVOLUT_TEXTS : {};
    this.#view.setTexts({ label: redirect, loading, ...this.options.translations, ...fixed });
    language.mark(this.#view.button);
    applyTheme(this.#view.button, { ...initOptions.appearance, ...this.options.appearance });
    this.#draw(this.#isBusy);
  }

  #styles(): ButtonStyles | undefined {
    const { styles } = this.options;
    return isRevolutPay(this.#code) ? revolutStyles(styles) : asStyles(styles);
  }

  #draw(isBusy: boolean): void {
    if (isBusy !== this.#isBusy) {
      this.#isBusy = isBusy;
      this.#events.tell("stateChanged", { state: isBusy ? "disabled" : "enabled" });
    }
    this.#view?.draw({ isEnabled: !isBusy, isBusy });
  }

  /** @internal Opens the page or challenge again that the shopper closed while the payment waits. */
  reopen(execution: ExecutionResponse): Promise<void> {
    return this.#press(execution);
  }

  /** @internal Gives up the page or challenge that was closed. `report` tells the merchant what became of it. */
  async giveUp(): Promise<{ readonly type: Outcome["type"]; readonly report: () => void }> {
    const { giveUp } = await loadCode(import("../payment/after_authorize/give_up.ts"));
    const outcome = await giveUp(this.context);
    const attempt = attemptOf(this.context, this.#method);
    return { type: outcome.type, report: () => reportOutcome(this.#events, outcome, attempt) };
  }

  async #press(left = this.#leftPage()): Promise<void> {
    if (this.#isBusy) return;
    const { openInNewTab, returnInfo } = this.options;
    // The page of another attempt may be that of another method.
    const isPopup = IN_POPUP.has(this.#code) && !isOfAnother(left);
    let tab: Tab | undefined;
    const outcome = await runPayment(this.context, {
      ...this.#method,
      returnInfo,
      bin: () => "",
      started: () => {
        this.#draw(true);
        // Browsers allow a new tab only in the click itself. A popup of this page needs none.
        tab = openInNewTab === true && !isPopup ? openTab() : undefined;
      },
      validate: () => Promise.resolve(true),
      giveUpLeft: () => this.#giveUpLeft(),
      compose: () => Promise.resolve(this.#item()),
      continueAction: (waiting) => this.#follow(waiting, { tab, isPopup }),
    }, left);
    tab?.closeBlank();
    // Undefined while another attempt is under way.
    if (outcome === undefined || this.context.signal.aborted) return;
    // Pressed again, the button reopens the page that the shopper closed, unless it was given up in the meantime.
    this.#last = outcome;
    this.#draw(false);
  }

  get #method() {
    return { events: this.#events, paymentMethodCode: this.#code };
  }

  /** The payment that waited at the end of the last press, and still does. */
  #waiting(): ExecutionResponse | undefined {
    return stillOpen(this.context, "page_closed", this.#last, true);
  }

  /** What a press opens again: the page of this button, or that of another attempt which cannot be given up. */
  #leftPage(): ExecutionResponse | undefined {
    const left = this.#waiting();
    if (left === undefined || redirectLinkOf(left) === undefined) return undefined;
    return isOfAnother(left) && left.links.giveUp !== undefined ? undefined : left;
  }

  async #giveUpLeft(): Promise<Outcome | undefined> {
    if (this.#waiting()?.links.giveUp === undefined) return undefined;
    const { giveUpFirst } = await loadCode(import("../payment/after_authorize/give_up.ts"));
    return await giveUpFirst(this.context, this.#method);
  }

  #item() {
    const { amount, methods } = this.context.session.configuration;
    if (amount === undefined) throw paymentError("client:workflow_execution_not_found");
    const integrationType = methods.find((method) => method.paymentMethodCode === this.#code)?.integrationType ?? "hpp";
    return { paymentMethodCode: this.#code, integrationType, amount, storeInstrument: false };
  }

  #follow(
    { execution, executor, executionUrl }: PendingExecution,
    { tab, isPopup }: Pick<HostedPagePorts, "tab" | "isPopup">,
  ) {
    const { signal, session } = this.context;
    const time = session.lastActionUpdateTime ?? "";
    const size = redirectSize({ widthPx: innerWidth, heightPx: innerHeight });
    return followHostedPage(execution, {
      isTrusted: (link) => isRedirectLink(this.context, link),
      watch: (over) =>
        executor.watch(executionUrl, { time, signal: over, ...(isPopup ? { schedule: PIX_SCHEDULE } : {}) }),
      pollUntilFinal: ({ isShort }) => executor.pollUntilFinal(executionUrl, { baseline: time, isShort }),
      stay: (ms) => stay(ms, signal),
      leave: (link) => location.assign(link),
      isShownByMerchant: (url) => isShownByMerchant(this.context, this.#method, { url, kind: "genericRedirect" }),
      openPopup: (link, watch) =>
        openChallenge({ link, size, shows: "payment", language: this.context.language, watch, signal }),
      tab,
      isPopup,
      log,
      signal,
    });
  }
}

/** Theme and size apply only to Revolut Pay; on another button they have no effect. */
function asStyles(styles: GenericRedirectButtonOptions["styles"]): ButtonStyles | undefined {
  return styles as ButtonStyles | undefined;
}
