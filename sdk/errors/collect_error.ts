/** The error class with the rows of containers known to it: what the code of containers throws. */
import { COLLECT_ROWS } from "./collect_table.ts";
import { START } from "./refuse.ts";
import { SdkError } from "./sdk_error.ts";
import { addRows } from "./table.ts";

addRows(COLLECT_ROWS, START);

export { refuse } from "./refuse.ts";
export { SdkError };
