/** All screens with their states, in one table, for screenshots, accessibility and width. */
import { LATER_MEMBER_STATES, MEMBER_SCREENS } from "./member_screens.ts";
import type { Appearance, ScreenState } from "./open.ts";
import { EMAIL_ACTION_STATES, LATER_STATES, PUBLIC_SCREENS } from "./public_screens.ts";

export const SCREENS: readonly ScreenState[] = [
  ...PUBLIC_SCREENS,
  ...MEMBER_SCREENS,
  ...LATER_STATES,
  ...LATER_MEMBER_STATES,
  ...EMAIL_ACTION_STATES,
];

export function pictureName({ screen, state }: ScreenState, { theme, width }: Appearance): `${string}.png` {
  return `${screen}.${state}.${theme}.${width}.png`;
}
