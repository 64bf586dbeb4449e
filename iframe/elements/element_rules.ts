/** Finds what is wrong with an element: the rules of cards first, then the merchant's own. */
import { detectBrand } from "../../sdk/card/detect.ts";
import { formatNumber, separatorOf } from "../../sdk/card/mask.ts";
import { PATTERNS } from "../../sdk/card/patterns.ts";
import type { ElementSpec, WireRule } from "../../sdk/wire/elements.ts";
import { faultsOf } from "../../sdk/card/faults.ts";
import { serverNow } from "../field/server_time.ts";
import { cardTypeOf } from "./element_typing.ts";
import type { Hub } from "./hub.ts";
import { placeholderDigits } from "./placeholder_digits.ts";

export interface ElementFault {
  readonly name: string;
  /** The merchant's error text. */
  readonly text?: string | undefined;
  /** The merchant's expression that fails whatever the hidden digits are. */
  readonly refusing?: WireRule | undefined;
}

export interface Situation {
  readonly spec: ElementSpec;
  /** The text in the form that the card rules read. */
  readonly text: string;
  /** The text as shown in the field. */
  readonly shown: string;
  readonly hub: Hub;
  /** True while the shopper still types the number. */
  readonly isOpen: boolean;
  /** First digits of a card number that the page may know. */
  readonly bin: (isRight: boolean) => string;
}

interface ReportedSituation extends Omit<Situation, "bin"> {
  readonly bin: string;
}

const EXPRESSION = "REGEX_MATCH_RULE";
/** The longest text that a merchant's expression is tried on, in characters: it may be far slower than linear. */
const MAX_EXPRESSION_CHARS = 1_000;

/** The merchant's rules apply to a field that has a valid value of its own. */
export function elementFault(situation: Situation): ElementFault | undefined {
  const name = situation.isOpen ? "incomplete" : ownFault(situation);
  const reported = { ...situation, bin: situation.bin(name === undefined) };
  if (name !== undefined) return { name };
  if (situation.text === "") return undefined;
  const firstBroken = (isExpression: boolean) =>
    situation.spec.rules.find((rule) => (rule.type === EXPRESSION) === isExpression && !keeps(rule, reported));
  // A text of the wrong length is refused before an expression spends time on it.
  const broken = firstBroken(false) ?? firstBroken(true);
  if (broken === undefined) return undefined;
  return {
    name: broken.type === "ELEMENT_VALUE_MATCH_RULE" ? "mismatch" : "wrong",
    text: broken.error,
    refusing: broken.type === EXPRESSION && isSecret(situation.spec) ? broken : undefined,
  };
}

function ownFault({ spec, text, hub }: Situation): string | undefined {
  const type = cardTypeOf(spec);
  if (type !== undefined) return faultsOf({ ...hub.cardTexts(), [type]: text }, serverNow())[type];
  if (spec.type === "PIN" && !PATTERNS.pin.test(text)) return "incomplete";
  return spec.required && text === "" && !hub.isFilled(spec) ? "empty" : undefined;
}

function keeps({ type, source, flags, min, max, element }: WireRule, situation: ReportedSituation): boolean {
  switch (type) {
    case EXPRESSION: {
      const regex = new RegExp(source ?? "", flags?.replace(/[gy]/g, ""));
      return textsForPage(situation).some((text) => text.length <= MAX_EXPRESSION_CHARS && regex.test(text));
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
 * A secret may only be compared with a field of its own type, to have it typed twice. Compared with any other field it
 * could be guessed from what the page knows of that field. The page supplies the choices of radios and dropdowns, so
 * these are compared with nothing.
 */
function mayCompare(one: ElementSpec, other: ElementSpec): boolean {
  const areChoices = [one, other].some(({ type }) => /checkbox|radio|dropdown/.test(type));
  return !areChoices && (one.type === other.type || !(isSecret(one) || isSecret(other)));
}

/**
 * A page could read a card digit by digit from the result of its regular expressions. For a secret they see placeholder
 * digits, and for a number only the first digits. One match is enough to pass, so that no common expression locks a
 * shopper out.
 */
function textsForPage({ spec, text, shown, bin }: ReportedSituation): readonly string[] {
  if (!isSecret(spec)) return [shown];
  const digits = text.replace(/\D/g, "");
  if (spec.type !== "CARD_NUMBER") return placeholderDigits(digits.length);
  const plain = placeholderDigits(digits.length - bin.length).map((hidden) => bin + hidden);
  const brand = detectBrand(digits);
  // Merchants also write expressions for the formatted number.
  return [...plain, ...plain.map((number) => formatNumber(number, brand, separatorOf(spec.format)))];
}
