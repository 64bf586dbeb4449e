/** Finds the column of phone numbers in a file, or explains why the file cannot be used. */
import { BATCH_MAX_ROWS } from "../../../wire/members/batch.ts";
import { parseCsv } from "./csv.ts";

export interface Line {
  /** Line of the file, counted from 1 as in a spreadsheet. */
  readonly line: number;
  readonly text: string;
}
export type BulkInput = { readonly kind: "lines"; readonly lines: readonly Line[] } | {
  readonly kind: "unusable";
  readonly why: string;
};

const TITLE = /phone|mobile|cell|number|telef|^tel\b|handy|rufnummer|номер|电话|電話/i;
const MIN_DIGITS = 4;
const KEPT = "Nothing was checked and nothing was charged.";

export function readBulkInput(csv: string): BulkInput {
  const rows = parseCsv(csv).map((cells, at) => ({ line: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first] = rows;
  if (first === undefined) return { kind: "unusable", why: `The file is empty. ${KEPT}` };
  const titled = first.cells.findIndex((cell) => TITLE.test(cell) && digitsOf(cell) < MIN_DIGITS);
  const column = titled >= 0 ? titled : columnOfNumbers(rows.map(({ cells }) => cells));
  // A first row without digits in this column is a heading, in any language.
  const isHeading = rows.length > 1 && digitsOf(first.cells[column] ?? "") === 0;
  const lines = rows.slice(isHeading ? 1 : 0)
    .map(({ line, cells }) => ({ line, text: (cells[column] ?? "").trim().replace(/^'(?=[+\d(])/, "") }))
    .filter(({ text }) => text !== "");
  if (lines.length === 0) return { kind: "unusable", why: `We found no column of phone numbers. ${KEPT}` };
  if (lines.length > BATCH_MAX_ROWS) {
    const why = `The list has ${lines.length} numbers, and ${BATCH_MAX_ROWS} can be checked at once. ` +
      `${KEPT} Cut it into parts and send them one by one`;
    return { kind: "unusable", why };
  }
  return { kind: "lines", lines };
}

/** The column in which most cells look like phone numbers. */
function columnOfNumbers(rows: readonly (readonly string[])[]): number {
  const width = Math.max(...rows.map((row) => row.length));
  const hits = Array.from({ length: width }, (_, column) =>
    rows.filter((row) => {
      const cell = row[column] ?? "";
      return digitsOf(cell) >= MIN_DIGITS + 2 && !/[a-z@]{3}/i.test(cell);
    }).length);
  return Math.max(0, hits.indexOf(Math.max(...hits)));
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, "").length;
}
