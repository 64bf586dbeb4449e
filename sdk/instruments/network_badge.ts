/** The mark of a stored card's network. */
import { element } from "../ui/element.ts";

/** The network's name is in the card's own name as well, so the badge is not read out. */
export function createNetwork(network = ""): HTMLElement {
  const badge = element("span", "payrails-network", NETWORK_BADGES[network.toLowerCase()] ?? "CARD");
  badge.dataset.network = network.toLowerCase();
  badge.setAttribute("aria-hidden", "true");
  return badge;
}

const NETWORK_BADGES: Readonly<Record<string, string>> = {
  visa: "VISA",
  mastercard: "MC",
  amex: "AMEX",
  diners: "DC",
  discover: "DISC",
  jcb: "JCB",
  maestro: "MAES",
  unionpay: "UP",
  hipercard: "HIPER",
};
