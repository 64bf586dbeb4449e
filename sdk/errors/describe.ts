/** What an error code means, for a merchant's own messages and logs. */
import { ERROR_ROWS } from "./rows.ts";

/** What containers and their calls to the vault raise. */
const OF_CONTAINERS = /^client:(collect_container|vault)\./;
const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/** The sentence of a code that containers raise, its slots as they are written; of any other code the spec's sentence. */
export function describeCollectCode(code: string): string {
  const key = code.replace(/^payrails:/, "");
  const isKnown = OF_CONTAINERS.test(key) && Object.hasOwn(ERROR_ROWS, key);
  return isKnown ? String(Reflect.get(ERROR_ROWS, key)) : UNKNOWN_CODE_TEXT;
}
