/** Every picture of the product: of each answer, each step of the check, each thing for sale and each screen of its own. */
import { CONTACT_PICTURES } from "./answers_contact.ts";
import { DEMAND_PICTURES } from "./answers_demands.ts";
import { HAPPENED_PICTURES } from "./answers_happened.ts";
import type { Picture } from "./shapes.ts";

export const PICTURES = { ...CONTACT_PICTURES, ...DEMAND_PICTURES, ...HAPPENED_PICTURES } as const;
export type PictureName = keyof typeof PICTURES;

/**
 * One file with all of them, each under its name. Its colours are those of the page: ink is the text's colour, the tint
 * the fill and the accent the stroke of the element around it.
 */
export function spriteText(pictures: Readonly<Record<string, Picture>> = PICTURES): string {
  const symbols = Object.entries(pictures).map(([name, { tint, line, accent }]) =>
    `<symbol id="${name}" viewBox="0 0 48 48"><path stroke="none" d="${tint}"/>` +
    `<path fill="none" stroke="currentColor" d="${line}"/><path fill="none" d="${accent}"/></symbol>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}
