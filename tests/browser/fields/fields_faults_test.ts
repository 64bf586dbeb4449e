/** Fields under faults: late or missing frames, blocked storage, hostile styles, forged messages. */
import type { HTTPRequest, Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import {
  CARD_ELEMENTS,
  type FieldOptions,
  FieldsPage,
  fillCard,
  fromPage,
  NUMBER,
  seenBy,
  typeInto,
  untilReady,
  valueOf,
} from "../../support/merchant/fields_page.ts";
import { cardFrame } from "../../support/frames.ts";
import { openMerchantPage } from "../../support/merchant/merchant_page.ts";
import { forge } from "../../support/hostile/forger.ts";

const CARD: FieldOptions = { kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } };
const COLLECT: FieldOptions = { kind: "COLLECT", elements: CARD_ELEMENTS };
const LOADED = 15_000;
/**
 * Only the handshake's deadline is shortened to a second, while nothing can answer; the test records that 10 s were
 * requested.
 */
const SHORT_DEADLINE = `
  window.deadlines = 0;
  window.isShort = true;
  const start = setTimeout;
  window.setTimeout = (run, ms, ...rest) =>
    start(run, ms === 10_000 && isShort ? (deadlines++, 1_000) : ms, ...rest);`;

/** Passes every document of the card frame to `decide`. */
async function intercept(page: Page, decide: (request: HTTPRequest, count: number) => void): Promise<void> {
  let count = 0;
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/card/5/") return decide(request, count++);
    void request.continue();
  });
}

describe("fields and faults", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());
  const inPage: FieldsPage["inPage"] = (fields, use) => fixture.inPage(fields, use);

  it("frames that load 0 to 5 s late, in any order, make one working container", async () => {
    // The controller first, then the four fields; the last of them is the latest.
    const delaysMs = [2_000, 0, 1_000, 300, 5_000];
    const page = await fixture.browser.newPage();
    try {
      await intercept(page, (request, count) => {
        setTimeout(() => void request.continue(), delaysMs[count % delaysMs.length] ?? 0);
      });
      const before = performance.now();
      await fixture.mount(page, { ...COLLECT, awaitReady: false });
      // Called while nothing has loaded, it waits for the last of them.
      const early = fromPage(page, "container.validate()");
      await untilReady(page, 3);
      await typeInto(page, ".CARD_NUMBER input", NUMBER);
      const half = page.evaluate("container.collect().then(() => 'sealed half a card', ({ code }) => code)");
      await untilReady(page, 4);
      assert(performance.now() - before > 4_000, "the frames were not late");
      assertEquals(asTexts((await early).invalid).length > 2, true);
      assertEquals(await half, "payrails:card_form:complete_and_valid_inputs_required");
      await (await cardFrame(page, ".CARD_NUMBER input")).$eval(
        ".CARD_NUMBER input",
        (input) => Reflect.set(input, "value", ""),
      );
      await fillCard(page);
      assertMatch(String((await fromPage(page, "container.collect()")).encryptedData), /^[\w-]+(\.[\w-]+){4}$/);
    } finally {
      await page.close();
    }
  });

  for (const fields of [CARD, COLLECT]) {
    it(`R16, S-ERR-32, S-ERR-33: a ${fields.kind} frame that never answers gives a typed error and a retry button in the page's language that works`, async () => {
      const page = await fixture.browser.newPage();
      const logged: string[] = [];
      page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
      let isDown = true;
      try {
        await page.evaluateOnNewDocument(SHORT_DEADLINE);
        await intercept(page, (request) => void (isDown ? request.abort() : request.continue()));
        const translations = { loadFailed: "Das Formular ist nicht geladen.", retry: "Noch einmal" };
        const elements = fields.kind === "COLLECT" ? [{ type: "CVV" }] : fields.elements;
        const options = { ...fields.options, translations };
        await fixture.mount(page, { ...fields, elements, options, awaitReady: false });
        await page.waitForSelector("#card .payrails-frame-failed button", { timeout: LOADED });
        assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 0);
        const notice = await page.$eval("#card .payrails-frame-failed", (found) => [
          ...[
            found.getAttribute("role"),
            found.querySelector("p")?.textContent,
            found.querySelector("button")?.textContent,
          ],
        ]);
        assertEquals(notice, ["alert", translations.loadFailed, translations.retry]);
        assert(Number(await page.evaluate("deadlines")) > 0, "the SDK did not wait 10 s");
        assert(logged.some((text) => text.includes("payrails:card_form:iframe_loading")), logged.join());
        assert((await seenBy(page)).some(([name]) => name === "ERROR"), "no element told ERROR");
        isDown = false;
        await page.evaluate("isShort = false");
        // The controller of separate fields is loaded again with them.
        await page.evaluate(
          "for (const button of document.querySelectorAll('.payrails-frame-failed button')) button.click()",
        );
        await untilReady(page, elements.length);
        assertEquals(await page.$$eval(".payrails-frame-failed", (notices) => notices.length), 0);
        await typeInto(page, ".CVV input", "123");
        assertEquals(await valueOf(page, ".CVV input"), "123");
        assertEquals((await fromPage(page, "container.validate()")).isValid, fields.kind === "COLLECT");
      } finally {
        await page.close();
      }
    });
  }

  for (const place of ["cardForm", "dropin"] as const) {
    it(`R16: a card frame that never answers tells the ${place}'s merchant each time, and is loaded again by its button`, async () => {
      const page = await fixture.browser.newPage();
      let isDown = true;
      try {
        await page.evaluateOnNewDocument(SHORT_DEADLINE);
        await intercept(page, (request) => void (isDown ? request.abort() : request.continue()));
        await page.goto(fixture.merchant.origin);
        await page.evaluate(`
          window.told = [];
          window.client = Payrails.init(${JSON.stringify(await fixture.merchant.init())});
          client.on("error", (error) => told.push(error.code ?? error.error?.code));
          client.${place}().mount("#card"); undefined`);
        if (place === "dropin") await page.locator("[data-testid=dropin-item-label-card]").click();
        const retry = "#card .payrails-frame-failed button";
        for (const times of [1, 2]) {
          await page.waitForSelector(retry, { timeout: LOADED });
          assertEquals(await page.evaluate("told"), Array(times).fill("payrails:card_form:iframe_loading"));
          // The card is not the only way to pay.
          if (place === "dropin") {
            await page.locator("[data-testid=dropin-item-label-pix]").click();
            await page.waitForSelector("#payrails-generic-redirect-pix:not([disabled])");
            await page.locator("[data-testid=dropin-item-label-card]").click();
            await page.waitForSelector(retry, { timeout: LOADED });
            await page.evaluate(`told.length = ${times}`);
          }
          isDown = times === 1;
          await page.evaluate(`isShort = ${isDown}`);
          await page.click(retry);
        }
        await (await cardFrame(page)).type("#CVV", "123");
        assertEquals(await page.$(retry), null);
      } finally {
        await page.close();
      }
    });
  }

  it("R16: a page whose policy forbids the card frame is told so at once", async () => {
    const policy = "script-src 'self' 'unsafe-inline' 'unsafe-eval' http://localhost:*; frame-src 'none'";
    const merchant = openMerchantPage(fixture.app, { policy });
    const page = await fixture.browser.newPage();
    try {
      await page.goto(merchant.origin);
      await page.evaluate(`
        window.told = [];
        window.client = Payrails.init(${JSON.stringify(await merchant.init())}, { telemetry: { enabled: false } });
        client.cardForm({ events: { onError: ({ code }) => told.push(code) } }).mount("#card"); undefined`);
      await page.waitForSelector("#card .payrails-frame-failed button", { timeout: LOADED }).catch(() => {});
      assertEquals(await page.evaluate("told"), ["payrails:card_form:csp"]);
    } finally {
      await page.close();
      await merchant.close();
    }
  });

  it("a container whose element is removed while it loads reports nothing later", async () => {
    await inPage({ kind: "COLLECT", elements: [], before: SHORT_DEADLINE }, async (page) => {
      const logged: string[] = [];
      page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
      const reported = await fromPage(
        page,
        `(async () => {
        const told = [];
        const lost = client.container("COMPOSABLE", { layout: [1] });
        lost.create({ type: "CVV" }).on("ERROR", () => told.push("ERROR"));
        lost.mount("#card");
        document.getElementById("card").replaceChildren();
        await new Promise((done) => setTimeout(done, 1_500));
        return { told, notices: document.querySelectorAll(".payrails-frame-failed").length };
      })()`,
      );
      assertEquals(reported, { told: [], notices: 0 });
      assertEquals(logged, []);
    });
  });

  it("S-STORE-04, S-OBS-01: with storage blocked everywhere fields, collect, tokenize and the observer work", async () => {
    const before = `
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
      }
      Object.defineProperty(Document.prototype, "cookie", { get() { throw new DOMException("blocked", "SecurityError"); } });`;
    for (const fields of [CARD, COLLECT]) {
      await inPage({ ...fields, before, client: { holderReference: "holder-1" } }, async (page) => {
        await page.waitForSelector("#sdk-observer", { timeout: LOADED });
        await fillCard(page);
        assertEquals((await fromPage(page, "container.tokenize({ storeInstrument: true })")).status, "enabled");
      });
    }
  });

  it("S-STORE-02, S-STORE-04: only the documented storage key is used, and it holds the version", async () => {
    await inPage({ ...CARD, client: { holderReference: "holder-1" } }, async (page) => {
      await page.waitForSelector("#sdk-observer", { timeout: LOADED });
      await fillCard(page);
      await page.evaluate("container.tokenize({ storeInstrument: true })");
      const stored = "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])";
      assertEquals(await page.evaluate(stored), '[[["sdk_version","5.25.3"]],[],""]');
      for (const frame of page.frames().filter((found) => found.url().includes("/card/5/"))) {
        assertEquals(await frame.evaluate(stored), '[[],[],""]');
      }
    });
  });

  it("S-SEC-01, S6: 500 hostile styles, labels and sentences load no address, leave no rule and create no element", async () => {
    await inPage({
      kind: "COMPOSABLE",
      elements: [{ type: "CVV" }, { type: "PIN", name: "pin" }],
      options: { layout: [2] },
    }, async (page) => {
      const frame = await cardFrame(page, ".CVV input");
      // The code that validates is there before addresses are watched.
      await page.evaluate("container.validate().then(() => container.reset())");
      const requests: string[] = [];
      // The observability frame may load in the meantime; it is our own.
      page.on(
        "request",
        (request) => /\/observability\/|observer_frame/.test(request.url()) || requests.push(request.url()),
      );
      const look = `JSON.stringify({
        elements: document.querySelectorAll("*").length,
        rules: document.styleSheets.length,
        other: getComputedStyle(document.querySelector(".PIN input")).cssText + getComputedStyle(document.body).cssText,
      })`;
      await page.evaluate("elements.security_code.update({ styles: { base: { color: 'red' } } })");
      const before = String(await frame.evaluate(look));
      for (let batch = 0; batch < 10; batch++) {
        await page.evaluate(`(${ATTACK})(${batch * 50}, 50)`);
        await page.evaluate("container.validate().then(() => {})");
        // By now both fields show their errors.
        await page.evaluate("container.reset()");
        const texts = await frame.evaluate(
          `[...document.styleSheets[0].cssRules].map((rule) => rule.cssText).join("\\n")`,
        );
        assert(!/url\(|image|@import|expression|attr\(|sink/i.test(String(texts)), String(texts));
      }
      await page.evaluate(
        "elements.security_code.update({ label: 'Security code', placeholder: 'CVC', styles: { base: { color: 'red' } } })",
      );
      await frame.waitForFunction("document.querySelector('.CVV label').textContent === 'Security code'");
      assertEquals(String(await frame.evaluate(look)), before);
      assertEquals(await frame.evaluate("window.hacked"), undefined);
      assertEquals(requests, []);
    });
  });

  for (const fields of [CARD, COLLECT]) {
    it(`S-CONTAINER-10, S2: messages forged by three senders, twelve types to every frame of ${fields.kind}, change nothing`, async () => {
      await inPage(fields, async (page) => {
        await typeInto(page, ".CARD_NUMBER input", "4929");
        await page.waitForFunction("elements.card_number.getState().value === '4929'");
        const reported = async () =>
          (await seenBy(page)).filter(([name]) => !/FOCUS|BLUR|ERROR|HEIGHT/.test(name)).length;
        const before = await reported();
        const { sent, answers } = await forge(page, {
          frameOrigin: fixture.app.frameOrigin,
          messages: forgedFor(String(await page.evaluate("container.containerId"))),
          question: { type: "element_check", id: "1", count: 1 },
        });
        const frames = fields.kind === "COMPOSABLE" ? 1 : 5;
        assertEquals(sent, 3 * 12 * 2 * frames);
        // Real answers follow the forged ones: by then every frame has received them all.
        const checked = await fromPage(page, "container.validate()");
        assertEquals(asTexts(checked.invalid).length, 4);
        assertEquals(await answers(), []);
        assertEquals(await valueOf(page, ".CARD_NUMBER input"), "4929");
        assertEquals(await reported(), before);
        await typeInto(page, ".CARD_NUMBER input", "183756021238");
        await page.waitForFunction("elements.card_number.getState().isValid");
      });
    });
  }

  it("S-CONTAINER-10, I2: a repeated hello, with another nonce or from the right window, is not answered", async () => {
    await inPage(CARD, async (page) => {
      const answers = await fromPage(
        page,
        `(async () => {
        const heard = [];
        const target = document.querySelector("#card iframe").contentWindow;
        for (const hello of [
          { type: "trustcheck:hello", version: 1, nonce: "again" },
          { type: "trustcheck:hello", version: 2, nonce: "again" },
          { type: "trustcheck:hello", version: 1 },
        ]) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => heard.push(data);
          target.postMessage(hello, ${JSON.stringify(fixture.app.frameOrigin)}, [port2]);
          port1.postMessage({ type: "element_check", id: "1", count: 1 });
        }
        const { isValid } = await container.validate();
        return { heard, isValid };
      })()`,
      );
      assertEquals(answers, { heard: [], isValid: false });
    });
  });
});

/** Values made of hostile pieces for every merchant option; the same in every run. */
const ATTACK = `async (from, count) => {
  const sink = "https://sink.test/";
  const pieces = ["url(" + sink + "a)", "URL('" + sink + "b')", "u\\\\72l(" + sink + "c)", "image-set('" + sink + "d' 1x)", "@import '" + sink + "e';",
    "red;background:url(" + sink + "f)", "red}*{background:url(" + sink + "g)}", "</style><img src=" + sink + "h onerror=hacked=1>",
    "expression(hacked=1)", "var(--x)", "attr(value)", "env(x)", "/**/url(" + sink + "i)", "\\"}body{display:none}", "-moz-binding:url(" + sink + "j)",
    "cross-fade(url(" + sink + "k))", "paint(x)", "element(#e0)", "<script>hacked=1</scr" + "ipt>", "javascript:hacked=1", "\\n}\\n.PIN{color:blue}",
    "red!important;color:blue", "\\u0000", "{{x}}", "src(" + sink + "l)", "linear-gradient(red,blue)", "calc(1px*(url(" + sink + "m)))"];
  const names = ["background", "backgroundImage", "color", "content", "font-family", "borderImage", "cursor", "filter", "--x", "position", "list-style-image",
    "maskImage", "behavior", "color;background", "color{}", "*", "__proto__", "constructor", "padding", "width", "transition", "boxShadow"];
  for (let index = from; index < from + count; index++) {
    const pick = (list, by) => list[Math.floor(index / by) % list.length];
    const value = pick(pieces, 1) + (index % 3 ? "" : pick(pieces, 7));
    const style = { [pick(names, 1)]: value, [pick(names, 5)]: pick(pieces, 3) };
    const states = { base: style, global: style, focus: style, invalid: style, empty: style, complete: style, cardIcon: style };
    elements.security_code.update({
      styles: states, inputStyles: states, labelStyles: states, errorTextStyles: states,
      label: value, placeholder: value, translations: { error: { default: value, empty: value, incomplete: value } },
    });
    elements.security_code.setError(value);
    elements.security_code.resetError();
  }
}`;

/** Messages of both directions. */
function forgedFor(containerId: string): readonly unknown[] {
  const state = {
    name: "card_number",
    elementType: "CARD_NUMBER",
    isEmpty: false,
    isComplete: true,
    isValid: true,
    isFocused: false,
    isRequired: true,
    value: "49291837",
  };
  const setup = {
    containerId,
    role: "controller",
    layout: [],
    elements: [],
    rowStyles: {},
    errorStyles: {},
    language: "en",
    direction: "ltr",
    scheme: "light",
    isDev: true,
  };
  return [
    { type: "trustcheck:hello", version: 1, nonce: "forged" },
    { type: "group", setup },
    { type: "join" },
    { type: "element_value", name: "card_number", value: "1" },
    { type: "element_error", name: "card_number", text: "x" },
    { type: "element_check", id: "1", count: 1 },
    { type: "seal", id: "1", count: 1, options: { tokens: true } },
    { type: "clear" },
    { type: "element", name: "CHANGE", state },
    { type: "ready", nonce: "forged" },
    { type: "collected", id: "1", encryptedData: "x", bin: "49291837" },
    { type: "height", heightPx: 9999 },
  ];
}

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}
