/** The button of a hosted payment page: pays, then sends the shopper there. */
import { type ButtonView, createButton } from "../buttons/button_view.ts";
import { schemeOf } from "../card_form/looks.ts";
import type { ClientParts } from "../client_parts.ts";
import { SdkError } from "../errors/wallet_error.ts";
import { log } from "../log/log.ts";
import { tell } from "../log/tell.ts";
import type { GenericRedirectButtonOptions } from "../options.ts";
import { isChallengeLink, runPayment, type Waiting } from "../pay/payment_run.ts";
import { wait } from "../pay/wait.ts";
import { openChallenge } from "../three_ds/challenge.ts";
import { redirectSize } from "../three_ds/size.ts";
import { openTab } from "./browser_tab.ts";
import { PIX_SCHEDULE } from "./constants.ts";
import { followHostedPage, type Tab } from "./hosted_page.ts";

export const DEFAULT_LABEL = "Generic redirect";
const DEFAULT_CODE = "mercadoPago";
/** Methods whose page stands in a popup of this page while it is polled. */
const IN_POPUP: ReadonlySet<string> = new Set(["pix"]);
const POPUP_TITLE = "Payment";

export class GenericRedirectButton {
  #view: ButtonView | undefined;
  #isBusy = false;
  readonly #code: string;

  constructor(private readonly options: GenericRedirectButtonOptions, private readonly parts: ClientParts) {
    this.#code = options.paymentMethod?.paymentMethodCode ?? DEFAULT_CODE;
  }

  mount(point: Element): void {
    const { translations, styles } = this.options;
    const label = translations?.label ?? DEFAULT_LABEL;
    this.#view = createButton(
      {
        id: `payrails-generic-redirect-${this.#code}`,
        translations: { ...translations, label },
        ...(styles && { styles }),
      },
      () => void this.#press(),
    );
    point.replaceChildren(this.#view.button);
    this.#view.button.dataset.scheme = schemeOf(this.#view.button);
    this.#draw(false);
  }

  unmount(): void {
    this.#view?.button.remove();
    this.#view = undefined;
  }

  update({ translations }: Pick<GenericRedirectButtonOptions, "translations">): void {
    if (translations?.label !== undefined) this.#view?.setLabel(translations.label);
  }

  #draw(isBusy: boolean): void {
    if (isBusy !== this.#isBusy) {
      this.#isBusy = isBusy;
      tell(() => this.options.events?.onStateChanged?.(isBusy ? "disabled" : "enabled"));
    }
    this.#view?.draw({ isEnabled: !isBusy, isBusy });
  }

  async #press(): Promise<void> {
    if (this.#isBusy) return;
    const { events = {}, openInNewTab, returnInfo } = this.options;
    let tab: Tab | undefined;
    const outcome = await runPayment(this.parts, {
      events,
      paymentMethodCode: this.#code,
      returnInfo,
      bin: () => "",
      started: () => {
        this.#draw(true);
        // Only the click itself may open a tab.
        tab = openInNewTab === true ? openTab() : undefined;
      },
      validate: () => Promise.resolve(true),
      compose: () => Promise.resolve(this.#item()),
      goOn: (waiting) => this.#follow(waiting, tab),
    });
    if (outcome?.type === "failed") tab?.close();
    if (outcome !== undefined && outcome.type !== "left") this.#draw(false);
  }

  #item() {
    const { amount, methods } = this.parts.session.configuration;
    if (amount === undefined) throw new SdkError("client:workflow_execution_not_found");
    const integrationType = methods.find((method) => method.paymentMethodCode === this.#code)?.integrationType ?? "hpp";
    return { paymentMethodCode: this.#code, integrationType, amount, storeInstrument: false };
  }

  #follow({ execution, executor, executionUrl }: Waiting, tab: Tab | undefined) {
    const { signal, session } = this.parts;
    const time = session.lastActionUpdateTime ?? "";
    const isPopup = IN_POPUP.has(this.#code);
    const size = redirectSize({ widthPx: innerWidth, heightPx: innerHeight });
    return followHostedPage(execution, {
      isTrusted: isChallengeLink,
      watch: (over) =>
        executor.watch(executionUrl, { time, signal: over, ...(isPopup ? { schedule: PIX_SCHEDULE } : {}) }),
      settle: ({ isShort }) => executor.settle(executionUrl, { baseline: time, isShort }),
      wait: (ms) => wait(ms, signal),
      leave: (link) => location.assign(link),
      openPopup: (link, watch) => {
        const popup = openChallenge({ link, size, title: POPUP_TITLE, watch });
        signal.addEventListener("abort", popup.close, { once: true });
        return popup;
      },
      tab,
      isPopup,
      log,
    });
  }
}
