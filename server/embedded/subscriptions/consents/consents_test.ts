/** Consents: stored with what was shown, refused when the figures are not today's. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { networkOf } from "../context/requester.ts";
import type { Agreements } from "../../../wire/billing/subscriptions.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  openSubscriptionsFixture,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN, ip: "203.0.113.77" };
const WEEKLY = "tck_weekly_3dtrial";

describe("consents", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
  });
  afterEach(() => h.close());

  it("are stored with text, hash, version, locale, network and time", async () => {
    const answer = await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { email: "ann@example.com" }));
    assertEquals(answer.status, 200);
    const [row] = await h.db.selectFrom("subs_consents").selectAll().execute();
    assertEquals(row?.id, answer.body.consent_id);
    assertEquals([row?.text, row?.text_version, row?.locale, row?.email], [
      "I agree to pay",
      "1",
      "en",
      "ann@example.com",
    ]);
    assertMatch(row?.text_sha256 ?? "", /^[0-9a-f]{64}$/);
    assertEquals(row?.ip_network, "203.0.113.0/24");
    assertEquals(row?.created_ms, h.clock.now());
  });

  it("SECURITY X10: stores the version a link names next to the version that was shown", async () => {
    const reported = consentBody(h, WEEKLY, { text_version: "2026-11-1", link_text_version: "2026-t" });
    await h.call("POST", "/consents", ann, reported);
    const [row] = await h.db.selectFrom("subs_consents").selectAll().execute();
    assertEquals([row?.text_version, row?.link_text_version], ["2026-11-1", "2026-t"]);
    await h.db.updateTable("subs_consents").set({ user_id: "ann" }).execute();
    const { agreements } = (await h.call("POST", "/consents-of-member", { token: "ann" })).body as Agreements;
    assertEquals(agreements.map((one) => [one.text_version, one.link_text_version]), [["2026-11-1", "2026-t"]]);
  });

  for (
    const [what, change] of [
      ["today's sum", { today_cents: 99 }],
      ["the next sum", { next_cents: 999 }],
      ["the date", { next_at: "2027-02-04" }],
      ["the rhythm", { every: "1m" }],
      ["a price said to be once", { next_cents: null, next_at: null, every: null }],
    ] as const
  ) {
    it(`with ${what} wrong get 409 with the right figures and are not stored`, async () => {
      const body = consentBody(h, WEEKLY);
      const answer = await h.call("POST", "/consents", ann, { ...body, shown: { ...body.shown, ...change } });
      assertEquals(answer.status, 409);
      assertEquals(answer.body.shown, { today_cents: 100, next_cents: 1999, next_at: "2027-02-03", every: "7d" });
      assertEquals(await h.db.selectFrom("subs_consents").select("id").execute(), []);
    });
  }

  it("are shown to their member as they were given, and to no other member", async () => {
    const id = await buy(h, WEEKLY, ann);
    await addOn(h, id, "tck_guide_otp");
    await addOn(h, await buy(h, "tck_3month_plan", { checkout: BOB }), "tck_guide_otp", { checkout: BOB });
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    await h.call("POST", "/subs/finalize", { ...ann, token: "ann" }, claim);
    const { agreements } = (await h.call("POST", "/consents-of-member", { token: "ann" })).body as Agreements;
    assertEquals(agreements.map(({ plan_id }) => plan_id).sort(), ["tck_guide_otp", WEEKLY]);
    assertEquals(agreements.find(({ plan_id }) => plan_id === WEEKLY)?.shown.today_cents, 100);
    assertEquals((await h.call("POST", "/consents-of-member", { token: "eve" })).body, { agreements: [] });
    assertEquals((await h.call("POST", "/consents-of-member", ann)).status, 401);
  });

  it("are refused from a browser without a checkout of that plan", async () => {
    assertEquals((await h.call("POST", "/consents", { checkout: BOB }, consentBody(h, WEEKLY))).status, 403);
    assertEquals((await h.call("POST", "/consents", {}, consentBody(h, WEEKLY))).status, 403);
    assertEquals((await h.call("POST", "/consents", ann, consentBody(h, "tck_3month_plan"))).status, 403);
    assertEquals((await h.call("POST", "/consents", ann, consentBody(h, "tck_guide_otp"))).status, 400);
  });
});

describe("the network part of an address", () => {
  for (
    const [ip, network] of [
      ["203.0.113.77", "203.0.113.0/24"],
      ["::ffff:203.0.113.77", "203.0.113.0/24"],
      ["2001:db8:1234:5678::1", "2001:db8:1234::/48"],
      ["2001:0db8::1", "2001:db8:0::/48"],
      ["::1", "0:0:0::/48"],
      ["", ""],
      ["not an address", ""],
    ] as const
  ) {
    it(`of ${ip || "nothing"} is ${network || "empty"}`, () => assertEquals(networkOf(ip), network));
  }
});
