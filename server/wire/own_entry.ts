/** Safe look-up of a table by a key from outside, for client and server. */
export { own } from "../../sdk/wire/own.ts";
