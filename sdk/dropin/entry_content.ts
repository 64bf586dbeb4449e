/**
 * The content of an open option: a pay button for a stored card, the card form, a wallet, or a hosted page's button.
 */
import { CardPaymentButton } from "../buttons/card_button.ts";
import { CardForm } from "../card_form/card_form.ts";
import { createCodeForm } from "../card_form/code_form.ts";
import { createStoredInstallments, issuerCountry } from "../card_form/stored_installments.ts";
import type { ClientContext, StoredInstallments } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { merge } from "../core/merge.ts";
import type { DropinOptions } from "./options.ts";
import { element, pressable } from "../ui/element.ts";
import { asksToStore } from "../session/stored_instruments.ts";
import { loadCode } from "../ui/load_code.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import type { Entry, EntryContent, EntryOptions } from "./entries.ts";
import { methodOptions } from "./offered_options.ts";
import { hostedPageStyles } from "./row_styles.ts";
import { translationsOf, type Words } from "./texts.ts";
import { lazyOption, walletOf } from "./wallets.ts";

const ACTION = "payrails-dropin-action";

export function createEntryContent(entry: Entry, all: EntryOptions): EntryContent {
  if (entry.kind === "stored") return storedCard(entry.instrument, all);
  const { id } = entry;
  if (id === "card") return newCard(entry.option, all);
  return walletOf(entry.option, all) ?? hostedPage(entry.label, id, all);
}

function storedCard(
  instrument: StoredInstrument,
  { options, context, texts, remove, makeDefault }: EntryOptions,
): EntryContent {
  // This button uses only its own card. The client's form and selected card stay as they are.
  const code = codeFormFor(instrument, { options, context });
  const { showInstallments, installmentConfig } = methodOptions(options, "card");
  const { translations, styles } = formOptions(options);
  const inParts = { showInstallments, installmentConfig, translations, styles };
  const mountInstallments = createStoredInstallments(instrument, inParts, context);
  let installments: StoredInstallments | undefined;
  const own: ClientContext = {
    ...context,
    cardForm: () => undefined,
    instrument: () => instrument,
    codeForm: () => code,
    installments: () => installments,
  };
  const button = new CardPaymentButton(buttonOptions(options), own);
  const [defaultAction, removeAction] = [pressable(ACTION, "", makeDefault), pressable(ACTION, "", remove)];
  const actions = element("div", "payrails-dropin-actions");
  const { instrumentDeleteUrl, instrumentUpdateUrl } = context.session.configuration;
  const draw = (words: Words, { default: isDefault }: StoredInstrument) => {
    defaultAction.textContent = words.makeDefault;
    removeAction.textContent = words.remove;
    const mayChange = instrumentUpdateUrl !== undefined && isDefault !== true;
    const offered = [
      ...(mayChange ? [defaultAction] : []),
      ...(instrumentDeleteUrl === undefined ? [] : [removeAction]),
    ];
    // An action that stays keeps the focus.
    if (actions.children.length !== offered.length) actions.replaceChildren(...offered);
  };
  return {
    mount: (panel: Element) => {
      const place = element("div", "payrails-dropin-pay");
      draw(texts, instrument);
      const codePlace = element("div", "payrails-dropin-code");
      const partsPlace = element("div", "payrails-extras-place");
      panel.replaceChildren(...(code ? [codePlace] : []), partsPlace, place, actions);
      code?.mount(codePlace);
      installments = mountInstallments?.(partsPlace);
      button.mount(place);
    },
    unmount: () => {
      button.unmount();
      code?.unmount();
      installments?.end();
    },
    update: (theme: Theme) => {
      button.update(theme);
      code?.update(formTheme(options, theme));
    },
    updateInstallments: (config) =>
      void installments?.configure({ ...issuerCountry(instrument), ...omitUndefined(config) }),
    retext: (entry: Entry, all: Pick<EntryOptions, "options" | "texts">) => {
      const { translations } = formOptions(all.options);
      button.update(buttonTexts(all.options));
      code?.update({ translations });
      installments?.retext(translations);
      draw(all.texts, entry.kind === "stored" ? entry.instrument : instrument);
    },
  };
}

type Theme = Pick<DropinOptions, "appearance">;

function codeFormFor(instrument: StoredInstrument, { options, context }: Pick<EntryOptions, "options" | "context">) {
  const { requireCvv } = methodOptions(options, "card");
  if (requireCvv !== true || instrument.paymentMethod !== "card") return undefined;
  const { translations, styles, appearance } = formOptions(options);
  return createCodeForm(instrument, { translations, styles, appearance }, context);
}

function formOptions(options: DropinOptions) {
  const { translations, styles } = options;
  const cards = methodOptions(options, "card");
  const [texts, ownStyles] = [translations, styles].map((own) => ({
    ...omitUndefined({ addressSelector: own?.addressSelector }),
    ...own?.cardForm,
  }));
  return {
    translations: merge({ ...cards.translations }, { ...texts }),
    styles: merge({ ...cards.styles }, { ...ownStyles }),
    ...formTheme(options),
  };
}

/** The cards' own theme is over that of the drop-in. */
function formTheme(options: DropinOptions, { appearance }: Theme = options): Required<Theme> {
  return { appearance: { ...appearance, ...methodOptions(options, "card").appearance } };
}

function newCard(option: PaymentMethodOption, { options, context }: EntryOptions): EntryContent {
  // The drop-in receives the form's events and calls the callbacks of this method.
  const { events: _, ...cards } = methodOptions(options, "card");
  const form = new CardForm({
    ...cards,
    ...formOptions(options),
    showStoreInstrumentCheckbox: asksToStore(option, cards),
  }, context);
  const own: ClientContext = {
    ...context,
    cardForm: () => form,
    instrument: () => undefined,
    codeForm: () => undefined,
    installments: () => undefined,
  };
  const button = new CardPaymentButton(buttonOptions(options), own);
  return {
    mount: (panel) => {
      const wrapper = element("div", "payrails-dropin-card");
      wrapper.id = "payrails-credit-card-wrapper";
      const place = element("div", "payrails-dropin-pay");
      panel.replaceChildren(wrapper, place);
      form.mount(wrapper);
      button.mount(place);
      context.showForm(form);
    },
    unmount: () => {
      context.showForm(undefined);
      button.unmount();
      form.unmount();
    },
    update: (theme: Theme) => {
      form.update(formTheme(options, theme));
      button.update(theme);
    },
    updateInstallments: (config) => form.updateInstallmentConfig(config),
    retext: (_entry, { options }) => {
      form.update({ translations: formOptions(options).translations });
      button.update(buttonTexts(options));
    },
  };
}

function hostedPage(label: string, code: string, all: EntryOptions): EntryContent {
  const { options, context } = all;
  const method = methodOptions(options, code);
  const { openInNewTab } = method;
  const textsFor = (options: DropinOptions, label: string) => ({
    translations: { label: translationsOf(options, code).button?.label ?? label },
  });
  const page = lazyOption(
    async () => {
      const { GenericRedirectButton } = await loadCode(import("../methods/redirect_button.ts"));
      return new GenericRedirectButton({
        paymentMethod: { paymentMethodCode: code },
        ...textsFor(options, label),
        ...omitUndefined({
          styles: buttonStylesOf(options, code),
          openInNewTab,
          returnInfo: options.returnInfo,
          appearance: options.appearance,
        }),
      }, context);
    },
    all,
    method,
  );
  return {
    mount: (panel) => page.mount(panel),
    unmount: () => page.unmount(),
    update: (theme) => page.update(theme),
    retext: (entry, { options }) => page.update(textsFor(options, entry.label)),
  };
}

/** The states of a hosted page's button, which are under `button` or directly below the method's code. */
function buttonStylesOf({ styles }: DropinOptions, code: string) {
  const own = hostedPageStyles(styles, code);
  return own.button ?? own;
}

/** The merchant's texts; the button has the client's language for the others. */
function buttonTexts(options: DropinOptions) {
  const { label, loading } = translationsOf(options, "cardPaymentButton");
  return { translations: { label, loading } };
}

function buttonOptions(options: DropinOptions) {
  const { disablePaymentButton, showAmount } = methodOptions(options, "card");
  return {
    translations: omitUndefined(buttonTexts(options).translations),
    ...omitUndefined({
      appearance: options.appearance,
      styles: options.styles?.cardPaymentButton,
      returnInfo: options.returnInfo,
      disablePaymentButton,
      showAmount,
    }),
  };
}
