/** Which stored instruments are shown to a shopper, and where (spec S 6). */
import type { PaymentMethodOption, StoredInstrument } from "../wire/config.ts";
import { own } from "../wire/own.ts";

export interface StoredOptions {
  readonly showStoredInstruments?: boolean;
  /** @deprecated use showStoredInstruments */
  readonly showExistingCards?: boolean;
}

/** One row per method with a rule of its own; every other method lists what is enabled. */
const LISTED: Readonly<Record<string, (status: StoredInstrument["status"]) => boolean>> = {
  card: (status) => status === "enabled" || status === "created",
  applePay: () => true,
};

export function isListed({ paymentMethod, status }: StoredInstrument): boolean {
  return (own(LISTED, paymentMethod) ?? ((other) => other === "enabled"))(status);
}

export function storedOf(methods: readonly PaymentMethodOption[], code?: string): readonly StoredInstrument[] {
  return methods
    .filter(({ paymentMethodCode }) => code === undefined || paymentMethodCode === code)
    .flatMap(({ paymentInstruments }) => paymentInstruments ?? [])
    .filter(isListed);
}

/** Wallets bring their own list of cards, so the drop-in does not repeat it. */
const OUTSIDE_DROPIN: ReadonlySet<string> = new Set(["googlePay", "applePay"]);

/** `optionsOf` gives the merchant's settings of one method; a method without any shows what is stored. */
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

/** What a shopper reads for an instrument; the bank's name for the card, or its last digits. */
export function nameOf({ displayName, data }: StoredInstrument, unavailable: string): string {
  if (displayName !== undefined && displayName !== "") return displayName;
  if (data?.suffix !== undefined) return `•••• ${data.suffix}`;
  return data?.email ?? unavailable;
}
