/** Whether creates accept a raw card number: not by default, and on a public server only with `RAW_CARDS=live`. */
import type { ServerKind } from "./hosts.ts";
import { type Env, fail } from "./values.ts";

export function readRawCards(env: Env, kind: ServerKind): boolean {
  const setting = env.RAW_CARDS || "off";
  switch (setting) {
    case "off":
      return false;
    case "live":
      return true;
    case "test":
      return kind !== "public" || fail(
        "Unset RAW_CARDS: raw card numbers would reach a public server, which then is in scope of PCI DSS as a whole. " +
          "RAW_CARDS=live takes them all the same",
      );
    default:
      fail(`RAW_CARDS must be off, test or live: it is "${setting}"`);
  }
}
