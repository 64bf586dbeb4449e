/** The error class with the rows of payments known to it. */
import { PAY_ERRORS } from "./pay_table.ts";
import { SdkError } from "./sdk_error.ts";
import { addRows } from "./table.ts";

addRows(PAY_ERRORS);

export { SdkError };
