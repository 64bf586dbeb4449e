/** The error class with the rows of forms and payments known to it. */
import { SdkError } from "./form_error.ts";
import { PAY_ERRORS } from "./pay_table.ts";
import { addRows } from "./table.ts";

addRows(PAY_ERRORS);

export { SdkError };
