/**
 * Containers of the vault client in a real browser: fields anywhere, reading each other inside the frame origin only.
 */
import { compactDecrypt } from "jose";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { loadVaultKeys } from "../../../server/embedded/payments/keys/keys.ts";
import { eventually } from "../../support/eventually.ts";
import {
  CARD_ELEMENTS,
  FieldsPage,
  fillCard,
  fromPage,
  NUMBER,
  parseRecord,
  seenBy,
  typeInto,
  valueOf,
} from "../../support/merchant/fields_page.ts";
import { cardFrame } from "../../support/frames.ts";

describe("secure fields", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());
  const inPage: FieldsPage["inPage"] = (fields, use) => fixture.inPage(fields, use);

  async function opened(jwe: unknown): Promise<Record<string, unknown>> {
    const { sealing } = await loadVaultKeys(fixture.app.context.config.keysDir);
    const { plaintext } = await compactDecrypt(String(jwe), sealing[0].privateKey);
    return parseRecord(new TextDecoder().decode(plaintext));
  }

  it("S-VAULT-03, S-VAULT-02, S-CONTAINER-01: one frame per field, and collect seals all of them", async () => {
    await inPage({ kind: "COLLECT", elements: CARD_ELEMENTS }, async (page) => {
      await fillCard(page);
      assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 4);
      const result = parseRecord(JSON.stringify(
        await page.evaluate(`container.collect({
          tokens: false,
          additionalFields: { records: [{ table: "people", fields: { city: "Oslo" } }] },
          upsert: [{ table: "cards", column: "card_number" }],
        })`),
      ));
      assertEquals(Object.keys(result).sort(), ["encryptedData", "vaultProviderConfigId"]);
      assertEquals(await opened(result.encryptedData), {
        cardNumber: NUMBER,
        expiryMonth: "12",
        expiryYear: "2039",
        securityCode: "123",
        tokens: false,
        records: [{ table: "people", fields: { city: "Oslo" } }],
        upsert: [{ table: "cards", column: "card_number" }],
      });
    });
  });

  it("S-CONTAINER-02: frames are named from element name, container id and log level", async () => {
    await inPage({ kind: "COLLECT", elements: [{ type: "CVV", name: "code" }] }, async (page) => {
      const name = await page.$eval("#card iframe", (frame) => frame.getAttribute("name"));
      const id = await page.evaluate("container.containerId");
      assertEquals(name, `${encodeURIComponent("element:CVV:code")}:${id}:WARN`);
    });
  });

  it("a field in a shadow root is collected with the others, whichever frame loads first", async () => {
    await inPage({ kind: "COLLECT", elements: CARD_ELEMENTS, shadow: 0 }, async (page) => {
      await fillCard(page);
      const result = parseRecord(JSON.stringify(await page.evaluate("container.collect()")));
      assertEquals((await opened(result.encryptedData)).cardNumber, NUMBER);
    });
  });

  it("S-VALID-16: an element-match rule compares fields of two frames, and their values never pass the page", async () => {
    const elements = [
      { type: "PIN", name: "pin", placeholder: "pin" },
      { type: "PIN", name: "again", placeholder: "again", match: "pin" },
    ];
    await inPage({ kind: "COLLECT", elements }, async (page) => {
      await page.evaluate(
        `window.heard = []; addEventListener("message", ({ data }) => heard.push(JSON.stringify(data)))`,
      );
      const again = "input[placeholder=again]";
      await typeInto(page, "input[placeholder=pin]", "9471");
      await typeInto(page, again, "9472");
      await page.waitForFunction("!elements.again.getState().isEmpty && !elements.again.getState().isValid");
      const frame = await cardFrame(page, again);
      await frame.evaluate("document.activeElement.blur()");
      await frame.waitForFunction("document.querySelector('.error').textContent === 'Not the same.'");
      await frame.focus(again);
      await page.keyboard.press("End");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("1");
      await page.waitForFunction("elements.again.getState().isValid");
      await page.evaluate("container.validate().then(() => {})");
      const reported = JSON.stringify([await page.evaluate("heard"), await seenBy(page)]);
      assert(!/947[12]/.test(reported), reported);
    });
  });

  it("S-VALID-06: the CVV field takes 3 digits, 4 when the number in another frame is Amex", async () => {
    const elements = [{ type: "CARD_NUMBER" }, { type: "CVV" }];
    await inPage({ kind: "COLLECT", elements }, async (page) => {
      await typeInto(page, ".CVV input", "12345");
      assertEquals(await valueOf(page, ".CVV input"), "123");
      await typeInto(page, ".CARD_NUMBER input", "371449635398431");
      await typeInto(page, ".CVV input", "9");
      assertEquals((await valueOf(page, ".CVV input")).length, 4);
    });
  });

  it("S-CONTAINER-07, S-CONST-12: a composable container is one frame, row by row", async () => {
    await inPage({ kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } }, async (page) => {
      const frame = await cardFrame(page, ".CARD_NUMBER");
      assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 1);
      assertEquals(await frame.$$eval(".row", (rows) => rows.map((row) => row.children.length)), [1, 3]);
      assertEquals(await frame.$$eval("form", (forms) => forms.length), 1);
      await fillCard(page);
      const result = parseRecord(JSON.stringify(await page.evaluate("container.collect()")));
      assertEquals((await opened(result.encryptedData)).tokens, true);
      const check = await page.evaluate("container.validate()");
      assertEquals(JSON.stringify(check), '{"isValid":true,"fieldErrors":{},"invalid":[]}');
    });
  });

  it("S-SEC-05, S-ELEM-02, S-EVENT-01: events carry the state, with the first 8 digits of a number and no value of other fields", async () => {
    await inPage({ kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } }, async (page) => {
      await fillCard(page);
      // The answer of the frame follows all that it told before.
      await page.evaluate("container.validate().then(() => {})");
      const all = await seenBy(page);
      const reported = new Set(all.map(([, name, value]) => `${name}=${value}`));
      for (const text of reported) {
        assertMatch(text, /^(card_number=\d{0,8}|expiry_month=|expiry_year=|security_code=)$/);
      }
      assert(reported.has("card_number=49291837"));
      const names = new Set(all.map(([name]) => name));
      for (const name of ["CREATED", "MOUNTED", "READY", "FOCUS", "CHANGE", "BLUR"]) assert(names.has(name), name);
      const state = parseRecord(JSON.stringify(await page.evaluate("elements.card_number.getState()")));
      assertEquals(Object.keys(state).sort(), [
        ...[
          "bin",
          "elementType",
          "isComplete",
          "isEmpty",
          "isFocused",
          "isRequired",
          "isValid",
          "name",
          "network",
          "required",
          "value",
        ],
      ]);
      assertEquals([state.bin, state.value, state.network], ["49291837", "49291837", "visa"]);
    });
  });

  it("S-SEC-04, S-SEC-03, S-LOG-05: in PROD setValue and clearValue only warn; DEV in a TEST vault sets and reports raw values", async () => {
    await inPage({ kind: "COLLECT", elements: [{ type: "CARD_NUMBER" }] }, async (page) => {
      const warnings: string[] = [];
      page.on("console", (message) => message.type() === "warn" && warnings.push(message.text()));
      await typeInto(page, ".CARD_NUMBER input", "4929");
      await page.evaluate("elements.card_number.setValue('4242424242424242'); elements.card_number.clearValue()");
      assertEquals(await valueOf(page, ".CARD_NUMBER input"), "4929");
      assertEquals(warnings.filter((text) => text.includes("nothing was changed")).length, 2);
    });
    const client = { env: "DEV" };
    await inPage({ kind: "COLLECT", elements: [{ type: "CARD_NUMBER" }], client }, async (page) => {
      await page.evaluate(`elements.card_number.setValue(${JSON.stringify(NUMBER)})`);
      await page.waitForFunction(`elements.card_number.getState().value === ${JSON.stringify(NUMBER)}`);
    });
  });

  it("setError, resetError, update, focus and reset act on the field", async () => {
    await inPage({ kind: "COLLECT", elements: [{ type: "INPUT_FIELD", name: "city" }] }, async (page) => {
      const frame = await cardFrame(page, "input");
      const error = () => frame.$eval(".error", (line) => line.textContent);
      await page.evaluate("elements.city.setError('No such city.')");
      await frame.waitForSelector(".invalid");
      assertEquals(await error(), "No such city.");
      await frame.type("input", "O");
      await page.waitForFunction("elements.city.isValidElement()");
      assertEquals([await error(), await frame.$(".invalid")], ["", null]);
      await page.evaluate("elements.city.setError('No such city.')");
      await frame.waitForSelector(".invalid");
      await page.evaluate("elements.city.resetError()");
      await frame.waitForSelector(".field:not(.invalid)");
      await page.evaluate(
        "elements.city.update({ placeholder: 'Where', styles: { base: { color: 'rgb(1, 2, 3)' } } })",
      );
      await frame.waitForSelector('input[placeholder="Where"]');
      assertEquals(await frame.evaluate("getComputedStyle(document.querySelector('input')).color"), "rgb(1, 2, 3)");
      await page.evaluate("elements.city.focus()");
      await frame.waitForFunction("document.activeElement?.tagName === 'INPUT'");
      await frame.type("input", "Oslo");
      await page.evaluate("elements.city.reset()");
      await frame.waitForFunction("document.querySelector('input').value === ''");
    });
  });

  it("S-STYLE-01, S-STYLE-02: a card field has the default style", async () => {
    await inPage({ kind: "COLLECT", elements: [{ type: "CARD_NUMBER" }] }, async (page) => {
      const frame = await cardFrame(page, "input");
      const style = async () =>
        String(
          await frame.evaluate(`(() => {
            const { paddingTop, paddingLeft, borderTop, backgroundColor } = getComputedStyle(document.querySelector("input"));
            return [paddingTop, paddingLeft, borderTop, backgroundColor].join("|");
          })()`),
        ).split("|");
      assertEquals((await style()).slice(0, 3), ["10px", "16px", "1px solid rgb(234, 232, 238)"]);
      await frame.type("input", "4929");
      await frame.evaluate("document.activeElement.blur()");
      await frame.waitForSelector(".invalid");
      assertEquals((await style()).slice(2), ["1px solid rgb(242, 82, 38)", "rgb(249, 225, 225)"]);
    });
  });

  it("S-CONTAINER-03, S-ELEM-05: styles of each state of a field and its label, of errors and of rows, in their own field only", async () => {
    const is = {
      empty: "rgb(1, 0, 0)",
      focus: "rgb(2, 0, 0)",
      complete: "rgb(3, 0, 0)",
      invalid: "rgb(4, 0, 0)",
      icon: "rgb(5, 0, 0)",
      label: "rgb(6, 0, 0)",
      labelFocus: "rgb(7, 0, 0)",
      labelInvalid: "rgb(8, 0, 0)",
      error: "rgb(9, 0, 0)",
      errors: "rgb(10, 0, 0)",
    } as const;
    const number = {
      type: "CARD_NUMBER",
      styles: {
        base: { letterSpacing: "1px" },
        empty: { color: is.empty },
        complete: { color: is.complete },
        focus: { color: is.focus },
        invalid: { color: is.invalid },
        cardIcon: { color: is.icon },
      },
      labelStyles: {
        base: { letterSpacing: "2px", color: is.label },
        focus: { color: is.labelFocus },
        invalid: { color: is.labelInvalid },
      },
      errorTextStyles: { base: { color: is.error } },
    };
    const options = {
      layout: [2],
      styles: { base: { paddingTop: "7px" } },
      errorTextStyles: { base: { letterSpacing: "3px", color: is.errors } },
    };
    const fields = { kind: "COMPOSABLE", elements: [number, { type: "CVV" }], options } as const;
    await inPage(fields, async (page) => {
      const frame = await cardFrame(page, ".CVV input");
      const looks = async (property: string, ...selectors: readonly string[]) =>
        await frame.evaluate(`${JSON.stringify(selectors)}.map((selector) =>
          getComputedStyle(document.querySelector(selector)).getPropertyValue("${property}"))`);
      const [input, label] = [".CARD_NUMBER input", ".CARD_NUMBER label"];
      assertEquals(await looks("padding-top", ".row"), ["7px"]);
      assertEquals(await looks("letter-spacing", input, label, "#e0-error", "#e1-error", ".CVV input", ".CVV label"), [
        ...["1px", "2px", "3px", "3px", "normal", "normal"],
      ]);
      assertEquals(await looks("color", input, label, ".CARD_NUMBER .icon"), [is.empty, is.label, is.icon]);
      assertEquals(await looks("color", "#e0-error", "#e1-error"), [is.error, is.errors]);
      await frame.type(input, "4929");
      assertEquals(await looks("color", input, label), [is.focus, is.labelFocus]);
      await page.keyboard.press("Tab");
      await frame.waitForSelector(".CARD_NUMBER.invalid");
      assertEquals(await looks("color", input, label), [is.invalid, is.labelInvalid]);
      await frame.type(input, NUMBER.slice(4));
      await frame.focus(".CVV input");
      await frame.waitForSelector(".CARD_NUMBER.complete");
      assertEquals(await looks("color", input, label), [is.complete, is.label]);
    });
  });

  it("S-STYLE-01: without its icon the card number has the padding of every card field, on all sides", async () => {
    for (const [icon, end] of [[{}, "58px"], [{ enableCardIcon: false }, "16px"]] as const) {
      const elements = [{ type: "CARD_NUMBER", ...icon }];
      await inPage({ kind: "COMPOSABLE", elements, options: { layout: [1] } }, async (page) => {
        const frame = await cardFrame(page, "input");
        const padding = (direction: string) =>
          frame.evaluate(`(() => {
            document.documentElement.dir = document.querySelector("form").dir = "${direction}";
            return getComputedStyle(document.querySelector("input")).padding;
          })()`);
        assertEquals(await padding("ltr"), end === "16px" ? "10px 16px" : `10px ${end} 10px 16px`);
        assertEquals(await padding("rtl"), end === "16px" ? "10px 16px" : `10px 16px 10px ${end}`);
      });
    }
  });

  it("S-VAULT-08, S-ERR-31: elements must be mounted before collect and validate", async () => {
    await inPage({ kind: "COLLECT", elements: CARD_ELEMENTS }, async (page) => {
      const codes = await page.evaluate(`(async () => {
        elements.security_code.unmount();
        const codes = [];
        for (const act of ["collect", "validate"]) await container[act]().catch(({ code, message }) => codes.push(code + message));
        return codes.join();
      })()`);
      assertMatch(String(codes), /(payrails:card_form:element_not_mounted.*security_code.*){2}/);
    });
  });

  it("S-VALID-22, S-VALID-23, S-ERR-42: names cannot change and are unique", async () => {
    await inPage({ kind: "COLLECT", elements: [{ type: "CVV" }] }, async (page) => {
      const codes = await page.evaluate(`(() => {
        const codes = [];
        const attempt = (act) => { try { act(); } catch ({ code }) { codes.push(code.split(".").at(-1)); } };
        attempt(() => elements.security_code.update({ name: "other" }));
        attempt(() => container.create({ type: "PIN", name: "security_code" }));
        attempt(() => container.create({ type: "PIN", name: "x", column: "security_code" }));
        attempt(() => container.create({ type: "PIN", name: "pin" }).mount());
        attempt(() => container.mount("#card"));
        return codes.join();
      })()`);
      assertEquals(
        codes,
        "element_name_change,duplicate_element_name,duplicate_element,empty_mount_target,unmountable",
      );
    });
  });

  it("S-VAULT-11, S-VAULT-12, S-VAULT-13: tokenize stores by XHR with metadata, and the answer comes back unchanged", async () => {
    const client = { holderReference: "holder-1" };
    await inPage({ kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [4] }, client }, async (page) => {
      await fillCard(page);
      const calls: { readonly kind: string; readonly headers: Record<string, string>; readonly body: string }[] = [];
      page.on("request", (request) => {
        if (request.url().endsWith("/client/instruments") && request.method() === "POST") {
          calls.push({ kind: request.resourceType(), headers: request.headers(), body: request.postData() ?? "" });
        }
      });
      const saved = parseRecord(JSON.stringify(await page.evaluate("container.tokenize({ storeInstrument: true })")));
      assertEquals([saved.paymentMethod, saved.status], ["card", "enabled"]);
      const [call] = calls;
      assertEquals(call?.kind, "xhr");
      const metadata = parseRecord(call?.headers["x-client-metadata"] ?? "{}");
      assertEquals(metadata.sdk_name_version, "web-sdk-vault@1.30.1");
      const { sdk_client_device_model, sdk_os_version, sdk_runtime_details } = metadata;
      assertEquals([sdk_client_device_model, sdk_os_version], ["X11", "Linux x86_64"]);
      assertMatch(String(sdk_runtime_details), /^Mozilla\/5\.0 \(X11; Linux x86_64\).*Chrome\//);
      assertEquals(Object.keys(metadata).length, 4);
      const body = parseRecord(call?.body ?? "{}");
      assertEquals([body.holderReference, body.paymentMethod, body.storeInstrument, body.futureUsage], [
        ...["holder-1", "card", true, "CardOnFile"],
      ]);
    });
  });

  it("S-CONTAINER-09, S-CONTAINER-08: page and script of the frame are fetched before anything is mounted, and run once it is", async () => {
    await inPage({ kind: "COLLECT", elements: [] }, async (page) => {
      const { frameOrigin } = fixture.app;
      const fetched = new Map<string, { readonly isFromCache: boolean; readonly scriptText: string }>();
      page.on("response", async (response) => {
        const scriptText = response.url().endsWith(".js") ? await response.text().catch(() => "") : "";
        fetched.set(response.url(), { isFromCache: response.fromCache(), scriptText });
      });
      const script = () => [...fetched].find(([url]) => /\/card\/5\/elements\.\w+\.js$/.test(url));
      await page.evaluate(
        "window.early = client.container('COMPOSABLE', { layout: [1] }); early.create({ type: 'CVV' }); undefined",
      );
      const [, { scriptText }] = await eventually(script, () => [...fetched.keys()]);
      assertMatch(scriptText, /trustcheck:hello/);
      assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 0);
      assert([...fetched.keys()].every((url) => url.startsWith(frameOrigin)), [...fetched.keys()].join());
      await page.waitForFunction("document.querySelector('[data-payrails=preload]') === null");
      fetched.clear();
      await page.evaluate("early.mount('#card'); undefined");
      const frame = await cardFrame(page, ".CVV input");
      await frame.type(".CVV input", "12345");
      assertEquals(await valueOf(page, ".CVV input"), "123");
      const again = script();
      assert(again === undefined || again[1].isFromCache, "the script was fetched twice");
    });
  });

  it("S-CONTAINER-09: a container that is mounted at once loads its page once", async () => {
    const pages: string[] = [];
    await fixture.inPage({ kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [4] } }, async (page) => {
      await page.evaluate("new Promise((done) => setTimeout(done, 600))");
      pages.push(...await page.$$eval("iframe", (frames) => frames.map((frame) => frame.src)));
    });
    assertEquals(pages.filter((src) => src.includes("/card/5/")).length, 1, pages.join());
  });

  for (
    const [what, token, code] of [
      ["has expired", `() => "h." + btoa('{"exp":1}') + ".s"`, "invalid_bearer_token"],
      ["is no token", "() => 'nonsense'", "invalid_bearer_token"],
      ["never comes", "() => Promise.reject(new Error('down'))", "bearer_token_rejected"],
    ] as const
  ) {
    it(`S-ERR-34, S-VAULT-07: a token that ${what} is logged, and the frame tells the shopper; with a valid one it works`, async () => {
      const options = { layout: [4], translations: { refused: "Nichts wurde gespeichert." } };
      await inPage({ kind: "COMPOSABLE", elements: CARD_ELEMENTS, options, token }, async (page) => {
        const logged: string[] = [];
        page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        await fillCard(page);
        const reported = await page.evaluate(
          "container.collect().then(() => '', ({ code, docUrl }) => code + ' ' + docUrl)",
        );
        assertMatch(String(reported), new RegExp(`^payrails:client:collect_container\\.${code} http.*${code}$`));
        assertEquals(logged.filter((text) => text.includes(code)).length, 1, logged.join());
        const frame = await cardFrame(page, ".spoken");
        await frame.waitForFunction("document.querySelector('.spoken').textContent === 'Nichts wurde gespeichert.'");
        assertEquals(await valueOf(page, ".CARD_NUMBER input"), "4929 1837 5602 1238");
        const others = requests.filter((url) => !url.startsWith(fixture.app.frameOrigin) && !url.includes("/sdk/5/"));
        assertEquals(others, []);
      });
    });
  }

  it("S-ERR-45, S-ERR-46, S-SEC-02: mounting nowhere has its own error code; another address for the fields is not used", async () => {
    const client = { customElementsURL: "http://evil.test/fields" };
    await inPage({ kind: "COLLECT", elements: [{ type: "CVV" }], client }, async (page) => {
      const codes = await page.evaluate(`(() => {
        const codes = [];
        for (const target of ["", undefined, "#nowhere", "#a["]) {
          try { elements.security_code.mount(target); } catch ({ code }) { codes.push(code.split(".").at(-1)); }
        }
        try { client.container("COLLECT", { get styles() { return {}; } }); } catch ({ code }) { codes.push(code); }
        return codes.join();
      })()`);
      assertEquals(codes, "empty_mount_target,empty_mount_target,mount_failed,mount_failed");
      const sources = await page.$$eval("iframe", (frames) => frames.map((frame) => frame.getAttribute("src") ?? ""));
      assert(sources.every((src) => src === "" || src.startsWith(fixture.app.frameOrigin)), sources.join());
    });
  });

  it("S-CONTAINER-04: the Payrails client gives a container at once; a second replaces the first", async () => {
    const page = await fixture.browser.newPage();
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    try {
      await fixture.merchant.checkout(page);
      const found = await fromPage(
        page,
        `(async () => {
        const told = [];
        for (let turn = 0; turn < 2; turn++) {
          const container = client.collectContainer({ layout: [2] });
          const field = container.createCollectElement({ type: "CVV", placeholder: "123" });
          for (const name of ["CREATED", "READY"]) field.on(name, ({ elementType }) => told.push(turn + name + elementType));
          const rule = { type: "ELEMENT_VALUE_MATCH_RULE", params: { element: field } };
          container.createCollectElement({ type: "PIN", name: "pin", validations: [rule] });
          const host = document.body.appendChild(document.createElement("div"));
          host.id = "own" + turn;
          container.mount(host);
          field.setAttribute("placeholder", "000");
          container.reset();
          field.getState().elementType === "CVV" || told.push("no state");
        }
        while (!told.includes("1READYCVV")) await new Promise((go) => setTimeout(go, 50));
        return { told, frames: [0, 1].map((turn) => document.querySelectorAll("#own" + turn + " iframe").length) };
      })()`,
      );
      assertEquals(found, { told: ["0CREATEDCVV", "1CREATEDCVV", "1READYCVV"], frames: [0, 1] });
      assertEquals(logged, []);
      const wrong = await fromPage(
        page,
        `(async () => {
        const codes = [];
        for (const options of [undefined, null, { containerType: "REVEAL" }, { layout: [] }]) {
          try { await client.collectContainer(options); codes.push("nothing"); }
          catch ({ code }) { codes.push(code.split(".").at(-1)); }
        }
        return { codes };
      })()`,
      );
      assertEquals(wrong.codes, ["missing_options", "missing_options", "invalid_type", "empty_layout"]);
      logged.length = 0;
      await page.evaluate(`(async () => {
        const container = client.collectContainer({ containerType: "COLLECT" });
        container.createCollectElement({ type: "IBAN" }).mount("#own0");
        container.mount("#own0");
        await container;
      })()`);
      await page.waitForFunction("true");
      assertEquals(logged.map((text) => /collect_container\.\w+/.exec(text)?.[0]).sort(), [
        ...["collect_container.invalid_element_type", "collect_container.unmountable"],
      ]);
    } finally {
      await page.close();
    }
  });

  it("S-OBS-01, S-OBS-02, S-LOG-02: a 1 px frame loads after READY with version and package; off means off", async () => {
    const elements = [{ type: "CVV" }];
    await inPage({ kind: "COLLECT", elements }, async (page) => {
      const handle = await page.waitForSelector("#sdk-observer");
      const src = await page.$eval("#sdk-observer", (frame) => frame.getAttribute("src"));
      const width = await page.evaluate("getComputedStyle(document.querySelector('#sdk-observer')).width");
      assertMatch(String(src), /\/observability\/5\/\?version=5\.25\.3&packageName=%40payrails%2Fweb-sdk$/);
      assertEquals(width, "1px");
      const frame = await handle?.contentFrame();
      await frame?.waitForFunction("globalThis.events !== undefined && document.readyState === 'complete'", {
        polling: 100,
      });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.evaluate("elements.security_code.setValue('1')");
      await frame?.waitForFunction("events.some(({ event }) => event === 'warn')", { polling: 100 });
      assertEquals(requests, []);
    });
    await inPage({ kind: "COLLECT", elements, client: { telemetry: { enabled: false } } }, async (page) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assertEquals(await page.$("#sdk-observer"), null);
    });
  });
});
