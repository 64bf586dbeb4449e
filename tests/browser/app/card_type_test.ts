/** A typed card: its network is reported with the purchase, and it is stored for renewals and add-ons. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { appFixture } from "../../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../../support/app/funnel.ts";
import { createShopper } from "../../support/app/shopper.ts";
import { recordFunnelEvents } from "../../support/app/funnel_events.ts";

const CARDS = [
  ["W-VALID-04", "visa", "4242424242424242", "123"],
  ["W-VALID-05", "mastercard", "5555555555554444", "123"],
  ["W-VALID-06", "amex", "378282246310005", "1234"],
  ["W-VALID-07", "discover", "6011111111111117", "123"],
  ["W-VALID-08", "unknown", "3530111333300000", "123"],
] as const;

describe("a card that is typed into the payment step", () => {
  const fixture = appFixture({ env: { FUNNEL_EVENT_DAYS: "30" } });

  for (const [id, type, number, code] of CARDS) {
    it(`${id}: ${type} is reported with the purchase`, () =>
      fixture.visit(async (page) => {
        const shopper = createShopper(page);
        const reported = recordFunnelEvents(page);
        const kept = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "given" } };
        await enter(page, { origin: fixture.app.origin, path: "?step=payment", kept });
        await shopper.typeCard({ number, code });
        await shopper.tap("consent-tick");
        const authorized = page.waitForRequest((request) => request.url().endsWith("/authorize"));
        await shopper.pressPay();
        const { paymentComposition: [item] } = JSON.parse((await authorized).postData() ?? "{}");
        assertEquals(item.storeInstrument, true, "without it no renewal and no add-on could be charged");
        await shopper.readUntil("Payment complete. Your report is ready.");
        const sales = (await reported()).filter(({ name }) => name === "purchase").map(({ fields }) =>
          fields.card_type
        );
        assertEquals(sales, [type]);
      }));
  }

  it("W-OFFER-02, W-CARD-09: the card is stored without a question to the shopper, and pays an add-on", () =>
    fixture.visit(async (page) => {
      const shopper = createShopper(page);
      await enter(page, { origin: fixture.app.origin, path: "?step=payment" });
      await shopper.typeCard({ number: "4242424242424242" });
      const frames = await Promise.all(page.frames().map((frame) => frame.$$('input[type="checkbox"]')));
      assertEquals(frames.flat().length, 1, "the only box is the consent");
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("bought-tck_guide_otp");
      const stored = await fixture.app.context.db.selectFrom("pay_instruments").select("status")
        .orderBy("created_ms", "desc").executeTakeFirst();
      assertEquals(stored?.status, "enabled");
    }));
});
