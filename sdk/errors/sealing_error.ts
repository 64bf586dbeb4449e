/** The error class with the rows of forms, of sealing and storing known to it; those of containers are there already. */
import { SdkError } from "./form_error.ts";
import { SEALING_ERRORS } from "./sealing_table.ts";
import { addRows } from "./table.ts";

addRows(SEALING_ERRORS);

export { refuse } from "./refuse.ts";
export { SdkError };
