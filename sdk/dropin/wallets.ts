/** Wallets and hosted pages in the drop-in, loaded when their option opens. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { SdkError } from "../errors/sdk_error.ts";
import { element } from "../ui/element.ts";
import { LazyElement, type Mountable } from "../ui/lazy_element.ts";
import type { ElementMarks } from "../options.ts";
import { loadCode } from "../ui/load_code.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoreStyles, StoreTexts } from "../methods/options.ts";
import type { WalletCode } from "../methods/wallet.ts";
import { type EntryOptions } from "./entries.ts";
import { methodOptions } from "./offered_options.ts";
import { asksToStore } from "../session/stored_instruments.ts";
import { own } from "../wire/own.ts";

/**
 * An option whose code loads when it opens; an element of the class `place` keeps the height of its button until then.
 * When it or the script of a wallet does not load, the shopper may try again. */
export function lazyOption(
  load: () => Promise<Mountable>,
  { context }: EntryOptions,
  marks?: ElementMarks,
  place = "payrails-dropin-place",
): LazyElement<Mountable> {
  const mayRetry = ({ key }: SdkError) => key.endsWith(".loading");
  return new LazyElement(load, context.parent, {
    language: context.language,
    marks,
    mayRetry,
    reserve: () => element("div", place),
  });
}

/** Undefined for a method that is not a wallet. */
export function walletOf(option: PaymentMethodOption, all: EntryOptions): Mountable | undefined {
  const { paymentMethodCode: code } = option;
  const load = own(LOADERS, code);
  if (load === undefined) return undefined;
  const method = methodOptions(all.options, code);
  const wallet = lazyOption(() => load(all), all, method, "payrails-wallet");
  return {
    mount: async (panel: HTMLElement) => {
      // Space for the checkbox that stores the account, which appears with the button.
      if (asksToStore(option, method)) panel.style.setProperty("--row", "44px");
      wallet.mount(panel);
      const isThere = await wallet.ready !== undefined;
      // A wallet that the session has not set up leaves a message instead of an empty place.
      if (!isThere && wallet.isMounted && !wallet.canRetry) {
        panel.replaceChildren(element("p", "payrails-dropin-unavailable", all.texts.unavailable));
      }
    },
    unmount: () => wallet.unmount(),
  };
}

const LOADERS: Readonly<Record<string, (all: EntryOptions) => Promise<Mountable>>> = {
  googlePay: async (all) => {
    const { GooglePayButton } = await loadCode(import("../methods/google_pay.ts"));
    const { styles, translations } = all.options;
    const { merchantInfo } = methodOptions(all.options, "googlePay");
    return new GooglePayButton({
      ...shared(all, "googlePay", styles?.googlePayButton),
      translations: { ...textsOf(all, "googlePay"), ...translations?.googlePayButton },
      ...omitUndefined({ merchantInfo }),
    }, all.context);
  },
  applePay: async (all) => {
    const { ApplePayButton } = await loadCode(import("../methods/apple_pay.ts"));
    const { styles, translations } = all.options;
    const { clientDomain } = methodOptions(all.options, "applePay");
    return new ApplePayButton({
      ...shared(all, "applePay", styles?.applePayButton),
      translations: { ...textsOf(all, "applePay"), ...translations?.applePayButton },
      ...omitUndefined({ clientDomain }),
    }, all.context);
  },
  payPal: async (all) => {
    const { PaypalButton } = await loadCode(import("../methods/paypal/paypal_button.ts"));
    const { styles, translations } = all.options;
    return new PaypalButton({
      ...shared(all, "payPal", styles?.paypalButton),
      translations: { ...textsOf(all, "payPal"), ...translations?.paypalButton },
    }, all.context);
  },
  lean: async (all) => {
    const { LeanButton } = await loadCode(import("../methods/lean/lean_button.ts"));
    const { styles, translations, returnInfo, appearance } = all.options;
    const own = { styles: styles?.leanButton, translations: translations?.leanButton, returnInfo, appearance };
    return new LeanButton(omitUndefined(own), all.context);
  },
};

function shared<S extends StoreStyles>({ options }: EntryOptions, code: WalletCode, styles: S | undefined) {
  const method = methodOptions(options, code);
  const { alwaysStoreInstrument, showStoreInstrumentCheckbox, defaultStoreInstrumentState } = method;
  const storing = { alwaysStoreInstrument, showStoreInstrumentCheckbox, defaultStoreInstrumentState };
  const { storeInstrumentCheckbox } = method.styles ?? {};
  return {
    styles: { ...omitUndefined({ storeInstrumentCheckbox }), ...styles },
    ...omitUndefined({ returnInfo: options.returnInfo, ...storing }),
  };
}

/** Texts of the checkbox that stores the instrument, where the method's own settings have them. */
function textsOf({ options }: EntryOptions, code: WalletCode): { labels?: StoreTexts } {
  const { labels } = methodOptions(options, code).translations ?? {};
  return omitUndefined({ labels });
}
