/** The printed report: identical from light and dark screens, with facts and the legal sentence, without buttons. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../../support/app/funnel.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { createShopper } from "../../support/app/shopper.ts";

/** Number of pages in the file; each is an object of its own. */
const PAGE = /\/Type\s*\/Page\b(?!s)/g;

describe("a printed report", () => {
  const fixture = appFixture();

  it("T14: contains every section and the forbidden uses, on two A4 pages, in print colours", async () => {
    const buyer = createVisitor(fixture.app.context);
    const { body } = await buyer.buy("tck_weekly_3dtrial", "ana@mail.example");
    const page = await fixture.browser.newPage();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    const cookies = buyer.cookies().map((cookie) => ({ ...cookie, domain: "localhost", httpOnly: true }));
    await page.browserContext().setCookie(...cookies);
    const local = { ...READY_TO_PAY.local, validatorData: { phoneNumber: "+44 909 879 0123", country: "US" } };
    const session = { email: "ana@mail.example", subscriptionId: body.subscription_id };
    const path = `access-product?vSubscriptionId=${body.subscription_id}`;
    await enter(page, { origin: fixture.app.origin, path, kept: { local, session } });
    await createShopper(page).see("report");
    await page.emulateMediaType("print");
    const paper = await page.evaluate("document.body.innerText");
    assertMatch(
      String(paper),
      /TrustCheck[^]*\+44\s909\s879\s0123[^]*What to do[^]*What we know[^]*Why this score[^]*What we couldn't check[^]*Data: /,
    );
    assertStringIncludes(String(paper), "TrustCheck isn't a consumer report");
    assertEquals(/Save your report|Sign in|Cookie|Privacy|Email|left today/.exec(String(paper)), null);
    assertEquals(
      await page.$$eval("button, input, nav", (all) => all.filter((one) => one.checkVisibility()).length),
      0,
    );
    const colours = await page.evaluate(`[getComputedStyle(document.body).color,
      getComputedStyle(document.querySelector(".gauge__arc--here")).stroke]`);
    assertEquals(colours, ["rgb(0, 0, 0)", "rgb(179, 32, 44)"]);
    const file = new TextDecoder("latin1").decode(await page.pdf({ format: "A4" }));
    assertEquals([...file.matchAll(PAGE)].length, 2);
  });
});
