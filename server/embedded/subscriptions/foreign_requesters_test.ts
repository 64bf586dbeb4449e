/** SECURITY SU4, CS1: every call that names a subscription, made by every requester it does not belong to. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as z from "zod/mini";
import { cancellationOptionsListSchema } from "../../wire/billing/cancellation.ts";
import { agreedChangeText } from "./testing/agreed_text.ts";
import {
  ANN,
  BOB,
  buy,
  type Credentials,
  openSubscriptionsFixture,
  type SubscriptionsFixture,
} from "./testing/fixture.ts";

const CALLS: readonly (readonly [path: string, body?: (id: string) => object])[] = [
  ["/subscriptions/{id}"],
  ["/rec/subscriptions/{id}"],
  ["/charges-of/{id}"],
  ["/changes-of/{id}/preview", () => ({ change: { kind: "pause", months: 1 } })],
  ["/changes-of/{id}", () => {
    const change = { kind: "pause", months: 1 } as const;
    const shown = { today_cents: 0, next_cents: 1999, next_at: "2027-02-10", every: "7d" };
    return { change, shown, ...agreedChangeText(change, shown) };
  }],
  ["/credits/spend", (id) => ({ subscription_id: id, spend_id: "one" })],
  ["/cancel-subscription/{id}"],
  ["/withdraw/{id}", () => ({ charges: ["any"] })],
  ["/leaving/{id}"],
];
const OTHERS: Readonly<Record<string, Credentials>> = {
  "a request without credentials": {},
  "another browser": { checkout: BOB },
  "another member": { token: "bob:bob@example.com" },
  "another member with the buyer's address": { token: "bob:Ann@Example.com" },
};

describe("SECURITY SU4: another person's subscription", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
  });
  afterEach(() => h.close());

  const books = async () =>
    JSON.stringify([
      await h.db.selectFrom("subs_subscriptions").selectAll().execute(),
      await h.db.selectFrom("subs_credit_spends").selectAll().execute(),
      await h.db.selectFrom("subs_refunds").selectAll().execute(),
    ]);
  const refused = async (path: string, who: Credentials, body?: (id: string) => object) => {
    const [theirs, none] = await Promise.all(
      [id, "sub_none"].map((name) => h.call("POST", path.replace("{id}", name), who, body?.(name))),
    );
    assertEquals(theirs?.status, 404, `${path} ${JSON.stringify(theirs?.body)}`);
    assertEquals({ ...theirs?.body, requestId: "" }, { ...none?.body, requestId: "" }, "as if there were none");
    assert(!JSON.stringify(theirs).includes("tck_"), "nothing of it is told");
  };

  for (const [path, body] of CALLS) {
    it(`${path}: answers 404 as for one that does not exist, and changes nothing`, async () => {
      const before = await books();
      for (const who of Object.values(OTHERS)) await refused(path, who, body);
      assertEquals(await books(), before);
    });
  }

  it("/leaving-of: lists to each browser what was bought in it, and to any other nothing", async () => {
    const theirs = await buy(h, "tck_3month_plan", { checkout: BOB });
    const listed = async (who: Credentials) => {
      const { leavings } = z.parse(cancellationOptionsListSchema, (await h.call("POST", "/leaving-of", who)).body);
      return leavings.map(({ subscription_id }) => subscription_id);
    };
    assertEquals([await listed({ checkout: ANN }), await listed({ checkout: BOB })], [[id], [theirs]]);
    for (const who of [{ checkout: "c".repeat(64) }, { token: "bob:bob@example.com" }, {}]) {
      assertEquals(await listed(who), []);
    }
  });

  it("opens only to its member once claimed, and no longer to the browser that bought it", async () => {
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    const member = { token: "ann:ann@example.com" };
    assertEquals((await h.call("POST", "/subs/finalize", member, claim)).status, 200);
    assertEquals((await h.call("POST", `/subscriptions/${id}`, member)).status, 200);
    for (const [path, body] of CALLS.slice(0, 6)) await refused(path, { checkout: ANN }, body);
  });
});
