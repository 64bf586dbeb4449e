/**
 * Which stored instruments are shown to the shopper and where (S-INSTR-09 to S-INSTR-14), and who is asked to store
 * one.
 */
import type { StoreOptions } from "../options.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { own } from "../wire/own.ts";

export interface StoredOptions {
  readonly showStoredInstruments?: boolean;
  /** @deprecated use showStoredInstruments */
  readonly showExistingCards?: boolean;
}

/** Methods with their own rule. Every other method lists enabled instruments. */
const LISTED: Readonly<Record<string, (status: StoredInstrument["status"]) => boolean>> = {
  card: (status) => status === "enabled" || status === "created",
  applePay: () => true,
};

export function isListed({ paymentMethod, status }: StoredInstrument): boolean {
  return (own(LISTED, paymentMethod) ?? ((other) => other === "enabled"))(status);
}

export function storedOf(methods: readonly PaymentMethodOption[], code?: string): StoredInstrument[] {
  return methods
    .filter(({ paymentMethodCode }) => code === undefined || paymentMethodCode === code)
    .flatMap(({ paymentInstruments }) => paymentInstruments ?? [])
    .filter(isListed);
}

/** Wallets show their own list of cards, so the drop-in does not repeat it (S-INSTR-13). */
const OUTSIDE_DROPIN: ReadonlySet<string> = new Set(["googlePay", "applePay"]);

/** `optionsOf` returns the merchant's settings of a method. A method without settings lists its stored instruments. */
export function storedInDropin(
  methods: readonly PaymentMethodOption[],
  optionsOf: (code: string) => StoredOptions | undefined,
): readonly StoredInstrument[] {
  return storedOf(methods).filter(({ paymentMethod }) => {
    const { showStoredInstruments, showExistingCards } = optionsOf(paymentMethod) ?? {};
    if (OUTSIDE_DROPIN.has(paymentMethod) || showStoredInstruments === false) return false;
    return paymentMethod !== "card" || showExistingCards !== false;
  });
}

/**
 * Whether the shopper is asked to store a card or an account: as the merchant says, else as the method does by itself.
 */
export function asksToStore(
  option: PaymentMethodOption | undefined,
  { alwaysStoreInstrument, showStoreInstrumentCheckbox }: StoreOptions,
): boolean {
  const code = option?.paymentMethodCode;
  const isPaypal = code === "payPal";
  const can = option?.clientConfig?.supportsSaveInstrument ?? isPaypal;
  const byItself = (isPaypal || code === "card") && can;
  return !alwaysStoreInstrument && (showStoreInstrumentCheckbox ?? byItself);
}
