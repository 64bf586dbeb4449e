/** The refunds of a purchase on its timeline: each part by itself, and what is still due or was dropped. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { contextOf } from "../build_context.ts";
import { buy, openSubscriptionsFixture, type SubscriptionsFixture } from "../testing/fixture.ts";
import { refundCharge } from "./acts.ts";
import { purchaseStory } from "./story.ts";

describe("refunds on the timeline", () => {
  let h: SubscriptionsFixture;
  let id: string;
  let receipt: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h, "tck_3month_plan");
    ({ receipt } = await chargeOf());
  });
  afterEach(() => h.close());

  const chargeOf = async () =>
    await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id).executeTakeFirstOrThrow();
  const refund = async (cents: number, sent: number) => {
    const charge = await chargeOf();
    const key = crypto.randomUUID();
    return await refundCharge(contextOf(h.ports), { chargeId: charge.id, cents, left: charge.cents - sent, key });
  };
  const goAway = () => {
    h.payments.before = (request) =>
      new URL(request.url).pathname.endsWith("/refund") ? new Response("", { status: 503 }) : undefined;
  };
  const shown = async () => {
    const entries = (await purchaseStory(contextOf(h.ports), id)).filter(({ kind }) => kind === "refund");
    return entries.map(({ name, state, amount, at, facts }) => [
      `${name} ${state}`,
      amount?.minor,
      Date.parse(at),
      facts.find(({ name }) => name === "receipt")?.value,
    ]);
  };

  it("each part that was sent is an entry with its own amount, time and receipt", async () => {
    const firstMs = h.clock.now();
    await refund(500, 0);
    h.clock.advance(DAY_MS);
    await refund(700, 500);
    assertEquals(await shown(), [
      ["sent ok", 500, firstMs, `${receipt}-R`],
      ["sent ok", 700, firstMs + DAY_MS, `${receipt}-R2`],
    ]);
  });

  it("of a refund that has grown only the rest is open, and the sent part stays", async () => {
    const firstMs = h.clock.now();
    await refund(500, 0);
    h.clock.advance(DAY_MS);
    goAway();
    assertEquals(await refund(700, 500), "pending");
    assertEquals(await shown(), [
      ["sent ok", 500, firstMs, `${receipt}-R`],
      ["due open", 700, firstMs, undefined],
    ]);
  });

  it("a refund that a lost dispute dropped is over, with the amount that was not sent", async () => {
    await refund(500, 0);
    const firstMs = h.clock.now();
    goAway();
    await refund(700, 500);
    h.clock.advance(DAY_MS);
    await h.db.updateTable("subs_refunds").set({ state: "dropped", settled_ms: h.clock.now() }).execute();
    assertEquals(await shown(), [
      ["sent ok", 500, firstMs, `${receipt}-R`],
      ["dropped info", 700, firstMs + DAY_MS, undefined],
    ]);
  });

  it("a refund from before its parts were events is one part", async () => {
    await refund(500, 0);
    const atMs = h.clock.now();
    await h.db.deleteFrom("subs_events").where("name", "=", "refund_sent").execute();
    assertEquals(await shown(), [["sent ok", 500, atMs, `${receipt}-R`]]);
  });
});
