/** What is wrong with an element: the rules of cards first, then those of the merchant. */
import { detectBrand, digitsOf } from "../../sdk/card/detect.ts";
import { PATTERNS } from "../../sdk/card/patterns.ts";
import { binOf } from "../../sdk/card/redact.ts";
import type { ElementSpec, WireRule } from "../../sdk/wire/elements.ts";
import { faultsOf } from "../field/rules.ts";
import type { Hub } from "./hub.ts";
import { cardTypeOf } from "./element_typing.ts";

export interface ElementFault {
  readonly name: string;
  /** The merchant's own sentence. */
  readonly text?: string | undefined;
}

export function elementFault(spec: ElementSpec, text: string, hub: Hub): ElementFault | undefined {
  const name = ownFault(spec, text, hub);
  if (name !== undefined) return { name };
  if (text === "") return undefined;
  const broken = spec.rules.find((rule) => !keeps(rule, { spec, text, hub }));
  if (broken === undefined) return undefined;
  return { name: broken.type === "ELEMENT_VALUE_MATCH_RULE" ? "mismatch" : "wrong", text: broken.error };
}

function ownFault(spec: ElementSpec, text: string, hub: Hub): string | undefined {
  const type = cardTypeOf(spec);
  if (type !== undefined) return faultsOf({ ...hub.cardTexts(), [type]: text }, new Date())[type];
  if (spec.type === "PIN" && !PATTERNS.pin.test(text)) return "incomplete";
  return spec.required && text === "" && !hub.isFilled(spec.column) ? "empty" : undefined;
}

interface Situation {
  readonly spec: ElementSpec;
  readonly text: string;
  readonly hub: Hub;
}

function keeps({ type, source, flags, min, max, element }: WireRule, { spec, text, hub }: Situation): boolean {
  const told = textForPage(spec, text);
  switch (type) {
    case "REGEX_MATCH_RULE":
      return new RegExp(source ?? "", flags?.replace(/[gy]/g, "")).test(told);
    case "LENGTH_MATCH_RULE":
      return told.length >= (min ?? 0) && told.length <= (max ?? Infinity);
    case "ELEMENT_VALUE_MATCH_RULE": {
      const other = hub.members.get(element ?? "");
      // Choices come from the page: comparing with them would be guessing card data one by one.
      return other !== undefined && !/checkbox|radio|dropdown/.test(other.spec.type) && other.text() === text;
    }
  }
}

/**
 * A page could read a number digit by digit from the yes or no of its own regular expressions; so they see zeros in
 * place of every digit that may not leave the frame.
 */
function textForPage(spec: ElementSpec, text: string): string {
  const type = cardTypeOf(spec);
  if (type === "CARDHOLDER_NAME" || (type === undefined && spec.type !== "PIN")) return text;
  if (type !== "CARD_NUMBER") return text.replace(/\d/g, "0");
  const digits = digitsOf(text);
  return binOf(digits, detectBrand(digits)).padEnd(digits.length, "0");
}
