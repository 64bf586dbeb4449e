/** What the development build knows of the options. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { OPTIONS_FILE, optionsText } from "./options.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const TEXT = optionsText(ROOT);
const KNOWN = JSON.parse(TEXT);

describe("the options of the development build", () => {
  it("are those of the types; `deno task api-report` renews them", async () => {
    assertEquals(await Deno.readTextFile(`${ROOT}/${OPTIONS_FILE}`), TEXT);
  });

  it("distinguish words, texts, callbacks, lists and styles, including nested ones", () => {
    const { init, cardForm, dropin, createCollectElement } = KNOWN;
    assertEquals(init.environment, ["PRODUCTION", "TEST"]);
    assertEquals([init.locale, init.redirectFor3DS, init.redirectHosts], ["string", "boolean", "array"]);
    assertEquals(init.events.onSessionExpired, "function");
    assertEquals(cardForm.installmentConfig.defaultInstallment, "number");
    assertEquals(cardForm.styles.inputFields.CARD_NUMBER.base, "css");
    assertEquals(dropin.paymentMethodsConfiguration.cards.styles.base, "css");
    assertEquals(createCollectElement.inputStyles.focus, "css");
    assertEquals("nonsense" in cardForm, false);
  });
});
