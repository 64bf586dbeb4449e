/** Every row there is, for pages and tests that walk the whole table; no bundle of the SDK loads this. */
import { COLLECT_ERRORS } from "./collect_table.ts";
import { ERRORS } from "./table.ts";

export const ALL_ERRORS = { ...ERRORS, ...COLLECT_ERRORS };
export { type ErrorKey, publicCode } from "./table.ts";
