/** Every error of the SDK: key and sentence. */
import { COLLECT_ROWS } from "./collect_rows.ts";
import { COLLECT_START, MAIN_ROWS } from "./main_rows.ts";
import { PAYMENT_ROWS } from "./payment_rows.ts";
import { VAULT_ROWS } from "./vault_rows.ts";

export { COLLECT_START, isLogged, publicCode } from "./main_rows.ts";

/** Codes of 5.x that this SDK has no cause to raise: docs/decisions/sdk/errors-not-raised.md. */
const UNRAISED_ROWS = {
  "client:parent_element_missing": "{element} has no parent element to be mounted into",
  "client:sub_elements_render": "Please set id for the element first.",
} as const;

type CollectRows = {
  readonly [C in keyof typeof COLLECT_ROWS as `${typeof COLLECT_START}${C}`]: (typeof COLLECT_ROWS)[C];
};

export type ErrorRows = typeof MAIN_ROWS & typeof PAYMENT_ROWS & typeof VAULT_ROWS & typeof UNRAISED_ROWS & CollectRows;
export type ErrorKey = keyof ErrorRows;

/** Key -> sentence. */
export const ERROR_ROWS: ErrorRows = asRows([
  ...Object.entries(MAIN_ROWS),
  ...Object.entries(PAYMENT_ROWS),
  ...Object.entries(VAULT_ROWS),
  ...Object.entries(UNRAISED_ROWS),
  ...Object.entries(COLLECT_ROWS).map(([code, text]) => [COLLECT_START + code, text]),
]);

function asRows(entries: readonly (readonly string[])[]): ErrorRows {
  return Object.fromEntries(entries) as ErrorRows;
}
