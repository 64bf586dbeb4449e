/**
 * Every text that people see. In the source it stands in English and is its own key; the build puts the words of the other
 * languages in its place (scripts/build/texts.ts), so that a page carries one language and looks nothing up.
 */
/** Names in braces: "Pay {sum}" has the slot `sum`. */
export type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

export type SlotArguments<Text extends string, Value> = [SlotNames<Text>] extends [never] ? []
  : [slots: Readonly<Record<SlotNames<Text>, Value>>];

/** `t("Pay {sum}", { sum })`. The first argument is always written out, or the build cannot find it. */
export function t<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, string | number>): string {
  if (slots === undefined) return text;
  return text.replace(SLOT, (slot, name: string) => String(Reflect.get(slots, name) ?? slot));
}

/** Parts of a text: a name in braces. */
export const SLOT = /\{(\w+)\}/g;
