/** The page cannot read the card: the test records everything it could see or send while cards are typed and used. */
import { compactDecrypt, exportSPKI, generateKeyPair } from "jose";
import type { Browser, Frame, Page } from "puppeteer";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { loadVaultKeys } from "../../../server/embedded/payments/keys/keys.ts";
import { COMPLETED_MESSAGE } from "../../../sdk/three_ds/challenge.ts";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { launchBrowser } from "../../support/browser.ts";
import { cardFrame, challengeFrame } from "../../support/frames.ts";
import { forge } from "../../support/hostile/forger.ts";
import {
  type MerchantPage,
  openStrictMerchantPage,
  seenEvents,
  typeCard,
  waitForEvent,
} from "../../support/merchant/merchant_page.ts";
import { fastTimers, SPEED_UP } from "../../support/merchant/checkout_page.ts";
import { CARD_ELEMENTS, FieldsPage, typeInto } from "../../support/merchant/fields_page.ts";
import { SharedPage } from "../../support/merchant/shared_page.ts";
import { closeMerchantFixture } from "../../support/merchant/merchant_fixture.ts";

/** Numbers so different that a common run of six digits is no coincidence. */
const CARDS = [
  { number: "4929183756021238", shown: "49291837", cvc: "947" },
  { number: "371449635398431", shown: "371449", cvc: "9471" },
  { number: "36185926473080", shown: "361859", cvc: "947" },
  { number: "6759649826438453", shown: "67596498", cvc: "947" },
  { number: "5283961472058379", shown: "52839614", cvc: "947" },
] as const;
/** A run of hidden digits of this length is no coincidence in tokens and times. */
const RUN_CHARS = 6;
const BUTTON = "#payrails-card-payment-button";
/** Directives of the card frame's policy that refuse what injected markup would load. */
const BLOCKED = ["connect-src", "font-src", "frame-src", "img-src", "style-src-elem"];

/**
 * Records everything a page can see of other windows: window messages, port messages, console, storage, its own
 * document.
 */
const SPY = `
  window.heard = [];
  const note = (where, what) => heard.push(where + " " + (typeof what === "string" ? what : JSON.stringify(what)));
  addEventListener("message", (event) => note("window", event.data), true);
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...onmessage,
    set(listener) {
      onmessage.set.call(this, (event) => { note("port", event.data); listener?.call(this, event); });
    },
  });
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (this instanceof MessagePort) listen.call(this, type, (event) => note("port", event.data));
    return listen.call(this, type, listener, options);
  };
  for (const level of ["log", "info", "warn", "error", "debug"]) {
    const original = console[level];
    console[level] = (...args) => { note("console", args.map(String).join(" ")); original(...args); };
  }
  window.lookAround = () => {
    note("document", document.documentElement.outerHTML);
    note("storage", { ...localStorage, ...sessionStorage });
    note("cookie", document.cookie);
    note("events", seen);
    if (window.form) note("form", [form.bin, form.cardNetwork, String(form.isValid)]);
    for (const element of Object.values(window.elements ?? {})) note("element", element.getState());
    for (const frame of document.querySelectorAll("iframe")) note("frame", [frame.name, frame.src, frame.title]);
    for (const entry of performance.getEntries()) note("resource", entry.name);
  };
`;

/** Every run of digits beyond the shown first ones and the last four. */
function hiddenRuns(number: string, shown: string): readonly string[] {
  const runs: string[] = [];
  for (let start = 0; start + RUN_CHARS <= number.length; start++) {
    if (start + RUN_CHARS > shown.length) runs.push(number.slice(start, start + RUN_CHARS));
  }
  return runs;
}

function leaks(heard: readonly string[], runs: readonly string[]): readonly string[] {
  const views = (text: string) => [text, text.replace(/(?<=\d)[\s\-.,"\\]+(?=\d)/g, ""), decoded(text)];
  return heard.filter((text) => views(text).some((view) => runs.some((run) => view.includes(run))))
    .map((text) => text.slice(0, 300));
}

/** Texts inside base64 or URL encoding. */
function decoded(text: string): string {
  const words = text.match(/[\w+/=-]{16,}/g) ?? [];
  return words.map((word) => {
    try {
      return atob(word.replace(/-/g, "+").replace(/_/g, "/"));
    } catch {
      return "";
    }
  }).join(" ");
}

describe("card isolation", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    merchant = await openStrictMerchantPage(app);
    browser = await launchBrowser();
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  const shared = new SharedPage(SPY);

  /** Each case has a document of its own, with the spy in it. */
  async function inShop<T>(use: (page: Page, frame: Frame) => Promise<T>, init?: InitResponse): Promise<T> {
    const found: T[] = [];
    await shared.visit(browser, async (page) => {
      found.push(await use(page, await merchant.checkout(page, init === undefined ? {} : { init })));
    });
    return found[0] as T;
  }

  /** The answer of the frame follows all that it told before. */
  async function heardByNow(page: Page): Promise<readonly string[]> {
    return asTexts(await page.evaluate("form.validate().then(() => (lookAround(), heard))"));
  }

  /** Addresses and bodies of all requests, of the page and of its frames. */
  function recordRequests(page: Page): string[] {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
    return requests;
  }

  for (const { number, shown, cvc } of CARDS) {
    it(`S-SEC-05, S4, I5: typing and paying with ${shown}... reveals no more than first and last digits to the page`, async () => {
      await inShop(async (page, frame) => {
        const requests = recordRequests(page);
        for (const key of number) {
          await frame.type("#CARD_NUMBER", key);
          await page.evaluate("lookAround()");
        }
        await typeCard(frame, { number: "", cvc });
        await page.waitForSelector(`${BUTTON}:not([disabled])`);
        await page.click(BUTTON);
        await waitForEvent(page, "onSuccess");
        await page.evaluate("lookAround()");
        const heard = asTexts(await page.evaluate("heard"));
        assert(heard.some((text) => text.startsWith("port") && text.includes(shown)), "the spy heard nothing");
        assert(requests.some((request) => request.includes("encryptedData")), "no request was recorded");
        assertEquals(leaks([...heard, ...requests], hiddenRuns(number, shown)), []);
        const reported = heard.filter((text) => !text.startsWith("document") && !text.startsWith("resource"));
        assertEquals(
          // What the frame itself sends counts as well: only the sealed card may leave it.
          [...reported, ...requests].filter((text) => new RegExp(`(?<![\\w-])${cvc}(?![\\w-])`).test(text)),
          [],
          "security code",
        );
      });
    });
  }

  it("S-SEC-03, S3: a request for raw values reveals nothing more to the page", async () => {
    const { number, shown } = CARDS[0];
    await inShop(async (page, frame) => {
      await page.evaluate("form.update({ env: 'DEV', environment: 'DEV', styles: {} }); name = 'element:x:DEBUG'");
      await frame.type("#CARD_NUMBER", number);
      const heard = await heardByNow(page);
      assert(heard.some((text) => text.startsWith("port") && text.includes(shown)), "the spy heard nothing");
      assertEquals(leaks(heard, hiddenRuns(number, shown)), []);
    });
  });

  it("deleting a number digit by digit from its start does not reveal it", async () => {
    const { number, shown } = CARDS[0];
    await inShop(async (page, frame) => {
      await frame.type("#CARD_NUMBER", number);
      await page.keyboard.press("Home");
      for (let key = 0; key < number.length - 2; key++) await page.keyboard.press("Delete");
      assertEquals(leaks(await heardByNow(page), hiddenRuns(number, shown)), []);
    });
  });

  /** The sealed card of one payment, as sent to the payments service. */
  async function payAndCatch(init: InitResponse): Promise<string> {
    return await inShop(async (page, frame) => {
      const requests = recordRequests(page);
      await typeCard(frame, { number: CARDS[0].number, cvc: CARDS[0].cvc });
      await page.waitForSelector(`${BUTTON}:not([disabled])`);
      await page.click(BUTTON);
      await waitForEvent(page, "onSuccess");
      return requests.map((request) => /"encryptedData":"([^"]+)"/.exec(request)?.[1]).find((jwe) =>
        jwe !== undefined
      ) ?? "";
    }, init);
  }

  it("S-VAULT-03, S-CONTAINER-10, I8: the sealed card can be decrypted with the vault's key only, whatever key the page passes", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RSA-OAEP-256", { extractable: true });
    const attackerKey = (await exportSPKI(publicKey)).replace(/-----.*?-----|\s/g, "");
    const init = await merchant.init();
    const config = JSON.parse(atob(init.data));
    config.vaultConfiguration.encryptionPublicKey = attackerKey;
    const jwe = await payAndCatch({ ...init, data: btoa(JSON.stringify(config)) });
    await assertRejects(() => compactDecrypt(jwe, privateKey));
    const { sealing } = await loadVaultKeys(app.context.config.keysDir);
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, sealing[0].privateKey);
    const { cardNumber, securityCode } = JSON.parse(new TextDecoder().decode(plaintext));
    assertEquals([cardNumber, securityCode, protectedHeader.kid], [CARDS[0].number, CARDS[0].cvc, sealing[0].keyId]);
  });

  it("S2, I2: forged messages from page, sibling frame and popup change nothing, on either side", async () => {
    await inShop(async (page, frame) => {
      await frame.type("#CARD_NUMBER", "4242");
      const forged = await forge(page, {
        frameOrigin: app.frameOrigin,
        messages: FORGED,
        question: { type: "validate", id: "1" },
      });
      assertEquals(forged.sent, 3 * FORGED.length * 2);
      await new Promise((resolve) => setTimeout(resolve, 600));
      assertEquals(await forged.answers(), [], "the frame answered a second hello");
      assertEquals(await frame.$eval("#CARD_NUMBER", (input) => Reflect.get(input, "value")), "4242");
      assertEquals(await frame.$$eval("form", (forms) => forms.length), 1);
      const names = (await seenEvents(page)).map(([name]) => name);
      assertEquals(names.filter((name) => /Success|Failed|Pending|Validate|StateChanged/.test(name)), []);
      assertEquals(names.filter((name) => name === "onReady").length, 1);
      assertEquals(await page.evaluate("form.bin + form.isValid"), "4242false");
    });
  });

  it("S2: a challenge's message counts only from its own frame and origin, and even then the server decides", async () => {
    const page = await browser.newPage();
    try {
      const frame = await merchant.checkout(page, { before: fastTimers(SPEED_UP) });
      await typeCard(frame, { number: "4000002500003155" });
      await page.locator(`${BUTTON}:not([disabled])`).click();
      const address = (await challengeFrame(page)).url();
      const forged = `(opener ?? parent).postMessage(${JSON.stringify(COMPLETED_MESSAGE)}, "*")`;
      // The page, a window it opened, and a frame of the issuer's own origin beside the challenge.
      await page.evaluate(forged);
      const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
      await page.evaluate("window.popup = open('about:blank'); undefined");
      await (await opened)?.evaluate(forged);
      await page.evaluate("popup.close()");
      assertEquals(new URL(frame.url()).origin, new URL(address).origin);
      await frame.evaluate(forged);
      // The challenge's own frame, but with a document of the page's origin.
      const inPopup = (script: string) =>
        page.evaluate(`(() => { const frame = document.querySelector("iframe#payrails-frame"); ${script} })()`);
      await inPopup("frame.src = 'about:blank'");
      const taken = await page.waitForFrame((each) => each.parentFrame() !== null && each.url() === "about:blank");
      await taken.evaluate(forged);
      await new Promise((resolve) => setTimeout(resolve, 600));
      const finals = async () =>
        (await seenEvents(page)).map(([name]) => name).filter((name) => /Success|Failed|Pending/.test(name));
      assertEquals(await finals(), []);
      assertEquals(await page.$eval("dialog#payrails-popup-background", (dialog) => Reflect.get(dialog, "open")), true);
      // The true frame says it is done while the issuer has not decided.
      await inPopup(`frame.src = ${JSON.stringify(address)}`);
      await (await challengeFrame(page)).evaluate(forged);
      await waitForEvent(page, "onPending");
      assertEquals(await finals(), ["onPending", "onAuthorizePending"]);
    } finally {
      await page.close();
    }
  });

  it("I1: an unregistered origin cannot show the card frame", async () => {
    const page = await browser.newPage();
    try {
      const init = await merchant.init();
      await page.goto(`http://evil.localhost:${new URL(merchant.origin).port}`);
      const { vaultConfiguration } = JSON.parse(atob(init.data));
      const address = `${vaultConfiguration.vaultUrl}/card/5/?v=${vaultConfiguration.vaultId}`;
      // With the page's own origin in every place where the server could look for a parent.
      const evil = new URL(page.url()).origin;
      const named = ["origin", "parent", "parents", "frame-ancestors", "o"].map((name) => `${name}=${evil}`).join("&");
      await page.evaluate(
        `for (const src of ${JSON.stringify([address, `${address}&${named}`, `${address}#${evil}`])}) {
        const frame = document.createElement("iframe");
        Object.assign(frame, { src, name: ${JSON.stringify(evil)}, referrerPolicy: "unsafe-url" });
        document.body.append(frame);
      }`,
      );
      await new Promise((resolve) => setTimeout(resolve, 600));
      assertEquals(page.frames().filter((frame) => frame.url().includes("/card/5/")).length, 0);
      const refused = await page.evaluate(`(() => {
        try { Payrails.init(${JSON.stringify(init)}); return ""; } catch (error) { return error.code; }
      })()`);
      assertEquals(refused, "payrails:client:init.config_malformed");
    } finally {
      await page.close();
    }
  });

  it("I3: the card frame executes no injected markup and calls no other origin", async () => {
    // Answers every origin, so that only the frame's policy can be what stops a call.
    let calls = 0;
    const open = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
      calls++;
      return new Response("open", { headers: { "access-control-allow-origin": "*" } });
    });
    const address = JSON.stringify(`http://127.0.0.1:${open.addr.port}/`);
    try {
      const page = await browser.newPage();
      assertEquals(await page.evaluate(`fetch(${address}).then((answer) => answer.text())`), "open");
      await page.close();
      await inShop(async (_page, frame) => {
        const outcome = await frame.evaluate(`(async () => {
          const results = [];
          addEventListener("securitypolicyviolation", (event) => results.push(event.effectiveDirective));
          try { document.body.innerHTML = "<p>x</p>"; results.push("markup"); } catch { results.push("refused"); }
          try { await fetch(${address}); results.push("fetched"); } catch { results.push("refused"); }
          results.push((await fetch(location.href)).status);
          return results.sort().join();
        })()`);
        assertEquals(outcome, "200,connect-src,refused,refused,require-trusted-types-for");
        const blocked = await frame.evaluate(`(async () => {
          const directives = new Set();
          addEventListener("securitypolicyviolation", (event) => directives.add(event.effectiveDirective));
          const put = (tag, properties) => document.body.append(Object.assign(document.createElement(tag), properties));
          const address = ${address} + "?4242";
          put("img", { src: address });
          put("video", { src: address });
          put("iframe", { src: address });
          put("link", { rel: "stylesheet", href: address });
          put("link", { rel: "prefetch", href: address });
          for (const send of [
            () => navigator.sendBeacon(address, "4242"),
            () => new WebSocket(address.replace("http", "ws")),
            () => new EventSource(address),
            () => new FontFace("x", "url(" + address + ")").load().catch(() => {}),
            () => document.styleSheets[0].insertRule("body { background-image: url(" + address + ") }"),
            () => put("script", { src: address }),
            () => put("object", { data: address }),
            () => new Worker(address),
          ]) {
            try { send(); } catch { /* Refused at once. */ }
          }
          const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
          const areAllBlocked = () => ${JSON.stringify(BLOCKED)}.every((directive) => directives.has(directive));
          for (const until = performance.now() + 10_000; !areAllBlocked() && performance.now() < until;) await pause(20);
          // A call that the policy lets pass arrives by then.
          await pause(500);
          return [...directives].sort().join();
        })()`);
        for (const directive of BLOCKED) {
          assert(String(blocked).includes(directive), `${directive} is not in ${blocked}`);
        }
      });
      assertEquals(calls, 1);
    } finally {
      await open.shutdown();
    }
  });
});

describe("isolation of single fields", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());

  for (const kind of ["COMPOSABLE", "COLLECT"] as const) {
    it(`S4, I5: a ${kind} container reveals no more than first digits to the page`, async () => {
      const layout = kind === "COMPOSABLE" ? { options: { layout: [1, 3] } } : {};
      for (const { number, shown, cvc } of CARDS.slice(0, 2)) {
        await fixture.inPage({ kind, elements: CARD_ELEMENTS, before: SPY, ...layout }, async (page) => {
          const requests: string[] = [];
          page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
          const frame = await cardFrame(page, ".CARD_NUMBER input");
          for (const key of number) {
            await frame.type(".CARD_NUMBER input", key);
            await page.evaluate("lookAround()");
          }
          await typeInto(page, ".EXPIRATION_MONTH input", "12");
          await typeInto(page, ".EXPIRATION_YEAR input", "39");
          await typeInto(page, ".CVV input", cvc);
          await page.evaluate("container.collect().then(() => lookAround())");
          const heard = asTexts(await page.evaluate("heard"));
          assert(heard.some((text) => text.startsWith("element") && text.includes(shown)), "the spy heard nothing");
          assertEquals(leaks([...heard, ...requests], hiddenRuns(number, shown)), []);
        });
      }
    });
  }
});

/** Messages of both directions. */
const FORGED: readonly unknown[] = [
  { type: "trustcheck:hello", version: 1, nonce: "forged" },
  {
    type: "configure",
    setup: {
      rows: [["CVV"]],
      texts: {},
      looks: { appearance: {}, inputs: {}, labels: {}, errors: {} },
      language: "en",
      direction: "ltr",
      cardIcon: true,
    },
  },
  { type: "validate", id: "1" },
  { type: "collect", id: "1" },
  { type: "clear" },
  { type: "lock", locked: true },
  { type: "ready", nonce: "forged" },
  {
    type: "event",
    name: "CHANGE",
    field: "CARD_NUMBER",
    form: { isValid: true, brand: "VISA", bin: "42424242", fields: {} },
  },
  { type: "validated", id: "1", faults: {} },
  { type: "collected", id: "1", encryptedData: "x", bin: "42424242", lastFour: "4242" },
  '{"type":"3DS-challenge-completed"}',
  { type: "height", heightPx: 9999 },
];

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}
