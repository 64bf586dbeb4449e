/** Finalize: who may claim a purchase, and that the first claim wins. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { agreedChangeText } from "../testing/agreed_text.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  openSubscriptionsFixture,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ANN_TOKEN = "ann:ann@example.com";

describe("finalize", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
  });
  afterEach(() => h.close());

  const claim = (who: object, uid: string, more: object = {}, path = "/subs/finalize") =>
    h.call("POST", path, who, {
      subscription_id: id,
      email: "",
      firebase_id: uid,
      apple_token: "",
      attribution: {},
      ...more,
    });

  for (const path of ["/subs/finalize", "/subscription-finalize"]) {
    it(`W-CALL-10, W-CALL-11, W-CALL-13: POST ${path} from the browser of the purchase answers its id, repeats too`, async () => {
      for (let times = 0; times < 2; times++) {
        const answer = await claim({ checkout: ANN, token: "ann" }, "ann", {}, path);
        assertEquals(answer, { status: 200, body: { id, error: "" } });
      }
      const { subscriptions } = (await h.call("POST", "/subscriptions-of-member", { token: "ann" })).body;
      assertEquals((subscriptions as { id: string; user_id: string }[]).map(({ id, user_id }) => [id, user_id]), [[
        id,
        "ann",
      ]]);
    });
  }

  it("lets a verified address equal to the one of the purchase claim from any browser, whatever its case", async () => {
    assertEquals((await claim({ token: ANN_TOKEN }, "ann")).status, 200);
  });

  describe("POST /claim-purchases", () => {
    const claimAll = (who: object) => h.call("POST", "/claim-purchases", who);
    const claims = () =>
      h.db.selectFrom("subs_events").select(["subscription_id", "detail_json"]).where("name", "=", "finalized")
        .execute();
    it("gives a member all unclaimed purchases of their verified address, once", async () => {
      const other = await buy(h, "tck_3month_plan", { checkout: BOB });
      await h.db.updateTable("subs_subscriptions").set({ email_key: "bob@example.com" }).where("id", "=", other)
        .execute();
      assertEquals(await claimAll({ token: ANN_TOKEN }), { status: 200, body: { claimed: 1 } });
      assertEquals((await claimAll({ token: ANN_TOKEN })).body, { claimed: 0 });
      const [event, ...more] = await claims();
      assertEquals([event?.subscription_id, JSON.parse(event?.detail_json ?? "").user_id, more], [id, "ann", []]);
      assertEquals((await claimAll({ token: "bob:bob@example.com" })).body, { claimed: 1 });
    });
    it("gives nothing for an unverified address, and nothing that another member has claimed; refuses visitors", async () => {
      assertEquals((await claimAll({ checkout: ANN, token: `${ANN_TOKEN}:unverified` })).body, { claimed: 0 });
      assertEquals((await claimAll({ checkout: ANN })).status, 401);
      assertEquals((await claim({ checkout: ANN, token: "eve" }, "eve")).status, 200);
      assertEquals((await claimAll({ token: ANN_TOKEN })).body, { claimed: 0 });
      const rows = await h.db.selectFrom("subs_subscriptions").select("user_id").execute();
      assertEquals(rows, [{ user_id: "eve" }]);
    });
  });

  it("does not accept the email of the body as proof", async () => {
    assertEquals((await claim({ token: "bob:bob@example.com" }, "bob", { email: "ann@example.com" })).status, 403);
  });

  it("SECURITY B9: refuses an unverified or other address, another browser, another uid and an unknown id alike", async () => {
    const answers = await Promise.all([
      claim({ token: "ann" }, "ann"),
      claim({ token: `${ANN_TOKEN}:unverified` }, "ann"),
      claim({ checkout: BOB, token: "bob:bob@example.com" }, "bob"),
      claim({ checkout: ANN, token: "ann" }, "bob"),
      claim({ checkout: ANN, token: "ann" }, "ann", { subscription_id: "sub_unknown" }),
    ]);
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(answers[0]?.status, 403);
  });

  it("SECURITY B9: an address with the wildcards of a query, a part of the address or none claims nothing", async () => {
    for (
      const email of ["%", "%@example.com", "a_n@example.com", "ann@example", "nn@example.com", "", " ann@example.com"]
    ) {
      const eve = { token: `eve:${email}` };
      assertEquals((await claim(eve, "eve")).status, 403, email);
      assertEquals((await h.call("POST", "/claim-purchases", eve)).body, { claimed: 0 }, email);
    }
  });

  it("SECURITY B9: a browser without a cookie claims no purchase that has none", async () => {
    await h.db.updateTable("subs_subscriptions").set({ checkout_hash: "" }).where("id", "=", id).execute();
    for (const who of [{ token: "eve" }, { token: "eve", checkout: "" }, { token: "eve", checkout: "x" }]) {
      assertEquals((await claim(who, "eve")).status, 403);
    }
  });

  it("requires a valid token", async () => {
    assertEquals((await claim({ checkout: ANN }, "ann")).status, 401);
    assertEquals((await claim({ checkout: ANN, token: "bad" }, "ann")).status, 401);
  });

  it("SECURITY B9: lets exactly one of 20 members at once win, who stays the owner", async () => {
    const uids = Array.from({ length: 20 }, (_, at) => `member-${at}`);
    const answers = await Promise.all(uids.map((uid) => claim({ checkout: ANN, token: uid }, uid)));
    assertEquals(answers.filter(({ status }) => status === 200).length, 1);
    assertEquals(answers.filter(({ status }) => status === 403).length, 19);
    const events = await h.db.selectFrom("subs_events").select("id").where("name", "=", "finalized").execute();
    assertEquals(events.length, 1);
  });

  it("writes one event for the claim, even when its first answer was lost or a server died before it wrote any", async () => {
    const claimed = async () => {
      assertEquals((await claim({ checkout: ANN, token: "ann" }, "ann")).status, 200);
      const events = await h.db.selectFrom("subs_events").select(["subscription_id", "detail_json"])
        .where("name", "=", "finalized").execute();
      return events.map(({ subscription_id, detail_json }) => [subscription_id, JSON.parse(detail_json).user_id]);
    };
    assertEquals([await claimed(), await claimed()], [[[id, "ann"]], [[id, "ann"]]]);
    await h.db.deleteFrom("subs_events").where("name", "=", "finalized").execute();
    assertEquals(await claimed(), [[id, "ann"]]);
  });

  it("after the claim, the cookie of the purchase can cancel and withdraw, and nothing else", async () => {
    await addOn(h, id, "tck_10_validations_otp");
    assertEquals((await claim({ checkout: ANN, token: "ann" }, "ann")).status, 200);
    const cookie = { checkout: ANN };
    const shown = { today_cents: 0, next_cents: null, next_at: null, every: null };
    const change = { kind: "pause", months: 1 } as const;
    const agreed = { change, shown, ...agreedChangeText(change, shown) };
    const closed: readonly (readonly [string, unknown])[] = [
      [`/subscriptions/${id}`, undefined],
      [`/rec/subscriptions/${id}`, undefined],
      [`/charges-of/${id}`, undefined],
      [`/changes-of/${id}/preview`, { change }],
      [`/changes-of/${id}`, agreed],
      ["/credits/spend", { subscription_id: id, spend_id: "s1" }],
      ["/consents", consentBody(h, "tck_guide_otp", { subscription_id: id })],
    ];
    for (const [path, body] of closed) assertEquals((await h.call("POST", path, cookie, body)).status, 404, path);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, { token: "ann" })).body.credits, 10);
    for (const path of [`/leaving/${id}`, "/leaving-of", `/cancel-subscription/${id}`]) {
      assertEquals((await h.call("POST", path, cookie)).status, 200, path);
    }
  });

  it("shows a member only what they finalized", async () => {
    await claim({ token: ANN_TOKEN }, "ann");
    assertEquals((await h.call("POST", `/subscriptions/${id}`, { token: "ann" })).status, 200);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, { token: "bob" })).status, 404);
    assertEquals((await h.call("POST", "/subscriptions-of-member", { token: "bob" })).body, { subscriptions: [] });
    assertEquals((await h.call("POST", "/subscriptions-of-member")).status, 401);
  });
});
