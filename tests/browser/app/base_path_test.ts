/** The web app below another base path: built for it, served there, and used in a browser. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { build } from "../../../scripts/build.ts";
import { readConfig } from "../../../server/config/config.ts";
import { ConfigError } from "../../../server/config/values.ts";
import { loadAssets } from "../../../server/pages/assets.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { createShopper } from "../../support/app/shopper.ts";

const BASE = "/number-check";

const IOS = (version: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_1 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0`;
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Instagram 300.0";
/** The setting of each way out of Instagram's browser, and a browser that takes it. */
const EXITS: Readonly<Record<string, string>> = {
  IN_APP_EXIT_OLD_IOS: IOS(14),
  IN_APP_EXIT_IOS_SAFARI: IOS(15),
  IN_APP_EXIT_IOS_CHROME: IOS(17),
  IN_APP_EXIT_ANDROID: ANDROID,
};

describe("another base path", () => {
  /** Ways out are taken inside of Instagram only, so one server serves both. */
  const exits = Object.keys(EXITS).map((name) =>
    [name, `leave-by-${name.toLowerCase().replaceAll("_", "-")}://out?to={url}&rest={rest}`] as const
  );
  const env: Record<string, string> = { BASE_PATH: BASE, ...Object.fromEntries(exits) };
  let dist = "";
  before(async () => {
    dist = `${await Deno.makeTempDir({ prefix: "trustcheck-base-" })}/dist`;
    env["DIST_DIR"] = dist;
    await build({ dist, minify: false, base: BASE });
  });
  const fixture = appFixture({ env });
  after(() => Deno.remove(dist.slice(0, -"/dist".length), { recursive: true }));

  it("W-ROUTE-01: the app, its chunks, its links and its purchase steps are all below it", () =>
    fixture.visit(async (page) => {
      const { app } = fixture;
      const shopper = createShopper(page);
      const wrong: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.url()}`);
        if (answer.url().includes("/trustcheck/")) wrong.push(`usual path ${answer.url()}`);
      });
      page.on("pageerror", (error) => wrong.push(String(error)));
      await page.goto(`${app.origin}/`);
      assertEquals(shopper.path(), `${BASE}/`);
      await shopper.type("phone", "+1 650 253 0000");
      await shopper.tap("check-it");
      await shopper.readUntil("Mountain View");
      await page.waitForFunction(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pictures.'))",
      );
      // A lazy chunk, loaded through a link inside the app and then by its own address.
      await page.click(`footer a[href="${BASE}/privacy"]`);
      await shopper.readUntil("What we collect");
      await page.reload();
      await shopper.readUntil("What we collect");
      await page.goto(`${app.origin}${BASE}/scanning`);
      await shopper.readUntil("What's in the full report");
      await page.goto(`${app.origin}${BASE}/webapp/profile`);
      await page.waitForFunction(`location.pathname === "${BASE}/sign-in"`);
      assertEquals(wrong, []);
      assertEquals((await fetch(`${app.origin}/trustcheck/`)).status, 404);
    }));

  it("W-START-14: a page inside Instagram leaves through the configured address, which contains the page's own", async () => {
    const { app } = fixture;
    for (const [name, userAgent] of Object.entries(EXITS)) {
      await fixture.visit(async (page) => {
        await page.setUserAgent({ userAgent });
        const session = await page.createCDPSession();
        await session.send("Page.enable");
        const asked: string[] = [];
        session.on("Page.frameRequestedNavigation", ({ url }) => asked.push(url));
        const left = eventually(() => asked[0], () => "no way out of the browser");
        const address = `${app.origin}${BASE}/?bb=true`;
        const [out] = await Promise.all([left, page.goto(address)]);
        const scheme = `leave-by-${name.toLowerCase().replaceAll("_", "-")}`;
        assertEquals(
          out,
          `${scheme}://out?to=${encodeURIComponent(address)}&rest=${address.replace("http://", "")}`,
        );
      });
    }
  });

  it("W-ROUTE-01: a build for it is reused, and a server with another setting refuses it with a message", async () => {
    assertEquals(await build({ dist, minify: false, base: BASE }), false);
    const { manifest } = await loadAssets(readConfig({ DIST_DIR: dist, BASE_PATH: BASE }));
    assert(Object.keys(manifest.app).some((address) => address.startsWith(`${BASE}/assets/main.`)));
    const usual = readConfig({ DIST_DIR: dist });
    assertNotEquals(usual.base, BASE);
    await assertRejects(() => loadAssets(usual), ConfigError, `BASE_PATH=${BASE}`);
  });
});
