/** A checked list as a file for a spreadsheet, in the language of its reader. */
import { bandWords } from "../../../i18n/bands.ts";
import { translationOf, translator } from "../../../i18n/translate.ts";
import type { Batch, BatchRow } from "../../../wire/members/batch.ts";
import { regionName } from "../../../wire/site/formats.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { isSentenceCode, sentence } from "../../../wire/site/refusal.ts";
import { writeCsv } from "./csv.ts";

export function listCsv({ rows }: Pick<Batch, "rows">, language: Language): string {
  const t = translator(language);
  const bands = bandWords(t);
  const states: Readonly<Record<BatchRow["state"], string>> = {
    checked: t("Checked"),
    repeated: t("Free (checked before)"),
    unreadable: t("Not a phone number"),
    no_credit: t("Not checked"),
  };
  const headings = [
    t("Row"),
    t("Number in your list"),
    t("Number"),
    t("Result"),
    t("Score"),
    t("Risk level"),
    t("Country"),
    t("Location"),
    t("Line type"),
    t("Carrier"),
    t("Why"),
    t("Note"),
  ];
  /** What the code says today; without words for it, the sentence that was stored. */
  const known = (code: string, stored: string) =>
    translationOf(isSentenceCode(code) ? sentence(code) : stored, language);
  const cells = rows.map((row) => {
    const { country_code = "", code = "" } = row;
    const country = country_code === "" ? row.country : regionName(country_code, language);
    return [
      row.line,
      row.text,
      row.e164,
      states[row.state],
      row.score ?? "",
      row.score === null ? "" : bands[row.band],
      country,
      row.place === row.country ? country : row.place,
      known(`found_line_${row.line_type}`, row.line_type),
      row.carrier,
      row.reasons.map((reason) => translationOf(reason, language)).join("; "),
      known(code, row.error),
    ];
  });
  // Soft hyphens are for screens; a cell would show them.
  return writeCsv([headings, ...cells]).replaceAll("\u00AD", "");
}
