/** Which picture stands for what: names are made of what they show, so a test walks the tables they come from. */
import type { PictureName } from "../../drawings/pictures.ts";
import type { Plan } from "../../../server/wire/billing/plans.ts";

export const answerPicture = (question: number, value: string): PictureName => parseName(`${question}-${value}`);

export const planPicture = ({ length }: Plan): PictureName => parseName(`plan-${length}`);

/** What opens one thing shows that thing, what opens several is a pack, and checks are a pile of them. */
export function productPicture({ unlocks = [], credits }: Plan): PictureName {
  const [group = "pack"] = unlocks.length === 1 ? unlocks : [];
  return parseName(`buy-${credits === undefined ? group : "credits"}`);
}

/** The tables and the pictures have the same names; a test holds one against the other. */
function parseName(name: string): PictureName {
  return name as PictureName;
}
