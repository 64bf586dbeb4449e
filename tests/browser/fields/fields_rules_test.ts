/** Rules of single fields in the running product: lengths, revealed values, warnings, look-ups, names. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { Page } from "puppeteer";
import {
  CARD_ELEMENTS,
  FieldsPage,
  fillCard,
  fromPage,
  seenBy,
  typeInto,
  valueOf,
} from "../../support/merchant/fields_page.ts";
import { cardFrame } from "../../support/frames.ts";

describe("rules of fields", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());

  /** A client in the merchant's page, without a form. */
  async function inShop(options: object, use: (page: Page) => Promise<void>): Promise<void> {
    const page = await fixture.browser.newPage();
    try {
      await page.goto(fixture.merchant.origin);
      const init = JSON.stringify(await fixture.merchant.init());
      await page.evaluate(`window.client = Payrails.init(${init}, ${JSON.stringify(options)}); undefined`);
      await use(page);
    } finally {
      await page.close();
    }
  }

  const consoleOf = (page: Page, type: "warn" | "error"): string[] => {
    const texts: string[] = [];
    page.on("console", (message) => message.type() === type && texts.push(message.text()));
    return texts;
  };

  it("a number of the usual length is reported as valid after a pause, while the shopper is still in the field", async () => {
    const elements = [{ type: "CARD_NUMBER" }, { type: "CVV" }];
    await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [2] } }, async (page) => {
      await typeInto(page, ".CARD_NUMBER input", "4929183756021238");
      await page.waitForFunction(
        "seen.some(([event, name, , isValid]) => event === 'CHANGE' && name === 'card_number' && isValid)",
      );
      assertEquals((await seenBy(page)).filter(([event]) => event === "BLUR"), []);
    });
  });

  it("S-VALID-09: a month accepts two digits, in a container and in the card form", async () => {
    await fixture.inPage({ kind: "COLLECT", elements: [{ type: "EXPIRATION_MONTH" }] }, async (page) => {
      await typeInto(page, ".EXPIRATION_MONTH input", "1x23");
      assertEquals(await valueOf(page, ".EXPIRATION_MONTH input"), "12");
    });
    const page = await fixture.browser.newPage();
    const frame = await fixture.merchant.checkout(page);
    await frame.type("#EXPIRATION_MONTH", "1x23");
    assertEquals(await frame.$eval("#EXPIRATION_MONTH", (input) => Reflect.get(input, "value")), "12");
    await page.close();
  });

  /** Copies a text in the merchant's page and pastes it into a field, as with the keyboard. */
  async function paste(page: Page, field: string, text: string): Promise<void> {
    await page.evaluate((copied: string) => {
      const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: copied }));
      area.select();
      document.execCommand("copy");
      area.remove();
    }, text);
    const frame = await cardFrame(page, field);
    await frame.click(field);
    await page.keyboard.down("Control");
    await page.keyboard.press("KeyV", { commands: ["Paste"] });
    await page.keyboard.up("Control");
  }

  const PASTED: readonly (readonly [field: string, text: string, digits: string])[] = [
    ["CVV", " 123", "123"],
    ["CVV", "code: 1-2-3.", "123"],
    ["CVV", "12345", "123"],
    ["EXPIRATION_MONTH", "\t12 ", "12"],
    ["EXPIRATION_YEAR", " 2031", "2031"],
  ];
  it("a code, month, year or PIN that is pasted with spaces keeps all its digits, in a container and in the card form", async () => {
    const types = ["CVV", "EXPIRATION_MONTH", "EXPIRATION_YEAR"];
    const elements = [...types.map((type) => ({ type })), { type: "PIN", column: "pin" }];
    await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [4] } }, async (page) => {
      for (const [field, text, digits] of [...PASTED, ["PIN", " 1234 5678 9012", "123456789012"] as const]) {
        const input = `.${field} input`;
        await typeInto(page, input, "\b\b\b\b");
        await paste(page, input, text);
        assertEquals([text, await valueOf(page, input)], [text, digits]);
      }
    });
    const page = await fixture.browser.newPage();
    const frame = await fixture.merchant.checkout(page);
    for (const [field, text, digits] of PASTED) {
      await frame.$eval(`#${field}`, (input) => Reflect.set(input, "value", ""));
      await paste(page, `#${field}`, text);
      assertEquals([text, await frame.$eval(`#${field}`, (input) => Reflect.get(input, "value"))], [text, digits]);
    }
    await page.close();
  });

  it("S-VALID-05: an optional CVV is valid when empty or with 3 digits, 4 for Amex", async () => {
    const elements = [{ type: "CARD_NUMBER" }, { type: "CVV", required: false }];
    await fixture.inPage({ kind: "COMPOSABLE", elements, options: { layout: [2] } }, async (page) => {
      const isBlocking = async () => {
        const { invalid } = await fromPage(page, "container.validate()");
        return String(invalid).includes("security_code");
      };
      const verdicts = [await isBlocking()];
      for (const key of "123") {
        await typeInto(page, ".CVV input", key);
        verdicts.push(await isBlocking());
      }
      await typeInto(page, ".CARD_NUMBER input", "371449635398431");
      verdicts.push(await isBlocking());
      await typeInto(page, ".CVV input", "4");
      verdicts.push(await isBlocking());
      assertEquals(verdicts, [false, true, true, false, true, false]);
    });
  });

  for (
    const [id, number, reported] of [
      ["S-SEC-10: of a number of 15 digits all but the first 6 stay hidden outside DEV", "371449635398431", "371449"],
      ["S-SEC-11: of a longer number all but the first 8 stay hidden outside DEV", "4929183756021238", "49291837"],
    ] as const
  ) {
    it(id, async () => {
      const elements = [{ type: "CARD_NUMBER" }];
      await fixture.inPage({ kind: "COLLECT", elements, client: { env: "PROD" } }, async (page) => {
        await typeInto(page, ".CARD_NUMBER input", number);
        await page.waitForFunction("elements.card_number.getState().isValid");
        const values = new Set((await seenBy(page)).map(([, , value]) => value));
        for (const value of values) assert(reported.startsWith(value), value);
        const state = await fromPage(page, "elements.card_number.getState()");
        assertEquals([state.value, state.bin], [reported, reported]);
      });
    });
  }

  it("SECURITY X1: an update of rules or format changes nothing and warns; texts and styles change", async () => {
    await fixture.inPage({ kind: "COLLECT", elements: [{ type: "CVV" }] }, async (page) => {
      const warned = consoleOf(page, "warn");
      await page.evaluate(`elements.security_code.update({
        label: "Code", format: "XX", validations: [{ type: "REGEX_MATCH_RULE", params: { regex: "^9" } }],
      })`);
      const frame = await cardFrame(page, ".CVV input");
      await frame.waitForFunction("document.querySelector('.CVV label').textContent === 'Code'");
      await typeInto(page, ".CVV input", "123");
      await page.waitForFunction("elements.security_code.getState().isValid");
      assertEquals(warned.length, 1, warned.join());
      assertMatch(warned[0] ?? "", /security_code: format,validations cannot change/);
    });
  });

  it("S-VALID-01, SECURITY X1: a rule that tells two codes apart judges both alike, and two texts as they are", async () => {
    const validations = [{ type: "REGEX_MATCH_RULE", params: { regex: "^47", error: "Not this." } }];
    const elements = [{ type: "CVV", validations }, { type: "INPUT_FIELD", name: "text", validations }];
    const judged: unknown[] = [];
    for (const typed of ["471", "936"]) {
      await fixture.inPage({ kind: "COLLECT", elements }, async (page) => {
        await typeInto(page, ".CVV input", typed);
        await typeInto(page, ".INPUT_FIELD input", typed);
        await page.evaluate("container.validate()");
        const errors = "[...document.querySelectorAll('.error')].map((error) => error.textContent).join()";
        const frames = [await cardFrame(page, ".CVV input"), await cardFrame(page, ".INPUT_FIELD input")];
        const shown = await Promise.all(frames.map((frame) => frame.evaluate(errors)));
        const valid = await page.evaluate("Object.values(elements).map((element) => element.getState().isValid)");
        judged.push([shown, valid]);
      });
    }
    assertEquals(judged, [
      [["Not this.", ""], [false, true]],
      [["Not this.", "Not this."], [false, false]],
    ]);
  });

  it("S-VALID-01: an expression that refuses every code warns once, where it shows its error", async () => {
    const rule = { type: "REGEX_MATCH_RULE", params: { regex: "^\\D", error: "No digits." } };
    const elements = [{ type: "CVV", validations: [rule] }];
    await fixture.inPage({ kind: "COLLECT", elements }, async (page) => {
      const warned = consoleOf(page, "warn");
      await typeInto(page, ".CVV input", "123");
      const frame = await cardFrame(page, ".CVV input");
      for (let turn = 0; turn < 2; turn++) await page.evaluate("container.validate()");
      await frame.waitForFunction("document.querySelector('.error').textContent === 'No digits.'");
      assertEquals(warned.length, 1, warned.join());
      assertMatch(warned[0] ?? "", /security_code: validation 1 refuses/);
    });
  });

  it("S-BIN-09: the number in a mounted container is looked up; without form and container there is a warning instead", async () => {
    await inShop({}, async (page) => {
      const warned = consoleOf(page, "warn");
      assertEquals(await page.evaluate("client.binLookup()"), undefined);
      assertEquals(warned, ["payrails: No container found"]);
      await page.evaluate(`
        window.container = client.collectContainer({ layout: [1] });
        container.createCollectElement({ type: "CARD_NUMBER" });
        container.mount("#card"); undefined`);
      await typeInto(page, ".CARD_NUMBER input", "4929183756021238");
      await page.waitForFunction("container.bin === '49291837'");
      const { bin, network } = await fromPage(page, "client.binLookup()");
      assertEquals([bin, network, warned.length], ["49291837", "visa", 1]);
    });
  });

  it("S-CONTAINER-02: the frame of the card form is named with the client's log level, ERROR when none is set", async () => {
    for (const [telemetry, level] of [[{ logLevel: "debug" }, "DEBUG"], [{}, "ERROR"]] as const) {
      const page = await fixture.browser.newPage();
      await fixture.merchant.checkout(page, { initOptions: { telemetry } });
      const name = await page.$eval("#card iframe", (frame) => frame.getAttribute("name"));
      assertMatch(name ?? "", new RegExp(`^element%3Agroup:[0-9a-f-]{36}:${level}$`));
      await page.close();
    }
  });

  it("S-SEC-02: a field address without https warns, and is not used", async () => {
    for (const [customElementsURL, count] of [["http://evil.test/f", 1], ["https://evil.test/f", 0]] as const) {
      const client = { customElementsURL };
      // The page itself records messages from the client's creation.
      const before = `window.warned = []; console.warn = (text) => warned.push(text);`;
      await fixture.inPage({ kind: "COLLECT", elements: [{ type: "CVV" }], client, before }, async (page) => {
        const { warned } = await fromPage(page, "({ warned })");
        assertEquals(String(warned).includes(customElementsURL), count === 1, String(warned));
        const sources = await page.$$eval("iframe", (frames) => frames.map((frame) => frame.getAttribute("src") ?? ""));
        assert(sources.every((src) => !src.includes("evil")), sources.join());
      });
    }
  });

  it("S-CONST-12: a composable container sends to its frame after 50 ms, a collect container at once", async () => {
    // The clock stops until the frame has loaded, so the whole delay remains.
    const before = `if (window === top) {
      performance.now = () => 0;
      window.order = [];
      const later = setTimeout;
      window.setTimeout = (act, ms, ...args) => later((...given) => {
        if (ms === 50) order.push("50 ms");
        act(...given);
      }, ms, ...args);
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (message, ...more) {
        if (message?.type === "group") order.push("group");
        return post.call(this, message, ...more);
      };
    }`;
    const rows = [["COMPOSABLE", ["50 ms", "group"]], ["COLLECT", ["group", "group"]]] as const;
    for (const [kind, order] of rows) {
      const fields = { kind, elements: [{ type: "CVV" }], options: { layout: [1] }, before };
      await fixture.inPage(fields, async (page) => {
        assertEquals((await fromPage(page, "({ order })")).order, order);
      });
    }
  });

  it("SECURITY X8: a container of a payment session seals for this payment only", async () => {
    await inShop({}, async (page) => {
      await page.evaluate(`
        window.sealOptions = [];
        const post = MessagePort.prototype.postMessage;
        MessagePort.prototype.postMessage = function (message, ...more) {
          if (message?.type === "seal") sealOptions.push(message.options);
          return post.call(this, message, ...more);
        };
        window.container = client.collectContainer({ layout: [4] });
        for (const { type } of ${JSON.stringify(CARD_ELEMENTS)}) container.createCollectElement({ type });
        container.mount("#card"); undefined`);
      await fillCard(page);
      const result = await fromPage(page, "container.collect()");
      assertEquals(String(result.encryptedData).split(".").length, 5);
      const { sealed, id } = await fromPage(
        page,
        "({ sealed: sealOptions[0].execution, id: client.query('executionId') })",
      );
      assertEquals(sealed, id);
    });
  });
});
