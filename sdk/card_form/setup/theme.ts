/** Converts the merchant's styles and appearance into the theme sent to the frame, which checks every value again. */
import type { CardFormStyles } from "../options.ts";
import type { Appearance, Css as PageCss } from "../../options.ts";
import { type Css, ELEMENT_TYPES, FIELD_STATES, type FrameTheme, ROW_CHROME_PX } from "../../wire/frames.ts";
import { controlHeightPx, variablesOf } from "../../ui/appearance.ts";
import { cssEntries } from "../../ui/css.ts";
import type { ColorScheme } from "../../ui/scheme.ts";

const TARGETS = ["all", ...ELEMENT_TYPES] as const;

export function frameThemeOf(styles: CardFormStyles, appearance: Appearance, scheme: ColorScheme): FrameTheme {
  const inputs = TARGETS.flatMap((target) => {
    const states = styles.inputFields?.[target] ?? {};
    const base = target === "all" ? { ...styles.base, ...states.base } : states.base;
    const rows = FIELD_STATES.flatMap((state) => {
      const css = textCss(state === "base" ? base : states[state]);
      return css === undefined ? [] : [[state, css] as const];
    });
    return rows.length === 0 ? [] : [[target, Object.fromEntries(rows)] as const];
  });
  const labels = TARGETS.flatMap((target) => {
    const css = textCss(styles.labels?.[target]);
    return css === undefined ? [] : [[target, css] as const];
  });
  return {
    appearance: { ...variablesOf(appearance), colorScheme: scheme },
    inputs: Object.fromEntries(inputs),
    labels: Object.fromEntries(labels),
    errors: textCss(styles.errorTextStyles?.base) ?? {},
  };
}

/** Height to reserve before the form loads, so that nothing below it moves. */
export function reservedHeightPx(rowCount: number, appearance: Appearance): number {
  return rowCount * (controlHeightPx(appearance) + ROW_CHROME_PX);
}

function textCss(css: PageCss | undefined): Css | undefined {
  const entries = cssEntries(css);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
