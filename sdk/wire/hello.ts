/** Parses the one window message between page and frame. */
import { type Check, isNumber, isOneOf, isShape, isText } from "./check.ts";
import { type Hello, PROTOCOL_VERSION } from "./frames.ts";

const isHello: Check<Hello> = isShape<Hello>({
  type: isOneOf(["trustcheck:hello"]),
  version: isNumber(PROTOCOL_VERSION, PROTOCOL_VERSION),
  nonce: isText(64),
});

export function parseHello(data: unknown): Hello | undefined {
  return isHello(data) ? data : undefined;
}
