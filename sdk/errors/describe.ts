/** Explains an error code, for a merchant's own messages and logs. */
import { COLLECT_ROWS } from "./collect_rows.ts";
import { COLLECT_START } from "./main_rows.ts";
import { VAULT_ROWS } from "./vault_rows.ts";

const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/**
 * The sentence of a container's code, with its placeholders unfilled. Any other code has the sentence for unknown codes
 * (S-ERR-36).
 */
export function describeCollectCode(code: string): string {
  const key = String(code).replace(/^payrails:/, "");
  const [rows, name] = key.startsWith(COLLECT_START)
    ? [COLLECT_ROWS, key.slice(COLLECT_START.length)]
    : [VAULT_ROWS, key];
  return Object.hasOwn(rows, name) ? String(Reflect.get(rows, name)) : UNKNOWN_CODE_TEXT;
}
