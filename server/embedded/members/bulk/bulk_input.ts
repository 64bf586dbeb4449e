/** Finds the column of phone numbers in a file, or explains why the file cannot be used. */
import { BATCH_MAX_ROWS } from "../../../wire/members/batch.ts";
import { parseCsv } from "./csv.ts";
import { type Refusal, refusal } from "../../../wire/site/refusal.ts";

export interface Line {
  /** Line of the file, counted from 1 as in a spreadsheet. */
  readonly line: number;
  readonly text: string;
}
export type BulkInput = { readonly kind: "lines"; readonly lines: readonly Line[] } | {
  readonly kind: "unusable";
  readonly refusal: Refusal;
};

/** What a column of phone numbers is called, the clear words first: an order has a number, too. */
const TITLES = [/phone|mobile|\bcell|telef|^tel\b|handy|rufnummer|телефон|电话|電話/i, /number|номер/i];
const MIN_DIGITS = 4;

export function readBulkInput(csv: string): BulkInput {
  const rows = parseCsv(csv).map((cells, at) => ({ line: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [first] = rows;
  if (first === undefined) return { kind: "unusable", refusal: refusal("list_empty") };
  const column = columnOfNumbers(rows.map(({ cells }) => cells), titledColumns(first.cells));
  // A first row without digits in this column is a heading, in any language.
  const isHeading = rows.length > 1 && digitsOf(first.cells[column] ?? "") === 0;
  const lines = rows.slice(isHeading ? 1 : 0)
    .map(({ line, cells }) => ({ line, text: (cells[column] ?? "").trim().replace(/^'(?=[+\p{Nd}(])/u, "") }))
    .filter(({ text }) => text !== "");
  if (lines.length === 0) return { kind: "unusable", refusal: refusal("list_no_numbers") };
  if (lines.length > BATCH_MAX_ROWS) {
    return { kind: "unusable", refusal: refusal("list_long", { count: lines.length, max: BATCH_MAX_ROWS }) };
  }
  return { kind: "lines", lines };
}

function titledColumns(cells: readonly string[]): ReadonlySet<number> {
  for (const title of TITLES) {
    const columns = [...cells.keys()].filter((column) => {
      const cell = cells[column] ?? "";
      return title.test(cell) && digitsOf(cell) < MIN_DIGITS;
    });
    if (columns.length > 0) return new Set(columns);
  }
  return new Set();
}

/**
 * The column in which most cells look like phone numbers, or the first one: of those whose title says that they hold
 * some, where there are any. Looks at each cell of the file once: rows
 * times columns would be millions where one line is wide and many are short.
 */
function columnOfNumbers(rows: readonly (readonly string[])[], titled: ReadonlySet<number>): number {
  const hits: number[] = [];
  let [best = 0] = titled;
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (titled.size > 0 && !titled.has(column)) continue;
      if (digitsOf(cell) >= MIN_DIGITS + 2 && !/[a-z@]{3}/i.test(cell)) hits[column] = (hits[column] ?? 0) + 1;
    }
  }
  for (const column of hits.keys()) if ((hits[column] ?? 0) > (hits[best] ?? 0)) best = column;
  return best;
}

function digitsOf(text: string): number {
  return text.replace(/\P{Nd}/gu, "").length;
}
