/**
 * The console in a browser with the real server: ways in and back, once and only once, by keyboard, and for everyone.
 */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { newEnrolment, putOperator } from "../../../server/operators/operators.ts";
import { LOOK_RULES, violations } from "../../support/screens/axe.ts";
import { appFixture } from "../../support/app/app_fixture.ts";
import { addPasskeyDevice } from "../../support/browser.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { deskOf, openDesk } from "../../support/console/desk.ts";
import { type OidcIssuer, startOidcIssuer } from "../../support/console/oidc_issuer.ts";
import { DEAD_HOOK, type People, seedPeople } from "../../support/console/people.ts";
import { CONSOLE_WIDTHS, inEveryLook } from "../../support/console/screens.ts";

const LOST = /We couldn't reach the server\. Check your connection and try again\./;
const TOO_WIDE = "Math.max(0, document.documentElement.scrollWidth - innerWidth)";
/** States that overflow their cell, over the button beside them. */
const OUTSIDE = `[...document.querySelectorAll("td .chip")]
  .filter((chip) => chip.getBoundingClientRect().right > chip.closest("td").getBoundingClientRect().right + 1)
  .map((chip) => chip.textContent)`;
/** Presses of Tab that reach any control of a page. */
const MOST_TABS = 60;

describe("the console", () => {
  const env: Record<string, string> = { ADMIN: "on", PAYMENTS_WEBHOOKS: DEAD_HOOK };
  let issuer: OidcIssuer;
  before(async () => {
    issuer = await startOidcIssuer(() => fixture.app.context.clock.now());
    Object.assign(env, {
      ADMIN_OIDC_ISSUER: issuer.issuer,
      ADMIN_OIDC_CLIENT_ID: issuer.clientId,
      ADMIN_OIDC_CLIENT_SECRET: issuer.clientSecret,
      ADMIN_OIDC_NAME: "Shop Login",
    });
  });
  const fixture = appFixture({ env });
  after(() => issuer.close());
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

  it("the company's provider signs in and leads back to the page; an account without a role is refused with the reason", () =>
    fixture.visit(async (page) => {
      const { context } = fixture.app;
      await putOperator(context, { email: "ann@shop.example", role: "finance" });
      const desk = deskOf(fixture.app, page);
      issuer.claims = { sub: "person-9", email: "eve@shop.example" };
      await desk.open(`/purchases/${people.ada.purchaseId}`);
      assertEquals(await desk.textOf("sign-in-oidc"), "Sign in with Shop Login");
      await desk.press("sign-in-oidc");
      assertMatch(await desk.waitForText("sign-in-error", /\S/), /can't use this console/);
      assertEquals(await page.evaluate("location.pathname"), "/admin");
      issuer.claims = {};
      await desk.open(`/purchases/${people.ada.purchaseId}`);
      await desk.press("sign-in-oidc");
      await desk.see("timeline");
      assertEquals(await page.evaluate("location.pathname"), `/admin/purchases/${people.ada.purchaseId}`);
      assertEquals(await page.evaluate("document.cookie"), "");
      const cookies = await page.browserContext().cookies();
      assertEquals(
        cookies.filter(({ name }) => name.startsWith("adm")).map(({ name, httpOnly, sameSite }) => [
          name,
          httpOnly,
          sameSite,
        ]),
        [["adm", true, "Strict"]],
      );
    }));

  it("SECURITY: what customers wrote is shown as text, and pages of another role answer nothing by their address", () =>
    fixture.visit(async (page) => {
      const name = '<img src=x onerror="globalThis.hacked=1">';
      const visitor = createVisitor(fixture.app.context);
      const { uid } = await visitor.signIn("mark@mail.example", name);
      const desk = await openDesk(fixture.app, page, "support");
      await desk.open("");
      await desk.search("mark@mail.example");
      await desk.press("open-customer");
      await desk.press("reveal-name");
      await desk.type("reason", "Customer asked <b>why</b>");
      await desk.press("reveal-confirm");
      await desk.waitForText("masked-name", /onerror/);
      assertEquals(await desk.textOf("masked-name"), name);
      assertEquals(await page.evaluate("[globalThis.hacked ?? 0, document.images.length]"), [0, 0]);
      assertMatch(String(await page.evaluate("location.pathname")), new RegExp(`acc-${uid}$`));
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      for (const path of ["/figures", "/differences", "/audit", "/operators"]) {
        await desk.open(path);
        assertMatch(await desk.waitForText(".screen h1", /found/i), /Not found/);
        const call = `fetch("/api/admin${path}?from=2026-01-01&to=2026-01-01").then(({ status }) => status)`;
        assertEquals(await page.evaluate(call), 403, path);
      }
      assertEquals(asked.filter((path) => path.startsWith("/api/admin/") && path !== "/api/admin/session").length, 4);
    }));

  it("a double click on confirm does the act once", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page);
      await desk.open(`/customers/${people.eve.purchaseId}`);
      await desk.press("act-refund");
      await desk.see(".effects li");
      await desk.tabTo("reason");
      await desk.type("reason", "Charged twice");
      const button = await page.$("[data-testid=act-confirm]");
      await button?.click({ count: 2 });
      await desk.see("act-result");
      const { db } = fixture.app.context;
      const rows = await db.selectFrom("admin_audit").select("n").where("what", "=", "refund").execute();
      const refunds = await db.selectFrom("subs_refunds").selectAll().execute();
      assertEquals([rows.length, refunds.length], [1, 1]);
    }));

  it("the way back leads to the results, and a lost network is reported in a sentence", () =>
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

  it("works with the keyboard only, and the focus is where the operator is", () =>
    fixture.visit(async (page) => {
      const desk = await openDesk(fixture.app, page);
      const focused = () => page.evaluate("document.activeElement?.dataset.testid ?? ''");
      // A page sets the focus right after it shows a field.
      const focuses = (testId: string) => page.waitForSelector(`[data-testid="${testId}"]:focus`);
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
      await focuses("search");
      // A customer who has not been sent a link yet: the server sends one at a time.
      await page.keyboard.type(people.walt.email);
      await page.keyboard.press("Enter");
      await desk.see("open-customer");
      await tabTo("open-customer");
      await page.keyboard.press("Enter");
      await desk.see("person");
      await tabTo("act-resend");
      await page.keyboard.press("Enter");
      await desk.see(".effects li");
      await focuses("reason");
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-testid=act]", { hidden: true });
      await focuses("act-resend");
      await page.keyboard.press("Enter");
      await desk.see(".effects li");
      await focuses("reason");
      await page.keyboard.type("Lost on a trip");
      await tabTo("act-confirm");
      await page.keyboard.press("Enter");
      await desk.see("act-result");
      await focuses("act-close");
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
        const outside = await page.evaluate(OUTSIDE);
        if (JSON.stringify(outside) !== "[]") wrong.push([name, width, { outside }]);
        // Each theme once, and each of the two layouts: on a phone in light, on a desk in dark.
        if (width !== (theme === "light" ? CONSOLE_WIDTHS[0] : CONSOLE_WIDTHS[2])) return;
        // What is not about colours and sizes is the same in light.
        const found = await violations(page, theme === "light" ? {} : { only: LOOK_RULES });
        if (JSON.stringify(found) !== "[]") wrong.push([name, theme, width, found]);
        const moving = Number(await page.evaluate("document.getAnimations().length"));
        if (moving > 0) wrong.push([name, "moves"]);
      });
      assertEquals(wrong, []);
      assertEquals(refused, []);
      assert(looks > 70, String(looks));
    }));
});
