/** Refuses a merchant's option by the name of its row; the table it stands in is loaded by whoever refuses. */
import type { COLLECT_ERRORS } from "./collect_table.ts";
import { SdkError, type Slots } from "./sdk_error.ts";
import type { SEALING_ERRORS } from "./sealing_table.ts";

type Rows = typeof COLLECT_ERRORS & typeof SEALING_ERRORS;
/** Codes without their common start. */
type Code = { [K in keyof Rows]: K extends `client:collect_container.${infer N}` ? N : never }[keyof Rows];
type SlotsOf<C extends Code> = Slots<Rows[`client:collect_container.${C}`]>;
type Params<C extends Code> = [SlotsOf<C>] extends [never] ? [] : [Readonly<Record<SlotsOf<C>, string>>];

/** Throws a row about a merchant's option, its slots filled. */
export function refuse<C extends Code>(code: C, ...[params]: Params<C>): never {
  throw Reflect.construct(SdkError, [`client:collect_container.${code}`, { params: params ?? {} }]);
}
