/**
 * Every test card of the payments service through the drop-in and through single elements, compared with the server's
 * state.
 */
import type { Browser } from "puppeteer";
import { assertEquals, assertMatch } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import type { RunningApp } from "../../support/app/app.ts";
import { cardFrame } from "../../support/frames.ts";
import { type MerchantPage, untilCleared } from "../../support/merchant/merchant_page.ts";
import { closeMerchantFixture, openMerchantFixture } from "../../support/merchant/merchant_fixture.ts";
import {
  type CheckoutPage,
  type FinalName,
  type Integration,
  INTEGRATIONS,
  PAY_BUTTON,
  SharedCheckoutPage,
} from "../../support/merchant/checkout_page.ts";

interface Row {
  readonly number: string;
  readonly final: FinalName;
  /** In the callback's argument. */
  readonly says?: RegExp;
  readonly challenge?: "approve" | "decline" | "cancel";
}

const accepted = (number: string): Row => ({ number, final: "onSuccess" });
const declined = (number: string, result: string): Row => ({
  number,
  final: "onFailed",
  says: new RegExp(`"AUTHORIZATION_ERROR","message":"${result}"`),
});

/** Accepted like the first card; the drop-in proves each, and elements do so by deno task test:long. */
const OTHER_BRANDS = new Set([
  ...["6011111111111117", "30569309020004", "3566002020360505", "6200000000000005", "6062828888666688"],
  ...["6759649826438453", "4000000000000341", "4000056655665556"],
]);
const IS_LONG = Deno.env.get("TEST_LONG") === "1";

/** The test cards of docs/decisions/payments/test-cards.md. */
const CARDS: readonly Row[] = [
  accepted("4242424242424242"),
  accepted("5555555555554444"),
  accepted("378282246310005"),
  accepted("6011111111111117"),
  accepted("30569309020004"),
  accepted("3566002020360505"),
  accepted("6200000000000005"),
  accepted("6062828888666688"),
  accepted("6759649826438453"),
  accepted("4000000000000341"),
  accepted("4000056655665556"),
  declined("4000000000000002", "GenericRejection"),
  declined("4000000000009995", "InsufficientBalance"),
  declined("4000000000000069", "ExpiredInstrument"),
  declined("4000000000000127", "InvalidInstrument"),
  declined("4000000000000119", "ProviderUnknownError"),
  { number: "4000002500003155", challenge: "approve", final: "onSuccess" },
  {
    number: "4000002500003155",
    challenge: "decline",
    final: "onFailed",
    says: /AUTHORIZATION_ERROR.*after 3DS challenge/,
  },
  {
    number: "4000002500003155",
    challenge: "cancel",
    final: "onFailed",
    says: /AUTHORIZATION_ERROR.*after 3DS challenge/,
  },
  {
    number: "4000008400001629",
    challenge: "approve",
    final: "onFailed",
    says: /AUTHORIZATION_ERROR.*after 3DS challenge/,
  },
  { number: "4000000000000077", final: "onPending", says: /"reason":"processing"/ },
];

const STATES: Readonly<Record<FinalName, RegExp>> = {
  onSuccess: /^(authorized|captured)$/,
  onFailed: /^declined$/,
  onPending: /^pending$/,
};
const SCREENS: Readonly<Record<FinalName, string>> = {
  onSuccess: "#payrails-authorization-success",
  onFailed: "#authorization-failed-message",
  onPending: "#payrails-authorization-pending",
};

describe("test cards", () => {
  let app: RunningApp;
  let merchant: MerchantPage;
  let browser: Browser;
  before(async () => {
    ({ app, merchant: merchant, browser } = await openMerchantFixture());
  });
  after(() => closeMerchantFixture({ app, merchant: merchant, browser }));

  async function assertShown({ page, fill, pay }: CheckoutPage, integration: Integration, final: FinalName) {
    assertEquals(await page.$("#payrails-popup, #payrails-dropin-loader, .payrails-loader"), null);
    if (integration === "dropin") await page.waitForSelector(SCREENS[final]);
    if (integration === "dropin" && final !== "onFailed") return;
    // The button of single elements, and of a declined drop-in, accepts another card.
    if (final === "onSuccess") {
      assertEquals(await page.$(`${PAY_BUTTON}:not([disabled])`), null);
      await untilCleared(await cardFrame(page));
      await fill("4242424242424242");
    }
    await page.waitForSelector(`${PAY_BUTTON}:not([disabled])[aria-busy=false]`);
    if (final === "onFailed") {
      await fill("4242424242424242");
      await pay();
    }
  }

  for (const integration of INTEGRATIONS) {
    const shared = new SharedCheckoutPage({ integration });
    const rows = integration === "dropin" || IS_LONG ? CARDS : CARDS.filter(({ number }) => !OTHER_BRANDS.has(number));
    for (const row of rows) {
      const { number, final, challenge } = row;
      const words = challenge === undefined ? "" : `, ${challenge} at the issuer`;
      it(`S-AUTHZ-04, S-BUTTON-06: ${number} by ${integration}${words} ends with one ${final}, as the server has it`, async () => {
        await payBy(row, integration, await shared.next({ browser, merchant }));
        assertEquals(shared.takeErrors(), []);
      });
    }
  }

  async function payBy(
    { number, final: expected, says = /./, challenge }: Row,
    integration: Integration,
    checkout: CheckoutPage,
  ) {
    await checkout.fill(number);
    await checkout.pay();
    if (challenge !== undefined) await checkout.choose(challenge);
    const { name, event } = await checkout.final();
    assertEquals(name, expected);
    assertMatch(event, says);
    assertMatch((await merchant.execution(checkout.executionId)).state, STATES[expected]);
    const called = (await checkout.names()).filter((each) => !/State|OptionSelected/.test(each));
    const started = ["onButtonClicked", "onPaymentButtonClicked", "onRequestStart", "onAuthorizeRequestStart"];
    const challenged = challenge === undefined ? [] : ["onThreeDSecureChallenge"];
    assertEquals(called, [...started, ...challenged, name, name.replace("on", "onAuthorize")]);
    await assertShown(checkout, integration, expected);
    if (expected === "onFailed") {
      assertEquals((await checkout.final()).name, "onSuccess");
      assertMatch((await merchant.execution(checkout.executionId)).state, STATES.onSuccess);
    }
    assertEquals(checkout.authorizes().length, expected === "onFailed" ? 2 : 1);
  }
});
