/** Forms of a text by number; shared by app and server. */

/** Forms as Intl.PluralRules names them; a number whose form is missing takes the last one. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** `pluralForm("de", 1, { one: "1 Monat", other: "3 Monate" })`. */
export function pluralForm(locale: string, count: number, { one, other }: PluralForms): string {
  return new Intl.PluralRules(locale).select(count) === "one" ? one : other;
}
