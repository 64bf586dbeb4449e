/** Explains an error code, for a merchant's own messages and logs. */
import { ERROR_ROWS } from "./rows.ts";

/** Codes of containers and their calls to the vault. */
const OF_CONTAINERS = /^client:(collect_container|vault)\./;
const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/**
 * The sentence of a container's code, with its placeholders unfilled. Any other code has the sentence for unknown codes
 * (S-ERR-36).
 */
export function describeCollectCode(code: string): string {
  const key = code.replace(/^payrails:/, "");
  const isKnown = OF_CONTAINERS.test(key) && Object.hasOwn(ERROR_ROWS, key);
  return isKnown ? String(Reflect.get(ERROR_ROWS, key)) : UNKNOWN_CODE_TEXT;
}
