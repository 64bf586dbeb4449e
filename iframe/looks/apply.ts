/** Puts the page's looks into the frame's own style sheet through the CSSOM, rule by rule, property by property. */
import { type AppearanceKey, type Css, type FieldState, type FrameLooks } from "../../sdk/wire/frames.ts";
import { allowedProperty, isAllowedValue } from "./style_rules.ts";

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

/** Each state comes after the one it overrides. */
const STATE_SELECTORS: Readonly<Record<FieldState, string>> = {
  base: " .control",
  empty: ".empty .control",
  complete: ".complete .control",
  focus: " .control:focus",
  invalid: ".invalid .control",
  cardIcon: " .icon",
};

export class Looks {
  #inserted = 0;

  constructor(private readonly sheet: CSSStyleSheet, private readonly root: HTMLElement) {}

  apply(looks: FrameLooks): void {
    while (this.#inserted > 0) {
      this.sheet.deleteRule(this.sheet.cssRules.length - 1);
      this.#inserted--;
    }
    this.#appearance(looks.appearance);
    for (const state of ["base", "empty", "complete", "focus", "invalid", "cardIcon"] as const) {
      for (const [type, styles] of Object.entries(looks.inputs)) {
        this.#rule(fieldSelector(type) + STATE_SELECTORS[state], styles?.[state]);
      }
    }
    for (const [type, css] of Object.entries(looks.labels)) this.#rule(`${fieldSelector(type)} label`, css);
    this.#rule(".error", looks.errors);
  }

  #appearance(appearance: FrameLooks["appearance"]): void {
    const scheme = appearance.colorScheme;
    this.root.dataset.scheme = scheme === "light" || scheme === "dark" ? scheme : "auto";
    for (const [key, variable] of Object.entries(VARIABLES)) {
      const value = new Map(Object.entries(appearance)).get(key);
      if (value !== undefined && isAllowedValue(value)) this.root.style.setProperty(variable, value);
      else this.root.style.removeProperty(variable);
    }
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

/** Types are known words by the protocol's parser, never text of the page. */
function fieldSelector(type: string): string {
  return type === "all" ? ".field" : `.field.${type}`;
}
