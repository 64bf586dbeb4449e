/** A number field of a payment session tells which networks its card carries; the merchant's page asks the shopper. */
import type { LookUpBin } from "../api/bin_lookup.ts";
import { cardSchemeOf, networksOf } from "../api/networks.ts";
import type { CollectElement } from "../elements/element.ts";

export function followNetworks(element: CollectElement, lookUpBin: LookUpBin): void {
  let asked = "";
  // Before any listener of the page: a new card is never told with the networks of the one before.
  element.on("CHANGE", async ({ bin = "" }) => {
    if (element.more !== undefined && bin === asked) return;
    asked = bin;
    element.more = {};
    const networks = await networksOf(bin, lookUpBin);
    if (element.more === undefined || bin !== asked || networks.length === 0) return;
    element.more = { cardSchemes: networks.map((code) => cardSchemeOf(code)) };
    element.emit("CHANGE");
  });
}
