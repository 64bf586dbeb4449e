/** Cancelling inside the app: in the browser that bought, and signed in; then the row and the email. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "puppeteer";
import { eventually } from "../support/eventually.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../support/app/funnel.ts";
import { createVisitor } from "../support/app/http_visitor.ts";
import { createShopper, signInByGoogle } from "../support/app/shopper.ts";

describe("cancelling a plan", () => {
  const fixture = appFixture();

  const bought = (live: (page: Page, id: string, email: string) => Promise<void>) =>
    fixture.visit(async (page) => {
      const buyer = createVisitor(fixture.app.context);
      const email = `${crypto.randomUUID()}@mail.example`;
      const { body } = await buyer.buy("tck_weekly_3dtrial", email);
      await page.browserContext().setCookie(
        ...buyer.cookies().map((cookie) => ({ ...cookie, domain: "localhost", httpOnly: true })),
      );
      const session = { email, subscriptionId: body.subscription_id, url: "/services/subscriptions" };
      await enter(page, { origin: fixture.app.origin, path: "terms", kept: { local: READY_TO_PAY.local, session } });
      await live(page, body.subscription_id, email);
    });
  const at = (path: string) => `${fixture.app.origin}/trustcheck/${path}`;
  const subscription = async (id: string) =>
    await fixture.app.context.db.selectFrom("subs_subscriptions").selectAll().where("id", "=", id)
      .executeTakeFirstOrThrow();
  /** The plan's row has ended, and an email confirms it. */
  const isLeft = async (id: string, email: string) => {
    assertEquals((await subscription(id)).status, "cancelled");
    const url = `${fixture.app.origin}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`;
    const mails = async (): Promise<readonly { readonly kind: string }[]> => await (await fetch(url)).json();
    await eventually(async () => (await mails()).some(({ kind }) => kind === "cancelled"), mails);
  };

  it("W-UNSUB-01: the browser that bought cancels its plan with one button, and shows how long it stays available", () =>
    bought(async (page, id, email) => {
      const shopper = createShopper(page);
      const summary = /Weekly plan[^]*\$19\.99 every 7 days[^]*Next charge/;
      const url = `${fixture.app.origin}/dev/mailbox/messages.json?to=${encodeURIComponent(email)}`;
      const mailed = async (): Promise<string> =>
        /unsubscription\?c=[\w-]{43}/.exec(await (await fetch(url)).text())?.[0] ?? "";
      await eventually(async () => await mailed() !== "", mailed);
      // Without a sign-in, and without the cookie of the purchase.
      const stranger = await fixture.browser.createBrowserContext();
      const link = await stranger.newPage();
      await link.goto(at(await mailed()));
      await createShopper(link).see("plan-to-cancel");
      await createShopper(link).readUntil(summary);
      await stranger.close();
      await page.goto(at("unsubscription"));
      await shopper.readUntil(summary);
      await shopper.tap("cancel-confirm");
      await shopper.see("cancelled");
      const { current_period_end_ms } = await subscription(id);
      const day = new Date(current_period_end_ms);
      const date = new Intl.DateTimeFormat("en-US", {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      });
      const shown = date.format(day).replaceAll(" ", "\u00a0");
      await shopper.readUntil(/Your plan is canceled[^]*You won't be charged for this plan again\./);
      await shopper.readUntil(new RegExp(`Access until\\s+${shown}`));
      await isLeft(id, email);
    }));

  it("W-UNSUB-01, W-SCREEN-03: a member confirms once, may keep the plan, and cancels it with the second press", () =>
    bought(async (page, id, email) => {
      const shopper = createShopper(page);
      await page.goto(at(`access-product?vSubscriptionId=${id}`));
      await signInByGoogle(shopper, email);
      await shopper.see("lookup-number");
      await page.goto(at("webapp/manage-subscriptions"));
      await shopper.tap("cancel-plan");
      await shopper.readUntil("Your plan ends and you won't be charged for it again.");
      await page.evaluate(
        "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Keep plan').click()",
      );
      assertEquals((await subscription(id)).status, "trial");
      await shopper.tap("cancel-plan");
      await shopper.tap("cancel-confirm");
      await shopper.see("cancelled");
      await isLeft(id, email);
      await page.reload();
      await page.waitForSelector('[data-testid="subscription"][data-status="cancelled"]');
      assertEquals(await page.$('[data-testid="cancel-plan"]'), null);
    }));
});
