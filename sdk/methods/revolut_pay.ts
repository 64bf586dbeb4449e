/** Look and label of Revolut Pay's button, which is otherwise the button of a hosted payment page. */
import type { ButtonStyles } from "../buttons/options.ts";
import { REVOLUT_PAY_DEFAULT_LABEL, REVOLUT_PAY_DEFAULT_THEME, type RevolutPayButtonTheme } from "../codes.ts";
import type { Css } from "../options.ts";
import type { GenericRedirectButtonOptions, RevolutPayStyles } from "./options.ts";

const INK = "#191c1f";
const PAPER = "#ffffff";
const THEMES: Readonly<Record<RevolutPayButtonTheme, Css>> = {
  dark: { backgroundColor: INK, color: PAPER, border: "none" },
  light: { backgroundColor: PAPER, color: INK, border: "none" },
  lightOutline: { backgroundColor: PAPER, color: INK, border: `1px solid ${INK}` },
};
const DEFAULT_WIDTH = "250px";

export function isRevolutPay(code: string): boolean {
  return code === "revolutPay";
}

/** Its theme and size; states that the page styles apply over them. An unknown theme is the default one. */
export function revolutStyles(styles: GenericRedirectButtonOptions["styles"] = {}): ButtonStyles {
  const { theme, width = DEFAULT_WIDTH, borderRadius, base, ...states }: RevolutPayStyles & ButtonStyles = styles;
  const look = THEMES[theme ?? REVOLUT_PAY_DEFAULT_THEME] ?? THEMES[REVOLUT_PAY_DEFAULT_THEME];
  return { ...states, base: { ...look, width, ...(borderRadius === undefined ? {} : { borderRadius }), ...base } };
}

/** The brand's rules fix the label. */
export const REVOLUT_TEXTS = { label: REVOLUT_PAY_DEFAULT_LABEL };
