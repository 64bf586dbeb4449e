/**
 * A member buys through the signed-in calls; finalizing goes to the address stored with the purchase, and never
 * elsewhere.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { HTTPRequest, Page } from "puppeteer";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../../support/app/funnel.ts";
import { recordFunnelEvents } from "../../support/app/funnel_events.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { buyerOf, comeBack } from "../../support/app/returning.ts";
import { createShopper, type Shopper, signInByGoogle } from "../../support/app/shopper.ts";

const GUIDE = "tck_guide_otp";
const EMAIL = "ana@mail.example";
const KEPT = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "refused" } };

interface Call {
  readonly name: string;
  readonly origin: string;
  readonly token: string;
  readonly body: Record<string, unknown>;
}

/** Calls that the page sends to services, by the last part of their address. */
function recordCalls(page: Page, pattern: RegExp): Call[] {
  const calls: Call[] = [];
  page.on("request", (request: HTTPRequest) => {
    const { origin, pathname } = new URL(request.url());
    if (!pattern.test(pathname)) return;
    const text = request.postData() ?? "";
    calls.push({
      name: pathname,
      origin,
      token: request.headers()["x-id-token"] ?? "",
      body: text.startsWith("{") ? JSON.parse(text) : {},
    });
  });
  return calls;
}

/** The next start of a plan gets this answer, and the one after it the server's own. */
const REFUSE_ONCE = (error: string) =>
  `const real = fetch;
   window.fetch = (path, ...rest) => {
     if (!path.endsWith("/recurring/create-subscription")) return real(path, ...rest);
     window.fetch = real;
     return Promise.resolve(Response.json({ error: ${JSON.stringify(error)} }, { status: 402 }));
   };`;

const names = (calls: readonly Call[]) => calls.map(({ name }) => name.replace(/^\/services\//, ""));
const isToken = (text: string) => text.split(".").length === 3;

describe("a purchase and the account it belongs to", () => {
  const fixture = appFixture({ env: { FUNNEL_EVENT_DAYS: "30" } });

  const payByCard = async (shopper: Shopper, page: Page) => {
    await enter(page, { origin: fixture.app.origin, path: "?step=payment", kept: KEPT });
    await shopper.typeCard({ number: "4242424242424242" });
    await shopper.tap("consent-tick");
    await shopper.pressPay();
    await shopper.readUntil("Payment complete. Your report is ready.");
  };

  it("W-CALL-25, W-CALL-08, W-CALL-12, W-CALL-15: a member pays, buys add-ons, opens and restarts a plan through signed-in calls only", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.goto(`${fixture.app.origin}/trustcheck/sign-in`);
      await signInByGoogle(shopper, EMAIL);
      await page.waitForFunction("location.pathname === '/trustcheck/webapp'");
      const calls = recordCalls(
        page,
        /\/(session|consent|create[\w-]*|rec\/subscriptions\/[\w-]+|report|finalize|subscription-finalize)$/,
      );
      await payByCard(shopper, page);
      await shopper.see(`add-${GUIDE}`);
      assertEquals(names(calls).map((name) => name.replace(/[\w-]{20,}$/, "{id}")), [
        "subscriptions/init/session",
        "/api/consent",
        "subscriptions/subs/create",
        "subscriptions/rec/subscriptions/{id}",
      ]);
      assert(calls.every(({ token }) => isToken(token)), "each with the member's token");
      const { context } = fixture.app;
      const [row] = await context.db.selectFrom("subs_subscriptions").selectAll().execute();
      const { firebase_id, ...sent } = calls[2]?.body ?? {};
      assertEquals([firebase_id, sent.plan_id, sent.email], [row?.user_id, "tck_weekly_3dtrial", EMAIL]);
      assert(typeof firebase_id === "string" && firebase_id !== "", "the plan belongs to the member at once");

      calls.length = 0;
      await shopper.tap(`add-${GUIDE}`);
      await shopper.see(`bought-${GUIDE}`);
      assertEquals(names(calls), ["/api/consent", "subscriptions/subs/create-no-user"]);
      assert(calls.every(({ token }) => isToken(token)));
      calls.length = 0;
      await shopper.tap("open-report");
      await shopper.see("lookup-number");
      const reports = calls.filter(({ name }) => name.endsWith("/report"));
      assert(reports.length > 0 && reports.every(({ token }) => isToken(token)), "the report is the member's");
      assertEquals(reports[0]?.body.user_id, firebase_id);
      const made = await context.db.selectFrom("members_reports").select("user_id").execute();
      assertEquals(made.map(({ user_id }) => user_id), [firebase_id]);

      await context.db.updateTable("subs_subscriptions").set({ status: "ended", next_charge_ms: null }).execute();
      await page.evaluate("localStorage.setItem('consent', '\"given\"')");
      const reported = recordFunnelEvents(page);
      await page.goto(`${fixture.app.origin}/trustcheck/webapp/manage-subscriptions`);
      calls.length = 0;
      await shopper.tap("start-again");
      await shopper.readUntil(/1\.00.* today for 3 days/);
      await shopper.tap("start-again-pay");
      await shopper.readUntil("Check this box to continue");
      assertEquals(calls, [], "nothing is asked for before the consent");
      await shopper.tap("start-again-consent");
      await page.evaluate(REFUSE_ONCE("The bank declined it."));
      await shopper.tap("start-again-pay");
      await shopper.readUntil("The bank declined it.");
      assertEquals(names(calls), ["subscriptions/init/session", "/api/consent"]);
      calls.length = 0;
      await shopper.tap("start-again-pay");
      await page.waitForSelector('[data-testid="subscription"][data-status="trial"]');
      await shopper.see("started-again");
      await shopper.readUntil("Your plan has restarted.");
      assertEquals(await page.$('[data-testid^="start-again"]'), null, "the plan is not for sale again");
      assertEquals(names(calls).slice(0, 3), [
        "subscriptions/init/session",
        "/api/consent",
        "recurring/create-subscription",
      ]);
      assert(calls.slice(0, 3).every(({ token }) => isToken(token)));
      const { plan_id, email, ...more } = calls[2]?.body ?? {};
      assertEquals([plan_id, email, more], [
        "tck_weekly_3dtrial",
        EMAIL,
        { firebase_id: row?.user_id, apple_token: "" },
      ]);
      const purchases = (await reported()).filter(({ name }) => name.startsWith("purchase"));
      assertEquals(purchases, [
        { name: "purchase-error", fields: { text: "The bank declined it." } },
        { name: "purchase", fields: { plan_id: "tck_weekly_3dtrial", value: 1, currency: "USD" } },
      ]);
      const paid = await context.db.selectFrom("subs_subscriptions").select(["payment_instrument_id", "status"])
        .where("user_id", "=", row?.user_id ?? "").orderBy("started_ms").execute();
      assertEquals(paid.map(({ status }) => status), ["ended", "trial"]);
      assertEquals(paid[1]?.payment_instrument_id, paid[0]?.payment_instrument_id, "with the card that is stored");
    }));

  it("W-STORE-03, W-CALL-13: a purchase of this browser is finalized at its stored service address", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const calls = recordCalls(page, /finalize$/);
      await payByCard(shopper, page);
      assertEquals(await page.evaluate("sessionStorage.getItem('url')"), '"/services/subscriptions"');
      await shopper.tap("open-report");
      await signInByGoogle(shopper, "bea@mail.example");
      await shopper.see("lookup-number");
      assertEquals(names(calls), ["subscriptions/subscription-finalize"]);
      assertEquals(await page.evaluate("sessionStorage.getItem('url')"), null);
    }));

  for (
    const [title, url, expected] of [
      ["another host", "https://evil.example/services/subscriptions", "subscriptions/subscription-finalize"],
      ["another path of ours", "/api/sign-out?", "subscriptions/subscription-finalize"],
      ["nothing", undefined, "subscriptions/subs/finalize"],
    ] as const
  ) {
    it(`W-STORE-03, SECURITY B5: with ${title} instead, only our own service is called`, () =>
      fixture.visit(async (page) => {
        const shopper = createShopper(page);
        const calls = recordCalls(page, /finalize$|sign-out$/);
        const foreign: string[] = [];
        page.on("request", (request) => {
          if (request.url().includes("evil.example")) foreign.push(request.url());
        });
        const email = `${title.replaceAll(" ", ".")}@mail.example`;
        const buyer = await buyerOf(createVisitor(fixture.app.context), email);
        const { url: _, ...session } = buyer.kept.session;
        const kept = { ...buyer.kept, session: url === undefined ? session : { ...session, url } };
        await comeBack(page, { ...buyer, kept }, { origin: fixture.app.origin, path: "offers" });
        await shopper.tap("open-report");
        await signInByGoogle(shopper, email);
        await shopper.see("lookup-number");
        assertEquals([names(calls), foreign], [[expected], []]);
        assertEquals(calls[0]?.origin, fixture.app.origin);
      }));
  }
});
