/**
 * Reports which networks a card number of a payment session can be paid over. The merchant's page lets the shopper
 * choose.
 */
import type { LookUpBin } from "../api/bin_lookup.ts";
import { cardSchemeOf, networksOf } from "../api/networks.ts";
import type { CollectElement } from "../elements/element.ts";

export function followNetworks(element: CollectElement, lookUpBin: LookUpBin): void {
  let asked = "";
  // Registered before any listener of the page, so that a new card is never reported with the previous card's networks.
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
