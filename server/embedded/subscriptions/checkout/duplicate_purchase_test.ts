/** Two tabs, a reload, a lost page: one person never pays twice for one plan. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { readAnswer } from "../../../../tests/support/answers.ts";
import { subscriptionsOfMemberSchema } from "../../../wire/billing/subscriptions.ts";
import { contextOf } from "../build_context.ts";
import { recoverCheckouts } from "../recovery.ts";
import { ANN, consentBody, createBody, executionIn, type SubscriptionsFixture } from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";
import { findDuplicatePurchase } from "./duplicate_purchase.ts";

const ann = { checkout: ANN };
const WEEKLY = "tck_weekly_3dtrial";

/** A tab whose payment the issuer has authorized. */
async function payInTab(h: SubscriptionsFixture, email = "ann@example.com") {
  const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann));
  await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { email }));
  h.payments.shopperPays(executionId);
  const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
  return { executionId, body: createBody(WEEKLY, { instrument, email }) };
}

const captures = (h: SubscriptionsFixture) =>
  h.payments.operations.filter((operation) => operation.startsWith("capture"));

onBothEngines("one plan paid in two tabs", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) => withEmptyFixture({ place: place() }, live);

  it("is charged once: recovery voids the older payment", () =>
    withFixture(async (h) => {
      const first = await payInTab(h);
      h.clock.advance(20_000);
      const second = await payInTab(h);
      assertEquals((await h.call("POST", "/subs/create-no-user", ann, second.body)).body.error, "");
      h.clock.advance(90_000);
      await recoverCheckouts(contextOf(h.ports));
      assertEquals(captures(h), ["capture 1.00"]);
      assertEquals(h.payments.executions.get(first.executionId)?.status.at(-1)?.code, "cancelSuccessful");
    }));

  it("is charged once when both tabs finish at the same moment, and the other one is told", () =>
    withFixture(async (h) => {
      const tabs = [await payInTab(h), await payInTab(h)];
      const send = (tab: typeof tabs[number]) => h.call("POST", "/subs/create-no-user", ann, tab.body);
      const answers = await Promise.all(tabs.map(send));
      assertEquals(answers.filter(({ body }) => body.error === "").length, 1);
      assertEquals(captures(h), ["capture 1.00"]);
      for (const tab of tabs) {
        const { code = "" } = (await send(tab)).body;
        assertEquals(["", "bought_already", "purchase_cancelled"].includes(String(code)), true, String(code));
      }
      assertEquals(captures(h), ["capture 1.00"]);
    }));

  it("is charged once when a member pays on five devices at the same moment, and the others are told", () =>
    withFixture(async (h) => {
      const devices = await Promise.all(Array.from({ length: 5 }, async (_, at) => {
        const who = { checkout: String(at).repeat(64), token: "ann:ann@example.com" };
        const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, who));
        await h.call("POST", "/consents", who, consentBody(h, WEEKLY));
        h.payments.shopperPays(executionId);
        return who;
      }));
      const body = { plan_id: WEEKLY, email: "ann@example.com", firebase_id: "ann", apple_token: "", attribution: {} };
      const send = (who: typeof devices[number]) => h.call("POST", "/subs/create", who, body);
      const answers = await Promise.all(devices.map(send));
      assertEquals(answers.filter(({ body }) => body.error === "").length, 1, JSON.stringify(answers));
      const told: readonly string[] = ["bought_already", "in_flight"];
      for (const { status, body } of answers) {
        assertEquals([status, body.error === "" || told.includes(String(body.code))], [200, true], String(body.error));
      }
      for (const answer of await Promise.all(devices.map(send))) {
        // A voided checkout is no longer found.
        const isTold = answer.status === 403 || answer.body.error === "" || answer.body.code === "bought_already";
        assertEquals(isTold, true, JSON.stringify(answer));
      }
      assertEquals(captures(h), ["capture 1.00"]);
      const rows = await h.db.selectFrom("subs_subscriptions").select("user_id").execute();
      assertEquals(rows, [{ user_id: "ann" }]);
    }));

  it("is charged once when the first purchase completes while the second one checks for it", () =>
    withFixture(async (h) => {
      const member = { checkout: ANN, token: "ann:ann@example.com" };
      const first = await payInTab(h);
      const body = { plan_id: WEEKLY, email: "ann@example.com", firebase_id: "ann", apple_token: "", attribution: {} };
      assertEquals((await h.call("POST", "/subs/create", member, body)).body.error, "");
      const ending = async (state: "completing" | "done", status: "ended" | "trial") => {
        await h.db.updateTable("subs_checkouts").set({ state }).where("execution_id", "=", first.executionId).execute();
        await h.db.updateTable("subs_subscriptions").set({ status }).execute();
      };
      await ending("completing", "ended");
      let looks = 0;
      const db = h.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          looks += 1;
          if (looks === 1) await ending("done", "trial");
          return result;
        },
      });
      const other = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, { checkout: "b".repeat(64) }));
      const row = await h.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", other)
        .executeTakeFirstOrThrow();
      const told = await findDuplicatePurchase(db, { row }, { email: "ann@example.com", userId: "ann" });
      assertEquals([looks > 1, told], [true, "bought_already"]);
    }));

  it("is refused of exactly the plans that the member's list calls owned, also while a declined charge is tried again", () =>
    withFixture(async (h) => {
      const member = { checkout: ANN, token: "ann:ann@example.com" };
      await payInTab(h);
      const body = { plan_id: WEEKLY, email: "ann@example.com", firebase_id: "ann", apple_token: "", attribution: {} };
      assertEquals((await h.call("POST", "/subs/create", member, body)).body.error, "");
      const other = executionIn(await h.call("GET", `/init/session?plan_id=${WEEKLY}`, { checkout: "b".repeat(64) }));
      const row = await h.db.selectFrom("subs_checkouts").selectAll().where("execution_id", "=", other)
        .executeTakeFirstOrThrow();
      for (
        const [status, grace_ms, isOwned] of [
          ["active", null, true],
          ["past_due", null, true],
          ["past_due", h.clock.now(), false],
          ["cancelled", null, false],
          ["ended", null, false],
        ] as const
      ) {
        await h.db.updateTable("subs_subscriptions").set({ status, grace_ms }).execute();
        const { body } = await h.call("POST", "/subscriptions-of-member", member, {});
        const { subscriptions: [plan] } = readAnswer(subscriptionsOfMemberSchema, body);
        const told = await findDuplicatePurchase(h.db, { row }, { email: "ann@example.com", userId: "ann" });
        assertEquals([plan?.is_owned, told], [isOwned, isOwned ? "bought_already" : ""], status);
      }
    }));

  it("is charged twice for two people who share the browser", () =>
    withFixture(async (h) => {
      for (const email of ["ann@example.com", "bob@example.com"]) {
        const { body } = await payInTab(h, email);
        assertEquals((await h.call("POST", "/subs/create-no-user", ann, body)).body.error, "", email);
      }
      assertEquals(captures(h).length, 2);
    }));
});
