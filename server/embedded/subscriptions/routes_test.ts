/** Every address of the service: invalid bodies, invalid tokens and unknown addresses get one clear sentence. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createLog } from "../../platform/log.ts";
import { ANN, createBody, openSubscriptionsFixture, type SubscriptionsFixture } from "./testing/fixture.ts";

const ann = { checkout: ANN };
const member = { token: "ann:ann@example.com" };
const buyer = { plan_id: "tck_weekly_3dtrial", email: "ann@example.com", attribution: {} };
const signedIn = { ...buyer, firebase_id: "ann" };

const WITH_BODY = [
  "/consents",
  "/subs/create-no-user",
  "/subs/create-no-user-applepay",
  "/subs/create",
  "/subs/create-applepay",
  "/subs/finalize",
  "/subscription-finalize",
  "/subs/activate",
  "/recurring/create-subscription",
  "/credits/spend",
  "/cancel-request",
] as const;
const WITHOUT_BODY = [
  "/subscriptions/x",
  "/rec/subscriptions/x",
  "/subscriptions-of-member",
  "/charges-of/x",
  "/cancel-subscription/x",
] as const;

describe("addresses of the service", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
  });
  afterEach(() => h.close());

  for (const path of WITH_BODY) {
    it(`POST ${path} refuses an invalid body with 400 and a sentence`, async () => {
      for (const body of [{}, [], null, "text", { plan_id: 1 }, { __proto__: null, subscription_id: { $ne: 1 } }]) {
        const answer = await h.call("POST", path, { ...ann, ...member }, body);
        assertEquals(answer.status, 400, JSON.stringify(body));
        assertMatch(String(answer.body.error), /^[A-Z].{15,}/);
      }
      assertEquals((await h.call("POST", path, ann)).status, 415);
    });
  }

  for (const path of [...WITHOUT_BODY, "/subs/finalize", "/consents", "/subs/create-no-user", "/credits/spend"]) {
    it(`POST ${path} with an invalid token is 401, even beside a cookie`, async () => {
      assertEquals((await h.call("POST", path, { ...ann, token: "bad" }, {})).status, 401);
    });
  }

  it("refuses a raw card at both addresses that could accept one, and stores it nowhere", async () => {
    const card = { number: "4242424242424242", cvc: "737" };
    const first = await h.call("POST", "/subs/create-no-user", ann, createBody(buyer.plan_id, { card }));
    const second = await h.call("POST", "/subs/create", member, { ...signedIn, apple_token: "", card });
    for (const answer of [first, second]) {
      assertEquals(answer.status, 400);
      assertMatch(String(answer.body.error), /Card numbers aren't accepted/);
    }
    assertEquals(h.payments.calls, []);
  });

  it("answers an unknown address, a wrong method and a broken path as JSON with a sentence", async () => {
    for (
      const [method, path] of [["GET", "/subs/create-no-user"], ["POST", "/nope"], [
        "POST",
        "/subscriptions/a/b",
      ]] as const
    ) {
      const answer = await h.call(method, path, ann, method === "POST" ? {} : undefined);
      assertEquals(answer.status, 404);
      assert(String(answer.body.error).length > 10);
    }
  });

  it("answers 503 to a session while payments are down, without the cause", async () => {
    h.payments.before = () => {
      throw new TypeError("connect ECONNREFUSED /home/secret");
    };
    const answer = await h.call("GET", "/init/session?plan_id=tck_weekly_3dtrial", ann);
    assertEquals(answer.status, 503);
    assertMatch(String(answer.body.error), /isn't responding/);
    assert(!JSON.stringify(answer.body).includes("secret"));
  });

  it("O-DEPLOY-02: tells a refusal of the payments service as a fault of ours, and logs its status and code alone", async () => {
    const lines: string[] = [];
    const own = await openSubscriptionsFixture({ log: createLog((line) => lines.push(line)) });
    try {
      const errors = [{ id: "x", code: "origin-not-allowed", detail: "https://quoted.example" }];
      own.payments.before = ({ url }) =>
        url.includes("/auth/") ? undefined : Response.json({ errors }, { status: 403 });
      const answer = await own.call("GET", "/init/session?plan_id=tck_weekly_3dtrial", ann);
      assertEquals([answer.status, answer.body.code], [502, "payment_call_refused"]);
      assert(!/isn't responding/.test(String(answer.body.error)));
      const [failed, ...others] = lines.filter((line) => line.includes("subscriptions.failed"));
      assertMatch(String(failed), /"The payments service refused \/merchant\/client\/init: 403 origin-not-allowed"/);
      assertEquals([others, lines.some((line) => line.includes("quoted"))], [[], false]);
      lines.length = 0;
      // The secret of PAYMENTS_CLIENTS is not that of the remote service: worth a repeat once it is set.
      const unknown = () => Response.json({ errors: [{ code: "client-unknown" }] }, { status: 401 });
      const another = await openSubscriptionsFixture({
        log: createLog((line) => lines.push(line)),
        payments: () => Promise.resolve(() => Promise.resolve(unknown())),
      });
      const strange = await another.call("GET", "/init/session?plan_id=tck_weekly_3dtrial", ann);
      await another.close();
      assertEquals([strange.status, strange.body.code], [503, "payment_call_refused"]);
      assertMatch(lines.join(), /"The payments service gave no token: 401 client-unknown"/);
    } finally {
      await own.close();
    }
  });
});
