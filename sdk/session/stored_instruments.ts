/**
 * Which stored instruments are shown to the shopper and where (S-INSTR-09 to S-INSTR-14), and who is asked to store
 * one.
 */
import type { StoreOptions } from "../options.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { StoredInstrument } from "../wire/instruments.ts";

export interface StoredOptions {
  readonly showStoredInstruments?: boolean;
  /** @deprecated use showStoredInstruments */
  readonly showExistingCards?: boolean;
}

/** Every method lists enabled instruments; cards also those that were only created, and Apple Pay all. */
export function isListed({ paymentMethod: code, status }: StoredInstrument): boolean {
  return status === "enabled" || code === "applePay" || code === "card" && status === "created";
}

export function storedOf(methods: readonly PaymentMethodOption[], code?: string): StoredInstrument[] {
  return methods
    .filter(({ paymentMethodCode }) => code === undefined || paymentMethodCode === code)
    .flatMap(({ paymentInstruments }) => paymentInstruments ?? [])
    .filter(isListed);
}

/**
 * What the drop-in lists: not the cards of wallets, which show them by themselves (S-INSTR-13). `optionsOf` returns the
 * merchant's settings of a method. A method without settings lists its stored instruments.
 */
export function storedInDropin(
  methods: readonly PaymentMethodOption[],
  optionsOf: (code: string) => StoredOptions | undefined,
): readonly StoredInstrument[] {
  return storedOf(methods).filter(({ paymentMethod: code }) => {
    const { showStoredInstruments, showExistingCards } = optionsOf(code) ?? {};
    return code !== "googlePay" && code !== "applePay" && showStoredInstruments !== false &&
      (code !== "card" || showExistingCards !== false);
  });
}

/**
 * Whether the shopper is asked to store a card or an account: as the merchant says, or else as the method does by
 * default. PayPal's express buttons never store, nor does a wallet whose session says that it can't.
 */
export function asksToStore(
  option: PaymentMethodOption | undefined,
  { alwaysStoreInstrument, showStoreInstrumentCheckbox }: StoreOptions,
): boolean {
  const { paymentMethodCode: code, clientConfig, config } = option ?? {};
  const canStore = clientConfig?.supportsSaveInstrument;
  const isCard = code === "card";
  return !alwaysStoreInstrument && config?.integrationMode !== "express" && (isCard || canStore !== false) &&
    (showStoreInstrumentCheckbox ?? (isCard ? canStore === true : code === "payPal"));
}
