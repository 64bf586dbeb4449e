/** One row per error: what it says. Slots in braces are typed by their text. Each area has its own table, loaded with its code. */
import type { CollectErrors } from "./collect_table.ts";
import type { FORM_ERRORS } from "./form_table.ts";
import type { PAY_ERRORS } from "./pay_table.ts";
import type { SEALING_ERRORS } from "./sealing_table.ts";
import type { WALLET_ERRORS } from "./wallet_table.ts";

/** Key -> sentence. */
export type Rows = Readonly<Record<string, string>>;

/** What any page with a card frame may meet. */
export const FRAME_ERRORS = {
  "client:element_missing": "There is no element for {target}: it has to be in the page before mount",
  "client:iframe_creation_failed": "The card frame could not be created",
  "card_form:client_connection": "The connection to the card frame was lost",
  "card_form:iframe_not_found": "The card frame was removed from the page",
  "card_form:iframe_loading": "The card fields did not load within {seconds} seconds",
  "card_form:csp": "A content security policy of the page blocks the card frame at {origin}",
} as const satisfies Rows;

export type ErrorRows =
  & typeof FRAME_ERRORS
  & typeof FORM_ERRORS
  & typeof PAY_ERRORS
  & typeof WALLET_ERRORS
  & CollectErrors
  & typeof SEALING_ERRORS;
export type ErrorKey = keyof ErrorRows;

const texts: Record<string, string> = { ...FRAME_ERRORS };

/** `start` is what the names of all these rows begin with. */
export function addRows(rows: Rows, start = ""): void {
  for (const [key, text] of Object.entries(rows)) texts[start + key] = text;
}

export function textOf(key: ErrorKey): string {
  return texts[key] ?? key;
}

const codes: Record<string, string> = {};

/** Of rows whose code is not made of their key. */
export function addCodes(own: Rows): void {
  Object.assign(codes, own);
}

/** `payrails:` and the key, but for those with a code of their own. */
export function publicCode(key: ErrorKey): string {
  return codes[key] ?? `payrails:${key}`;
}

/** The codes for 3-D Secure and authorization never reach the logger (spec S 8). */
export function isLogged(key: ErrorKey): boolean {
  return !/^(client:payment_executor|api:authorization)/.test(key);
}
