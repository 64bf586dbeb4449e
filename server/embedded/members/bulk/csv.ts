/**
 * Comma-separated text by RFC 4180: parsed leniently, written strictly, with no cell that a spreadsheet would run as a
 * formula.
 */

/** Characters that start a formula in a spreadsheet, also after white space or in full width. */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r|%]/u;
const DELIMITERS = [",", ";", "\t"] as const;

/** Rows of cells. The delimiter is the most frequent one of the first line, since many countries use ";". */
export function parseCsv(text: string): string[][] {
  const input = text.replace(/^\uFEFF/, "");
  const delimiter = delimiterOf(input);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < input.length; at++) {
    const char = input.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (input.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === delimiter) {
      row.push(cell);
      cell = "";
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && input.charAt(at + 1) === "\n") at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += char;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

function delimiterOf(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const bare = first.replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => bare.split(delimiter).length - 1;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ",";
}

/** RFC 4180: CRLF after every row, quotes where needed; an apostrophe before what would be a formula. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(writeCell).join(",") + "\r\n").join("");
}

function writeCell(value: string | number): string {
  const text = String(value).replace(/\0/g, "");
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n\t;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
