/** A card frame in the page: what it waits for, whom it believes, and what stands in its place when it fails. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { loadFrame, type SmallFrame, turns } from "../../tests/support/small_page/small_frame.ts";
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
      setup: () => parseToFrame({ type: "configure" }),
      parse: (data) => parseFromFrame(data),
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
  const violate = (effectiveDirective: string, blockedURI: string) =>
    parsePart(document).fire("securitypolicyviolation", { effectiveDirective, blockedURI });
  const ask = (frame: CardFrame) => frame.ask({ type: "validate", id: "q1" });

  it("SECURITY I2: its first word counts with the nonce of its own hello alone, and nothing before that", async () => {
    openFrame();
    const frame = await load({ isReady: false });
    await frame.say({ type: "height", heightPx: 70 });
    await frame.say({ type: "ready", nonce: "another", heightPx: 70 });
    assertEquals(received, []);
    await frame.say({ type: "ready", nonce: frame.nonce, heightPx: 70 });
    await frame.say({ type: "ready", nonce: frame.nonce, heightPx: 71 });
    await frame.say({ type: "height", heightPx: 72 });
    assertEquals(received.map(({ type }) => type), ["ready", "height"]);
    assertEquals(iframeIn()?.style.height, "72px");
  });
  it("each document that is loaded gets a nonce of its own, and what was asked is asked anew", async () => {
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
  it("S-ERR-32, S-ERR-33: closing ends what was asked, and of a frame out of the page nothing can be asked", async () => {
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
  it("S-ERR-33: a page's policy that blocks the frame is told at once, by its own code, until READY", async () => {
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
  it("S-ERR-33: a frame that is not ready after 10 s is not going to be, and one that is ready stays", async () => {
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
  it("what failed says so with a button, and the button loads it anew", async () => {
    openFrame({ notice: { loadFailed: "No fields", retry: "Once more" } });
    clock.tick(10_000);
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
  it("a place that the page threw away is told nothing", () => {
    openFrame();
    host.remove();
    clock.tick(10_000);
    assertEquals([failed, host.children], [[], []]);
  });
  it("S-ERR-24: a frame of the page's own origin is not created", () => {
    const error = assertThrows(() => openFrame({ url: "https://shop.test/card/5/" }), SdkError);
    assertEquals([error.code, host.children], ["payrails:client:iframe_creation_failed", []]);
  });
  it("the setup is not asked for before its time, nor before the words are there", async () => {
    const words = Promise.withResolvers<void>();
    const asked: string[] = [];
    openFrame({
      minDelayMs: 10_000,
      until: words.promise,
      setup: () => (asked.push("setup"), parseToFrame({ type: "configure" })),
    });
    await load({ isReady: false });
    assertEquals(asked, []);
    words.resolve();
    await turns();
    assertEquals(asked, []);
    clock.tick(10_000);
    assertEquals(asked, ["setup"]);
  });
  it("a controller is there and not seen", () => {
    openFrame({ isHidden: true });
    assertEquals(/display:none/.test(String(iframeIn()?.style.cssText)), true);
    host.replaceChildren();
    openFrame();
    assertEquals(/display:block/.test(String(iframeIn()?.style.cssText)), true);
  });
  it("S-CONTAINER-09: what is preloaded is hidden, waits 300 ms, and goes once it is there", () => {
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
  it("preloading can be called off, before it begins and while it runs", () => {
    preloadFrame(URL_OF_FRAME)();
    clock.tick(1000);
    const stop = preloadFrame(URL_OF_FRAME);
    clock.tick(300);
    stop();
    assertEquals(page.body.children, [host]);
  });
});

function parseToFrame(message: object): ToFrameMessage {
  return message as ToFrameMessage;
}

function parseFromFrame(data: unknown): FromFrameMessage {
  return data as FromFrameMessage;
}

/** A small page's document is an element like any other. */
function parsePart(part: unknown): SmallElement {
  return part as SmallElement;
}
