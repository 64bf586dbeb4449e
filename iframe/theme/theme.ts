/** Applies the page's theme to the frame's own style sheet through the CSSOM, rule by rule and property by property. */
import { type AppearanceKey, type Css, type FieldState, type FrameTheme } from "../../sdk/wire/frames.ts";
import type { ElementSpec, GroupSetup } from "../../sdk/wire/elements.ts";
import { allowedProperty, isAllowedValue } from "../../sdk/wire/theme/style_rules.ts";

const STATES = ["base", "empty", "complete", "focus", "invalid", "cardIcon"] as const;

const VARIABLES: Readonly<Record<Exclude<AppearanceKey, "colorScheme">, string>> = {
  colorPrimary: "--primary",
  colorText: "--ink",
  colorMuted: "--muted",
  colorBackground: "--paper",
  colorBorder: "--field-line",
  colorDanger: "--danger",
  colorFocus: "--focus",
  borderRadius: "--radius",
  fontFamily: "--font",
  fontSize: "--size",
  controlHeight: "--control",
};

/** Each state follows the one it overrides. */
const STATE_SELECTORS: Readonly<Record<FieldState, string>> = {
  base: " .control",
  empty: ".empty .control",
  complete: ".complete .control",
  focus: " .control:focus",
  invalid: ".invalid .control",
  cardIcon: " .icon",
};

export class Theme {
  #inserted = 0;

  constructor(private readonly sheet: CSSStyleSheet, private readonly root: HTMLElement) {}

  apply(theme: FrameTheme): void {
    this.#clear();
    this.#appearance(theme.appearance);
    const hasStyles = Object.keys(theme.inputs).length > 0;
    const hasBorder = theme.appearance.colorBorder !== undefined;
    this.root.classList.toggle("shaded", !hasStyles && !hasBorder);
    this.root.classList.toggle("outlined", !hasStyles && hasBorder);
    for (const state of STATES) {
      for (const [type, styles] of Object.entries(theme.inputs)) {
        this.#rule(fieldSelector(type) + STATE_SELECTORS[state], styles?.[state]);
      }
    }
    for (const [type, css] of Object.entries(theme.labels)) this.#rule(`${fieldSelector(type)} label`, css);
    this.#rule(".error", theme.errors);
  }

  /** Elements have rules of their own, by their position in the frame. */
  applyGroup({ rowStyles, errorStyles, scheme, appearance = {} }: GroupSetup, specs: readonly ElementSpec[]): void {
    this.#clear();
    this.#appearance({ ...appearance, colorScheme: scheme });
    const hasStyles = specs.some(({ inputs }) => Object.keys(inputs).length > 0);
    const hasBorder = appearance.colorBorder !== undefined;
    this.root.classList.toggle("shaded", !hasStyles && !hasBorder);
    this.root.classList.toggle("outlined", hasBorder);
    this.#rule(".row", rowStyles);
    this.#rule(".error", errorStyles);
    specs.forEach(({ inputs, labels, errorStyles }, index) => {
      for (const state of STATES) {
        this.#rule(`.e${index}${STATE_SELECTORS[state]}`, inputs[state]);
        if (state === "focus") this.#rule(`.e${index}:focus-within label`, labels[state]);
        else this.#rule(`.e${index}${state === "base" ? "" : "." + state} label`, labels[state]);
      }
      this.#rule(`#e${index}-error`, errorStyles);
    });
  }

  #clear(): void {
    for (; this.#inserted > 0; this.#inserted--) this.sheet.deleteRule(this.sheet.cssRules.length - 1);
  }

  #appearance(appearance: Css): void {
    this.root.dataset.scheme = appearance.colorScheme ?? "auto";
    for (const [key, variable] of Object.entries(VARIABLES)) {
      const value = appearance[key];
      // Without a value, the variable of the style sheet applies.
      this.root.style.setProperty(variable, value !== undefined && isAllowedValue(value) ? value : "");
    }
    // The border of an invalid field follows the merchant's colour. Without one it is the default of S-STYLE-02.
    this.root.style.setProperty("--danger-line", this.root.style.getPropertyValue("--danger"));
  }

  #rule(selector: string, css: Css | undefined): void {
    if (css === undefined) return;
    const index = this.sheet.insertRule(`${selector}{}`, this.sheet.cssRules.length);
    this.#inserted++;
    const rule = this.sheet.cssRules[index];
    if (!(rule instanceof CSSStyleRule)) return;
    for (const [name, value] of Object.entries(css)) {
      const property = allowedProperty(name);
      if (property !== undefined && value !== undefined && isAllowedValue(value)) {
        const important = /!important\s*$/.test(value) ? "important" : "";
        rule.style.setProperty(property, value.replace(/!important\s*$/, ""), important);
      }
    }
  }
}

/** The protocol's parser allows known types only, so this is never text from the page. */
function fieldSelector(type: string): string {
  return type === "all" ? ".field" : `.field.${type}`;
}
