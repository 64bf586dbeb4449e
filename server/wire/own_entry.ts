/** Tables asked by names from outside, for the client too. */
export { own } from "../../sdk/wire/own.ts";
