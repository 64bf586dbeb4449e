/** What an init call is answered with, in the encoding that published clients read. */
import type { InitResponse } from "../../../../sdk/wire/config.ts";

export const INIT_VERSION = "2.0";

/** What an init call is answered with. */
export interface Initiated {
  readonly answer: InitResponse;
  /** An earlier request with this key made it. */
  readonly isReplayed: boolean;
}

/** Some clients decode base64 without UTF-8, so nothing but ASCII may stand in it (COMPAT 3.16). */
export function encodeInit(configuration: unknown): InitResponse {
  const json = JSON.stringify(configuration);
  const ascii = json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { version: INIT_VERSION, data: btoa(ascii) };
}
