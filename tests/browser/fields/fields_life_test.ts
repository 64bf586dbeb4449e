/** The life of fields: nothing remains of them, React may mount them twice, and the SDK loads without a page. */
import * as esbuild from "esbuild";
import type { Frame } from "puppeteer";
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { cardFrame } from "../../support/frames.ts";
import { typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { cycle } from "../../support/merchant/field_cycles.ts";
import {
  CARD_ELEMENTS,
  type FieldOptions,
  FieldsPage,
  fillCard,
  fromPage,
  typeInto,
} from "../../support/merchant/fields_page.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
/** The long form runs a thousand (tests/long/fields.long.ts). */
const TIMES = 60;
const CARD: FieldOptions = { kind: "COMPOSABLE", elements: CARD_ELEMENTS, options: { layout: [1, 3] } };

/** A merchant's component, as React documents it: created and mounted in an effect, unmounted by its clean-up. */
const COMPONENT = `
import { StrictMode, createElement, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
window.effects = 0;
const Fields = ({ cleansUp }) => {
  const place = useRef(null);
  useEffect(() => {
    effects++;
    const container = client.container("COMPOSABLE", { layout: [1, 3] });
    for (const type of ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"]) {
      container.create({ type }).on("READY", () => (window.readyFields = (window.readyFields ?? 0) + 1));
    }
    container.mount(place.current);
    window.container = container;
    if (cleansUp) return () => container.unmount();
  }, []);
  return createElement("div", { ref: place });
};
window.show = (cleansUp) => {
  const root = createRoot(document.getElementById("card"));
  root.render(createElement(StrictMode, null, createElement(Fields, { cleansUp })));
  window.root = root;
};
`;

let built: Promise<string> | undefined;
/** Bundled once. */
const reactScript = () => built ??= bundleReact();

async function bundleReact(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: COMPONENT, resolveDir: ROOT, loader: "js" },
    bundle: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"development"' },
  });
  await esbuild.stop();
  return outputFiles[0]?.text ?? "";
}

describe("life of fields", () => {
  let fixture: FieldsPage;
  before(async () => {
    fixture = await FieldsPage.open();
  });
  after(() => fixture?.close());
  const inPage: FieldsPage["inPage"] = (fields, use) => fixture.inPage(fields, use);

  for (const what of ["containers", "checkouts"] as const) {
    it(`R23: ${TIMES} mounts and unmounts of ${what} leave no frame, listener, port or timer`, async () => {
      const { before: { heapBytes: heapBefore, ...before }, after: { heapBytes, ...after } } = await cycle(
        fixture,
        what,
        TIMES,
      );
      assertEquals(after, before);
      assertEquals([after.frames, after.ports, after.timers], [0, 0, 0]);
      assert(heapBytes - heapBefore < 2_000_000, `${heapBytes - heapBefore} bytes more`);
    });
  }

  for (const cleansUp of [true, false]) {
    const how = cleansUp ? "" : " and never cleans up";
    it(`React's StrictMode mounts twice${how}, and one form works`, async () => {
      const script = await reactScript();
      await inPage({ kind: "COLLECT", elements: [] }, async (page) => {
        const logged: string[] = [];
        page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
        await page.evaluate(script);
        await page.evaluate(`show(${cleansUp})`);
        await page.waitForFunction("effects === 2 && window.readyFields === 4");
        assertEquals(await page.$$eval("#card iframe", (frames) => frames.length), 1);
        await fillCard(page);
        assert(String((await fromPage(page, "container.collect()")).encryptedData).startsWith("ey"));
        await page.evaluate("root.unmount()");
        await page.waitForFunction("document.querySelectorAll('#card iframe').length === 0");
        assertEquals(logged, []);
      });
    });
  }

  it("unmounting in any state leaves nothing in the page, and pending calls are answered", async () => {
    await inPage({ kind: "COLLECT", elements: [], client: { telemetry: { enabled: false } } }, async (page) => {
      const left = await fromPage(
        page,
        `(async () => {
        // Otherwise the page's own container would warm the cache.
        container.unmount();
        const found = {};
        const place = document.getElementById("card");
        const make = () => {
          const container = client.container("COMPOSABLE", { layout: [1] });
          const element = container.create({ type: "CVV" });
          const ready = new Promise((done) => element.on("READY", done));
          return { container, element, ready };
        };
        const look = () => place.childNodes.length + document.querySelectorAll("iframe").length;
        for (const state of ["never mounted", "mounted", "loading", "ready", "collecting", "twice"]) {
          const { container, element, ready } = make();
          if (state !== "never mounted") container.mount(place);
          if (state === "loading") await new Promise((go) => setTimeout(go, 30));
          if (["ready", "collecting", "twice"].includes(state)) await ready;
          const asked = state === "collecting" ? container.collect() : undefined;
          await Promise.resolve();
          container.unmount();
          if (state === "twice") container.unmount();
          const code = await asked?.then(() => "sealed", ({ code }) => code) ?? "";
          // The state of the call shows which of the three it was.
          const isAnswered = asked === undefined ||
            /^payrails:card_form:(element_not_mounted|iframe_not_found|client_connection)$/.test(code);
          found[state] = [look(), element.getState().isEmpty, isAnswered || code].join();
        }
        return found;
      })()`,
      );
      const gone = "0,true,true";
      assertEquals(left, {
        "never mounted": gone,
        mounted: gone,
        loading: gone,
        ready: gone,
        collecting: gone,
        twice: gone,
      });
    });
  });

  it("I4: typed values disappear with their frame: from state, from a new mount, and from the page's memory", async () => {
    await inPage(CARD, async (page) => {
      await typeInto(page, ".CARD_NUMBER input", "4929183756021238");
      await page.waitForFunction("elements.card_number.getState().isValid");
      await page.evaluate("container.unmount(); undefined");
      const state = await fromPage(page, "elements.card_number.getState()");
      assertEquals([state.isEmpty, state.isValid, state.value, state.bin], [true, false, "", ""]);
      await page.evaluate("seen.length = 0; container.mount('#card'); undefined");
      await page.waitForFunction("seen.filter(([name]) => name === 'READY').length === 4");
      assertEquals((await fromPage(page, "container.validate()")).isValid, false);
      // Written backwards here, so that the script's own text is not what is found.
      await page.evaluate("window.planted = [...'5111444421435555'].reverse().join(''); undefined");
      const session = await page.createCDPSession();
      const chunks: string[] = [];
      session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => void chunks.push(chunk));
      await session.send("HeapProfiler.collectGarbage");
      await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
      const heap = chunks.join("");
      assert(heap.includes("5555341244441115"), "a snapshot finds a number that is there");
      // A number in the test's own request would be found in any case.
      assertEquals([heap.includes("4929183756021238"), heap.includes("4929 1837 5602 1238")], [false, false]);
      await session.detach();
    });
  });

  for (const kind of ["COMPOSABLE", "COLLECT"] as const) {
    it(`fields of a page that Back shows again as it was can be filled and validated, ${kind}`, async () => {
      const options = kind === "COMPOSABLE" ? { layout: [1, 3] } : {};
      await inPage({ kind, elements: CARD_ELEMENTS, options }, async (page) => {
        for (const frame of page.frames().filter((each) => each.url().includes("/card/5/"))) {
          for (const name of ["pagehide", "pageshow"]) {
            await frame.evaluate(`dispatchEvent(new PageTransitionEvent("${name}", { persisted: true }))`);
          }
        }
        await fillCard(page);
        const late = `new Promise((answer) => setTimeout(answer, 8000, { invalid: "no answer" }))`;
        assertEquals((await fromPage(page, `Promise.race([container.validate(), ${late}])`)).invalid, []);
      });
    });
  }

  it("I4: a card is gone from its fields when it has paid, and when the page is left", async () => {
    const values = (frame: Frame) => frame.$$eval("input", (inputs) => inputs.map(({ value }) => value).join(""));
    const page = await fixture.browser.newPage();
    try {
      const frame = await fixture.merchant.checkout(page);
      await typeCard(frame, { number: "4242424242424242" });
      await page.locator("#payrails-card-payment-button:not([disabled])").click();
      await waitForEvent(page, "onSuccess");
      await frame.waitForFunction("[...document.querySelectorAll('input')].every(({ value }) => value === '')", {
        timeout: 5_000,
      }).catch(() => {});
      assertEquals(await values(frame), "");
      await typeCard(frame, { number: "4929183756021238" });
      assertEquals((await values(frame)).length > 20, true);
      // As when the browser keeps the page to show it again: Back must not bring the card back.
      await frame.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
      assertEquals(await values(frame), "");
    } finally {
      await page.close();
    }
    await inPage(CARD, async (shop) => {
      await fillCard(shop);
      const frame = await cardFrame(shop, ".CARD_NUMBER input");
      await frame.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
      assertEquals(await values(frame), "");
    });
  });
});

describe("without a page", () => {
  const sources = ["sdk/mod.ts", "sdk/vault.ts"];
  const bundles = ["dist/app/sdk/5/index.mjs", "dist/app/sdk/5/vault.mjs"];
  const script = (path: string) =>
    `import(${JSON.stringify(`file://${ROOT}/${path}`)}).then((all) => console.log(Object.keys(all).length > 3))`;
  const isThere = (path: string) => Deno.stat(`${ROOT}/${path}`).then(() => true, () => false);
  async function run(command: string, args: readonly string[]): Promise<string> {
    const made = new Deno.Command(command, { args: [...args], cwd: ROOT, stdout: "piped", stderr: "piped" });
    const { stdout, stderr } = await made.output();
    return new TextDecoder().decode(stdout).trim() + new TextDecoder().decode(stderr).trim();
  }

  for (const path of [...sources, ...bundles]) {
    it(`${path} can be imported in Deno`, async () => {
      if (bundles.includes(path)) assert(await isThere(path), "the tests above built it");
      assertEquals(await run(Deno.execPath(), ["eval", "--quiet", "--no-check", script(path)]), "true");
    });
  }

  for (const path of bundles) {
    it(`${path} can be imported in Node`, async () => {
      // Deno answers for a node that is not installed.
      const named = `${script(path)}.then(() => console.log(typeof Deno))`;
      const said = await run("node", ["--input-type=module", "-e", named]);
      assertEquals(said, "true\nundefined", "Install Node: merchants' servers import the package with it");
    });
  }
});
