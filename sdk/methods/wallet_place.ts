/** Where the button of Google Pay or Apple Pay goes, and what its press pays. */
import type { ClientContext } from "../client_context.ts";
import type { Emitter } from "../emitter/emitter.ts";
import { element } from "../ui/element.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoreTexts } from "./options.ts";
import { WALLET_POLL_INTERVAL_MS } from "../payment/constants.ts";
import type { Outcome } from "../payment/outcome.ts";
import { type PaymentMethod, runPayment, stillOpen } from "../payment/payment_run.ts";
import { createStoreChoice, keptChoice, type StoreChoiceOptions, storing } from "./wallet.ts";

type WalletMethod =
  & Pick<PaymentMethod, "paymentMethodCode" | "compose">
  & Partial<Pick<PaymentMethod, "returnInfo" | "redirectFor3DS" | "validate" | "started" | "challenged" | "ended">>;

interface PlaceTexts {
  readonly unavailable?: string;
  readonly labels?: StoreTexts & { readonly paymentScreenLabel?: string };
}

type PlaceOptions = StoreChoiceOptions & { readonly translations?: PlaceTexts };

/** What a place shows: the session's option, and the vendor's button unless the shopper cannot use it. */
export interface VendorButton {
  readonly option: PaymentMethodOption;
  readonly create: (() => HTMLElement) | undefined;
}

/** Where a vendor's button goes, with the checkbox that stores the instrument below it. */
export class WalletPlace {
  #host: HTMLElement | undefined;
  #stores: (() => boolean) | undefined;
  #unlisten: (() => void) | undefined;
  #redraw: (() => void) | undefined;
  #isBusy = false;
  #last: Outcome | undefined;

  constructor(
    private readonly name: "google-pay" | "apple-pay",
    public options: PlaceOptions,
    private readonly context: ClientContext,
    private readonly events: Emitter,
  ) {}

  /** Whether the payment stores its instrument. */
  get stores(): boolean {
    return this.#stores?.() ?? false;
  }

  /** Pays, unless it does so already. Pressed again, the button reopens the challenge that the shopper closed. */
  async pay({ started, ...method }: WalletMethod): Promise<void> {
    if (this.#isBusy) return;
    const left = stillOpen(this.context, "challenge_closed", this.#last);
    this.#last = await runPayment(this.context, {
      events: this.events,
      store: storing(this.context),
      intervalMs: WALLET_POLL_INTERVAL_MS,
      bin: () => "",
      validate: () => Promise.resolve(true),
      ...method,
      started: () => {
        this.#isBusy = true;
        // What is reopened has no sheet.
        if (left === undefined) started?.();
      },
    }, left).finally(() => this.#isBusy = false) ?? this.#last;
  }

  /** Shows the button that loads, or a short text, also when it rejects with the error. True once the button is there. */
  async fill(point: Element, load: () => Promise<VendorButton>): Promise<boolean> {
    const host = this.#host = element("div", "payrails-wallet");
    host.id = `payrails-${this.name}-button-${crypto.randomUUID()}`;
    host.dataset.testid = `payrails-${this.name}-button`;
    point.replaceChildren(host);
    const loading = load();
    const button = await loading.catch(() => undefined);
    if (this.#host !== host) return false;
    // A vendor's button keeps its language, so another language needs another button.
    this.#redraw = () => this.#draw(host, button);
    this.#unlisten?.();
    this.#stores = undefined;
    this.#redraw();
    this.#unlisten = this.context.language.listen(this.#redraw);
    return (await loading).create !== undefined;
  }

  #draw(host: HTMLElement, button: VendorButton | undefined): void {
    if (button?.create === undefined) {
      host.textContent = this.options.translations?.unavailable ?? this.context.language.common.unavailable;
      return;
    }
    const options = { ...this.options, ...keptChoice(this.#stores) };
    const { label, stores } = createStoreChoice(
      button.option,
      options,
      this.context,
      (checked) => this.events.tell("saveInstrumentCheckboxChanged", { checked }),
    );
    this.#stores = stores;
    host.replaceChildren(button.create(), label ?? "");
  }

  /** Shows other texts. */
  retext(translations: PlaceTexts): void {
    this.options = { ...this.options, translations };
    this.#redraw?.();
  }

  /** Removes the button. A payment that was sent still completes and is reported. */
  empty(): void {
    this.#unlisten?.();
    this.#host?.remove();
    this.#host = undefined;
  }
}
