/** Every row there is, for pages and tests that walk the whole table; no bundle of the SDK loads this. */
import { COLLECT_ROWS, type CollectErrors } from "./collect_table.ts";
import "./pay_error.ts";
import { FORM_ERRORS } from "./form_table.ts";
import { PAY_ERRORS } from "./pay_table.ts";
import { START } from "./refuse.ts";
import { SEALING_ERRORS } from "./sealing_table.ts";
import { FRAME_ERRORS } from "./table.ts";
import { WALLET_ERRORS } from "./wallet_table.ts";

/** The rows of containers by their whole names. */
export const COLLECT_ERRORS = parseCollectErrors(
  Object.entries(COLLECT_ROWS).map(([code, text]) => [START + code, text]),
);

export const ALL_ERRORS = {
  ...FRAME_ERRORS,
  ...FORM_ERRORS,
  ...PAY_ERRORS,
  ...WALLET_ERRORS,
  ...COLLECT_ERRORS,
  ...SEALING_ERRORS,
};
export { type ErrorKey, publicCode } from "./table.ts";

function parseCollectErrors(entries: readonly (readonly string[])[]): CollectErrors {
  return Object.fromEntries(entries) as CollectErrors;
}
