/** Every row there is, for pages and tests that walk the whole table; no bundle of the SDK loads this. */
import { COLLECT_ERRORS } from "./collect_table.ts";
import { PAY_ERRORS } from "./pay_table.ts";
import { SEALING_ERRORS } from "./sealing_table.ts";
import { FRAME_ERRORS } from "./table.ts";
import { WALLET_ERRORS } from "./wallet_table.ts";

export const ALL_ERRORS = { ...FRAME_ERRORS, ...PAY_ERRORS, ...WALLET_ERRORS, ...COLLECT_ERRORS, ...SEALING_ERRORS };
export { type ErrorKey, publicCode } from "./table.ts";
