/** The error class with the rows of wallets and hosted pages known to it. */
import { WALLET_ERRORS } from "./wallet_table.ts";
import { SdkError } from "./pay_error.ts";
import { addRows } from "./table.ts";

addRows(WALLET_ERRORS);

export { SdkError };
