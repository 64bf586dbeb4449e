/** The marks of networks and payment methods, and the name of a stored card. */
import { element } from "../ui/element.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { own } from "../wire/own.ts";

/** Hidden from screen readers, since the card's name includes the network. */
export function createNetwork(network = ""): HTMLElement {
  const id = network.toLowerCase();
  const badge = element("span", "payrails-network", own(SHORT_NAMES, id) ?? (network.toUpperCase() || "CARD"));
  badge.dataset.network = id;
  badge.setAttribute("aria-hidden", "true");
  return badge;
}

/**
 * The style sheet draws the mark of a method it knows, and the first letter of the name for any other. Screen readers
 * read the name beside it.
 */
export function createMark(code: string, name: string): HTMLElement {
  const mark = element("span", "payrails-mark");
  mark.dataset.method = code;
  mark.dataset.initial = name.charAt(0).toUpperCase();
  return mark;
}

/** Short forms of names that are too long for a mark. */
const SHORT_NAMES: Readonly<Record<string, string>> = { mastercard: "MC", hipercard: "Hiper" };

/** The name shown to the shopper: the issuer's name for the card, or its last digits; with its expiry date, MM/YY. */
export function nameOf({ displayName, data }: StoredInstrument, unavailable: string): string {
  const name = displayName || (data?.suffix ? `•••• ${data.suffix}` : data?.email ?? unavailable);
  return data?.expiryMonth && data.expiryYear ? `${name}, ${data.expiryMonth}/${data.expiryYear.slice(-2)}` : name;
}
