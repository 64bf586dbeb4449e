/** Size of the bank's check by the width of the window (spec S 2, table). */

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The popup is this much larger than the frame in it, in both directions. */
export const POPUP_EXTRA_PX = 4;
export const POPUP_BORDER_PX = 4;

/** Rows from the widest down; the first that is narrower than the window counts. */
const SIZES: readonly (readonly [widerThanPx: number, size: Size])[] = [
  [600, { widthPx: 600, heightPx: 400 }],
  [500, { widthPx: 500, heightPx: 600 }],
  [390, { widthPx: 390, heightPx: 400 }],
];
const SMALLEST: Size = { widthPx: 250, heightPx: 400 };

export function challengeSize(windowWidthPx: number): Size {
  return SIZES.find(([widerThanPx]) => windowWidthPx > widerThanPx)?.[1] ?? SMALLEST;
}

/** A hosted page gets the whole window but this much, in both directions (spec S 2). */
export const REDIRECT_MARGIN_PX = 50;

export function redirectSize({ widthPx, heightPx }: Size): Size {
  return { widthPx: widthPx - REDIRECT_MARGIN_PX, heightPx: heightPx - REDIRECT_MARGIN_PX };
}
