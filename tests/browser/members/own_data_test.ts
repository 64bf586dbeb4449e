/** What a member takes away from the profile: one file with everything (W-SCREEN-04). */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { strFromU8, unzipSync } from "fflate";
import { appFixture } from "../../support/app/app_fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { createShopper, signInByGoogle } from "../../support/app/shopper.ts";

const EMAIL = "ada@example.com";

describe("a member's own data", () => {
  const fixture = appFixture();

  it("is saved as one ZIP, by one press", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const { app: { origin, base } } = fixture;
      await page.goto(`${origin}${base}/sign-in`);
      await signInByGoogle(shopper, EMAIL);
      await shopper.see("lookup-number");
      const folder = await Deno.makeTempDir({ prefix: "trustcheck-saved-" });
      try {
        const session = await page.createCDPSession();
        const browserContextId = page.browserContext().id ?? "";
        await session.send("Browser.setDownloadBehavior", {
          behavior: "allow",
          downloadPath: folder,
          browserContextId,
        });
        await page.goto(`${origin}${base}/webapp/profile`);
        await shopper.tap("export");
        const saved = await eventually(() => Deno.readFile(`${folder}/TrustCheck my data.zip`).catch(() => undefined));
        const profile = unzipSync(saved)["profile.json"];
        assertEquals(JSON.parse(strFromU8(profile ?? new Uint8Array())).email, EMAIL);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }));
});
