/** The icons of a co-badged card's networks, side by side and of equal size, so that neither is favoured. */
import { BRANDS } from "../../sdk/card/brands.ts";
import { brandIcon, drawMark } from "./brand_icon.ts";
import { plate, word } from "./brand_marks.ts";
import { own } from "../../sdk/wire/own.ts";

const SHORT_CHARS = 4;
const SHORT_NAMES: Readonly<Record<string, string>> = { cartesbancaires: "CB" };

export function networkIcons(networks: readonly string[]): readonly SVGElement[] {
  return networks.map((network) => {
    const known = Object.values(BRANDS).find((brand) => brand.network === network);
    if (known !== undefined) return brandIcon(known.brand);
    const name = own(SHORT_NAMES, network) ?? network.slice(0, SHORT_CHARS).toUpperCase();
    return drawMark([plate("#1f6b3a"), word(name, "#fff")], network);
  });
}
