/** Asks for the security code of a stored card, in a form of one field with its own frame. */
import { omitUndefined } from "../core/omit_undefined.ts";
import type { CardFormOptions } from "./options.ts";
import type { StoredInstrument } from "../wire/instruments.ts";
import { CardForm } from "./card_form.ts";
import type { FormContext } from "./form_context.ts";

type Customization = { readonly [K in "translations" | "styles" | "appearance"]: CardFormOptions[K] | undefined };

export function createCodeForm(
  { data }: StoredInstrument,
  { translations, styles, appearance }: Customization,
  context: FormContext,
) {
  const options = omitUndefined({ translations, styles, appearance });
  // American Express has four digits, every other network three (S-VALID-07).
  const brand = data?.network?.toLowerCase() === "amex" ? "AMEX" : "DEFAULT";
  return new CardForm(options, context, { rows: [["CVV"]], brand });
}
