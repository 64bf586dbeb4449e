/** The console in a browser with the real server: ways in and back, once and only once, by keyboard, and for everyone. */
import axe from "axe-core";
import { before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "puppeteer";
import { newEnrolment, putOperator } from "../../../server/operators/operators.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { addPasskeyDevice } from "../../support/browser.ts";
import { deskOf, openDesk } from "../../support/console/desk.ts";
import { DEAD_HOOK, type People, seedPeople } from "../../support/console/people.ts";
import { inEveryLook } from "../../support/console/screens.ts";

const LOST = /We couldn't reach the server\. Check your connection and try again\./;
const TOO_WIDE = "Math.max(0, document.documentElement.scrollWidth - innerWidth)";
/** Presses of Tab that reach any control of a page. */
const MOST_TABS = 60;

async function findings(page: Page): Promise<unknown> {
  // Through the debugger, to which the page's policy does not apply.
  await page.evaluate(axe.source);
  return JSON.parse(String(
    await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => JSON.stringify(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])))`),
  ));
}

describe("the console", () => {
  const fixture = appFixture({ env: { ADMIN: "on", PAYMENTS_WEBHOOKS: DEAD_HOOK } });
  let people: People;
  before(async () => {
    people = await seedPeople(fixture.app);
  });

  it("an enrolment link makes a passkey; a session that ended leads to the sign-in and back to the page", () =>
    fixture.visit(async (page) => {
      const { context } = fixture.app;
      await addPasskeyDevice(page);
      const operator = await putOperator(context, { email: "bob@shop.example", role: "support" });
      const desk = deskOf(fixture.app, page);
      await desk.open(`/enrol#${await newEnrolment(context, operator.id)}`);
      await desk.press("enrol");
      await desk.see("search");
      assertEquals(await page.evaluate("location.pathname + location.hash"), "/admin");
      await desk.open(`/purchases/${people.ada.purchaseId}`);
      await desk.see("timeline");
      await context.db.deleteFrom("admin_sessions").where("operator_id", "=", operator.id).execute();
      await desk.press(".columns__aside [data-testid=open-customer]");
      assertMatch(await desk.waitForText("session-ended", /ended/), /Your session has ended/);
      const place = await page.evaluate("location.pathname");
      await desk.press("sign-in-passkey");
      await desk.see("person");
      assertEquals(await page.evaluate("location.pathname"), place);
      assertMatch(String(place), /^\/admin\/customers\//);
    }));

  it("a double click on confirm does the act once", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page);
      await desk.open(`/customers/${people.eve.purchaseId}`);
      await desk.press("act-refund");
      await desk.see(".effects li");
      await desk.type("reason", "Charged twice");
      const button = await page.$("[data-testid=act-confirm]");
      await button?.click({ count: 2 });
      await desk.see("act-result");
      const { db } = fixture.app.context;
      const rows = await db.selectFrom("admin_audit").select("n").where("what", "=", "refund").execute();
      const refunds = await db.selectFrom("subs_refunds").selectAll().execute();
      assertEquals([rows.length, refunds.length], [1, 1]);
    }));

  it("the way back leads to the results, and a lost network is said in a sentence", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page);
      await desk.open("");
      await desk.search(people.ada.email);
      await desk.press("open-customer");
      await desk.see("person");
      await page.goBack();
      await desk.see("open-customer");
      assertEquals((await page.content()).includes("No results"), false);
      assertEquals(/ada|mail/.test(page.url()), false);
      await page.setOfflineMode(true);
      await desk.press("open-customer");
      assertMatch(await desk.waitForText("failure", /\S/), LOST);
      await page.setOfflineMode(false);
      await desk.press("again");
      await desk.see("person");
      await desk.press("act-resend");
      await desk.see(".effects li");
      await desk.type("reason", "Customer lost the email");
      await page.setOfflineMode(true);
      await desk.press("act-confirm");
      assertMatch(await desk.waitForText("act-error", /\S/), /we don't know whether it was done.*at most once/);
      await page.setOfflineMode(false);
      await desk.press("act-confirm");
      assertMatch(await desk.waitForText("act-result", /\S/), /new link is on its way/);
    }));

  it("works by keyboard alone, and the focus is where the operator is", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page);
      const focused = () => page.evaluate("document.activeElement?.dataset.testid ?? ''");
      const tabTo = async (testId: string) => {
        for (let tabs = 0; tabs < MOST_TABS; tabs++) {
          if (await focused() === testId) return;
          await page.keyboard.press("Tab");
        }
        throw new Error(`Tab does not reach ${testId}`);
      };
      await desk.open("/disputes");
      await desk.see("open-dispute");
      await page.keyboard.press("/");
      assertEquals(await focused(), "search");
      // A customer who was sent no link yet: the server sends one at a time.
      await page.keyboard.type(people.walt.email);
      await page.keyboard.press("Enter");
      await desk.see("open-customer");
      await tabTo("open-customer");
      await page.keyboard.press("Enter");
      await desk.see("person");
      await tabTo("act-resend");
      await page.keyboard.press("Enter");
      await desk.see(".effects li");
      assertEquals(await focused(), "reason");
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-testid=act]", { hidden: true });
      assertEquals(await focused(), "act-resend");
      await page.keyboard.press("Enter");
      await desk.see(".effects li");
      await page.keyboard.type("Lost on a trip");
      await tabTo("act-confirm");
      await page.keyboard.press("Enter");
      await desk.see("act-result");
      assertEquals(await focused(), "act-close");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-testid=act]", { hidden: true });
    }));

  it("a role opens only what it may, and shows only the acts that it may", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page, "finance");
      await desk.open(`/customers/${people.ada.purchaseId}`);
      await desk.see("act-refund");
      assertEquals(await page.$$eval("[data-testid=act-cancel], [data-testid=act-erase]", (all) => all.length), 0);
      assertEquals(await page.$$eval(".side a", (all) => all.map((link) => link.textContent)), [
        "Customers",
        "Disputes",
        "Differences",
        "Figures",
      ]);
    }));

  it("O-CONSOLE-23: every screen fits three widths in both themes, axe finds nothing, and nothing moves by itself", () =>
    fixture.visit(async (page) => {
      const refused: string[] = [];
      page.on("console", (line) => line.text().includes("Content Security Policy") && refused.push(line.text()));
      const wrong: unknown[] = [];
      let looks = 0;
      await inEveryLook({ app: fixture.app, page, people }, async (name, { theme, width }) => {
        looks++;
        const wide = Number(await page.evaluate(TOO_WIDE));
        if (wide > 0) wrong.push([name, width, `${wide} pixels too wide`]);
        if (width === 768) return;
        const found = await findings(page);
        if (JSON.stringify(found) !== "[]") wrong.push([name, theme, width, found]);
        const moving = Number(await page.evaluate("document.getAnimations().length"));
        if (moving > 0) wrong.push([name, "moves"]);
      });
      assertEquals(wrong, []);
      assertEquals(refused, []);
      assert(looks > 70, String(looks));
    }));
});
