/** The form of a text for a number: `plural(count, { one: t("1 month"), other: t("{count} months", { count }) })`. */
import { pluralForm, type PluralForms } from "../../server/wire/site/plural.ts";
import { LANGUAGE } from "./language.ts";

export function plural(count: number, forms: PluralForms): string {
  return pluralForm(LANGUAGE, count, forms);
}
