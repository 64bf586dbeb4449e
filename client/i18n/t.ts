/**
 * Every text that people see. In the source it stands in English and is its own key; the build puts the words of the other
 * languages in its place (scripts/build/texts.ts), so that a page carries one language and looks nothing up.
 */
import { fillSlots, type SlotArguments } from "../../server/wire/site/slots.ts";

/** `t("Pay {sum}", { sum })`. The first argument is always written out, or the build cannot find it. */
export function t<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, string | number>): string {
  return fillSlots(text, slots);
}
