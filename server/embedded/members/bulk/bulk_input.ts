/** Finds the column of phone numbers in a file, or explains why the file cannot be used. */
import { BATCH_MAX_ROWS } from "../../../wire/members/batch.ts";
import { parsePhoneNumber } from "../numbering/parse_phone_number.ts";
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

/** What a column of phone numbers is called, without accents. */
const TITLE =
  /phone|telef|handy|whatsapp|festnetz|rufn(?:umme)?r|(?<![a-z])(?:mobil|movil|cell|celular|(?:cel|tel|tlf)(?![a-z]))|телефон|电话|電話/i;
/** What is less clear: orders and customers have numbers, too. */
const VAGUE_TITLE = /(?<![a-z])(?:number|numero|nummer)|номер/i;
const MIN_DIGITS = 4;
/** Cells that are read as phone numbers to find the column; enough for every list of a usual file. */
const MAX_JUDGED = 500;

/** `country` (ISO 3166 alpha-2 or empty) is the one of national numbers. */
export function readBulkInput(csv: string, country: string): BulkInput {
  const rows = parseCsv(csv).map((cells, at) => ({ line: at + 1, cells: cells.map(withoutApostrophe) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = rows;
  if (first === undefined) return { kind: "unusable", refusal: refusal("list_empty") };
  const column = columnOfNumbers(rows.map(({ cells }) => cells), country);
  // A first row without digits in this column is a heading, in any language.
  const isHeading = rows.length > 1 && digitsOf(first.cells[column] ?? "") === 0;
  const lines = rows.slice(isHeading ? 1 : 0).map(({ line, cells }) => ({ line, text: cells[column] ?? "" }))
    .filter(({ text }) => text !== "");
  if (lines.length === 0) return { kind: "unusable", refusal: refusal("list_no_numbers") };
  if (lines.length > BATCH_MAX_ROWS) {
    return { kind: "unusable", refusal: refusal("list_long", { count: lines.length, max: BATCH_MAX_ROWS }) };
  }
  return { kind: "lines", lines };
}

/** As it was before a file of ours put an apostrophe before it. */
function withoutApostrophe(cell: string): string {
  return cell.trim().replace(/^'(?=[+\p{Nd}(])/u, "");
}

interface Column {
  readonly at: number;
  readonly isVague: boolean;
  /** Cells with enough digits for a phone number. */
  digits: number;
  /** Cells that can be nothing else: they start with +, or are numbers in use. */
  numbers: number;
}

/**
 * The column in which most cells are phone numbers, or else look like some, or else the first one: of those whose title
 * says so, where there are any. Looks at each cell of the file once: rows times columns would be millions where one
 * line is wide and many are short.
 */
function columnOfNumbers(rows: readonly (readonly string[])[], country: string): number {
  const titles = (rows[0] ?? []).map((cell) => cell.normalize("NFD").replace(/\p{Mn}/gu, ""));
  const says = (at: number, title: RegExp) => title.test(titles[at] ?? "") && digitsOf(titles[at] ?? "") < MIN_DIGITS;
  const titled = new Set([...titles.keys()].filter((at) => says(at, TITLE)));
  const columns = new Map<number, Column>();
  let judged = 0;
  for (const row of rows) {
    for (const [at, cell] of row.entries()) {
      if (titled.size > 0 && !titled.has(at)) continue;
      if (digitsOf(cell) < MIN_DIGITS + 2 || /[a-z@]{3}/i.test(cell)) continue;
      const column = columns.get(at) ?? { at, isVague: says(at, VAGUE_TITLE), digits: 0, numbers: 0 };
      column.digits += 1;
      if (judged < MAX_JUDGED && isSurelyNumber(cell, country)) column.numbers += 1;
      judged += 1;
      columns.set(at, column);
    }
  }
  const [best] = [...columns.values()].sort((a, b) =>
    b.numbers - a.numbers || Number(b.isVague) - Number(a.isVague) || b.digits - a.digits || a.at - b.at
  );
  return best?.at ?? [...titled][0] ?? 0;
}

function isSurelyNumber(cell: string, country: string): boolean {
  if (cell.startsWith("+")) return true;
  const parsed = parsePhoneNumber(cell, country);
  return parsed.kind === "number" && parsed.number.isValid;
}

function digitsOf(text: string): number {
  return text.replace(/\P{Nd}/gu, "").length;
}
