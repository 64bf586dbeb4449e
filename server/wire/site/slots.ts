/** Texts with slots, "Pay {sum}": their names as types, and how they are filled. The words of app and server share it. */

/** Names in braces: "Pay {sum}" has the slot `sum`. */
export type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

export type SlotArguments<Text extends string, Value> = [SlotNames<Text>] extends [never] ? []
  : [slots: Readonly<Record<SlotNames<Text>, Value>>];

/** Parts of a text: a name in braces. */
export const SLOT = /\{(\w+)\}/g;

export function fillSlots(text: string, slots: object | undefined): string {
  if (slots === undefined) return text;
  return text.replace(SLOT, (slot, name: string) => String(Reflect.get(slots, name) ?? slot));
}
