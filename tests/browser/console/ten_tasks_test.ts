/**
 * The ten tasks of a support agent at the console, in a browser with the real server: each takes three presses at most
 * from the search result on. Typing takes none in a field that the page has focused or that Tab reaches; in any other
 * field it takes one.
 */
import { before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { appFixture } from "../../support/app/app_fixture.ts";
import { confirmAct, type Desk, openDesk } from "../../support/console/desk.ts";
import { DEAD_HOOK, type People, seedPeople } from "../../support/console/people.ts";
import { eventually } from "../../support/eventually.ts";

const MOST = 3;

describe("the ten tasks of a support agent", () => {
  const fixture = appFixture({ env: { ADMIN: "on", PAYMENTS_WEBHOOKS: DEAD_HOOK }, isWhole: true });
  let people: People;
  before(async () => {
    people = await seedPeople(fixture.app);
  });

  /** At the desk, after a search; fails when the task took more presses. */
  const task = (query: () => string, work: (desk: Desk) => Promise<void>) => () =>
    fixture.visit(async (page) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      const desk = await openDesk(fixture.app, page, "support");
      await desk.open("");
      await desk.search(query());
      await work(desk);
      assert(desk.clicks() <= MOST, `${desk.clicks()} presses`);
      assertEquals(errors, []);
    });
  const audited = async (what: string) =>
    await fixture.app.context.db.selectFrom("admin_audit").selectAll().where("what", "=", what).execute();

  it(
    "1. finds a customer",
    task(() => people.ada.email, async (desk) => {
      await desk.press("open-customer");
      assertMatch(await desk.waitForText("person", /Visa/), /Visa •••• 4242/);
      assertMatch(await desk.textOf(".screen h1"), /^a•/);
      assertEquals(String(await desk.page.evaluate("document.body.innerText")).includes(people.ada.email), false);
    }),
  );

  it(
    "2. explains a charge",
    task(() => people.ada.purchaseId, async (desk) => {
      await desk.press("open-timeline");
      await desk.press("[data-kind=charge] button.entry__title");
      assertMatch(await desk.waitForText("timeline", /Consent given/), /Renewal|First charge/);
      await desk.see("[data-kind=charge] dl.facts");
    }),
  );

  it(
    "3. refunds a charge",
    task(() => people.ada.email, async (desk) => {
      await desk.press("open-customer");
      await desk.press("act-refund");
      assertMatch(await desk.waitForText("act-preview", /goes back/), /goes back to Visa •••• 4242/);
      // From the amount, which is filled in.
      await desk.tabTo("reason");
      assertMatch(await confirmAct(desk, "Charged twice"), /refund is on its way|recorded/);
      assertEquals((await audited("refund")).length, 1);
    }),
  );

  it(
    "4. cancels a plan",
    task(() => people.walt.email, async (desk) => {
      await desk.press("open-customer");
      await desk.press("act-cancel");
      assertMatch(await confirmAct(desk, "Customer asked to cancel"), /canceled/);
      const { status } = await fixture.app.context.db.selectFrom("subs_subscriptions").select("status")
        .where("id", "=", people.walt.purchaseId).executeTakeFirstOrThrow();
      assertEquals(status, "cancelled");
    }),
  );

  it(
    "5. sends a new link to sign in",
    task(() => people.ada.email, async (desk) => {
      await desk.press("open-customer");
      await desk.press("act-resend");
      assertMatch(await confirmAct(desk, "Customer lost the email"), /new link is on its way/);
    }),
  );

  it(
    "6. replays a webhook",
    task(() => people.rex.purchaseId, async (desk) => {
      await desk.press("open-timeline");
      await desk.press("[data-kind=webhook] [data-testid=act-replay_webhook]");
      assertMatch(await desk.waitForText("act-preview", /webhook/i), /http:\/\/127\.0\.0\.1:9/);
      assertMatch(await confirmAct(desk, "Receiver was down"), /goes out again|recorded/);
      assertEquals((await audited("replay_webhook")).length, 1);
    }),
  );

  it(
    "7. answers a dispute",
    task(() => people.dina.purchaseId, async (desk) => {
      await desk.press("open-timeline");
      await desk.press("[data-kind=dispute] [data-testid=act-answer_dispute]");
      const draft = await desk.page.$eval("[data-testid=act-evidence]", (field) => field.textContent ?? "");
      assertMatch(draft, /UTC: Consent given/);
      // From the answer, past the evidence, which is prefilled.
      await desk.tabTo("reason");
      assertMatch(await confirmAct(desk, "Cardholder used the report"), /^The acquirer has the answer/);
      assertEquals((await audited("answer_dispute")).length, 1);
    }),
  );

  it(
    "8. sees why a renewal failed",
    task(() => people.rex.purchaseId, async (desk) => {
      await desk.press("open-timeline");
      assertMatch(await desk.waitForText("failed-renewal", /reason/), /with the reason "generic rejection"/);
    }),
  );

  it(
    "9. exports a person's data",
    task(() => people.ada.email, async (desk) => {
      await desk.press("open-customer");
      const browser = await desk.page.createCDPSession();
      await browser.send("Browser.setDownloadBehavior", { behavior: "deny", eventsEnabled: true });
      const downloads: string[] = [];
      browser.on("Browser.downloadWillBegin", ({ url }) => downloads.push(url));
      await desk.press("act-export");
      assertMatch(await confirmAct(desk, "Request for access"), /The file is ready/);
      const href = await desk.page.$eval("[data-testid=act-result] a", (link) => link.getAttribute("href") ?? "");
      await eventually(() => downloads.some((url) => url.endsWith(href)), () => downloads);
      const kind = `fetch(${JSON.stringify(href)}).then((answer) => answer.headers.get("content-type"))`;
      assertEquals(await desk.page.evaluate(kind), "application/zip");
    }),
  );

  it(
    "10. erases a person",
    task(() => people.eve.email, async (desk) => {
      await desk.press("open-customer");
      await desk.press("act-erase");
      assertMatch(await desk.waitForText("act-preview", /without a name/), /This can't be undone/);
      await confirmAct(desk, "Request for erasure");
      const { db } = fixture.app.context;
      await eventually(async () =>
        (await db.selectFrom("subs_subscriptions").select("email").where("id", "=", people.eve.purchaseId)
          .executeTakeFirstOrThrow()).email !== people.eve.email
      );
    }),
  );
});
