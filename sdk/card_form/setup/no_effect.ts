/** Warns the merchant, once per element, of options for 5.x that are accepted and have no effect. */
import { warn } from "../../log/log.ts";
import type { Fonts } from "../../options.ts";
import type { CardFormOptions } from "../options.ts";

export function warnOfNoEffect({ fonts, styles = {} }: Fonts & Pick<CardFormOptions, "styles">): void {
  if (fonts !== undefined && fonts.length > 0) {
    warn("fonts has no effect: card frames load nothing from elsewhere, name installed fonts in styles");
  }
  if (Object.values(styles.inputFields ?? {}).some((states) => states?.copyIcon !== undefined)) {
    warn("copyIcon has no effect: fields have no icon to copy by, so leave it out");
  }
}
