/**
 * Texts with placeholders, "Pay {sum}": the placeholders' names as types, and how to fill them; shared by app and
 * server.
 */

/** Names in braces: "Pay {sum}" has the placeholder `sum`. */
export type SlotNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotNames<Rest>
  : never;

/** The arguments after a text: none without placeholders, otherwise one object with a value for each. */
export type SlotArguments<Text extends string, Value> = [SlotNames<Text>] extends [never] ? []
  : [slots: Readonly<Record<SlotNames<Text>, Value>>];

/** Puts a text into the language of its reader and fills its placeholders. */
export type Translate = <const Text extends string>(
  text: Text,
  ...slots: SlotArguments<Text, string | number>
) => string;

/** Matches one placeholder of a text: a name in braces. */
export const SLOT = /\{(\w+)\}/g;

/** The text with its placeholders filled; one without a value stays as it is. */
export function fillSlots(text: string, slots: object | undefined): string {
  if (slots === undefined) return text;
  return text.replace(SLOT, (slot, name: string) => String(Reflect.get(slots, name) ?? slot));
}
