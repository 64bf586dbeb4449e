/**
 * Every text that people see. In the source it stands in English and is its own key; the build puts the words of the other
 * languages in its place (scripts/build/texts.ts), so that a page carries one language and looks nothing up.
 */
import { createElement, Fragment, type ReactNode } from "react";

/** Names in braces: "Pay {sum}" has the slot `sum`. */
export type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

type SlotArguments<Text extends string, Value> = [SlotNames<Text>] extends [never] ? []
  : [slots: Readonly<Record<SlotNames<Text>, Value>>];

/** `t("Pay {sum}", { sum })`. The first argument is always written out, or the build cannot find it. */
export function t<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, string | number>): string {
  if (slots === undefined) return text;
  return text.replace(SLOT, (slot, name: string) => String(Reflect.get(slots, name) ?? slot));
}

/** Like {@link t} for sentences with a link or a number of its own style in them. */
export function rich<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, ReactNode>): ReactNode {
  const parts = text.split(SLOT);
  // What stands at odd places is the name of a slot.
  return parts.map((part, at) =>
    createElement(Fragment, { key: at }, at % 2 === 0 ? part : slots === undefined ? part : parseNode(slots, part))
  );
}

const SLOT = /\{(\w+)\}/g;

function parseNode(slots: object, name: string): ReactNode {
  return Reflect.get(slots, name) as ReactNode;
}
