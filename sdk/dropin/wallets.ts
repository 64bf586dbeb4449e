/** Wallets and hosted pages in the drop-in, loaded when their option opens. */
import { merge } from "../core/merge.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import type { SdkError } from "../errors/sdk_error.ts";
import { element } from "../ui/element.ts";
import { LazyElement, type Mountable } from "../ui/lazy_element.ts";
import type { ElementMarks } from "../options.ts";
import { loadCode } from "../ui/load_code.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { WalletCode } from "../methods/wallet.ts";
import { type EntryContent, type EntryOptions, TEXTS_OF } from "./entries.ts";
import { methodOptions } from "./offered_options.ts";
import type { DropinOptions } from "./options.ts";
import { translationsOf } from "./texts.ts";
import { asksToStore } from "../session/stored_instruments.ts";
import { own } from "../wire/own.ts";

/**
 * An option whose code loads when it opens; an element of the class `place` keeps the height of its button until then.
 * When it or the script of a wallet does not load, the shopper may try again. */
export function lazyOption<T extends Mountable>(
  load: () => Promise<T>,
  { context }: EntryOptions,
  marks?: ElementMarks,
  place = "payrails-dropin-place",
): LazyElement<T> {
  const mayRetry = ({ key }: SdkError) => key.endsWith(".loading");
  return new LazyElement(load, context.parent, {
    language: context.language,
    marks,
    mayRetry,
    reserve: () => element("div", place),
  });
}

/** The button of a wallet in the drop-in. One of its own reads its texts once. */
interface Wallet extends Mountable {
  retext(translations: object): void;
}

/** Undefined for a method that is not a wallet. */
export function walletOf(option: PaymentMethodOption, all: EntryOptions): EntryContent | undefined {
  const { paymentMethodCode: code } = option;
  const load = own(LOADERS, code);
  if (load === undefined) return undefined;
  const method = methodOptions(all.options, code);
  let { options } = all;
  const wallet = lazyOption(() => load({ ...all, options }), all, method, "payrails-wallet");
  const unavailable = element("p", "payrails-dropin-unavailable", all.texts.unavailable);
  return {
    mount: async (panel: HTMLElement) => {
      // Space for the checkbox that stores the account, which appears with the button.
      if (asksToStore(option, method)) panel.style.setProperty("--row", "44px");
      wallet.mount(panel);
      const isThere = await wallet.ready !== undefined;
      // A wallet that the session has not set up leaves a message instead of an empty place.
      if (!isThere && wallet.isMounted && !wallet.canRetry) panel.replaceChildren(unavailable);
    },
    unmount: () => wallet.unmount(),
    retext: (_entry, now) => {
      const before = JSON.stringify(textsOf(options, code));
      options = now.options;
      unavailable.textContent = now.texts.unavailable;
      const texts = textsOf(options, code);
      // A vendor's button that is drawn again loses the focus.
      if (JSON.stringify(texts) !== before) void wallet.ready.then((shown) => shown?.retext(texts));
    },
  };
}

const LOADERS: Readonly<Record<string, (all: EntryOptions) => Promise<Wallet>>> = {
  googlePay: async (all) => {
    const { GooglePayButton } = await loadCode(import("../methods/google_pay.ts"));
    const { merchantInfo } = methodOptions(all.options, "googlePay");
    return new GooglePayButton({
      ...shared(all, "googlePay"),
      ...omitUndefined({ merchantInfo }),
    }, all.context);
  },
  applePay: async (all) => {
    const { ApplePayButton } = await loadCode(import("../methods/apple_pay.ts"));
    const { clientDomain } = methodOptions(all.options, "applePay");
    return new ApplePayButton({
      ...shared(all, "applePay"),
      ...omitUndefined({ clientDomain }),
    }, all.context);
  },
  payPal: async (all) => {
    const { PaypalButton } = await loadCode(import("../methods/paypal/paypal_button.ts"));
    return new PaypalButton(shared(all, "payPal"), all.context);
  },
  lean: async ({ options, context }) => {
    const { LeanButton } = await loadCode(import("../methods/lean/lean_button.ts"));
    const { styles, returnInfo, appearance } = options;
    const own = { styles: styles?.leanButton, translations: textsOf(options, "lean"), returnInfo, appearance };
    return new LeanButton(omitUndefined(own), context);
  },
};

function shared({ options }: EntryOptions, code: WalletCode) {
  const method = methodOptions(options, code);
  const { alwaysStoreInstrument, showStoreInstrumentCheckbox, defaultStoreInstrumentState } = method;
  const storing = { alwaysStoreInstrument, showStoreInstrumentCheckbox, defaultStoreInstrumentState };
  const { storeInstrumentCheckbox } = method.styles ?? {};
  const styles: object = Object(own(options.styles ?? {}, TEXTS_OF[code] ?? code));
  return {
    styles: { ...omitUndefined({ storeInstrumentCheckbox }), ...styles },
    translations: textsOf(options, code),
    ...omitUndefined({ returnInfo: options.returnInfo, ...storing }),
  };
}

/** Texts of the wallet, and of its checkbox where the method's own settings have them. */
function textsOf(options: DropinOptions, code: string): object {
  const { labels } = methodOptions(options, code).translations ?? {};
  return merge({ labels }, { ...translationsOf(options, TEXTS_OF[code] ?? code) });
}
