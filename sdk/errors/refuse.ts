/** Refuses a merchant's option by the name of its row; the table it stands in is loaded by the code that refuses. */
import type { CollectErrors } from "./collect_table.ts";
import { SdkError, type Slots } from "./sdk_error.ts";
import type { SEALING_ERRORS } from "./sealing_table.ts";

/** What the codes of containers begin with. */
export const START = "client:collect_container.";

type Rows = CollectErrors & typeof SEALING_ERRORS;
/** Codes without their common start. */
type Code = { [K in keyof Rows]: K extends `${typeof START}${infer N}` ? N : never }[keyof Rows];
type SlotsOf<C extends Code> = Slots<Rows[`${typeof START}${C}`]>;
type Params<C extends Code> = [SlotsOf<C>] extends [never] ? [] : [Readonly<Record<SlotsOf<C>, string>>];

/** Throws a row about a merchant's option, its slots filled. */
export function refuse<C extends Code>(code: C, ...[params]: Params<C>): never {
  throw Reflect.construct(SdkError, [START + code, { params }]);
}
