/** A merchant's site that runs one program with either package, in a real browser against the product's services. */
import * as esbuild from "esbuild";
import type { Browser, Frame, HTTPRequest, Page } from "puppeteer";
import type { RunningApp } from "../app/app.ts";
import { answerOf, CARD_FRAME, challengeFrame } from "../frames.ts";
import { FAKE_VENDORS } from "../merchant/fake_wallets.ts";
import type { MerchantPage } from "../merchant/merchant_page.ts";
import { parseInit, sealCard } from "../payments/pay_by_card.ts";
import { PUBLISHED_CARD, PUBLISHED_FRAME, PUBLISHED_HOST, SEAL_PATH } from "./published_frame.ts";
import type { Init, Step } from "./shop.ts";

export type Package = "ours" | "published";

/** What a program noted: the callback's name, and what it was given. */
export type Note = readonly [name: string, ...given: unknown[]];

export interface ProgramRun {
  readonly file: string;
  readonly name: string;
  readonly init: Init;
  readonly steps: readonly Step[];
}

export interface ProgramShop {
  run(which: Package, program: ProgramRun): Promise<readonly Note[]>;
  close(): Promise<void>;
}

const ROOT = new URL("../../../", import.meta.url).pathname;
const PUBLISHED = `${ROOT}node_modules/@payrails/web-sdk`;
const DEADLINE_MS = 60_000;

export function openProgramShop(
  { app, merchant, browser }: { readonly app: RunningApp; readonly merchant: MerchantPage; readonly browser: Browser },
): ProgramShop {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return html(pageOf(app, searchParams.get("package") === "ours"));
    if (pathname === "/init") {
      return Response.json(await merchant.init({ holderReference: searchParams.get("holder") ?? "" }));
    }
    if (pathname === "/published.mjs") return script(await Deno.readTextFile(`${PUBLISHED}/index.mjs`));
    if (pathname.startsWith("/programs/")) return script(await transpiled(pathname.slice("/programs/".length)));
    return new Response(null, { status: 404 });
  });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return {
    async run(which, { file, name, init, steps }) {
      const page = await browser.newPage();
      try {
        await serveOffline(page, init);
        await page.goto(`${origin}/?package=${which}`);
        await page.evaluate(`start(${JSON.stringify([file, name, init])})`);
        for (const step of steps) {
          await take(page, which, step).catch((cause) => {
            throw new Error(`at ${step}: ${String(cause)}`, { cause });
          });
        }
        return asNotes(await page.evaluate("seen"));
      } catch (cause) {
        const seen = await page.evaluate(
          "JSON.stringify(seen) + document.querySelector('main').innerHTML.slice(0, 6000)",
        ).catch(String);
        throw new Error(`${name} with the ${which} package: ${String(cause)}\nnoted: ${String(seen)}`, { cause });
      } finally {
        await page.close();
      }
    },
    async close() {
      await server.shutdown();
      await esbuild.stop();
    },
  };
}

/** Pages in the background draw no frames, so every wait asks again after a while. */
const WAIT = { timeout: DEADLINE_MS, polling: 50 };

async function take(page: Page, which: Package, [what, how = ""]: Step): Promise<void> {
  const selector = JSON.stringify(how);
  switch (what) {
    case "type":
      return await (which === "ours" ? typeOurs(page, how) : typePublished(page, how));
    case "fields":
      return void (await (which === "ours" ? ourFields(page) : publishedFields(page)));
    case "press":
      return await act(page, selector, "element.click()");
    case "see":
      return void (await page.waitForFunction(`document.querySelector(${selector}) !== null`, WAIT));
    case "hear":
      return void (await page.waitForFunction(`seen.some(([name]) => ${selector}.split("|").includes(name))`, WAIT));
    case "approve":
      return await approve(await challengeFrame(page));
    case "choose":
      return await act(
        page,
        selector,
        `element.selected = true; element.parentElement.dispatchEvent(new Event("change", { bubbles: true }))`,
      );
    case "call":
      return void (await page.evaluate(`program.${how}()`));
  }
}

/** Checks and acts in one step: in between, a button could be disabled or an element replaced. */
async function act(page: Page, selector: string, action: string): Promise<void> {
  await page.waitForFunction(
    `(() => {
      const element = document.querySelector(${selector});
      if (element === null) return false;
      ${action};
      return true;
    })()`,
    WAIT,
  );
}

/** A click before the issuer's page has loaded would do nothing. */
async function approve(issuer: Frame): Promise<void> {
  await issuer.waitForFunction("document.readyState === 'complete'", WAIT);
  await issuer.evaluate("document.querySelector('[data-testid=approve]').click()");
}

const FIELDS: Readonly<Record<string, string>> = {
  EXPIRATION_MONTH: "12",
  EXPIRATION_YEAR: "39",
  EXPIRATION_DATE: "12/39",
  CVV: "123",
  CARDHOLDER_NAME: "Ada Test",
};

/**
 * Each field as a whole: these tests are about callbacks, not about keys. A page in the background has no focus, so its
 * events are dispatched.
 */
async function typeOurs(page: Page, number: string): Promise<void> {
  for (const frame of await ourFields(page)) {
    await frame.evaluate(`(() => {
      const values = ${JSON.stringify({ ...FIELDS, CARD_NUMBER: number })};
      for (const [type, value] of Object.entries(values)) {
        const input = document.querySelector("." + type + " input, #" + type);
        if (input === null) continue;
        input.focus();
        input.dispatchEvent(new FocusEvent("focus"));
        input.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
        input.value = value;
        input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
        input.blur();
        input.dispatchEvent(new FocusEvent("blur"));
        input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      }
    })()`);
  }
}

async function typePublished(page: Page, number: string): Promise<void> {
  for (const frame of await publishedFields(page)) await frame.evaluate(`fill(${JSON.stringify(number)})`);
}

const ourFields = (page: Page) => readyFrames(page, CARD_FRAME, "document.querySelector('input') !== null");
const publishedFields = (page: Page) => readyFrames(page, PUBLISHED_CARD, "globalThis.isReady === true");

/**
 * The frames with fields, once all that the page shows are ready. Asked through the page's elements: a frame that the
 * page has removed answers a while longer, and what it says then still reaches the page.
 */
async function readyFrames(page: Page, address: string, isReady: string): Promise<readonly Frame[]> {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const frames = await shownFrames(page, address);
    const ready = await Promise.all(frames.map((frame) => frame !== null && answerOf(frame, isReady)));
    const found = frames.filter((frame, index): frame is Frame => frame !== null && ready[index] === true);
    if (found.length > 0 && found.length === frames.length) return found;
    if (Date.now() > until) throw new Error(`no frame of ${address} is ready: ${page.frames().map((f) => f.url())}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Controllers are hidden: they hold no fields. A frame that was just removed has no box. */
async function shownFrames(page: Page, address: string): Promise<readonly (Frame | null)[]> {
  const elements = await page.$$(`iframe[src*="${address}"]`);
  const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
  const shown = elements.filter((_, index) => (boxes[index]?.width ?? 0) > 1);
  return await Promise.all(shown.map((element) => element.contentFrame()));
}

/** Serves the provider's and the wallets' hosts, which tests cannot reach. */
async function serveOffline(page: Page, init: Init): Promise<void> {
  const { vaultConfiguration: { encryptionPublicKey: publicKey } } = parseInit(init);
  const answer = async (request: HTTPRequest) => {
    const url = new URL(request.url());
    const wallet = FAKE_VENDORS.find(([part]) => url.href.includes(part))?.[1];
    const headers = { "access-control-allow-origin": "*" };
    if (wallet !== undefined) return await request.respond({ contentType: "text/javascript", headers, body: wallet });
    if (["127.0.0.1", "localhost"].includes(url.hostname) || url.protocol === "data:") return await request.continue();
    if (url.origin !== PUBLISHED_HOST) return await request.abort();
    if (url.pathname === SEAL_PATH) {
      const cardNumber = url.searchParams.get("number") ?? "";
      return await request.respond({ contentType: "text/plain", body: await sealCard({ publicKey }, { cardNumber }) });
    }
    if (url.pathname.endsWith(PUBLISHED_CARD)) {
      return await request.respond({ contentType: "text/html", body: PUBLISHED_FRAME });
    }
    return await request.respond({ contentType: "text/html", headers, body: "" });
  };
  await page.setRequestInterception(true);
  page.on("request", (request) => void answer(request).catch(() => {}));
}

const programs = new Map<string, Promise<string>>();
function transpiled(path: string): Promise<string> {
  const file = `${ROOT}tests/contract/sdk/programs/${path.replace(/\.js$/, ".ts")}`;
  const made = programs.get(file) ??
    Deno.readTextFile(file).then((text) => esbuild.transform(text, { loader: "ts", format: "esm" })).then(({ code }) =>
      code
    );
  programs.set(file, made);
  return made;
}

function pageOf({ origin }: RunningApp, isOurs: boolean): string {
  const imports = { "@payrails/web-sdk": isOurs ? `${origin}/sdk/5/index.mjs` : "/published.mjs" };
  return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script></head>
<body><main><div id="checkout"></div><div id="pay"></div><div id="more"></div></main><script>
window.seen = [];
// The client has received everything that the published client's fake frame sent before this arrives.
addEventListener("message", ({ data, source }) => {
  const [, reply] = /"HEARD".*"reply":"(.*?)"/.exec(data) ?? [];
  if (reply) source.postMessage("/*framebus*/" + JSON.stringify({ event: reply }), "*");
});
const plain = (given) => JSON.parse(JSON.stringify(given, (_, value) => typeof value === "function" ? "function" : value ?? null));
const read = (name, ...given) => void seen.push([name, ...plain(given)]);
const note = (name, answer) => (...given) => { read(name, ...given); return answer; };
// The published client pins Apple's script by its hash; the fake has another one.
Object.defineProperty(HTMLScriptElement.prototype, "integrity", { set() {} });
const { setAttribute } = HTMLScriptElement.prototype;
HTMLScriptElement.prototype.setAttribute = function (name, value) {
  if (name !== "integrity") setAttribute.call(this, name, value);
};
window.start = async ([file, name, init]) => {
  const holder = JSON.parse(atob(init.data)).holderReference;
  const another = async () => await (await fetch("/init?holder=" + encodeURIComponent(holder), { method: "POST" })).json();
  const programs = await import("/programs/" + file + ".js");
  try { window.program = await programs[name]({ init, note, read, another }); } catch (error) { read("threw", error.message); }
};
addEventListener("unhandledrejection", (event) => event.preventDefault());
</script></body></html>`;
}

function html(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

function script(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/javascript; charset=utf-8" } });
}

function asNotes(value: unknown): readonly Note[] {
  return value as readonly Note[];
}
