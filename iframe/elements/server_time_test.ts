/** A device with a wrong clock judges the expiry of a card by the server's. */
import { assertEquals } from "@std/assert";
import { afterEach, describe, it } from "@std/testing/bdd";
import { specOf } from "../../sdk/elements/spec.ts";
import { detectBrand } from "../../sdk/card/detect.ts";
import { elementFault } from "./element_rules.ts";
import { Hub } from "./hub.ts";
import { faultsOf } from "../../sdk/card/faults.ts";
import { agreeWithServer, serverNow } from "../field/server_time.ts";

const YEAR_MS = 366 * 86_400_000;

describe("the server's time", () => {
  afterEach(() => agreeWithServer(0));
  const soon = new Date(Date.now() + 40 * 86_400_000);
  const date = `${String(soon.getMonth() + 1).padStart(2, "0")}/${String(soon.getFullYear()).slice(2)}`;
  const inForm = () => faultsOf({ EXPIRATION_DATE: date }, serverNow()).EXPIRATION_DATE;
  const inElement = () => {
    const spec = specOf({ type: "EXPIRATION_DATE" }, { warn: () => {} });
    const hub = new Hub();
    return elementFault({ spec, text: date, shown: date, hub, isOpen: false, bin: () => detectBrand("") })?.name;
  };

  it("decides whether a card has expired, in the form and in single fields", () => {
    assertEquals([inForm(), inElement()], [undefined, undefined]);
    agreeWithServer(YEAR_MS);
    assertEquals([inForm(), inElement()], ["past", "past"]);
  });
});
