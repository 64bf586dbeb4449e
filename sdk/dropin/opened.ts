/** What stands below an opened option: a pay button for a stored card, the card form, a wallet, a hosted page's button. */
import { CardPaymentButton } from "../buttons/card_button.ts";
import { CardForm } from "../card_form/card_form.ts";
import type { ClientParts } from "../client_parts.ts";
import type { PaymentEvents } from "../events.ts";
import { GenericRedirectButton } from "../methods/redirect_button.ts";
import type { DropinOptions } from "../options.ts";
import type { Mountable } from "../ui/lazy_element.ts";
import type { StoredInstrument } from "../wire/config.ts";
import { type Entry, methodOptions } from "./entries.ts";
import { element } from "./dropin_view.ts";
import type { DropinTexts } from "./texts.ts";
import { walletOf } from "./wallets.ts";

export interface OpenedOptions {
  readonly options: DropinOptions;
  readonly parts: ClientParts;
  readonly texts: DropinTexts;
  /** The drop-in's own, with the merchant's behind them. */
  readonly events: PaymentEvents;
  readonly remove: () => void;
  readonly makeDefault: () => void;
}

export function createOpened(entry: Entry, all: OpenedOptions): Mountable {
  if (entry.kind === "stored") return storedCard(entry.instrument, all);
  const { id } = entry;
  if (id === "card") return newCard(entry.option.clientConfig?.supportsSaveInstrument === true, all);
  return walletOf(entry.option, all) ?? hostedPage(entry.label, id, all);
}

function storedCard(
  instrument: StoredInstrument,
  { options, parts, texts, events, remove, makeDefault }: OpenedOptions,
) {
  // The client's own form and chosen card stay as they are: this button knows only its own.
  const own: ClientParts = { ...parts, cardForm: () => undefined, instrument: () => instrument };
  const button = new CardPaymentButton({ ...buttonOptions(options, texts), events }, own);
  const { instrumentDeleteUrl, instrumentUpdateUrl } = parts.session.configuration;
  return {
    mount: (panel: Element) => {
      const place = element("div", "payrails-dropin-pay");
      const actions = element("div", "payrails-dropin-actions");
      if (instrumentUpdateUrl !== undefined && instrument.default !== true) {
        actions.append(textButton(texts.makeDefault, makeDefault));
      }
      if (instrumentDeleteUrl !== undefined) actions.append(textButton(texts.remove, remove));
      panel.replaceChildren(place, actions);
      button.mount(place);
      button.followInstrument();
    },
    unmount: () => button.unmount(),
  };
}

function newCard(canSave: boolean, { options, parts, texts, events }: OpenedOptions): Mountable {
  const cards = methodOptions(options, "card");
  const form = new CardForm(
    {
      showStoreInstrumentCheckbox: canSave && cards.alwaysStoreInstrument !== true,
      showInstallments: true,
      ...cards,
      ...(options.translations?.cardForm && { translations: options.translations.cardForm }),
      ...(options.styles?.cardForm && { styles: options.styles.cardForm }),
      ...(options.appearance && { appearance: options.appearance }),
    },
    parts.session,
    parts.lookUpBin,
  );
  const own: ClientParts = { ...parts, cardForm: () => form, instrument: () => undefined };
  const button = new CardPaymentButton({ ...buttonOptions(options, texts), events }, own);
  return {
    mount: (panel) => {
      const wrapper = element("div", "payrails-dropin-card");
      wrapper.id = "payrails-credit-card-wrapper";
      const place = element("div", "payrails-dropin-pay");
      panel.replaceChildren(wrapper, place);
      form.mount(wrapper);
      button.mount(place);
      parts.showForm(form);
    },
    unmount: () => {
      parts.showForm(undefined);
      button.unmount();
      form.unmount();
    },
  };
}

function hostedPage(label: string, code: string, { options, parts, events }: OpenedOptions): Mountable {
  const { openInNewTab } = methodOptions(options, code);
  const own = options.translations?.[code]?.button?.label;
  return new GenericRedirectButton({
    paymentMethod: { paymentMethodCode: code },
    translations: { label: own ?? label },
    ...(openInNewTab === undefined ? {} : { openInNewTab }),
    ...(options.returnInfo && { returnInfo: options.returnInfo }),
    events,
  }, parts);
}

function buttonOptions(options: DropinOptions, texts: DropinTexts) {
  const { disablePaymentButton } = methodOptions(options, "card");
  const { label, loading } = options.translations?.cardPaymentButton ?? {};
  return {
    translations: { label: label ?? texts.pay, loading: loading ?? texts.loading },
    ...(options.styles?.cardPaymentButton && { styles: options.styles.cardPaymentButton }),
    ...(options.returnInfo && { returnInfo: options.returnInfo }),
    ...(disablePaymentButton === undefined ? {} : { disablePaymentButton }),
  };
}

function textButton(text: string, press: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "payrails-dropin-action";
  button.textContent = text;
  button.addEventListener("click", press);
  return button;
}
