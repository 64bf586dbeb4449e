/** Receipt numbers: one series a year without gaps, the same number everywhere, and numbers for earlier charges. */
import { after, before, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { sql } from "kysely";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { receiptNumbers } from "../../../db/migrations/subscriptions/subscriptions_006.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  buy,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const PACK = "tck_10_validations_otp";

onBothEngines("receipt numbers", (place) => {
  let h: SubscriptionsFixture;
  before(async () => {
    h = await openSubscriptionsFixture({ place: place() });
  });
  after(() => h.close());
  const receipts = async () =>
    (await h.db.selectFrom("subs_charges").select("receipt").where("state", "!=", "failed").orderBy("receipt")
      .execute())
      .map(({ receipt }) => receipt);
  const chargesOf = async (id: string) =>
    (await h.call("POST", `/charges-of/${id}`, ann)).body.charges as {
      readonly receipt: string;
      readonly state: string;
      readonly refund: { readonly id: string } | null;
    }[];

  it("count plan, add-on and renewals in one series, and the emails carry the numbers that Billing shows", async () => {
    const id = await buy(h);
    await eventually(() => h.mails.some(({ kind }) => kind === "enrolment"));
    h.clock.advance(1_000);
    await addOn(h, id, PACK);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    assertEquals((await chargesOf(id)).map(({ receipt }) => receipt), [
      "TC-2027-000003",
      "TC-2027-000002",
      "TC-2027-000001",
    ]);
    await eventually(() => ["000001", "000002", "000003"].every((n) => h.mails.some(({ text }) => text.includes(n))));
    assertMatch(h.mails.find(({ kind }) => kind === "enrolment")?.text ?? "", /TC-2027-000001/);
    assertMatch(h.mails.find(({ kind }) => kind === "receipt")?.text ?? "", /TC-2027-000002/);
    assertMatch(h.mails.find(({ kind }) => kind === "renewed")?.text ?? "", /TC-2027-000003/);
  });

  it("give a declined charge none, and leave no gap when many are bought at once", async () => {
    const buyers = Array.from({ length: 8 }, (_, at) => ({ checkout: String(at).repeat(64) }));
    h.payments.declineStored = true;
    const ids = await Promise.all(buyers.map((who) => buy(h, "tck_weekly_3dtrial", who)));
    await addOn(h, ids[0] ?? "", PACK, buyers[0]);
    h.payments.declineStored = false;
    const failed = await h.db.selectFrom("subs_charges").select(["state", "receipt"]).where("state", "=", "failed")
      .execute();
    assertEquals(failed, [{ state: "failed", receipt: "" }]);
    h.clock.advance(3 * DAY_MS);
    await runDueWork(h.ports);
    const numbers = await receipts();
    assertEquals(numbers.length, 3 + 8 + 8);
    assertEquals(numbers, numbers.map((_, at) => `TC-2027-${String(at + 1).padStart(6, "0")}`));
  });

  it("name the refund after the charge, in Billing and in the email", async () => {
    const who = { checkout: "f".repeat(64) };
    const id = await buy(h, "tck_weekly_3dtrial", who);
    await runDueWork(h.ports);
    const { charges } = (await h.call("POST", `/charges-of/${id}`, who)).body as {
      charges: { id: string; receipt: string }[];
    };
    const [charge] = charges;
    await h.call("POST", `/withdraw/${id}`, who, { charges: [charge?.id] });
    await runDueWork(h.ports);
    const [shown] = (await h.call("POST", `/charges-of/${id}`, who)).body.charges as { refund: { id: string } }[];
    assertEquals(shown?.refund.id, `${charge?.receipt}-R`);
    await eventually(() =>
      h.mails.some(({ kind, text }) => kind === "refunded" && text.includes(`${charge?.receipt}-R`))
    );
  });

  it("start again with 1 in the next year", async () => {
    h.clock.advance(Date.UTC(2028, 0, 2) - h.clock.now());
    const id = await buy(h, "tck_weekly_3dtrial", { checkout: "9".repeat(63) + "a" });
    await runDueWork(h.ports);
    const { charges } = (await h.call("POST", `/charges-of/${id}`, { checkout: "9".repeat(63) + "a" })).body as {
      charges: { receipt: string }[];
    };
    assertEquals(charges[0]?.receipt, "TC-2028-000001");
  });

  it("are given to charges from before there were any, in the order of each year's charges", async () => {
    const before = await h.db.selectFrom("subs_charges").select(["id", "settled_ms", "receipt"])
      .where("state", "in", ["succeeded", "refunded"]).orderBy("settled_ms").orderBy("id").execute();
    await sql`drop index subs_charges_receipt`.execute(h.db);
    await sql`alter table subs_charges drop column receipt`.execute(h.db);
    await sql`drop table subs_receipt_numbers`.execute(h.db);
    await receiptNumbers.up(h.db);
    const after = await h.db.selectFrom("subs_charges").select(["receipt"])
      .where("state", "in", ["succeeded", "refunded"]).orderBy("settled_ms").orderBy("id").execute();
    const inOrder = before.map(({ settled_ms }, at) => {
      const year = new Date(settled_ms ?? 0).getUTCFullYear();
      const first = before.findIndex((row) => new Date(row.settled_ms ?? 0).getUTCFullYear() === year);
      return { receipt: `TC-${year}-${String(at - first + 1).padStart(6, "0")}` };
    });
    assertEquals(after, inOrder);
    const failed = await h.db.selectFrom("subs_charges").select("receipt").where("state", "=", "failed").execute();
    assertEquals(new Set(failed.map(({ receipt }) => receipt)), new Set([""]));
    const id = await buy(h, "tck_weekly_3dtrial", { checkout: "9".repeat(63) + "b" });
    await runDueWork(h.ports);
    const { receipt } = await h.db.selectFrom("subs_charges").select("receipt").where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const others = await h.db.selectFrom("subs_charges").select("receipt").where("subscription_id", "!=", id)
      .where("receipt", "like", "TC-2028-%").execute();
    assertMatch(receipt, /^TC-2028-\d{6}$/);
    assertEquals(others.some((other) => other.receipt === receipt), false);
    assertEquals(after.some((other) => other.receipt >= receipt), false);
  });
});
