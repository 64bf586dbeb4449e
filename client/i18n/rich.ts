/** Translated texts with a link or a styled number in them; separate from `t`, which does not depend on React. */
import { createElement, Fragment, type ReactNode } from "react";
import { SLOT, type SlotArguments } from "../../server/wire/site/slots.ts";

/** Like {@link t}, for sentences with a link or a styled number in them. */
export function rich<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, ReactNode>): ReactNode {
  const parts = text.split(SLOT);
  // Odd positions hold the names of slots.
  return parts.map((part, at) =>
    createElement(Fragment, { key: at }, at % 2 === 0 ? part : slots === undefined ? part : asNode(slots, part))
  );
}

function asNode(slots: object, name: string): ReactNode {
  return Reflect.get(slots, name) as ReactNode;
}
