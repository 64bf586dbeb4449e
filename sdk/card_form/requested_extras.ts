/**
 * Whether a card form shows address and instalments: the merchant's option, or else the session's card method
 * (S-CONFIG-11).
 */
import type { Configuration } from "../session/read_config.ts";
import type { CardFormOptions } from "./options.ts";

type ExtrasOptions = Pick<CardFormOptions, "showAddressSelector" | "showInstallments">;

export function requestedExtras(
  { showAddressSelector, showInstallments }: ExtrasOptions,
  { methods }: Pick<Configuration, "methods">,
): Required<ExtrasOptions> {
  const { supportsBillingInfo, supportsInstallments } =
    methods.find(({ paymentMethodCode }) => paymentMethodCode === "card")?.clientConfig ?? {};
  return {
    showAddressSelector: showAddressSelector ?? supportsBillingInfo === true,
    showInstallments: showInstallments !== false && supportsInstallments === true,
  };
}
