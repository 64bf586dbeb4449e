/** Builds the set-up message of the card form's frame: rows, texts and theme from the merchant's options. */
import type { Language } from "../../locales/language.ts";
import type { CardFormOptions } from "../options.ts";
import type { FormSetup } from "../../wire/frames.ts";
import type { Rows } from "./layout.ts";
import type { ColorScheme } from "../../ui/scheme.ts";
import { frameThemeOf } from "./theme.ts";
import { FIELDS, textsOfAll } from "./texts.ts";

export interface SetupContext {
  readonly rows: Rows;
  readonly language: Language;
  readonly scheme: ColorScheme;
  /** The form's root element, whose text direction the frame adopts. */
  readonly root: Element | undefined;
  readonly brand?: FormSetup["brand"];
}

export function setupOf(options: CardFormOptions, { rows, language, scheme, root, brand }: SetupContext): FormSetup {
  const { translations, enableCardIcon, styles = {}, appearance = {} } = options;
  const isRightToLeft = root !== undefined && getComputedStyle(root).direction === "rtl";
  return {
    rows,
    texts: textsOfAll(rows.flat(), translations, language.of("fields", FIELDS)),
    looks: frameThemeOf(styles, appearance, scheme),
    language: (language.tag ?? document.documentElement.lang).slice(0, 35) || "en",
    direction: isRightToLeft ? "rtl" : "ltr",
    cardIcon: enableCardIcon !== false,
    brand,
  };
}
