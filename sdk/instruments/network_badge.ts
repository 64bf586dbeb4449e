/** The network mark and the name of a stored card. */
import { element } from "../ui/element.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { own } from "../wire/own.ts";

/** Hidden from screen readers, since the card's name includes the network. */
export function createNetwork(network = ""): HTMLElement {
  const badge = element(
    "span",
    "payrails-network",
    own(SHORT_NAMES, network.toLowerCase()) ?? (network.toUpperCase() || "CARD"),
  );
  badge.dataset.network = network.toLowerCase();
  badge.setAttribute("aria-hidden", "true");
  return badge;
}

/** Short forms of names that are too long for a mark. */
const SHORT_NAMES: Readonly<Record<string, string>> = { mastercard: "MC" };

/** The name shown to the shopper: the issuer's name for the card, or its last digits. */
export function nameOf({ displayName, data }: StoredInstrument, unavailable: string): string {
  if (displayName !== undefined && displayName !== "") return displayName;
  if (data?.suffix) return `•••• ${data.suffix}`;
  return data?.email ?? unavailable;
}
