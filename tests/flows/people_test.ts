/** Visitors and members, and the order of the calls: a visitor who pays, and the member they become. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { paths } from "../../client/lib/browser/paths.ts";
import { recordFunnelEvents } from "../support/app/funnel_events.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../support/app/funnel.ts";
import { createShopper, signInByGoogle } from "../support/app/shopper.ts";

describe("visitors and members", () => {
  const fixture = appFixture({ env: { FUNNEL_EVENT_DAYS: "30" } });

  it("W-PROD-03, W-AUTH-04, W-AUTH-05, W-AUTH-10, W-AUTH-11: a visitor at any members' page is sent to sign in, by Google or Apple, and there is no third kind", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const members = [paths.webapp(), paths.sexOffendersReport(), paths.profile(), paths.manageSubscriptions()];
      for (const path of members) {
        await page.goto(`${fixture.app.origin}/trustcheck${path}`);
        await shopper.see("sign-in-google");
        await shopper.see("sign-in-apple");
        assertEquals(shopper.path(), "/trustcheck/sign-in", path);
      }
      const answers = await Promise.all(["admin", "staff"].map((name) => fetch(`${fixture.app.origin}/${name}`)));
      assertEquals(answers.map(({ status }) => status), [404, 404]);
      await Promise.all(answers.map((answer) => answer.body?.cancel()));
    }));

  it("W-AUTH-11: a visitor sent to sign-in returns to the members page they requested", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.goto(`${fixture.app.origin}/trustcheck${paths.profile()}`);
      await signInByGoogle(shopper, "eva@mail.example");
      await shopper.readUntil("Signed in as");
      assertEquals(shopper.path(), `/trustcheck${paths.profile()}`);
    }));

  it("W-AUTH-11: so does one who signs in by an emailed link in another browser, or by a redirect", async () => {
    const { origin } = fixture.app;
    const asked = `${origin}/trustcheck${paths.profile()}`;
    await fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.goto(asked);
      await shopper.fill("sign-in-email", "lena@mail.example");
      await shopper.tap("sign-in-send");
      await shopper.see("link-sent");
    });
    const box = `${origin}/dev/mailbox/messages.json?to=${encodeURIComponent("lena@mail.example")}`;
    const mails = await eventually(async () => {
      const text = await (await fetch(box)).text();
      return text !== "[]" && text;
    });
    await fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.goto(/http[^\s"\\]+oobCode[^\s"\\]+/.exec(mails)?.[0] ?? "");
      await shopper.fill("sign-in-email", "lena@mail.example");
      await page.keyboard.press("Enter");
      await shopper.readUntil("Signed in as");
      assertEquals(page.url(), asked);
    });
    await fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await page.evaluateOnNewDocument("window.open = () => null;");
      await page.goto(asked);
      await shopper.tap("sign-in-apple");
      await page.waitForSelector("#other");
      await page.type("#other [name=email]", "rosa@mail.example");
      await page.type("#other [name=name]", "Rosa");
      await Promise.all([page.waitForNavigation(), page.click("[data-testid=continue]")]);
      await shopper.readUntil("Signed in as");
      assertEquals(page.url(), asked);
    });
  });

  it("W-ATTR-10, W-PROD-02, W-CARD-02, W-CARD-05, W-FINAL-02, W-FINAL-03: events, then the create call; signed in, finalize, then the profile; the attribution only inside them", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      const reported = recordFunnelEvents(page);
      const calls: string[] = [];
      const tokens: string[] = [];
      const attributed: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (/"campaign_id":"camp-7"/.test(request.postData() ?? "")) attributed.push(pathname.replace(/.*\//, ""));
        if (/\/(consent|authorize|create-no-user|subscription-finalize|profile)$/.test(pathname)) calls.push(pathname);
        if (pathname.endsWith("/profile")) tokens.push(request.headers()["x-id-token"] ?? "");
      });
      const kept = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "given" } };
      await enter(page, { origin: fixture.app.origin, path: "?step=payment&campaign_id=camp-7", kept });
      await shopper.typeCard({ number: "4242424242424242" });
      await shopper.tap("consent-tick");
      // The SDK takes the card in a frame of its own origin. This page has no card field and has sent nothing.
      assertEquals(await page.$$("input[autocomplete^='cc-']").then((all) => all.length), 0);
      assert(page.frames().some((frame) => frame.url().startsWith(fixture.app.frameOrigin)));
      assertEquals(calls, []);
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(calls.map((path) => path.replace(/.*\//, "")), ["consent", "authorize", "create-no-user"]);
      const events = await reported();
      assertEquals(
        events.map(({ name }) => name).filter((name) => /submit|purchase/.test(name)),
        ["card-submit", "modal-payment-submit", "purchase"],
      );

      calls.length = 0;
      await shopper.tap("open-report");
      await signInByGoogle(shopper, "ana@mail.example");
      await shopper.see("lookup-number");
      assertEquals(calls.slice(0, 2).map((path) => path.replace(/.*\//, "")), ["subscription-finalize", "profile"]);
      // Only these two calls carry the source of the visit (W-ATTR-10).
      assertEquals(attributed, ["create-no-user", "subscription-finalize"]);
      assert(tokens.every((token) => token.split(".").length === 3), tokens.join());
    }));
});
