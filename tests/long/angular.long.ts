/**
 * A merchant's shop in Angular: the component of the guide to custom elements, compiled by Angular in the page, pays.
 */
import * as esbuild from "esbuild";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import { codeOfFile } from "../support/docs/code_blocks.ts";
import { cardFrame } from "../support/frames.ts";
import { installPackage } from "../support/merchant/installed_package.ts";
import { reachesRegistry, run } from "../support/merchant/npm.ts";
import {
  closeMerchantFixture,
  type MerchantFixture,
  openMerchantFixture,
} from "../support/merchant/merchant_fixture.ts";

const SAMPLE = new URL("../contract/sdk/package_pages/angular/", import.meta.url).pathname;
const MAIN = `import "@angular/compiler";
import { provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { Shop } from "./shop.component.js";
bootstrapApplication(Shop, { providers: [provideZonelessChangeDetection()] });`;
const PAGE = `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<app-shop></app-shop><script type="module" src="/main.js"></script></html>`;

(await reachesRegistry("@angular/core@22.2.6") ? describe : describe.skip)("the package in a shop in Angular", () => {
  let fixture: Partial<MerchantFixture> = {};
  let home = "";
  let shop: Deno.HttpServer<Deno.NetAddr>;

  before(async () => {
    home = await installPackage([]);
    const own = `${home}/node_modules/@payrails`;
    await Deno.rename(own, `${home}/payrails`);
    await Deno.copyFile(`${SAMPLE}package.json`, `${home}/package.json`);
    await run(home, "npm", "install", "--no-audit", "--no-fund");
    await Deno.rename(`${home}/payrails`, own);
    await Deno.writeTextFile(`${home}/shop.component.js`, await codeOfFile("shop.component.js"));
    await Deno.writeTextFile(`${home}/main.js`, MAIN);
    await esbuild.build({
      entryPoints: [`${home}/main.js`],
      outdir: `${home}/public`,
      bundle: true,
      splitting: true,
      format: "esm",
      logLevel: "error",
    });
    fixture = await openMerchantFixture();
    shop = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/") return new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } });
      if (pathname === "/init") return Response.json(await fixture.merchant?.init());
      const script = await Deno.readFile(`${home}/public${pathname}`);
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    });
  });
  after(async () => {
    await closeMerchantFixture(fixture);
    await shop?.shutdown();
    await esbuild.stop();
    if (home !== "") await Deno.remove(home, { recursive: true });
  });

  it("pays with the component of the guide", async () => {
    const page = await fixture.browser?.newPage();
    assert(page !== undefined);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`http://localhost:${shop.addr.port}/`);
    const frame = await cardFrame(page, "#EXPIRATION_DATE");
    await frame.type("#CARD_NUMBER", "4242424242424242");
    await frame.type("#EXPIRATION_DATE", "1239");
    await frame.type("#CVV", "123");
    await page.locator("#payrails-card-payment-button:not([disabled])").click();
    await page.waitForFunction("document.querySelector('p[role=status]').textContent !== ''");
    assertMatch(await page.$eval("p[role=status]", ({ textContent }) => textContent ?? ""), /^Paid: [\w-]{20,}$/);
    assertEquals(errors, []);
  });
});
