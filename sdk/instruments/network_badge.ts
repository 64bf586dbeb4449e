/** The mark of a stored card's network. */
import { element } from "../ui/element.ts";
import { own } from "../wire/own.ts";

/** The network's name is in the card's own name as well, so the badge is not read out. */
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

/** Too long for a mark beside a name. */
const SHORT_NAMES: Readonly<Record<string, string>> = { mastercard: "MC" };
