/** Short descriptions of the codes of containers. */
import { COLLECT_ERRORS } from "./all.ts";
import { SEALING_ERRORS } from "./sealing_table.ts";

const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/** The short description of a collect-container code, slots as they are written; of anything else the spec's sentence. */
export function describeCollectCode(code: string): string {
  const key = code.replace(/^payrails:/, "");
  return new Map<string, string>(Object.entries({ ...COLLECT_ERRORS, ...SEALING_ERRORS })).get(key) ??
    UNKNOWN_CODE_TEXT;
}
