/** The network choice of a co-badged card as radios of equal weight. None is preselected: the cardholder chooses. */
import { cardSchemeOf } from "../api/networks.ts";
import type { CardScheme } from "../events.ts";
import type { SchemeTexts } from "../locales/pack.ts";
import type { CardFormTranslations, SchemeStyles } from "./options.ts";
import { kebab } from "../ui/css.ts";
import { createRadio } from "../ui/controls/choices.ts";
import { element } from "../ui/element.ts";

export const SCHEMES: SchemeTexts = {
  title: "Card brand",
  hint: "Choose which brand to use. Otherwise, the store chooses.",
};

export interface SchemeChoiceOptions {
  readonly codes: readonly string[];
  readonly texts: () => SchemeTexts;
  readonly translations: CardFormTranslations | undefined;
  readonly styles: SchemeStyles | undefined;
  readonly changed: () => void;
}

const HINT_AFTER_MS = 100;

let made = 0;

export class SchemeChoice {
  readonly root = element("fieldset", "payrails-schemes");
  readonly #legend = element("legend", "payrails-schemes-title");
  readonly #hint = element("p", "payrails-schemes-hint");
  readonly #radios: readonly HTMLInputElement[];

  constructor(private readonly options: SchemeChoiceOptions) {
    const { codes, styles, translations, changed } = options;
    const id = this.#hint.id = `payrails-schemes-${made++}`;
    // Announced once when the radios appear, since a shopper who types a number does not expect them.
    this.#hint.setAttribute("role", "status");
    this.root.setAttribute("aria-describedby", id);
    const tiles = element("div", "payrails-schemes-tiles");
    this.#radios = codes.map((code) => {
      const radio = createRadio(id, code, changed);
      const tile = element("label", "payrails-scheme");
      tile.append(radio, cardSchemeOf(code).name);
      tiles.append(tile);
      return radio;
    });
    this.root.append(this.#legend, this.#hint, tiles);
    this.restyle(styles);
    this.retext(translations);
    // Screen readers ignore a live region that appears with its text, so it is inserted empty first.
    const hint = this.#hint.textContent;
    this.#hint.textContent = "";
    setTimeout(() => this.#hint.textContent ||= hint, HINT_AFTER_MS);
  }

  get schemes(): readonly CardScheme[] {
    return this.#radios.map(({ value, checked }) => cardSchemeOf(value, checked));
  }

  get chosen(): string | undefined {
    return this.#radios.find(({ checked }) => checked)?.value;
  }

  retext({ labels = {} }: CardFormTranslations = {}): void {
    const { title, hint } = this.options.texts();
    this.#legend.textContent = labels.cardBrandSelectorTitle ?? title;
    this.#hint.textContent = labels.cardBrandSelectorSubtitle ?? hint;
  }

  restyle(styles: SchemeStyles = {}): void {
    for (const [name, value] of Object.entries(styles)) {
      this.root.style.setProperty(`--payrails-${kebab(name)}`, String(value));
    }
  }

  lock(isLocked: boolean): void {
    this.root.disabled = isLocked;
  }
}
