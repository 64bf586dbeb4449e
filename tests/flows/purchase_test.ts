/**
 * The path of a visitor through the product in a real browser, from the first question to a paid report, and the rows
 * it leaves.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { RunningApp } from "../support/app/app.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { createShopper, openedWindow, type Shopper } from "../support/app/shopper.ts";

const NUMBER = "+1 650 253 0000";

/** Number, free facts, a few answers, the scan, and the address for the receipt. */
async function goToPayment(shopper: Shopper, { origin, email }: { readonly origin: string; readonly email: string }) {
  await shopper.page.goto(`${origin}/trustcheck/`);
  await shopper.tap("consent-refuse");
  await shopper.type("phone", NUMBER);
  await shopper.tap("check-it");
  assertStringIncludes(await shopper.readUntil("Mountain View"), "United States");
  await shopper.tap("start-quiz");
  for (let question = 1; question <= 3; question++) {
    await shopper.page.waitForSelector(`[data-question="${question}"]`);
    if (question === 2) await shopper.tap("skip-question");
    else await (await shopper.page.waitForSelector(`[data-question="${question}"] label`))?.click();
  }
  await shopper.page.waitForSelector('[data-question="4"]');
  await shopper.tap("skip-to-check");
  await shopper.tap("get-report");
  await shopper.type("details-email", email);
  await (await shopper.see("details-country")).select("US");
  await shopper.type("details-postal", "94043");
  await shopper.tap("details-continue");
  await shopper.tap("plan-continue");
  await shopper.see("payment");
}

type Counted = "subs_subscriptions" | "subs_charges" | "members_profiles";

async function count(app: RunningApp, table: Counted): Promise<number> {
  const rows = await app.context.db.selectFrom(table).selectAll().execute();
  return rows.length;
}

/** Facts of the report on the screen, by name. */
async function facts({ page }: Shopper): Promise<unknown> {
  return JSON.parse(String(
    await page.evaluate(`JSON.stringify(Object.fromEntries([...document.querySelectorAll("[data-testid=facts] > div")]
      .map((row) => [row.querySelector("dt").textContent.trim(), row.querySelector("dd span").textContent])))`),
  ));
}

describe("a visitor in a browser", () => {
  const fixture = appFixture();

  // First: it finds the tables empty.
  it("W-PROD-01, W-CARD-11, W-FINAL-05, W-LOOKUP-01, W-SUB-01: number, questions, scan, card, offers, sign-in, members area, report", () =>
    fixture.visit(async (page) => {
      const { app } = fixture;
      const shopper = createShopper(page);
      await goToPayment(shopper, { origin: app.origin, email: "ada@mail.example" });
      assertMatch(await shopper.read(), /Today 3-day trial\s+\$1\.00\s+Then every 7 days[\s\S]*\$19\.99/);
      await shopper.typeCard({ number: "4242424242424242", isKeyByKey: true });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(shopper.path(), "/trustcheck/offers");

      await shopper.tap("add-tck_pdf_report_otp");
      await shopper.readUntil("PDF report added");
      await shopper.tap("open-report");
      await shopper.see("report");
      assertStringIncludes(await shopper.read(), "Mountain View, CA");

      const chooser = await openedWindow(fixture.browser, () => shopper.tap("sign-in-google"));
      await chooser.waitForSelector("#other");
      await chooser.type("#other [name=email]", "ada@mail.example");
      await chooser.type("#other [name=name]", "Ada Test");
      await Promise.all([
        new Promise((resolve) => chooser.once("close", resolve)),
        chooser.click("#other button[type=submit], #other button"),
      ]);

      await shopper.see("lookup-number");
      assertEquals(shopper.path(), "/trustcheck/webapp");
      // The report that was bought is there at once, without another check.
      await shopper.see("report");
      await shopper.readUntil("Mountain View, CA");
      assertMatch(shopper.page.url(), /\/webapp\?report=[\w-]+$/);
      await shopper.tap("lookup-ask");
      await shopper.see("report");
      const report = await shopper.readUntil("Mountain View, CA");
      assertMatch(report, /Risk\s+0\s+out of 100/);
      assertEquals(await facts(shopper), {
        "Status": "Valid number range",
        "Line type": "Mobile or landline",
        "Location": "Mountain View, CA, United States",
        "Time zone": "Los Angeles",
      });
      assertStringIncludes(report, "\nCarrier");
      assertStringIncludes(report, "No warning signs");

      // A number with a high score: the report shows every point with its rule, reason and source.
      await shopper.type("lookup-number", "+44 909 879 0123");
      await shopper.tap("lookup-ask");
      const worse = await shopper.readUntil(/Risk\s+9\d\s+out of 100/);
      assertMatch(
        worse,
        /Why this score\s+Premium-rate number\s+\+60\s[\s\S]*Source: [\s\S]*at least 90\s[\s\S]*90 out of 100\s+How we calculate the score/,
      );
      assertEquals(
        [
          await count(app, "subs_subscriptions"),
          await count(app, "subs_charges"),
          await count(app, "members_profiles"),
        ],
        [1, 2, 1],
      );
      // The profile was saved under the member's id, with the id of the subscription that was finalized.
      const { uid = "" } = JSON.parse(String(await shopper.page.evaluate("localStorage.user")));
      const { db } = app.context;
      const { id, user_id } = await db.selectFrom("subs_subscriptions").selectAll().executeTakeFirstOrThrow();
      const saved = await db.selectFrom("members_profile_subscriptions").select(["user_id", "subscription_id"])
        .execute();
      assertEquals([user_id, saved], [uid, [{ user_id: uid, subscription_id: id }]]);
      const session = await shopper.page.evaluate("JSON.stringify(sessionStorage)");
      assert(!String(session).includes("ada@mail.example"), `finalizing left ${session}`);
    }));

  it("W-CARD-01: a declined card shows what to do next, nothing is charged, and the form is usable again", () =>
    fixture.visit(async (page) => {
      const { app } = fixture;
      const shopper = createShopper(page);
      const [plans, charges] = [await count(app, "subs_subscriptions"), await count(app, "subs_charges")];
      await goToPayment(shopper, { origin: app.origin, email: "decline@mail.example" });
      await shopper.typeCard({ number: "4000000000000002" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      const text = await shopper.readUntil("You haven't been charged");
      assertStringIncludes(text, "declined");
      assertEquals([await count(app, "subs_subscriptions"), await count(app, "subs_charges")], [plans, charges]);
      // The form keeps what the shopper typed, and takes another card.
      await shopper.typeCard({ number: "5555555555554444" });
      await shopper.pressPay();
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(shopper.path(), "/trustcheck/offers");
      assertEquals([await count(app, "subs_subscriptions"), await count(app, "subs_charges")], [
        plans + 1,
        charges + 1,
      ]);
    }));
});
