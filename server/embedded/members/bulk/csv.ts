/** Comma-separated files, with no cell that a spreadsheet would run as a formula. */
import Papa from "papaparse";

/** Characters that start a formula in a spreadsheet, even after white space or in full width. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r|%]/u;

/** Rows of cells; many countries separate cells by ";". The line break after the last row starts no further one. */
export function parseCsv(text: string): string[][] {
  const rows = text.replace(/^\uFEFF/, "").replace(/\r?\n$|\r$/, "");
  return Papa.parse<string[]>(rows, { delimitersToGuess: [",", ";", "\t"] }).data;
}

/**
 * CRLF after every row, quotes where needed; an apostrophe before what would be a formula. The byte-order mark tells
 * spreadsheets that it is UTF-8.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => typeof cell === "string" ? cell.replaceAll("\0", "") : cell));
  return `\uFEFF${Papa.unparse(cells, { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
