/** Every picture of the product: answers, steps of the check, products and screens. */
import { CONTACT_PICTURES } from "./answers_contact.ts";
import { DEMAND_PICTURES } from "./answers_demands.ts";
import { HAPPENED_PICTURES } from "./answers_happened.ts";
import type { Picture } from "./shapes.ts";

export const PICTURES = { ...CONTACT_PICTURES, ...DEMAND_PICTURES, ...HAPPENED_PICTURES } as const;
export type PictureName = keyof typeof PICTURES;

/**
 * One sprite with all of them, each under its name. Colours come from the page: ink is the text colour, tint and accent
 * are fill and stroke of the surrounding element.
 */
export function spriteText(pictures: Readonly<Record<string, Picture>> = PICTURES): string {
  const symbols = Object.entries(pictures).map(([name, { tint, line, accent }]) =>
    `<symbol id="${name}" viewBox="0 0 48 48"><path stroke="none" d="${tint}"/>` +
    `<path fill="none" stroke="currentColor" d="${line}"/><path fill="none" d="${accent}"/></symbol>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}
