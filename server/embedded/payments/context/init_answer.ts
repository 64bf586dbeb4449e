/** The answer to an init call, in the encoding that published clients read. */
import type { InitResponse } from "../../../../sdk/wire/config.ts";

const INIT_VERSION = "2.0";

/** The answer to an init call. */
export interface InitResult {
  readonly answer: InitResponse;
  /** True when an earlier request with the same key created the execution. */
  readonly isReplayed: boolean;
}

/** Some clients decode base64 without UTF-8, so the JSON holds ASCII only. */
export function encodeInit(configuration: unknown): InitResponse {
  const json = JSON.stringify(configuration);
  const ascii = json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { version: INIT_VERSION, data: btoa(ascii) };
}
