/** TRUST T11: only the member can export what they typed at the purchase. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ADDRESS, ANN, BOB, buy, openSubscriptionsFixture } from "../testing/fixture.ts";

it("TRUST T11: address, attribution and payment method of a purchase are given only to its member", async () => {
  const h = await openSubscriptionsFixture();
  try {
    const id = await buy(h);
    await buy(h, "tck_3month_plan", { checkout: BOB });
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    await h.call("POST", "/subs/finalize", { checkout: ANN, token: "ann" }, claim);
    const of = (who: object) => h.call("POST", "/purchase-details-of-member", who);
    assertEquals((await of({ token: "ann" })).body, {
      purchases: [{
        email: "Ann@Example.com",
        payment_method: "card",
        instrument_label: "",
        instrument_vault: "",
        language: "en",
        subscription_id: id,
        address: { ...ADDRESS },
        attribution: { project: "TrustCheck" },
      }],
    });
    assertEquals((await of({ token: "eve" })).body, { purchases: [] });
    assertEquals((await of({ checkout: ANN })).status, 401);
  } finally {
    await h.close();
  }
});
