/** The network of a brand as the frame names it, without the table of all their digits. */
import type { NetworkId } from "../card/brands.ts";
import type { FormSnapshot } from "../wire/frames.ts";

export function networkOf(brand: FormSnapshot["brand"]): NetworkId | "" {
  if (brand === "DEFAULT" || brand === "UNKNOWN") return "";
  return brand === "DINERS_CLUB" ? "diners" : parseNetwork(brand.toLowerCase());
}

/** Every other network has its brand's name; a test walks the table of brands. */
function parseNetwork(name: string): NetworkId {
  return name as NetworkId;
}
