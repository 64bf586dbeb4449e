/** A card frame in the page: what it waits for, whose messages it accepts, and what replaces it when it fails. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { turns } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { FromFrameMessage, ToFrameMessage } from "../wire/frames.ts";
import { CardFrame, type CardFrameOptions } from "./card_frame.ts";
import { preloadFrame } from "./preload.ts";

const URL_OF_FRAME = "https://cards.test/card/5/?v=v1";

describe("a card frame", () => {
  let page: SmallPage;
  let clock: Clock;
  let host: SmallElement;
  const open: { close(): void }[] = [];
  const failed: SdkError[] = [];
  const received: FromFrameMessage[] = [];
  beforeEach(() => {
    page = openSmallPage({ origin: "https://shop.test" });
    clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    host = new SmallElement("div", () => {});
    page.body.append(host);
    failed.length = received.length = 0;
  });
  afterEach(() => {
    for (const closing of open.splice(0)) closing.close();
    clock.uninstall();
    page.close();
  });

  function openFrame(more: Partial<CardFrameOptions> = {}): CardFrame {
    const frame = new CardFrame(asElement(host), {
      url: URL_OF_FRAME,
      title: "Card",
      name: "n",
      heightPx: 50,
      setup: () => asToFrame({ type: "configure" }),
      parse: (data) => asFromFrame(data),
      receive: (message) => received.push(message),
      fail: (error) => failed.push(error),
      ...more,
    });
    open.push(frame);
    return frame;
  }
  const iframeIn = () => host.children.find(({ tagName }) => tagName === "iframe");
  async function load(options: Parameters<typeof loadFrame>[1] = {}): Promise<SmallFrame> {
    const iframe = iframeIn();
    if (iframe === undefined) throw new Error("There is no iframe");
    const frame = await loadFrame(iframe, options);
    open.push(frame);
    return frame;
  }
  const violate = (effectiveDirective: string, blockedURI: string, disposition = "enforce") =>
    asPart(document).fire("securitypolicyviolation", { disposition, effectiveDirective, blockedURI });
  const ask = (frame: CardFrame) => frame.ask({ type: "validate", id: "q1" });

  it("SECURITY I2: accepts READY only with the nonce of its own hello, and no message before that", async () => {
    openFrame();
    const frame = await load({ isReady: false });
    await frame.say({ type: "height", heightPx: 70 });
    await frame.say({ type: "ready", nonce: "another" });
    assertEquals(received, []);
    await frame.say({ type: "ready", nonce: frame.nonce });
    await frame.say({ type: "ready", nonce: frame.nonce });
    await frame.say({ type: "height", heightPx: 72 });
    assertEquals(received.map(({ type }) => type), ["ready", "height"]);
    assertEquals(iframeIn()?.style.height, "72px");
  });
  it("loaded again after a failure, it has the colour scheme and the title of now", async () => {
    const card = openFrame();
    card.update("dark", "Karte");
    violate("frame-src", URL_OF_FRAME);
    const again = () => host.all().find(({ tagName }) => tagName === "button");
    assertEquals(iframeIn(), undefined);
    again()?.fire("click");
    await turns();
    assertEquals([iframeIn()?.style.colorScheme, Reflect.get(iframeIn() ?? {}, "title")], ["dark", "Karte"]);
  });
  it("SECURITY I2: hands the port to the frame's own origin only", async () => {
    openFrame();
    assertEquals((await load()).helloOrigin, "https://cards.test");
  });
  it("each loaded document gets its own nonce, and open questions are sent again", async () => {
    const card = openFrame();
    const first = await load();
    const asked = ask(card);
    await turns();
    const second = await load({
      answer: ({ type }) => type === "validate" ? { type: "validated", faults: {} } : undefined,
    });
    assertEquals((await asked).type, "validated");
    assertEquals(first.nonce === second.nonce, false);
    assertEquals(first.heard.map(({ type }) => type), ["configure", "validate"]);
  });
  it("S-ERR-32: an answer that takes 15 s is a lost connection", async () => {
    const card = openFrame();
    await load();
    let code = "";
    ask(card).catch((error) => code = error.code);
    await clock.tickAsync(14_999);
    assertEquals(code, "");
    await clock.tickAsync(1);
    assertEquals(code, "payrails:card_form:client_connection");
  });
  it("S-ERR-32, S-ERR-33: closing rejects open questions, and a removed frame rejects new ones", async () => {
    const card = openFrame();
    await load();
    const asked = assertRejects(() => ask(card), SdkError);
    card.close();
    assertEquals((await asked).code, "payrails:card_form:client_connection");
    const lost = openFrame();
    await load();
    iframeIn()?.remove();
    assertEquals((await assertRejects(() => ask(lost), SdkError)).code, "payrails:card_form:iframe_not_found");
  });
  it("S-ERR-33: a page's policy that blocks the frame is reported at once by its own code, until READY", async () => {
    openFrame();
    violate("script-src", "https://cards.test/x.js");
    violate("frame-src", "https://other.test/");
    assertEquals(failed, []);
    violate("frame-src", URL_OF_FRAME);
    assertEquals(failed.map(({ code }) => code), ["payrails:card_form:csp"]);
    violate("frame-src", URL_OF_FRAME);
    assertEquals(failed.length, 1);
    host.replaceChildren();
    openFrame();
    await load();
    violate("child-src", URL_OF_FRAME);
    assertEquals(failed.length, 1);
  });
  it("S-ERR-33: a policy that only reports does not touch the frame, which the browser loads all the same", async () => {
    openFrame();
    violate("frame-src", URL_OF_FRAME, "report");
    await load();
    assertEquals([failed, received.map(({ type }) => type)], [[], ["ready"]]);
  });
  it("S-ERR-33: a frame that is not ready after 10 s fails, and one that is ready stays", async () => {
    openFrame();
    clock.tick(9_999);
    assertEquals(failed, []);
    clock.tick(1);
    assertEquals(failed.map(({ code }) => code), ["payrails:card_form:iframe_loading"]);
    host.replaceChildren();
    openFrame();
    await load();
    clock.tick(60_000);
    assertEquals(failed.length, 1);
  });
  it("a failed frame shows a notice with a button, and the button loads it again", async () => {
    const texts = { loadFailed: "Keine Felder", retry: "Noch einmal" };
    const card = openFrame({ notice: texts });
    clock.tick(10_000);
    assertEquals(host.children[0]?.children.map(({ textContent }) => textContent), ["Keine Felder", "Noch einmal"]);
    Object.assign(texts, { loadFailed: "No fields", retry: "Once more" });
    card.update("light", "Card");
    assertEquals(iframeIn(), undefined);
    const notice = host.children[0];
    assertEquals([notice?.getAttribute("role"), notice?.children.map(({ textContent }) => textContent)], [
      "alert",
      ["No fields", "Once more"],
    ]);
    notice?.children[1]?.fire("click");
    assertEquals(host.children.map(({ tagName }) => tagName), ["iframe"]);
    await load();
    assertEquals(received.map(({ type }) => type), ["ready"]);
  });
  it("a place that is not in the page yet is waited for, and the frame then has its time to load", () => {
    host.remove();
    openFrame();
    clock.tick(25_000);
    page.body.append(host);
    clock.tick(10_000);
    assertEquals([failed, iframeIn()?.tagName], [[], "iframe"]);
    clock.tick(10_000);
    assertEquals(failed.map(({ code }) => code), ["payrails:card_form:iframe_loading"]);
  });
  it("shows no notice in a place that the page has removed", () => {
    openFrame();
    host.remove();
    clock.tick(10_000);
    assertEquals([failed, host.children], [[], []]);
  });
  it("S-ERR-24: a frame of the page's own origin is not created", () => {
    const error = assertThrows(() => openFrame({ url: "https://shop.test/card/5/" }), SdkError);
    assertEquals([error.code, host.children], ["payrails:client:iframe_creation_failed", []]);
  });
  it("sends the set-up only after its minimum delay and after the texts have loaded", async () => {
    const words = Promise.withResolvers<void>();
    const asked: string[] = [];
    openFrame({
      minDelayMs: 10_000,
      setupAfter: words.promise,
      setup: () => (asked.push("setup"), asToFrame({ type: "configure" })),
    });
    await load({ isReady: false });
    assertEquals(asked, []);
    words.resolve();
    await turns();
    assertEquals(asked, []);
    clock.tick(10_000);
    assertEquals(asked, ["setup"]);
  });
  it("R23: a closed frame leaves no timer, no longer fails, and receives nothing more", async () => {
    const waiting = openFrame();
    waiting.close();
    assertEquals(clock.countTimers(), 0);
    const delayed = openFrame({ minDelayMs: 5_000 });
    await load({ isReady: false });
    delayed.close();
    assertEquals(clock.countTimers(), 0);
    const open = openFrame();
    const frame = await load();
    ask(open).catch(() => {});
    received.length = 0;
    open.close();
    await frame.say({ type: "height", heightPx: 70 });
    assertEquals([clock.countTimers(), received, host.children], [0, [], []]);
    clock.tick(60_000);
    assertEquals([failed, host.children], [[], []]);
  });
  it("takes the page's focus, and follows the page's colours and language; a closed frame does neither", () => {
    const card = openFrame();
    const iframe = iframeIn() ?? new SmallElement("iframe", () => {});
    let focused = 0;
    Object.assign(iframe, { focus: () => focused += 1 });
    card.focus();
    card.update("dark", "Karte");
    const shown = () => [focused, iframe.style.colorScheme, Reflect.get(iframe, "title")];
    assertEquals(shown(), [1, "dark", "Karte"]);
    card.close();
    card.focus();
    card.update("light", "Card");
    assertEquals(shown(), [1, "dark", "Karte"]);
  });
  it("a controller is present but not visible", () => {
    openFrame({ isHidden: true });
    assertEquals(/display:none/.test(String(iframeIn()?.style.cssText)), true);
    host.replaceChildren();
    openFrame();
    assertEquals(/display:block/.test(String(iframeIn()?.style.cssText)), true);
  });
  it("S-CONTAINER-09: a preload is hidden, waits 300 ms, and disappears once it has loaded", () => {
    preloadFrame(URL_OF_FRAME);
    clock.tick(299);
    assertEquals(page.body.children, [host]);
    clock.tick(1);
    const [, preload] = page.body.children;
    assertEquals([preload?.style.display, Reflect.get(preload ?? {}, "src")], ["none", URL_OF_FRAME]);
    assertEquals(preload?.getAttribute("sandbox"), "allow-scripts allow-same-origin");
    preload?.fire("load");
    assertEquals(page.body.children, [host]);
  });
  it("a preload can be cancelled before it begins and while it runs", () => {
    preloadFrame(URL_OF_FRAME)();
    clock.tick(1000);
    const stop = preloadFrame(URL_OF_FRAME);
    clock.tick(300);
    stop();
    assertEquals(page.body.children, [host]);
  });
});

function asToFrame(message: object): ToFrameMessage {
  return message as ToFrameMessage;
}

function asFromFrame(data: unknown): FromFrameMessage {
  return data as FromFrameMessage;
}

/** The document of a small page is an element like any other. */
function asPart(part: unknown): SmallElement {
  return part as SmallElement;
}
