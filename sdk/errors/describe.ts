/** What a code of a container means, for a merchant's own messages and logs. */
import { COLLECT_ROWS } from "./collect_table.ts";
import { START } from "./refuse.ts";
import { SEALING_ERRORS } from "./sealing_table.ts";

const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/** The short description of a collect-container code, slots as they are written; of anything else the spec's sentence. */
export function describeCollectCode(code: string): string {
  const key = code.replace(/^payrails:/, "");
  const name = key.startsWith(START) ? key.slice(START.length) : "";
  const found = ([rows, row]: readonly [object, string]) =>
    Object.hasOwn(rows, row) ? String(Reflect.get(rows, row)) : undefined;
  return found([COLLECT_ROWS, name]) ?? found([SEALING_ERRORS, key]) ?? UNKNOWN_CODE_TEXT;
}
