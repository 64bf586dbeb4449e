/** A purchase in German, in a browser: what is mailed about it, and the way out without script, are German too. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Browser, Page } from "puppeteer";
import { type RunningApp, startApp } from "../support/app.ts";
import { launchBrowser } from "../support/browser.ts";
import { enter } from "../support/funnel.ts";
import { createShopper } from "../support/shopper.ts";

describe("a purchase in German", () => {
  let app: RunningApp;
  let browser: Browser;
  before(async () => {
    app = await startApp();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  const mailTo = async (email: string): Promise<string> => {
    const url = `${app.origin}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`;
    const until = Date.now() + 10_000;
    while (true) {
      const [mail] = parseMails(await (await fetch(url)).json());
      if (mail !== undefined) return `${mail.subject}\n${mail.text}`;
      if (Date.now() > until) throw new Error(`No mail to ${email}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const visit = async (live: (page: Page) => Promise<void>) => {
    const context = await browser.createBrowserContext();
    try {
      await live(await context.newPage());
    } finally {
      await context.close();
    }
  };

  it("the receipt is German, and its link ends the plan in German in a browser without script that prefers English", async () => {
    await visit(async (page) => {
      await enter(page, { origin: app.origin, path: "?step=payment&lang=de" });
      const shopper = createShopper(page);
      // Sum and currency stay on one line.
      await shopper.readUntil(/1,00\u00a0USD/);
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.see("offers-leave");
    });
    const mail = await mailTo("ana@mail.example");
    assertMatch(mail, /^Ihre Quittung: Wochenplan[^\n]*1,00\u00a0USD\nDanke\. Ihr Plan hat begonnen/);
    const link = /http\S+unsubscription\?c=\S+/.exec(mail)?.[0] ?? "";
    await visit(async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.setExtraHTTPHeaders({ "accept-language": "en" });
      await page.goto(link);
      assertEquals(await page.$eval("html", (html) => html.lang), "de");
      assertStringIncludes(await page.$eval("main", (main) => main.innerText), "Nach dem Druck auf die Taste");
      await Promise.all([page.waitForNavigation(), page.click("main form button")]);
      assertStringIncludes(await page.$eval("main", (main) => main.innerText), "Ihr Plan ist gekündigt");
    });
  });

  it("the link for signing in comes in the language of the page", () =>
    visit(async (page) => {
      await page.goto(`${app.origin}/trustcheck/sign-in?lang=de`);
      const shopper = createShopper(page);
      await shopper.type("sign-in-email", "bea@mail.example");
      await page.keyboard.press("Enter");
      assertMatch(await mailTo("bea@mail.example"), /^Ihr Link zum Anmelden bei TrustCheck\nDieser Link meldet Sie/);
    }));
});

function parseMails(value: unknown): readonly { readonly subject: string; readonly text: string }[] {
  return value as readonly { readonly subject: string; readonly text: string }[];
}
