/**
 * Every text that people see. The source holds the English text, which is also its key; the build replaces it with the
 * translation (scripts/build/texts.ts), so that a page carries one language and looks nothing up.
 */
import { fillSlots, type SlotArguments } from "../../server/wire/site/slots.ts";

/** `t("Pay {sum}", { sum })`. The first argument must be a literal, since the build collects it. */
export function t<const Text extends string>(text: Text, ...[slots]: SlotArguments<Text, string | number>): string {
  return fillSlots(text, slots);
}
