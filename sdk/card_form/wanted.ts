/** What a card form shows below the card: the merchant's own word, else what the session says of cards (spec S 3). */
import type { Configuration } from "../session/read_config.ts";
import type { CardFormOptions } from "./options.ts";

type Wanted = Pick<CardFormOptions, "showAddressSelector" | "showInstallments">;

export function wantedOf(
  { showAddressSelector, showInstallments }: Wanted,
  { methods }: Pick<Configuration, "methods">,
): Required<Wanted> {
  const { supportsBillingInfo, supportsInstallments } =
    methods.find(({ paymentMethodCode }) => paymentMethodCode === "card")?.clientConfig ?? {};
  return {
    showAddressSelector: showAddressSelector ?? supportsBillingInfo === true,
    showInstallments: showInstallments !== false && supportsInstallments === true,
  };
}
