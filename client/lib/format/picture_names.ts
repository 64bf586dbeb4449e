/** Which picture belongs to what: names derive from the tables, so a test can walk them. */
import type { PictureName } from "../../drawings/pictures.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";

export const answerPicture = (question: number, value: string): PictureName => asName(`${question}-${value}`);

export const planPicture = ({ length }: Plan): PictureName => asName(`plan-${length}`);

/** A product with one feature shows that feature, one with several a pack, and validations a pile. */
export function productPicture({ unlocks = [], credits }: Plan): PictureName {
  const [group = "pack"] = unlocks.length === 1 ? unlocks : [];
  return asName(`buy-${credits === undefined ? group : "credits"}`);
}

/** The tables and the pictures use the same names; a test compares them. */
function asName(name: string): PictureName {
  return name as PictureName;
}
