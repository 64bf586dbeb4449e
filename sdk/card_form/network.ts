/** Maps a brand from the frame to its network, without loading the table of ranges. */
import type { NetworkId } from "../card/brands.ts";
import type { FormSnapshot } from "../wire/frames.ts";

export function networkOf(brand: FormSnapshot["brand"]): NetworkId | "" {
  if (brand === "DEFAULT" || brand === "UNKNOWN") return "";
  return brand === "DINERS_CLUB" ? "diners" : asNetwork(brand.toLowerCase());
}

/** Every other network is named like its brand; a test compares with the table. */
function asNetwork(name: string): NetworkId {
  return name as NetworkId;
}
