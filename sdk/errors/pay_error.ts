/** The error class with the rows of forms and payments known to it. */
import { SdkError } from "./form_error.ts";
import { PAY_CODES, PAY_ERRORS } from "./pay_table.ts";
import { addCodes, addRows } from "./table.ts";

addRows(PAY_ERRORS);
addCodes(PAY_CODES);

export { SdkError };
