/** What is wrong with an element: the rules of cards first, then those of the merchant. */
import { detectBrand } from "../../sdk/card/detect.ts";
import { formatNumber, separatorOf } from "../../sdk/card/mask.ts";
import { PATTERNS } from "../../sdk/card/patterns.ts";
import type { ElementSpec, WireRule } from "../../sdk/wire/elements.ts";
import { faultsOf } from "../field/rules.ts";
import { cardTypeOf } from "./element_typing.ts";
import type { Hub } from "./hub.ts";
import { standIns } from "./stand_ins.ts";

export interface ElementFault {
  readonly name: string;
  /** The merchant's own sentence. */
  readonly text?: string | undefined;
  /** The expression that refuses whatever stands behind the digits it may see. */
  readonly refusing?: WireRule | undefined;
}

export interface Situation {
  readonly spec: ElementSpec;
  /** In the form the rules of cards read. */
  readonly text: string;
  /** As it stands in the field. */
  readonly shown: string;
  readonly hub: Hub;
  /** Part of a number that the shopper still types. */
  readonly isOpen: boolean;
  /** Of a card number: the first digits that the page may know. */
  readonly bin: (isRight: boolean) => string;
}

interface Told extends Omit<Situation, "bin"> {
  readonly bin: string;
}

/** Rules of the page are asked of a field that is right by itself and holds something. */
export function elementFault(situation: Situation): ElementFault | undefined {
  const name = situation.isOpen ? "incomplete" : ownFault(situation);
  const told = { ...situation, bin: situation.bin(name === undefined) };
  if (name !== undefined) return { name };
  if (situation.text === "") return undefined;
  const broken = situation.spec.rules.find((rule) => !keeps(rule, told));
  if (broken === undefined) return undefined;
  const isRefusing = broken.type === "REGEX_MATCH_RULE" && isSecret(situation.spec);
  return {
    name: broken.type === "ELEMENT_VALUE_MATCH_RULE" ? "mismatch" : "wrong",
    text: broken.error,
    ...(isRefusing ? { refusing: broken } : {}),
  };
}

function ownFault({ spec, text, hub }: Situation): string | undefined {
  const type = cardTypeOf(spec);
  if (type !== undefined) return faultsOf({ ...hub.cardTexts(), [type]: text }, new Date())[type];
  if (spec.type === "PIN" && !PATTERNS.pin.test(text)) return "incomplete";
  return spec.required && text === "" && !hub.isFilled(spec.column) ? "empty" : undefined;
}

function keeps({ type, source, flags, min, max, element }: WireRule, situation: Told): boolean {
  switch (type) {
    case "REGEX_MATCH_RULE": {
      const regex = new RegExp(source ?? "", flags?.replace(/[gy]/g, ""));
      return textsForPage(situation).some((text) => regex.test(text));
    }
    case "LENGTH_MATCH_RULE": {
      const { length } = isSecret(situation.spec) ? situation.text.replace(/\D/g, "") : situation.shown;
      return length >= (min ?? 0) && length <= (max ?? Infinity);
    }
    case "ELEMENT_VALUE_MATCH_RULE": {
      const other = situation.hub.members.get(element ?? "");
      return other !== undefined && mayCompare(situation.spec, other.spec) && other.text() === situation.text;
    }
  }
}

function isSecret({ type }: Pick<ElementSpec, "type">): boolean {
  return type === "CARD_NUMBER" || type === "CVV" || type === "PIN";
}

/**
 * A secret may only be typed twice: compared with any other field it would be guessed from what the page knows of that
 * one. Choices come from the page, so they are compared with nothing.
 */
function mayCompare(one: ElementSpec, other: ElementSpec): boolean {
  const areChoices = [one, other].some(({ type }) => /checkbox|radio|dropdown/.test(type));
  return !areChoices && (one.type === other.type || !(isSecret(one) || isSecret(other)));
}

/**
 * A page could read a card digit by digit from the yes or no of its expressions: of a secret they see stand-ins, and
 * only of a number its first digits. Any that passes is enough, so that no usual expression locks a shopper out.
 */
function textsForPage({ spec, text, shown, bin }: Told): readonly string[] {
  if (!isSecret(spec)) return [shown];
  const digits = text.replace(/\D/g, "");
  if (spec.type !== "CARD_NUMBER") return standIns(digits.length);
  const plain = standIns(digits.length - bin.length).map((hidden) => bin + hidden);
  const brand = detectBrand(digits);
  // Merchants write expressions for the number as it is shown, too.
  return [...plain, ...plain.map((number) => formatNumber(number, brand, separatorOf(spec.format)))];
}
