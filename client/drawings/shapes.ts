/** Shapes for the pictures: a 48 px grid, tinted areas, ink lines, and the accent on the main object. */
export interface Picture {
  /** Filled with the tint. */
  readonly tint: string;
  /** Ink lines. */
  readonly line: string;
  /** Lines in the accent. */
  readonly accent: string;
}

export const disc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

/** A box with round corners. */
export function box(x: number, y: number, width: number, height: number, radius = 3): string {
  const [w, h, r] = [width - 2 * radius, height - 2 * radius, radius];
  return `M${
    x + r
  } ${y}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}` +
    `v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

/** A mobile phone, 18 by 32. */
export const phone = (x: number, y: number): string => `${box(x, y, 18, 32, 4)}M${x + 7} ${y + 4}h4`;
/** Head and shoulders. */
export const person = (x: number, y: number): string => `${disc(x, y, 5)}M${x - 9} ${y + 18}c0-7 3-11 9-11s9 4 9 11`;
export const tick = (x: number, y: number): string => `M${x - 5} ${y}l4 4 7-8`;
export const cross = (x: number, y: number): string => `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`;
export const question = (x: number, y: number): string => `M${x - 3} ${y - 4}c0-5 7-5 7 0 0 3-4 3-4 6M${x} ${y + 6}v.1`;
/** A speech bubble of this size with its tail at the left. */
export const bubble = (x: number, y: number, width: number, height: number): string =>
  `M${x + 4} ${y}h${width - 8}a4 4 0 0 1 4 4v${height - 8}a4 4 0 0 1-4 4h${12 - width}l-6 6v-6h-2a4 4 0 0 1-4-4v${
    8 - height
  }a4 4 0 0 1 4-4z`;
export const coin = (x: number, y: number): string =>
  `${disc(x, y, 7)}M${x + 2} ${y - 3}c-2-2-5-1-5 1 0 3 6 2 6 5 0 2-4 3-6 1`;
export const cardAt = (x: number, y: number): string => `${box(x, y, 30, 20)}M${x} ${y + 6}h30`;
export const shield = (x: number, y: number): string => `M${x} ${y}l11 4v9c0 8-5 13-11 16-6-3-11-8-11-16v-9z`;
export const letter = (x: number, y: number): string => `${box(x, y, 30, 21)}M${x + 2} ${y + 3}l13 9 13-9`;
export const page = (x: number, y: number): string =>
  `M${x + 3} ${y}h14l7 7v23a3 3 0 0 1-3 3h-18a3 3 0 0 1-3-3v-27a3 3 0 0 1 3-3zM${x + 17} ${y}v7h7`;
/** A page as large as the picture, 30 by 42, without its folded corner. */
export const sheet = (x: number, y: number): string => `M${x} ${y}h20l10 9v33h-30z`;
/** An open book, 40 by 33. */
export const book = (x: number, y: number): string =>
  `M${x} ${y}c7-2 15-1 20 3 5-4 13-5 20-3v30c-7-2-15-1-20 3-5-4-13-5-20-3z`;
