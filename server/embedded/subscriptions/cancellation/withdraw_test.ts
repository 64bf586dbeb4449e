/** Withdrawals: what is refunded, what ends, that it happens once, and who may withdraw. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import type { Charge } from "../../../wire/billing/subscriptions.ts";
import { CALL_RETRY_MS } from "../payments_client/send.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  openSubscriptionsFixture,
  runDueWork,
  START_MS,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };

describe("withdrawal", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    id = await buy(h);
    await eventually(() => h.mails.length === 1);
    h.payments.operations.length = 0;
  });
  afterEach(() => h.close());

  const charges = async () => asCharges((await h.call("POST", `/charges-of/${id}`, ann)).body.charges);
  const withdraw = (chargeIds: readonly string[], content = id, who: object = ann) =>
    h.call("POST", `/withdraw/${content}`, who, { charges: chargeIds });
  const linkIn = (kind: string) =>
    /withdraw&w=([\w-]{43})/.exec(h.mails.findLast((mail) => mail.kind === kind)?.text ?? "")?.[1] ?? "";
  const statusOf = async () => (await h.call("POST", `/subscriptions/${id}`, ann)).body.status;

  it("by the receipt's link, without sign-in, refunds everything, ends the plan and is proven by an email with its time", async () => {
    const [first] = await charges();
    assert(first !== undefined);
    assertEquals(first.withdrawal, { cents: 100, until: new Date(START_MS + 14 * DAY_MS).toISOString() });
    const answer = await withdraw([first.id], linkIn("enrolment"), {});
    assertEquals([answer.status, answer.body.refund_cents, answer.body.is_plan_over], [200, 100, true]);
    assertEquals(answer.body.at, new Date(START_MS).toISOString());
    await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
    assertEquals(h.payments.operations, ["refund 1.00"]);
    assertMatch(h.mails.find(({ kind }) => kind === "withdrawn")?.text ?? "", /January 31, 2027 at 10:00:00 AM UTC/);
    assertEquals(await statusOf(), "ended");
    h.clock.advance(30 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["refund 1.00"]);
    const [after] = await charges();
    assertEquals([after?.state, after?.withdrawal, after?.refund?.is_sent], ["refunded", null, true]);
  });

  it("refunds once for 20 clicks at once, which all get the same answer", async () => {
    const [first] = await charges();
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw([first?.id ?? ""])));
    assertEquals(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
    assertEquals(h.payments.operations, ["refund 1.00"]);
    assertEquals(h.mails.filter(({ kind }) => kind === "withdrawn").length, 1);
  });

  it("from an add-on ends only the add-on, and used look-ups of a pack are paid for", async () => {
    await addOn(h, id, "tck_guide_otp");
    h.clock.advance(60_000);
    await addOn(h, id, "tck_10_validations_otp");
    await h.call("POST", "/credits/spend", ann, { subscription_id: id, spend_id: "one" });
    const open = (await charges()).filter(({ kind }) => kind === "addon");
    assertEquals(open.length, 2);
    for (const charge of open) {
      const answer = await withdraw([charge.id]);
      assertEquals([answer.status, answer.body.is_plan_over], [200, false]);
      assertEquals(answer.body.refund_cents, charge.withdrawal?.cents);
    }
    const pack = open.find(({ plan_id }) => plan_id === "tck_10_validations_otp");
    assertEquals(pack?.withdrawal?.cents, (pack?.cents ?? 0) - Math.floor((pack?.cents ?? 0) / 10));
    const { body } = await h.call("POST", `/subscriptions/${id}`, ann);
    assertEquals([body.status, body.credits], ["trial", 0]);
    await eventually(() => h.payments.operations.filter((operation) => operation.startsWith("refund")).length === 2);
  });

  it("takes the look-ups of the pack that is withdrawn from, and of no other purchase", async () => {
    for (const planId of ["tck_guide_otp", "tck_10_validations_otp", "tck_25_validations_otp"]) {
      await addOn(h, id, planId);
      h.clock.advance(60_000);
    }
    const leftAfter = async (planId: string) => {
      const charge = (await charges()).find(({ plan_id }) => plan_id === planId);
      assertEquals((await withdraw([charge?.id ?? ""])).status, 200);
      return (await h.call("POST", `/subscriptions/${id}`, ann)).body.credits;
    };
    assertEquals([await leftAfter("tck_guide_otp"), await leftAfter("tck_10_validations_otp")], [35, 25]);
  });

  it("from an add-on of a cancelled or ended plan says only what it ended, also at a second press", async () => {
    await addOn(h, id, "tck_guide_otp");
    h.clock.advance(60_000);
    await addOn(h, id, "tck_10_validations_otp");
    const [one, two] = (await charges()).filter(({ kind }) => kind === "addon");
    assertEquals((await h.call("POST", `/cancel-subscription/${id}`, ann)).status, 200);
    const said = ({ body }: Awaited<ReturnType<typeof withdraw>>) => [body.is_plan_over, body.plan_renews];
    assertEquals(said(await withdraw([one?.id ?? ""])), [false, false]);
    await eventually(() => h.mails.some(({ kind }) => kind === "withdrawn"));
    assertNotMatch(h.mails.find(({ kind }) => kind === "withdrawn")?.text ?? "", /plan (continues|has ended)/);
    const [first] = (await charges()).filter(({ kind }) => kind === "first");
    assertEquals(said(await withdraw([first?.id ?? ""])), [true, false]);
    assertEquals(said(await withdraw([first?.id ?? ""])), [true, false]);
    assertEquals(said(await withdraw([one?.id ?? ""])), [false, false]);
    assertEquals(said(await withdraw([two?.id ?? ""])), [false, false]);
  });

  it("is offered for 14 days in the receipts of the purchase and of the first full charge, and not in a later one", async () => {
    for (const chargeDay of [3, 10]) {
      h.clock.advance(START_MS + chargeDay * DAY_MS - h.clock.now());
      await runDueWork(h.ports);
    }
    await eventually(() => h.mails.filter(({ kind }) => kind === "renewed").length === 2);
    const receipts = h.mails.filter(({ kind }) => ["enrolment", "renewed"].includes(kind));
    assertEquals(
      receipts.map(({ text }) => /Withdraw from contract here( \(within 14 days, money back\))?:/.exec(text)?.[1]),
      [
        " (within 14 days, money back)",
        " (within 14 days, money back)",
        undefined,
      ],
    );
    assert(receipts.every(({ text }) => text.includes("Withdraw from contract here")));
  });

  it("TRUST T6: is open to the end of the 14th day after the charge in every time zone, and over then", async () => {
    const bought = (await charges()).map((charge) => charge.id);
    h.clock.advance(START_MS + 15 * DAY_MS - 1 - h.clock.now());
    assertEquals((await charges())[0]?.withdrawal?.until, new Date(START_MS + 14 * DAY_MS).toISOString());
    h.clock.advance(1);
    assertEquals((await charges())[0]?.withdrawal, null);
    assertEquals((await withdraw(bought)).status, 409);
  });

  const undone = [
    ["the purchase, the first full charge and the renewal since, on day 12", [3, 10], 12, 100 + 1999 + 1999],
    ["the first full charge and the renewal since, on day 16", [3, 10], 16, 1999 + 1999],
    ["a later renewal, 23 hours after it", [3, 10, 17, 24], 24 + 23 / 24, 1999],
    ["nothing of a later renewal, 25 hours after it", [3, 10, 17, 24], 24 + 25 / 24, 0],
  ] as const;
  for (const [what, chargeDays, day, cents] of undone) {
    it(`undoes the contract and keeps the money of no period that it ends: ${what}`, async () => {
      for (const chargeDay of chargeDays) {
        h.clock.advance(START_MS + chargeDay * DAY_MS - h.clock.now());
        await runDueWork(h.ports);
      }
      h.clock.advance(START_MS + day * DAY_MS - h.clock.now());
      const newest = (await charges()).find(({ kind }) => kind === "renewal");
      const page = (await h.call("POST", `/leaving/${id}`, ann)).body;
      const sums = asItems(page.withdrawals).map((item) => item.cents);
      const answer = await withdraw([newest?.id ?? ""]);
      assertEquals([sums, answer.body.refund_cents], cents === 0 ? [[], undefined] : [[cents], cents]);
      assertEquals(answer.status, cents === 0 ? 409 : 200);
    });
  }

  it("names in its emails what the billing page names: the purchase with its trial, a renewal without", async () => {
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    const bought = await charges();
    await withdraw(bought.map((charge) => charge.id));
    await eventually(() => h.mails.filter(({ kind }) => kind === "refunded").length === 2);
    const textOf = (wanted: string) => h.mails.filter(({ kind }) => kind === wanted).map(({ text }) => text).join("\n");
    for (const { name, cents } of bought) {
      assert(textOf("withdrawn").includes(`\n${name}: $${(cents / 100).toFixed(2)}\n`), textOf("withdrawn"));
      assert(textOf("refunded").includes(`\nProduct: ${name}\n`), textOf("refunded"));
    }
    assertEquals(bought.map(({ name }) => name), ["Weekly plan", "Weekly plan with a 3-day trial"]);
  });

  it("is open to no other requester: another browser, a cancel link and an altered link get the same 404", async () => {
    const [first] = await charges();
    const cancel = /\?c=([\w-]{43})/.exec(h.mails[0]?.text ?? "")?.[1] ?? "";
    const answers = await Promise.all([
      withdraw([first?.id ?? ""], id, { checkout: BOB }),
      withdraw([first?.id ?? ""], cancel, {}),
      withdraw([first?.id ?? ""], "x".repeat(43), {}),
    ]);
    assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    assertEquals(answers[0]?.status, 404);
    assertEquals(await statusOf(), "trial");
  });

  it("takes effect from the request when asked by email in time and confirmed late; strangers get the same answer", async () => {
    h.clock.advance(13.5 * DAY_MS);
    const known = await h.call("POST", "/withdraw-request", {}, { email: "ann@example.com" });
    assertEquals(known, await h.call("POST", "/withdraw-request", {}, { email: "nobody@example.com" }));
    await eventually(() => h.mails.some(({ kind }) => kind === "withdraw-request"));
    const [first] = await charges();
    h.clock.advance(2 * DAY_MS);
    const answer = await withdraw([first?.id ?? ""], linkIn("withdraw-request"), {});
    assertEquals([answer.status, answer.body.refund_cents], [200, 100]);
  });

  it("is refunded once an unavailable provider is back", async () => {
    const [first] = await charges();
    let asked = 0;
    h.payments.before = () => {
      asked += 1;
      throw new TypeError("down");
    };
    assertEquals((await withdraw([first?.id ?? ""])).status, 200);
    await eventually(() => asked === 1 + CALL_RETRY_MS.length);
    h.payments.before = () => undefined;
    assertEquals(h.payments.operations, []);
    h.clock.advance(3_600_000);
    await runDueWork(h.ports);
    assertEquals(h.payments.operations, ["refund 1.00"]);
  });
});

function asItems(value: unknown): readonly { readonly cents: number }[] {
  return value as readonly { readonly cents: number }[];
}

function asCharges(value: unknown): readonly Charge[] {
  return value as readonly Charge[];
}
