/** A page that uses the card frames' protocol without the SDK, beside the product with a PROD vault. */
import type { Browser, Frame, Page } from "puppeteer";
import type { ToFrameMessage } from "../../../sdk/wire/frames.ts";
import { assertEquals } from "@std/assert";
import { type RunningApp, startApp } from "../app/app.ts";
import { launchBrowser } from "../browser.ts";

const VAULT_ID = "11111111-2222-5333-a444-555555555555";

/**
 * In page and frames: no pause between key presses, so that a slow machine types like a fast one. Keeps the delays that
 * were asked for.
 */
const QUICK = `
const later = window.setTimeout;
window.delays = [];
window.setTimeout = (act, ms = 0, ...args) => {
  delays.push(ms);
  return ms === 1000 || ms === 500 ? 0 : later(act, ms, ...args);
};
`;

/** In frames: a ping of this test is answered in the next animation frame in which nothing is being sealed. */
const PINGS = `{
  let sealing = 0;
  const watch = (owner, name) => {
    const run = owner[name];
    owner[name] = function (...args) {
      sealing++;
      return run.apply(this, args).finally(() => sealing--);
    };
  };
  for (const name of ["importKey", "encrypt", "sign"]) watch(crypto.subtle, name);
  watch(Blob.prototype, "arrayBuffer");
  addEventListener("message", ({ ports: [port] }) => port?.addEventListener("message", ({ data }) => {
    if (data.type !== "ping") return;
    const answer = () => requestAnimationFrame(() => sealing > 0 ? answer() : port.postMessage({ type: "pong" }));
    answer();
  }));
}`;

/** Runs in the page: opens frames, keeps each port, records every answer. */
const PAGE = `
window.ports = [];
window.heard = [];
window.pongs = [];
window.openFrame = (src, setup) => new Promise((ready, fail) => {
  setTimeout(() => fail(new Error("no READY for " + JSON.stringify(setup))), 10_000);
  const index = ports.length;
  const iframe = Object.assign(document.createElement("iframe"), { src, name: "card" + index });
  iframe.addEventListener("load", () => {
    const { port1, port2 } = new MessageChannel();
    ports[index] = port1;
    heard[index] = [];
    port1.onmessage = ({ data }) => {
      if (data.type === "pong") return pongs[index]();
      heard[index].push(data);
      if (data.type === "ready") ready(index);
    };
    iframe.contentWindow.postMessage({ type: "trustcheck:hello", version: 1, nonce: "n" }, "*", [port2]);
    port1.postMessage(setup);
  });
  ports.push(undefined);
  document.body.append(iframe);
});
window.say = (index, message) => ports[index].postMessage(message);
window.drop = (index) => {
  ports[index] = undefined;
  document.querySelector('[name="card' + index + '"]').remove();
};
const ping = (port, index) => port && new Promise((done) => {
  pongs[index] = done;
  port.postMessage({ type: "ping" });
});
window.settled = async () => {
  // The second time for what one frame made another do, and for the heights of the first time's layout.
  for (let times = 1; times <= 2; times++) await Promise.all(ports.map(ping));
};
`;

export class HostilePage {
  private constructor(
    private readonly app: RunningApp,
    private readonly stop: () => Promise<void>,
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  /** The payments service's record says PROD; everything else is the product as it runs. */
  static async open(): Promise<HostilePage> {
    const page = `<!doctype html><html lang="en"><head><title>Page</title></head><body></body></html>`;
    const pages = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(page, { headers: { "content-type": "text/html" } }),
    );
    const origin = `http://127.0.0.1:${pages.addr.port}`;
    const key = await newPublicKey();
    const record = { vaultId: VAULT_ID, publicKey: key, keyId: "k", environment: "PROD", parents: [origin] };
    const provider = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => Response.json(record),
    );
    const app = await startApp({ env: { STAGING_PAYMENTS_URL: `http://127.0.0.1:${provider.addr.port}` } });
    const stop = async () => {
      await pages.shutdown();
      await provider.shutdown();
    };
    return new HostilePage(app, stop, await launchBrowser(), origin);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.app.close();
    await this.stop();
  }

  async inPage<T>(use: (talk: Talk) => Promise<T>): Promise<T> {
    const page = await this.browser.newPage();
    const errors: string[] = [];
    try {
      await page.evaluateOnNewDocument(QUICK);
      await page.evaluateOnNewDocument(PINGS);
      await page.evaluateOnNewDocument(PAGE);
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(this.origin);
      const reported = await use(new Talk(page, `${this.app.frameOrigin}/card/5/?v=${VAULT_ID}`));
      assertEquals(errors, []);
      return reported;
    } finally {
      await page.close();
    }
  }
}

/** One page's messages with its frames; the shopper types inside the frame. */
export class Talk {
  constructor(readonly page: Page, private readonly frameUrl: string) {}

  /** The index of the new frame, once it reported READY. */
  async openFrame(setup: ToFrameMessage): Promise<number> {
    const url = setup.type === "group" ? `${this.frameUrl}&e=1` : this.frameUrl;
    return Number(await this.page.evaluate(`openFrame(${JSON.stringify(url)}, ${JSON.stringify(setup)})`));
  }

  async say(index: number, message: unknown): Promise<void> {
    await this.page.evaluate(`say(${index}, ${JSON.stringify(message)})`);
  }

  async drop(index: number): Promise<void> {
    await this.page.evaluate(`drop(${index})`);
  }

  /** Resolves once every frame has answered what it will answer to the messages so far. */
  async settle(): Promise<void> {
    await this.page.evaluate("settled()");
  }

  /** What the page received from each frame, in order; a sealed card is compared by its length. */
  async heard(): Promise<readonly (readonly FrameMessage[])[]> {
    return parseHeard(String(await this.page.evaluate(`JSON.stringify(heard)`)));
  }

  async inFrame(index: number, script: string): Promise<unknown> {
    return await this.#frame(index).evaluate(script);
  }

  /** The same, then cleared: a nonce reveals nothing, and of a sealed card only its length could. */
  async takeHeard(): Promise<readonly (readonly FrameMessage[])[]> {
    return parseHeard(String(
      await this.page.evaluate(`JSON.stringify(heard.map((messages) => messages.splice(0)), (key, value) =>
        key === "encryptedData" ? value.length : value)`),
    ));
  }

  /** The delays of all timers that the frames set since the last call, by frame. */
  async takeDelays(): Promise<string> {
    const cards = this.page.frames().filter((frame) => frame.name().startsWith("card"));
    const taken = await Promise.all(cards.map((frame) => frame.evaluate("delays.splice(0).join()")));
    return cards.map((frame, at) => `${frame.name()} waits ${taken[at]}`).join("; ");
  }

  /** Key by key: the field's text after the shopper's key press, as the browser would set it; "\n" is Enter. */
  async type(index: number, selector: string, keys: string): Promise<void> {
    await this.#type(index, `document.querySelector(${JSON.stringify(selector)})`, keys);
  }

  /** Into the field at this position among the text fields. */
  async typeAt(index: number, place: number, keys: string): Promise<void> {
    await this.#type(index, `document.querySelectorAll("input.control[type=text]")[${place}]`, keys);
  }

  async #type(index: number, input: string, keys: string): Promise<void> {
    await this.inFrame(
      index,
      `(() => {
      const input = ${input};
      if (!input || input.readOnly) return;
      for (const key of ${JSON.stringify(keys)}) {
        if (key === "\\n") {
          input.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "Enter" }));
          continue;
        }
        const isErased = key === "\\b";
        input.value = isErased ? input.value.slice(0, -1) : input.value + key;
        input.dispatchEvent(new InputEvent("input", {
          bubbles: true,
          inputType: isErased ? "deleteContentBackward" : "insertText",
        }));
      }
    })()`,
    );
  }

  #frame(index: number): Frame {
    const frame = this.page.frames().find((candidate) => candidate.name() === `card${index}`);
    if (frame === undefined) throw new Error(`no frame ${index}`);
    return frame;
  }
}

export type FrameMessage = Readonly<Record<string, unknown>> & { readonly type: string };

async function newPublicKey(): Promise<string> {
  const { publicKey } = await crypto.subtle.generateKey(
    { name: "RSA-OAEP", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["encrypt", "decrypt"],
  );
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey("spki", publicKey))));
}

function parseHeard(json: string): readonly (readonly FrameMessage[])[] {
  return JSON.parse(json) as readonly (readonly FrameMessage[])[];
}
