/** A purchase in German in a browser. Its emails and the cancellation without script are in German too. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { enter } from "../support/app/funnel.ts";
import { createVisitor } from "../support/app/http_visitor.ts";
import { createShopper } from "../support/app/shopper.ts";

describe("a purchase in German", () => {
  const fixture = appFixture();

  const mailTo = async (email: string): Promise<string> => {
    const url = `${fixture.app.origin}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`;
    const { subject, text } = await eventually(async () => asMails(await (await fetch(url)).json())[0]);
    return `${subject}\n${text}`;
  };

  it("the receipt is German, and its link ends the plan in German in a browser without script that prefers English", async () => {
    await fixture.visit(async (page) => {
      await enter(page, { origin: fixture.app.origin, path: "?step=payment&lang=de" });
      const shopper = createShopper(page);
      // Amount and currency stay on one line.
      await shopper.readUntil(/1,00\u00a0\$/);
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.see("offers-leave");
    });
    const mail = await mailTo("ana@mail.example");
    assertMatch(mail, /^Ihre Quittung über 1,00\u00a0\$: 1-Wochen-Plan[^\n]*\nDanke\. Ihr Plan hat begonnen/);
    const link = /http\S+unsubscription\?c=\S+/.exec(mail)?.[0] ?? "";
    await fixture.visit(async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.setExtraHTTPHeaders({ "accept-language": "en" });
      await page.goto(link);
      assertEquals(await page.$eval("html", (html) => html.lang), "de");
      assertStringIncludes(await page.$eval("main", (main) => main.innerText), "Nach Ihrer Bestätigung");
      await Promise.all([page.waitForNavigation(), page.click("main form button")]);
      assertStringIncludes(await page.$eval("main", (main) => main.innerText), "Ihr Plan ist gekündigt");
    });
  });

  it("the page of a cancel link keeps its plan in the language that is chosen there, which later pages remember", async () => {
    const { body } = await createVisitor(fixture.app.context).buy("tck_weekly_3dtrial", "cora@mail.example");
    assertEquals(body.error, "");
    const link = /http\S+unsubscription\?c=\S+/.exec(await mailTo("cora@mail.example"))?.[0] ?? "";
    await fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.goto(link);
      await shopper.readUntil("Cancel your plan");
      await shopper.see("cancel-confirm");
      assertEquals(new URL(page.url()).search, "");
      await Promise.all([page.waitForNavigation(), page.click("[data-testid=languages] a[lang=de]")]);
      await shopper.see("cancel-confirm");
      await shopper.see("plan-to-cancel");
      assertEquals([await page.$eval("html", (html) => html.lang), new URL(page.url()).search], ["de", "?lang=de"]);
      await shopper.tap("cancel-confirm");
      await shopper.see("cancelled");
      await page.goto(`${fixture.app.origin}/trustcheck/unsubscribe-with-email`);
      assertEquals(await page.$eval("html", (html) => html.lang), "de");
    });
  });

  it("the sign-in email is in the page's language", () =>
    fixture.visit(async (page) => {
      await page.goto(`${fixture.app.origin}/trustcheck/sign-in?lang=de`);
      const shopper = createShopper(page);
      await shopper.fill("sign-in-email", "bea@mail.example");
      await page.keyboard.press("Enter");
      assertMatch(await mailTo("bea@mail.example"), /^Ihr Anmeldelink für TrustCheck\nMit diesem Link melden Sie/);
    }));
});

function asMails(value: unknown): readonly { readonly subject: string; readonly text: string }[] {
  return value as readonly { readonly subject: string; readonly text: string }[];
}
