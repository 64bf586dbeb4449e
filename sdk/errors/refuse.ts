/** Errors of containers and elements, whose sentences load with them. */
import { COLLECT_ROWS } from "./collect_rows.ts";
import { COLLECT_START } from "./main_rows.ts";
import { SdkError, type Slots, type Written } from "./sdk_error.ts";

/** Codes without their common prefix. */
type CollectCode = keyof typeof COLLECT_ROWS;
type SlotsOf<C extends CollectCode> = Slots<(typeof COLLECT_ROWS)[C]>;
type CollectParams<C extends CollectCode> = [SlotsOf<C>] extends [never] ? [] : [Readonly<Record<SlotsOf<C>, string>>];
type Arguments<C extends CollectCode> = [SlotsOf<C>] extends [never] ? [options?: { readonly cause?: unknown }]
  : [options: { readonly params: Readonly<Record<SlotsOf<C>, string>>; readonly cause?: unknown }];

export function collectError<C extends CollectCode>(code: C, ...[options]: Arguments<C>): SdkError {
  const written: Written = { ...options, sentence: COLLECT_ROWS[code] };
  return Reflect.construct(SdkError, [COLLECT_START + code, written]);
}

/** Refuses an option of a container or element: throws its error with the placeholders filled. */
export function refuse<C extends CollectCode>(code: C, ...[params]: CollectParams<C>): never {
  throw Reflect.apply(collectError, undefined, [code, { params }]);
}
