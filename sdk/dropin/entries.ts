/**
 * The options of the drop-in in their fixed order: stored instruments, card, PayPal, Google Pay, Apple Pay, Lean,
 * hosted pages (S-DROPIN-02).
 */
import { nameOf } from "../instruments/network_badge.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { methodOptions, offeredBy } from "./offered_options.ts";
import type { DropinOptions } from "./options.ts";
import { BRAND_NAMES, translationsOf, type Words } from "./texts.ts";
import { own } from "../wire/own.ts";
import type { ClientContext } from "../client_context.ts";
import type { InstallmentConfig } from "../options.ts";
import type { Mountable } from "../ui/lazy_element.ts";

export type Entry =
  | { readonly kind: "stored"; readonly id: string; readonly label: string; readonly instrument: StoredInstrument }
  | { readonly kind: "method"; readonly id: string; readonly label: string; readonly option: PaymentMethodOption };

export function entriesOf(
  methods: readonly PaymentMethodOption[],
  options: DropinOptions,
  texts: Words,
): readonly Entry[] {
  const [instruments, offered] = offeredBy(methods, options);
  const stored = instruments.map((instrument): Entry => ({
    kind: "stored",
    id: instrument.id,
    label: nameOf(instrument, texts.unavailable),
    instrument,
  }));
  const others = offered.map((option): Entry => ({
    kind: "method",
    id: option.paymentMethodCode,
    label: labelOf(option, options, texts),
    option,
  }));
  return [...stored, ...others];
}

/** The part of `translations` and of `styles` that is the method's; `labels.label` of its texts names the method. */
export const TEXTS_OF: Readonly<Record<string, string>> = {
  card: "cardForm",
  googlePay: "googlePayButton",
  applePay: "applePayButton",
  payPal: "paypalButton",
  lean: "leanButton",
};

function labelOf({ paymentMethodCode: code, clientConfig }: PaymentMethodOption, options: DropinOptions, texts: Words) {
  const { label } = translationsOf(options, code);
  const part = translationsOf(options, TEXTS_OF[code] ?? code);
  const named = label ?? part.labels?.label ?? (code === "card" ? part.label : undefined);
  if (named !== undefined) return named;
  return code === "card" ? texts.card : own(BRAND_NAMES, code) ?? clientConfig?.displayName ?? code;
}

/** Whether to show a method's logo: the method's own setting, or else the setting for all. */
export function hasLogo(options: DropinOptions, code: string): boolean {
  const { showPaymentMethodLogo: all } = options.paymentMethodsConfiguration ?? {};
  return (methodOptions(options, code).showPaymentMethodLogo ?? all) !== false;
}

export interface EntryOptions {
  readonly options: DropinOptions;
  readonly context: ClientContext;
  readonly texts: Words;
  /** The drop-in's callbacks, which call the merchant's. */
  readonly remove: () => void;
  readonly makeDefault: () => void;
}

/** What an open option shows. */
export interface EntryContent extends Mountable {
  /** Replaces the instalment choices of a card. */
  readonly updateInstallments?: (config: InstallmentConfig) => void;
  /** Follows other texts of the merchant or another language. */
  readonly retext?: (entry: Entry, all: Pick<EntryOptions, "options" | "texts">) => void;
}
