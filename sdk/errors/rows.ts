/** Every error of the SDK: key and sentence. */
import { COLLECT_ROWS } from "./collect_rows.ts";
import { COLLECT_START, MAIN_ROWS } from "./main_rows.ts";

export { COLLECT_START, isLogged, publicCode } from "./main_rows.ts";

type CollectRows = {
  readonly [C in keyof typeof COLLECT_ROWS as `${typeof COLLECT_START}${C}`]: (typeof COLLECT_ROWS)[C];
};

export type ErrorRows = typeof MAIN_ROWS & CollectRows;
export type ErrorKey = keyof ErrorRows;

/** Key -> sentence. */
export const ERROR_ROWS: ErrorRows = parseRows([
  ...Object.entries(MAIN_ROWS),
  ...Object.entries(COLLECT_ROWS).map(([code, text]) => [COLLECT_START + code, text]),
]);

function parseRows(entries: readonly (readonly string[])[]): ErrorRows {
  return Object.fromEntries(entries) as ErrorRows;
}
