/** Size of the 3-D Secure challenge by the width of the window (S-3DS-04 to S-3DS-07). */

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The popup exceeds its frame by this much in both directions (S-3DS-08). */
export const POPUP_EXTRA_PX = 4;
export const POPUP_BORDER_PX = 4;

/** From the widest down; the first row narrower than the window applies. */
const SIZES: readonly (readonly [widerThanPx: number, size: Size])[] = [
  [600, { widthPx: 600, heightPx: 400 }],
  [500, { widthPx: 500, heightPx: 600 }],
  [390, { widthPx: 390, heightPx: 400 }],
];
const SMALLEST: Size = { widthPx: 250, heightPx: 400 };

export function challengeSize(windowWidthPx: number): Size {
  return SIZES.find(([widerThanPx]) => windowWidthPx > widerThanPx)?.[1] ?? SMALLEST;
}

/** The popup of a hosted page is this much smaller than the window in both directions (S-REDIRECT-04). */
export const REDIRECT_MARGIN_PX = 50;

export function redirectSize({ widthPx, heightPx }: Size): Size {
  return { widthPx: widthPx - REDIRECT_MARGIN_PX, heightPx: heightPx - REDIRECT_MARGIN_PX };
}
