/** The error class with the rows of forms known to it. */
import { FORM_ERRORS } from "./form_table.ts";
import { SdkError } from "./sdk_error.ts";
import { addRows } from "./table.ts";

addRows(FORM_ERRORS);

export { SdkError };
