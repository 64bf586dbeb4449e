/**
 * The package in the shops of merchants: HTML, Vue and Svelte with custom elements, a shadow root, and a page as
 * Next.js serves it. Each is built by its own compiler and pays under a policy with a nonce and strict-dynamic.
 */
import { basename } from "node:path";
import * as esbuild from "esbuild";
import type { Page } from "puppeteer";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { codeOfFile } from "../../support/docs/code_blocks.ts";
import { cardFrame } from "../../support/frames.ts";
import { frameworkFiles } from "../../support/merchant/framework_files.ts";
import { installPackage } from "../../support/merchant/installed_package.ts";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../../support/merchant/merchant_fixture.ts";

const PAGES = new URL("package_pages/", import.meta.url).pathname;
const GUIDE = ["elements.html", "elements.js", "Shop.vue", "Shop.svelte", "Checkout.vue"];
const OWN = ["shadow.js", "next/next.jsx", "next/next_client.jsx", "next/next_server.jsx"];
const PAY = ">>> #payrails-card-payment-button:not([disabled])";
const STARTS = {
  "vue.js": 'import { createApp } from "vue"; import Shop from "./Shop.vue"; createApp(Shop).mount("#app");',
  "dropin.js": 'import { createApp } from "vue"; import Shop from "./Checkout.vue"; createApp(Shop).mount("#app");',
  "svelte.js": 'import { mount } from "svelte"; import Shop from "./Shop.svelte"; mount(Shop, { target: app });',
};
const EMPTY = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/node_modules/@payrails/web-sdk/payrails-styles.css"><main id="app"></main>`;

describe("the package in a shop with a strict policy", () => {
  let fixture: Partial<MerchantFixture> = {};
  let home = "";
  let shop: Deno.HttpServer<Deno.NetAddr>;
  const violations: string[] = [];

  before(async () => {
    home = await installPackage(["vue", "svelte", "react", "react-dom"]);
    await build(home);
    fixture = await openMerchantFixture();
    shop = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, serve);
  });
  after(async () => {
    await closeMerchantFixture(fixture);
    await shop?.shutdown();
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  async function serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/init") return Response.json(await fixture.merchant?.init());
    if (pathname === "/reports") {
      violations.push(await request.text());
      return new Response(null, { status: 204 });
    }
    const name = /^\/(\w+)\/$/.exec(pathname)?.[1];
    if (name !== undefined) return await page(name);
    const path = pathname.startsWith("/node_modules/") ? `${home}${pathname}` : `${home}/public${pathname}`;
    const type = path.endsWith(".css") ? "text/css" : "text/javascript";
    return await Deno.readFile(path).then(
      (bytes) => new Response(bytes, { headers: { "content-type": type } }),
      () => new Response(null, { status: 404 }),
    );
  }

  /** The policy of Next.js's guide, with what the manifest lists for cards. */
  async function page(name: string): Promise<Response> {
    const { app } = fixture;
    assert(app !== undefined);
    const nonce = crypto.randomUUID();
    const policy = [
      "default-src 'none'; base-uri 'none'; object-src 'none'; img-src 'self' data:; style-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `connect-src 'self' ${app.origin}`,
      `frame-src ${app.frameOrigin}`,
      "report-uri /reports",
    ];
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy.join("; ") };
    return new Response(await htmlOf(name, nonce), { headers });
  }

  async function htmlOf(name: string, nonce: string): Promise<BodyInit> {
    if (name === "next") return await asServer(await import(`${home}/public/next_server.js`)).render(nonce);
    if (name === "elements") {
      const html = await Deno.readTextFile(`${home}/elements.html`);
      return html.replace("<script ", `<script nonce="${nonce}" `);
    }
    const place = name === "shadow" ? '<p role="status"></p>' : "";
    return `${EMPTY}${place}<script type="module" nonce="${nonce}" src="/${name}.js"></script></html>`;
  }

  async function pay(
    name: string,
    prepare: (page: Page) => Promise<unknown> = async () => {},
    { number, says } = { number: "4242424242424242", says: /^Paid: [\w-]{20,}$/ },
  ): Promise<void> {
    const page = await fixture.browser?.newPage();
    assert(page !== undefined);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      await page.goto(`http://localhost:${shop.addr.port}/${name}/`);
      await prepare(page);
      const frame = await cardFrame(page, "#CVV");
      await frame.type("#CARD_NUMBER", number);
      const inOne = await frame.$("#EXPIRATION_DATE");
      if (inOne === null) await frame.type("#EXPIRATION_MONTH", "12");
      await (inOne ?? await frame.$("#EXPIRATION_YEAR"))?.type(inOne === null ? "39" : "1239");
      await frame.type("#CVV", "123");
      await page.locator(PAY).click();
      const said = await page.waitForFunction(() => {
        const places = [...Reflect.get(globalThis, "document").querySelectorAll("p[role=status]")];
        return places.map(({ textContent }) => textContent).find((text) => /^(Not )?[Pp]aid|^We will/.test(text));
      });
      assertMatch(String(await said.jsonValue()), says);
      assertEquals([errors, violations], [[], []]);
    } finally {
      await page.close();
    }
  }

  const openCard = (page: Page) => page.locator("[data-testid=dropin-item-label-card]").click();

  it("pays in plain HTML with custom elements, as the guide writes it", () => pay("elements"));
  for (const name of ["elements", "vue", "svelte"]) {
    it(`says in ${name} that a payment is not decided yet, and can renew its session`, () =>
      pay(
        name,
        async (page) => {
          // What the SDK asks when the session has expired.
          const isRenewed = `document.querySelector("payrails-provider")?.options?.events.onSessionExpired()`;
          await page.waitForFunction(`(async () => typeof (await (${isRenewed}))?.data === "string")()`);
        },
        { number: "4000000000000077", says: /^We will email you when the payment is confirmed\.$/ },
      ));
  }
  it("pays in Vue with custom elements, compiled by Vue", () => pay("vue"));
  it("pays in Vue with the drop-in, as the quick start writes it", () => pay("dropin", openCard));
  it("pays in Svelte with custom elements, compiled by Svelte", () => pay("svelte"));
  it("pays in a shadow root that was moved, removed and put back", () =>
    pay("shadow", async (page) => {
      await page.waitForFunction("globalThis.isSettled");
      const displays = (isHidden: boolean) =>
        page.$$eval(">>> payrails-provider, >>> payrails-card-form", (elements, isHidden) =>
          elements.map((element) => {
            element.toggleAttribute("hidden", isHidden);
            return getComputedStyle(element).display;
          }), isHidden);
      assertEquals((await displays(true)).sort(), ["none", "none"]);
      assertEquals((await displays(false)).sort(), ["block", "contents"]);
    }));
  it("pays in React on a page that a server rendered with a nonce, as Next.js does", () => pay("next", openCard));
});

async function build(home: string): Promise<void> {
  for (const file of GUIDE) await Deno.writeTextFile(`${home}/${file}`, await codeOfFile(file));
  for (const file of OWN) await Deno.copyFile(PAGES + file, `${home}/${basename(file)}`);
  for (const [file, code] of Object.entries(STARTS)) await Deno.writeTextFile(`${home}/${file}`, code);
  const options = {
    outdir: `${home}/public`,
    bundle: true,
    splitting: true,
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    // As bundlers for production do.
    define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "false", __VUE_PROD_DEVTOOLS__: "false" },
    logLevel: "error",
  } as const satisfies esbuild.BuildOptions;
  const names = [...Object.keys(STARTS), "elements.js", "shadow.js", "next_client.jsx"];
  await esbuild.build({
    ...options,
    entryPoints: names.map((name) => `${home}/${name}`),
    conditions: ["browser"],
    plugins: [frameworkFiles],
  });
  const external = ["react", "react/jsx-runtime", "react-dom/server"];
  await esbuild.build({ ...options, entryPoints: [`${home}/next_server.jsx`], external });
}

function asServer(module: unknown): { readonly render: (nonce: string) => Promise<ReadableStream> } {
  return module as { readonly render: (nonce: string) => Promise<ReadableStream> };
}
