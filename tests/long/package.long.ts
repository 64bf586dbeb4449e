/**
 * A merchant's new project: npm installs the packed file, Vite serves and builds the page, and both pages pay. Errors
 * keep their sentences in production bundles of Vite and webpack.
 */
import type { Page } from "puppeteer";
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { cardFrame } from "../support/frames.ts";
import { buildPackage } from "../../scripts/release/package.ts";
import { reachesRegistry, run } from "../support/merchant/npm.ts";
import { typeCard, waitForEvent } from "../support/merchant/merchant_page.ts";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../support/merchant/merchant_fixture.ts";

const SAMPLE = new URL("../contract/sdk/package_pages/vite/", import.meta.url).pathname;
const TYPES: Readonly<Record<string, string>> = { html: "text/html", css: "text/css", js: "text/javascript" };

/** Vite and webpack as merchants pin them. npm downloads them when this test runs. */
(await reachesRegistry("vite@8.3.8") ? describe : describe.skip)("the package in a shop built by Vite", () => {
  let fixture: Partial<MerchantFixture> = {};
  let home = "";
  before(async () => {
    home = await Deno.makeTempDir({ prefix: "trustcheck-vite-" });
    const { tarball } = await buildPackage({ dist: home });
    await Deno.copyFile(tarball, `${home}/payrails-web-sdk.tgz`);
    for await (const { name } of Deno.readDir(SAMPLE)) await Deno.copyFile(SAMPLE + name, `${home}/${name}`);
    await Deno.copyFile(`${SAMPLE}../mistakes.js`, `${home}/mistakes.js`);
    await run(home, "npm", "install", "--no-audit", "--no-fund");
    fixture = await openMerchantFixture();
  });
  after(async () => {
    await closeMerchantFixture(fixture);
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  /** Names of the scripts that the page loaded until the card was charged. */
  async function payAt(origin: string): Promise<readonly string[]> {
    const page = await fixture.browser?.newPage();
    assert(page !== undefined && fixture.merchant !== undefined);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(origin);
    await page.waitForFunction("typeof start === 'function'");
    await page.evaluate(`start(${JSON.stringify(await fixture.merchant.init())})`);
    await pay(page);
    const loaded = await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)");
    assertEquals(errors, []);
    await page.close();
    return asNames(loaded);
  }

  async function pay(page: Page) {
    await (await page.waitForSelector("[data-testid=dropin-item-label-card]"))?.click();
    await typeCard(await cardFrame(page, "#CVV", "#checkout"), { number: "4242424242424242" });
    await page.locator("#payrails-card-payment-button:not([disabled])").click();
    await waitForEvent(page, "onSuccess");
  }

  it("pays from its development server, which bundles what it depends on by itself", async () => {
    const vite = new Deno.Command("npx", {
      args: ["vite", "--host", "127.0.0.1", "--port", "0", "--clearScreen", "false"],
      cwd: home,
      env: { NO_COLOR: "1" },
      stdout: "piped",
    }).spawn();
    try {
      let said = "";
      for await (const text of vite.stdout.pipeThrough(new TextDecoderStream())) {
        said += text;
        if (/http:\/\/127\.0\.0\.1:\d+/.test(said)) break;
      }
      const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      assert(port !== undefined, said);
      await payAt(`http://localhost:${port}/`);
    } finally {
      vite.kill("SIGTERM");
      await vite.status;
    }
  });

  it("pays when it is built, and no code of an unopened wallet is loaded", async () => {
    await run(home, "npx", "vite", "build");
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { pathname } = new URL(request.url);
      const path = pathname === "/" ? "/index.html" : pathname;
      const headers = { "content-type": TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream" };
      return new Response(await Deno.readFile(`${home}/dist/${path}`), { headers });
    });
    try {
      const loaded = await payAt(`http://localhost:${server.addr.port}/`);
      const built: string[] = [];
      for await (const { name } of Deno.readDir(`${home}/dist/assets`)) built.push(name);
      assert(built.some((name) => name.startsWith("apple_pay")), built.join());
      assert(loaded.some((name) => name.includes("/assets/dropin")), loaded.join());
      assertEquals(loaded.filter((name) => /apple_pay|google_pay|paypal/.test(name)), []);
    } finally {
      await server.shutdown();
    }
  });

  /** The programs that build `mistakes.js` for production into `out/mistakes.js`. */
  const BUILDS = {
    Vite: `import { build } from "vite";
await build({ configFile: false, logLevel: "error", build: {
  outDir: "out", emptyOutDir: false, rollupOptions: { input: "mistakes.js", output: { entryFileNames: "[name].js" } },
} });`,
    webpack: `import webpack from "webpack";
await new Promise((done, fail) => webpack({
  mode: "production", entry: "./mistakes.js", output: { path: process.cwd() + "/out", filename: "mistakes.js", publicPath: "/" },
}, (error, stats) => error || stats.hasErrors() ? fail(error ?? new Error(String(stats))) : done()));`,
  } as const;
  for (const [bundler, program] of Object.entries(BUILDS)) {
    it(`throws whole sentences from a production bundle of ${bundler}`, async () => {
      await Deno.writeTextFile(`${home}/build.mjs`, program);
      await run(home, "node", "build.mjs");
      const page = await fixture.browser?.newPage();
      assert(page !== undefined);
      const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/") {
          const html =
            '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/mistakes.js"></script>';
          return new Response(html, { headers: { "content-type": "text/html" } });
        }
        return new Response(await Deno.readFile(`${home}/out${pathname}`), {
          headers: { "content-type": "text/javascript" },
        });
      });
      try {
        await page.goto(`http://localhost:${server.addr.port}/`);
        await page.waitForFunction("globalThis.sentences !== undefined");
        assertEquals(await page.evaluate("sentences"), [
          "The SDK configuration is malformed: it is no base64 of a JSON configuration",
          "The vault client needs a vaultID",
          "BOX isn't a container type: use COLLECT or COMPOSABLE",
        ]);
      } finally {
        await page.close();
        await server.shutdown();
      }
    });
  }
});

function asNames(value: unknown): readonly string[] {
  return value as readonly string[];
}
