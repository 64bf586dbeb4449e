/** A plan bought with Apple Pay in a browser that has it, and a browser without. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appFixture } from "../support/app/app_fixture.ts";
import { enter } from "../support/app/funnel.ts";
import { createShopper, type Shopper, signInByGoogle } from "../support/app/shopper.ts";
import { APPLE } from "../support/merchant/fake_wallets.ts";

interface Visit {
  /** The shopper's choice in the sheet; undefined: the browser has no Apple Pay. */
  readonly plan?: "pays" | "cancels" | "cancels later" | "has none";
  readonly query?: string;
  /** Signs in before. */
  readonly email?: string;
  /** Replaces answers of our server for this visit, by end of the address. */
  readonly answers?: Readonly<Record<string, { readonly status: number; readonly body: object }>>;
}

describe("Apple Pay in the app", () => {
  const fixture = appFixture();

  const visit = async (
    { plan, query = "", email, answers = {} }: Visit,
    live: (shopper: Shopper, sent: readonly string[]) => Promise<void>,
  ) => {
    const sent: string[] = [];
    await fixture.visit(async (page) => {
      await page.setRequestInterception(true);
      page.on("request", (request) => {
        if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
        const row = Object.entries(answers).find(([end]) => request.url().endsWith(end))?.[1];
        if (row === undefined) return void request.continue();
        void request.respond({ status: row.status, contentType: "application/json", body: JSON.stringify(row.body) });
      });
      if (plan !== undefined) {
        await page.evaluateOnNewDocument(`if (self === top) { window.shopper = ${JSON.stringify(plan)}; ${APPLE} }`);
      }
      const shopper = createShopper(page);
      if (email !== undefined) {
        await page.goto(`${fixture.app.origin}/trustcheck/sign-in`);
        await signInByGoogle(shopper, email);
        await page.waitForFunction("location.pathname === '/trustcheck/webapp'");
      }
      await enter(page, { origin: fixture.app.origin, path: `?step=payment${query}` });
      await shopper.see("payment");
      await live(shopper, sent);
    });
  };
  const rows = async () =>
    await fixture.app.context.db.selectFrom("subs_subscriptions").select([
      "payment_method",
      "instrument_label",
      "instrument_vault",
    ]).execute();
  const walletCalls = async ({ page }: Shopper) => asCalls(await page.evaluate("window.walletCalls ?? []"));
  const press = async (shopper: Shopper) => {
    await shopper.tap("pay-by-apple");
    await shopper.tap("consent-tick");
    await shopper.tap("apple-pay");
  };

  it("W-APPLE-01: a browser without Apple Pay, or without a usable card in it, is not offered it", async () => {
    for (const plan of [undefined, "has none"] as const) {
      await visit(plan === undefined ? {} : { plan }, async ({ page }) => {
        await page.waitForSelector("#payrails-card-payment-button");
        assertEquals(
          await page.$$('[data-testid="pay-by-apple"], [data-testid="apple-pay"]').then((all) => all.length),
          0,
        );
      });
    }
  });

  it("W-APPLE-03: closing the sheet shows 'Something went wrong', nothing is charged, and a card can be typed", () =>
    visit({ plan: "cancels" }, async (shopper, sent) => {
      await press(shopper);
      await shopper.readUntil(/Something went wrong[^]*You haven't been charged/);
      assertEquals(sent.filter((path) => path.includes("applepay")), []);
      await shopper.tap("pay-by-card");
      await shopper.typeCard({ number: "4242424242424242" });
    }));

  it("W-APPLE-06: a refused create marks the payment as failed and shows why; typed values are kept", () =>
    visit({
      plan: "pays",
      answers: { "/subs/create-no-user-applepay": { status: 200, body: { id: "", error: "Your bank says no." } } },
    }, async (shopper) => {
      await shopper.typeCard({ number: "4242" });
      await press(shopper);
      await shopper.readUntil("Your bank says no.");
      assertEquals((await walletCalls(shopper)).at(-1), ["completePayment", { status: 1 }]);
      await shopper.tap("pay-by-card");
      const frame = shopper.page.frames().find((candidate) => candidate.url().includes("/card/5/"));
      assertEquals(
        await frame?.$eval('input[autocomplete="cc-number"]', (field) => "value" in field && field.value),
        "4242",
      );
    }));

  it("W-APPLE-07: a merchant that is not validated aborts the session", () =>
    visit({
      plan: "pays",
      answers: { "/validate-merchant": { status: 502, body: { error: "Apple Pay did not answer." } } },
    }, async (shopper, sent) => {
      await press(shopper);
      await shopper.readUntil("Apple Pay did not answer.");
      assertEquals((await walletCalls(shopper)).at(-1), ["abort"]);
      assertEquals(sent.filter((path) => path.includes("applepay")), []);
    }));

  it("W-APPLE-04, W-APPLE-05, W-QUERY-08: replaces the card fields, pays today's sum, keeps the purchase, shows the offers", () =>
    visit({ plan: "pays", query: "&vault=v-7" }, async (shopper, sent) => {
      await shopper.tap("pay-by-apple");
      assertEquals(await shopper.page.evaluate("document.querySelector('.payment__card').checkVisibility()"), false);
      await shopper.tap("apple-pay");
      // Without the consent tick no sheet opens.
      await shopper.readUntil("Check this box to continue");
      await shopper.tap("consent-tick");
      await shopper.tap("apple-pay");
      await shopper.readUntil("Payment complete. Your report is ready.");
      const made = await walletCalls(shopper);
      assertEquals(made.at(-1), ["completePayment", { status: 0 }]);
      // Where Apple's settings lead to manage the plan (T9).
      const [, , request] = made.find(([name]) => name === "session") ?? [];
      assertStringIncludes(
        JSON.stringify(request),
        `"managementURL":"${fixture.app.origin}/trustcheck/webapp/manage-subscriptions"`,
      );
      assertEquals(sent.filter((path) => path.startsWith("/api/") || path.includes("/subs/")), [
        "/api/consent",
        "/api/apple-pay/validate-merchant",
        "/services/subscriptions/subs/create-no-user-applepay",
      ]);
      assertMatch(JSON.stringify(await shopper.page.evaluate("({ ...sessionStorage })")), /ana@mail\.example/);
      assertStringIncludes(await shopper.page.evaluate("sessionStorage.getItem('subscriptionId')") as string, '"');
      assertEquals(await rows(), [{
        payment_method: "applePay",
        instrument_label: "Visa 4242",
        instrument_vault: "v-7",
      }]);
      // The stored instrument pays for the offers.
      await shopper.tap("add-tck_pdf_report_otp");
      await shopper.readUntil("PDF report added");
    }));

  it("W-CALL-25, W-CALL-09: a member pays by create-applepay, and the plan is theirs at once", () =>
    visit({ plan: "pays", email: "may@mail.example" }, async (shopper, sent) => {
      await press(shopper);
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(sent.filter((path) => path.includes("/subs/")), ["/services/subscriptions/subs/create-applepay"]);
      const newest = await fixture.app.context.db.selectFrom("subs_subscriptions").select(["user_id", "payment_method"])
        .orderBy("started_ms", "desc").executeTakeFirst();
      assertEquals([newest?.user_id !== "", newest?.payment_method], [true, "applePay"]);
    }));
});

function asCalls(value: unknown): readonly (readonly unknown[])[] {
  return value as readonly (readonly unknown[])[];
}
