/**
 * The packed file as merchants install it: linted, compiled against and bundled four ways; each bundle pays in a
 * browser.
 */
import * as esbuild from "esbuild";
import type { Page } from "puppeteer";
import ts from "typescript";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { checkReports } from "../../../scripts/package/api_report.ts";
import { NO_LIBRARIES, NOTICES_FILE } from "../../../scripts/build/licenses/notices.ts";
import { buildPackage, type BuiltPackage } from "../../../scripts/release/package.ts";
import type { InitResponse } from "../../../sdk/wire/config.ts";
import { eventually } from "../../support/eventually.ts";
import { cardFrame } from "../../support/frames.ts";
import { loadedAtOnce } from "../../support/merchant/installed_package.ts";
import { seenEvents, typeCard, waitForEvent } from "../../support/merchant/merchant_page.ts";
import { SCENARIO_ENDS } from "../../support/merchant/scenario_ends.ts";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../../support/merchant/merchant_fixture.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
const PAGES = new URL("package_pages/", import.meta.url).pathname;
const PAY = "#payrails-card-payment-button:not([disabled])";
const GOOD = "4242424242424242";

describe("the package", () => {
  let fixture: Partial<MerchantFixture> = {};
  let packed: BuiltPackage;
  let home = "";
  let merchant: Deno.HttpServer<Deno.NetAddr>;

  before(async () => {
    home = await Deno.makeTempDir({ prefix: "trustcheck-package-" });
    await Deno.writeTextFile(`${home}/payrails-web-sdk-5.1.0.tgz`, "of an earlier release");
    packed = await buildPackage({ dist: home });
    await install(packed.tarball, home);
    await bundlePages(home);
    fixture = await openMerchantFixture();
    merchant = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => serve(home, request));
  });
  after(async () => {
    await closeMerchantFixture(fixture);
    await merchant?.shutdown();
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  async function open(name: string, use: (page: Page) => Promise<void>): Promise<void> {
    const page = await fixture.browser?.newPage();
    assert(page !== undefined);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await page.goto(`http://localhost:${merchant.addr.port}/${name}.html`);
      await page.waitForFunction("typeof start === 'function'");
      await use(page);
      assertEquals(errors, []);
    } finally {
      await page.close();
    }
  }

  const init = async (): Promise<InitResponse> => {
    assert(fixture.merchant !== undefined);
    return await fixture.merchant.init();
  };

  it("is the only packed file in its folder, so that a release publishes no older one", () => {
    const packs = [...Deno.readDirSync(home)].map(({ name }) => name).filter((name) => name.endsWith(".tgz"));
    assertEquals(packs.map((name) => `${home}/${name}`), [packed.tarball]);
  });

  it("passes publint and attw, which buildPackage throws for, and is 1.48 MB at most without what helps developers", () => {
    const sizeOf = (match: (path: string) => boolean) =>
      packed.files.filter(({ path }) => match(path)).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const helps = (path: string) => /\.map$|^development\/|\.development\.js$|^docs\/|^llms\.txt$/.test(path);
    assert(sizeOf((path) => !helps(path)) < 1_480_000, String(sizeOf((path) => !helps(path))));
    assert(sizeOf(helps) < 5_400_000, String(sizeOf(helps)));
  });

  it("its manifest has the hash of every file a page loads, the policy's name and the wallets' hosts", async () => {
    const manifest = parseManifest(await Deno.readTextFile(`${packed.folder}/manifest.json`));
    const loaded = packed.files.map(({ path }) => path).filter((path) => /\.(mjs|js|css)$/.test(path));
    assertEquals(manifest.files.map(({ path }) => path), loaded);
    for (const { integrity } of manifest.files) assertMatch(integrity, /^sha384-[\w+/]{64}$/);
    assertEquals(manifest.csp.googlePay?.["trusted-types"], ["payrails"]);
    assert(manifest.csp.applePay?.["script-src"]?.includes("https://applepay.cdn-apple.com"));
  });

  it("each wallet, the drop-in and each language is a chunk that the entry does not load", async () => {
    const names = packed.files.map(({ path }) => path);
    for (
      const part of [
        "apple_pay",
        "google_pay",
        "paypal_button",
        "dropin",
        "choices",
        "redirect_button",
        "pay_card",
        "after",
        "diagnose",
        "container",
        "de",
      ]
    ) {
      const chunk = names.find((path) => new RegExp(`^esm/${part}\\.\\w+\\.mjs$`).test(path));
      assert(chunk !== undefined, part);
      for (const path of await loadedAtOnce(packed.folder, "esm/index.mjs")) assert(path !== chunk, part);
    }
  });

  it("its public API is that of the reports in docs/api/, one for each entry, and of the merchants' reference", async () => {
    for (const [folder, texts] of packed.generated) await checkReports(`${ROOT}/${folder}`, texts);
    const reports = packed.generated.get("docs/api") ?? new Map<string, string>();
    const entries = packed.files.flatMap(({ path }) => /^types\/(\w+)\.d\.mts$/.exec(path)?.[1] ?? []);
    assertEquals([...reports.keys()].toSorted(), entries.map((entry) => `${entry}.api.md`).toSorted());
    assertMatch(reports.get("index.api.md") ?? "", /^export class Payrails \{$/m);
    const reference = packed.generated.get("docs/merchants/reference");
    assertMatch(reference?.get("client.md") ?? "", /^### Payrails\.resume$/m);
  });

  it("carries the merchants' documentation, whose list names files of the package", async () => {
    const names = packed.files.map(({ path }) => path);
    const list = await Deno.readTextFile(`${packed.folder}/llms.txt`);
    const listed = [...list.matchAll(/\]\((docs\/[^)]+)\)/g)].map(([, path]) => path);
    assert(listed.includes("docs/start/script.md"), list);
    assertEquals(listed.filter((path) => path === undefined || !names.includes(path)), []);
    assertEquals(names.filter((path) => /^docs\/.+\.md$/.test(path)).length, listed.length + 1);
  });

  it("says with its licences whose code it contains: that of no other author", async () => {
    const names = packed.files.map(({ path }) => path);
    assertEquals(["LICENSE", NOTICES_FILE].filter((name) => !names.includes(name)), []);
    assertEquals(await Deno.readTextFile(`${packed.folder}/${NOTICES_FILE}`), NO_LIBRARIES);
    assert(JSON.parse(await Deno.readTextFile(`${packed.folder}/package.json`)).files.includes(NOTICES_FILE));
  });

  it("a merchant's strict code compiles against its types, and wrong code does not", () => {
    assertEquals(compile(home), []);
  });

  it("is imported and required without a page", async () => {
    for (const [flag, text] of [["--input-type=module", IMPORTS], ["--input-type=commonjs", REQUIRES]] as const) {
      const script = `${home}/without_page.${flag.endsWith("module") ? "mjs" : "cjs"}`;
      await Deno.writeTextFile(script, text);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-read", "--allow-env", "--no-config", "--no-lock", "--node-modules-dir=manual", script],
        cwd: home,
      }).output();
      assertEquals(
        new TextDecoder().decode(stdout).trim(),
        "function function function undefined",
        new TextDecoder().decode(stderr),
      );
    }
  });

  for (const name of ["esm", "cjs", "iife"]) {
    it(`pays as ${name}`, () =>
      open(name, async (page) => {
        await page.evaluate(`start(${JSON.stringify(await init())})`);
        await typeCard(await cardFrame(page), { number: GOOD });
        await page.waitForSelector(PAY);
        await page.click(PAY);
        await waitForEvent(page, "onSuccess");
        assertEquals((await seenEvents(page)).map(([event]) => event), ["onSuccess"]);
      }));
  }

  it("pays in React's StrictMode, and rendering again loses nothing that was typed", () =>
    open("react", async (page) => {
      await page.evaluate(`start(${JSON.stringify(await init())})`);
      await page.waitForFunction("/card/.test(document.querySelector('#methods')?.textContent)");
      const frame = await cardFrame(page);
      assertEquals(await page.$$eval("iframe[src*='/card/5/']", (frames) => frames.length), 1);
      await typeCard(frame, { number: GOOD });
      await page.evaluate("renderAgain()");
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      // The SDK calls the callbacks and handlers of the newest render, each once.
      const seen = await seenEvents(page);
      const paid = seen.filter(([event]) => event !== "stateChanged").map((event) => [event[0], event.at(-1)]);
      assertEquals(paid, [["onSuccess", 1], ["success", 1]]);
      const states = seen.filter(([event]) => event === "stateChanged").map(([, event]) => event);
      assertEquals(states.slice(0, 2), [{ state: "enabled" }, { state: "disabled" }]);
      await page.evaluate("stop()");
      assertEquals(await page.$$eval("iframe, #payrails-card-payment-button", (left) => left.length), 0);
    }));

  it("in React a reopened checkout learns of its payment, and the one that was left does not", () =>
    open("react", async (page) => {
      await page.evaluate(`start(${JSON.stringify(await init())}, "site")`);
      await page.waitForFunction("/card/.test(document.querySelector('#methods')?.textContent)");
      for (const visit of [1, 2]) {
        await page.evaluate(`visit(${visit})`);
        await page.waitForFunction(`seen.some(([name, visit]) => name === "onReady" && visit === ${visit})`);
        assertEquals(await page.$$eval("[data-visit] iframe[src*='/card/5/']", (frames) => frames.length), 1);
      }
      await typeCard(await cardFrame(page), { number: GOOD });
      await page.waitForSelector(PAY);
      await page.click(PAY);
      await waitForEvent(page, "onSuccess");
      const paid = (await seenEvents(page)).filter(([event]) => event !== "onReady");
      assertEquals(paid.map((event) => [...event]), [["onSuccess", 2]]);
      await page.evaluate("visit(0)");
      await page.waitForFunction("document.querySelector('[data-visit], iframe[src*=\"/card/5/\"]') === null");
    }));

  it("in React a later locale and later translations change mounted elements, and what was typed stays", () =>
    open("react", async (page) => {
      await page.evaluate(`start(${JSON.stringify(await init())}, "multilingual")`);
      const shown = async (texts: Readonly<Record<string, string>>) => {
        for (const [selector, text] of Object.entries(texts)) {
          await page.waitForFunction(
            `document.querySelector(${JSON.stringify(selector)})?.textContent === ${JSON.stringify(text)}`,
            { timeout: 60_000 },
          ).catch(async () =>
            assertEquals(
              await page.$eval(selector, ({ textContent }) => textContent).catch(() => "none"),
              text,
              selector,
            )
          );
        }
      };
      const [CHECKBOX, LEGEND, LIST] = [
        "#payrails-card-form .payrails-store-instrument",
        "#payrails-dropin-component > legend",
        "#payrails-card-list > legend",
      ];
      const COUNTRY = "#payrails-address-selector label";
      const DROPIN_PAY = "#payrails-dropin-component #payrails-card-payment-button .payrails-button-label";
      const OWN_PAY = "#payrails-card-payment-button .payrails-button-label";
      await shown({ [OWN_PAY]: "Pay", [LEGEND]: "Payment method", [LIST]: "Saved cards", [COUNTRY]: "Country" });
      const frame = await cardFrame(page);
      await typeCard(frame, { number: GOOD });
      // The card form's frame and the drop-in's.
      const inFrames = async (label: string, form: string) => {
        const frames = () => page.frames().filter((each) => each.url().includes("/card/5/"));
        await eventually(() => frames().length === 2, () => frames().map((each) => each.url()));
        for (const each of frames()) {
          await each.waitForFunction(`document.querySelector("label")?.textContent === ${JSON.stringify(label)}`);
          assertEquals(await each.evaluate("`${document.forms[0].lang} ${document.forms[0].dir}`"), form);
        }
        assertEquals(await frame.$eval("input", (input) => Reflect.get(input, "value").replaceAll(" ", "")), GOOD);
      };
      await inFrames("Card number", "en ltr");

      await page.evaluate(`speak({ locale: "de" })`);
      await shown({
        [OWN_PAY]: "Bezahlen",
        [DROPIN_PAY]: "Bezahlen",
        [CHECKBOX]: "Zahlungsart für künftige Zahlungen speichern",
        [COUNTRY]: "Land",
        [LEGEND]: "Zahlungsart",
        [LIST]: "Gespeicherte Karten",
      });
      await inFrames("Kartennummer", "de ltr");

      await page.evaluate(`speak({
        locale: "de",
        form: { labels: { CARD_NUMBER: "Nummer", saveInstrument: "Merken" } },
        button: { label: "Jetzt zahlen" },
        list: { legend: "Meine Karten" },
        dropin: { cardForm: { labels: { CARD_NUMBER: "Nummer" } }, card: { label: "Kreditkarte" }, cardPaymentButton: { label: "Los" } },
      })`);
      await shown({
        [OWN_PAY]: "Jetzt zahlen",
        [DROPIN_PAY]: "Los",
        [CHECKBOX]: "Merken",
        [LIST]: "Meine Karten",
        "#payrails-card-dropin-element .payrails-dropin-name": "Kreditkarte",
      });
      await inFrames("Nummer", "de ltr");

      // Back to the SDK's own texts, in a right-to-left language.
      await page.evaluate(`speak({ locale: "ar" })`);
      await shown({ [OWN_PAY]: "ادفع", [DROPIN_PAY]: "ادفع" });
      await inFrames("رقم البطاقة", "ar rtl");
      await page.evaluate("speak({})");
      await shown({ [OWN_PAY]: "Pay", [LEGEND]: "Payment method", [LIST]: "Saved cards" });
      await inFrames("Card number", "en ltr");
      assertEquals(await page.$eval("#payrails-dropin-component", (root) => root.getAttribute("dir")), "ltr");
      await page.evaluate("stop()");
    }));

  it("shows one drop-in in StrictMode and leaves nothing behind", () =>
    open("react", async (page) => {
      await page.evaluate(`start(${JSON.stringify(await init())}, "dropin")`);
      await page.waitForSelector("#payrails-dropin-component");
      assertEquals(await page.$$eval("#payrails-dropin-component", (found) => found.length), 1);
      await page.evaluate("stop()");
      assertEquals(await page.$$eval("#payrails-dropin-component", (found) => found.length), 0);
    }));

  it("its testing entry plays every scenario by name, without a network and without waiting", () =>
    open("testing", async (page) => {
      await page.evaluate("start()");
      await page.waitForFunction("globalThis.results !== undefined", { timeout: 60_000 });
      assertEquals(await page.evaluate("results"), SCENARIO_ENDS);
      assertEquals(await page.evaluate("choice"), { offered: ["cartesbancaires", "visa"], chosen: "cartesbancaires" });
    }));
});

const IMPORTS = `import { Payrails } from "@payrails/web-sdk";
import { init } from "@payrails/web-sdk/vault";
import { openFakeCheckout } from "@payrails/web-sdk/testing";
import { defineElements } from "@payrails/web-sdk/elements";
console.log(typeof Payrails, typeof init, typeof openFakeCheckout, defineElements());`;
const REQUIRES = `const { Payrails } = require("@payrails/web-sdk");
const { init } = require("@payrails/web-sdk/vault");
const { openFakeCheckout } = require("@payrails/web-sdk/testing");
const { defineElements } = require("@payrails/web-sdk/elements");
console.log(typeof Payrails, typeof init, typeof openFakeCheckout, defineElements());`;

/** Unpacks the file into a folder of its name, as package managers do. */
async function install(tarball: string, home: string): Promise<void> {
  const folder = `${home}/node_modules/@payrails/web-sdk`;
  await Deno.mkdir(folder, { recursive: true });
  const args = ["-xzf", tarball, "-C", folder, "--strip-components=1"];
  const { success } = await new Deno.Command("tar", { args }).output();
  assert(success, "tar could not unpack the package");
  for (const peer of ["react", "react-dom", "@types"]) {
    await Deno.symlink(await Deno.realPath(`${ROOT}/node_modules/${peer}`), `${home}/node_modules/${peer}`);
  }
}

async function bundlePages(home: string): Promise<void> {
  const pages = `${home}/pages`;
  await Deno.mkdir(pages);
  // One of them compiles only with the package installed.
  for await (const { name, isFile } of Deno.readDir(PAGES)) {
    // Pages in folders have their own tests.
    if (!isFile) continue;
    await Deno.copyFile(PAGES + name, `${pages}/${name.replace(/\.txt$/, "")}`);
  }
  await esbuild.build({
    entryPoints: ["esm.js", "cjs.cjs", "iife.js", "react.jsx", "testing.js"].map((name) => `${pages}/${name}`),
    outdir: `${home}/public`,
    bundle: true,
    format: "esm",
    splitting: true,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "error",
  });
}

async function serve(home: string, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const name = /^\/(\w+)\.html$/.exec(pathname)?.[1];
  if (name !== undefined) {
    const script = name === "iife" ? '<script src="/sdk/payrails.js"></script>' : "";
    const page = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/sdk/payrails-styles.css"><main><div id="card"></div><div id="pay"></div></main>${script}
<script type="module" src="/${name}.js"></script></html>`;
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  }
  const path = pathname.startsWith("/sdk/")
    ? `${home}/node_modules/@payrails/web-sdk/${pathname.slice("/sdk/".length)}`
    : `${home}/public${pathname}`;
  const type = path.endsWith(".css") ? "text/css" : "text/javascript";
  try {
    return new Response(await Deno.readFile(path), { headers: { "content-type": type } });
  } catch {
    return new Response(null, { status: 404 });
  }
}

/** The compiler's errors for the merchant's code and the package's declarations. */
function compile(home: string): readonly string[] {
  const program = ts.createProgram([`${home}/pages/consumer.mts`], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program)
    .filter(({ file }) => !/\/@types\/|\/lib\.[\w.]+\.d\.ts$|\/csstype\//.test(file?.fileName ?? ""))
    .map(({ file, start = 0, messageText }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
}

function parseManifest(text: string) {
  return JSON.parse(text) as {
    readonly files: readonly { readonly path: string; readonly integrity: string }[];
    readonly csp: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
}
