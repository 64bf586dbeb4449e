/** Retention of executions, intents and used seals. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { PRUNE_EVERY_MS } from "../context/constants.ts";
import { timedId } from "../db/ids.ts";
import type { ExecutionRow, IntentRow } from "../db/tables.ts";
import { pruneEvidence } from "../disputes/prune_evidence.ts";
import { pruneDeclines, pruneRestrictions } from "../fraud/card_testing.ts";
import { pruneVelocity } from "../fraud/velocity.ts";
import { blankInstrument } from "../instruments/instruments.ts";
import { pruneReveals } from "../instruments/reveal.ts";
import { pruneUnpaid } from "./prune_executions.ts";

// As the service promises them, whatever its constants say.
const INTENTS_KEEP_MS = 2 * 366 * 86_400_000;
const PAID_KEEP_MS = 11 * 366 * 86_400_000;
const SEALS_KEEP_MS = 400 * 86_400_000;
const UNPAID_KEEP_MS = 90 * 86_400_000;

const CHALLENGE = { intent_key: "", kind: "3ds", code: "1234", tries: 0, is_open: 0, expires_ms: 0 };
const TABLES = ["pay_intents", "pay_challenges", "pay_used_seals", "pay_executions"] as const;

onBothEngines("retention of payments", (place) => {
  const withFixture = async (live: (fixture: PaymentsFixture) => Promise<void>) => {
    const fixture = await openPaymentsFixture({ place: place() });
    try {
      for (const table of TABLES) await fixture.db.deleteFrom(table).execute();
      await live(fixture);
    } finally {
      await fixture.close();
    }
  };
  /** Copies of a real execution with these columns, of this age. */
  const store = async (
    fixture: PaymentsFixture,
    rows: readonly (Partial<ExecutionRow> & { readonly name: string; readonly ageMs: number })[],
  ) => {
    const { db, clock } = fixture;
    const session = await start(fixture);
    const row = await db.selectFrom("pay_executions").selectAll().where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    for (const { name, ageMs, ...columns } of rows) {
      const created_ms = clock.now() - ageMs;
      const id = timedId(created_ms);
      await db.insertInto("pay_executions").values({
        ...row,
        ...columns,
        id,
        created_ms,
        init_key: name,
        merchant_reference: name,
      }).execute();
      await db.insertInto("pay_intents").values(intentOf(id, created_ms, name)).execute();
      await db.insertInto("pay_challenges").values({ ...CHALLENGE, id: name, execution_id: id, created_ms }).execute();
    }
    await db.deleteFrom("pay_executions").where("id", "=", session.id).execute();
  };
  const left = async ({ db }: PaymentsFixture) =>
    (await db.selectFrom("pay_executions").select("init_key").orderBy("init_key").execute()).map((row) => row.init_key);
  const PAID = { state: "captured", captured_minor: 100, authorized_minor: 100 };

  it("deletes payments that took no money after 90 days, with their calls, and others after eleven years", () =>
    withFixture(async (fixture) => {
      await store(fixture, [
        { name: "created, old", ageMs: UNPAID_KEEP_MS + 1, state: "created" },
        { name: "created, young", ageMs: UNPAID_KEEP_MS - 60_000, state: "created" },
        { name: "declined, old", ageMs: UNPAID_KEEP_MS + 1, state: "declined" },
        { name: "cancelled, old", ageMs: UNPAID_KEEP_MS + 1, state: "cancelled" },
        {
          name: "cancelled, old, with money held",
          ageMs: UNPAID_KEEP_MS + 1,
          state: "cancelled",
          authorized_minor: 100,
        },
        { name: "pending, old", ageMs: UNPAID_KEEP_MS + 1, state: "pending" },
        { name: "authorized, old", ageMs: UNPAID_KEEP_MS + 1, state: "authorized", authorized_minor: 100 },
        { name: "paid, old", ageMs: UNPAID_KEEP_MS + 1, ...PAID },
        { name: "paid, eleven years", ageMs: PAID_KEEP_MS + 1, ...PAID },
        { name: "paid, less", ageMs: PAID_KEEP_MS - 60_000, ...PAID },
      ]);
      await fixture.work();
      assertEquals(await left(fixture), [
        "authorized, old",
        "cancelled, old, with money held",
        "created, young",
        "paid, less",
        "paid, old",
        "pending, old",
      ]);
      const intents = await fixture.db.selectFrom("pay_intents").select("key").orderBy("key").execute();
      // The call of the payment that is almost eleven years old is older than two years.
      assertEquals(
        intents.map(({ key }) => key),
        ["authorized, old", "cancelled, old, with money held", "created, young", "paid, old", "pending, old"],
      );
      const challenges = await fixture.db.selectFrom("pay_challenges").select("id").execute();
      assertEquals(challenges.map(({ id }) => id).sort(), (await left(fixture)).toSorted());
    }));

  it("deletes ended calls after two years, and used seals after 400 days; an open call stays", () =>
    withFixture(async (fixture) => {
      const { db, clock } = fixture;
      await fixture.work();
      const nowMs = clock.now();
      const seal = (hash: string, used_ms: number) => ({ hash, execution_id: "gone", purpose: "authorize", used_ms });
      await db.insertInto("pay_used_seals").values([
        seal("old", nowMs - SEALS_KEEP_MS - 1),
        seal("young", nowMs - SEALS_KEEP_MS + 2 * PRUNE_EVERY_MS),
      ]).execute();
      const [oldMs, youngMs] = [nowMs - INTENTS_KEEP_MS - 1, nowMs - INTENTS_KEEP_MS + 2 * PRUNE_EVERY_MS];
      await db.insertInto("pay_intents").values([
        intentOf("a", oldMs, "old"),
        intentOf("b", youngMs, "young"),
        { ...intentOf("c", oldMs, "open"), is_open: 1 },
      ]).execute();
      clock.nowMs += PRUNE_EVERY_MS;
      await fixture.work();
      const seals = await db.selectFrom("pay_used_seals").select("hash").execute();
      const intents = await db.selectFrom("pay_intents").select("key").orderBy("key").execute();
      assertEquals([seals.map(({ hash }) => hash), intents.map(({ key }) => key)], [["young"], ["open", "young"]]);
    }));

  it("deletes cards for one payment a day after they were tokenized, unless a payment without an end names them", () =>
    withFixture(async (fixture) => {
      const { db, clock } = fixture;
      await fixture.work();
      const cutMs = clock.now() - 86_400_000;
      const owner = { client_id: "c", holder_reference: "h" };
      const card = (id: string, updated_ms: number, status = "transient") => ({
        ...blankInstrument(owner, id, updated_ms),
        status,
      });
      await db.insertInto("pay_instruments").values([
        card("old", cutMs - 1),
        card("young", cutMs + 2 * PRUNE_EVERY_MS),
        card("old, listed", cutMs - 1, "enabled"),
        card("old, call open", cutMs - 1),
        card("old, payment waits", cutMs - 1),
        card("old, payment over", cutMs - 1),
      ]).execute();
      await store(fixture, [
        { name: "waits", ageMs: 2 * 86_400_000, state: "pending", charge_key: "waits", due_ms: clock.now() + 1e9 },
        { name: "over", ageMs: 2 * 86_400_000, state: "captured", charge_key: "over" },
      ]);
      for (const name of ["waits", "over"]) {
        await db.updateTable("pay_intents").set({ instrument_id: `old, payment ${name}` }).where("key", "=", name)
          .execute();
      }
      await db.insertInto("pay_intents").values({
        ...intentOf("x", clock.now() + 2 * PRUNE_EVERY_MS, "open"),
        is_open: 1,
        instrument_id: "old, call open",
      }).execute();
      clock.nowMs += PRUNE_EVERY_MS;
      await fixture.work();
      const left = await db.selectFrom("pay_instruments").select("id").where("holder_reference", "=", "h")
        .orderBy("id").execute();
      assertEquals(left.map(({ id }) => id), ["old, call open", "old, listed", "old, payment waits", "young"]);
    }));

  it("deletes in batches", () =>
    withFixture(async (fixture) => {
      const ageMs = UNPAID_KEEP_MS + 1;
      await store(fixture, ["one", "two", "three"].map((name) => ({ name, ageMs, state: "created" })));
      assertEquals([await pruneUnpaid(fixture, 2), await pruneUnpaid(fixture, 2), await pruneUnpaid(fixture, 2)], [
        2,
        1,
        0,
      ]);
      // As many as an attack leaves behind, which no single statement could delete in time.
      const names = ["one", "two", "three"];
      const { db } = fixture;
      await db.insertInto("pay_velocity").values(
        names.map((id) => ({ id, network: "n", kind: "save" as const, at_ms: 0 })),
      ).execute();
      await db.insertInto("pay_refusals").values(
        names.map((id) => ({ id, network: "n", shop_tries: 1, range_tries: 1, at_ms: 0 })),
      ).execute();
      await db.insertInto("pay_guards").values(names.map((subject) => ({ subject, until_ms: 1 }))).execute();
      await db.insertInto("pay_displays").values(
        names.map((hash) => ({ hash, client_id: "c", audit: "{}", views: 0, expires_ms: 0, created_ms: 0 })),
      ).execute();
      await db.insertInto("pay_disputes").values(names.map(oldDispute)).execute();
      const file = { name: "n", content_type: "text/plain", bytes: 1, sealed: "s", created_ms: 0 };
      await db.insertInto("pay_dispute_files").values(names.map((id) => ({ ...file, id, dispute_id: "one" })))
        .execute();
      for (const prune of [pruneVelocity, pruneDeclines, pruneRestrictions, pruneReveals, pruneEvidence]) {
        assertEquals([await prune(fixture, 2), await prune(fixture, 2), await prune(fixture, 2)], [2, 1, 0]);
      }
    }));

  it("a kind of row that cannot be deleted does not keep others from being deleted", () =>
    withFixture(async (fixture) => {
      const { db, clock } = fixture;
      await db.insertInto("pay_used_seals")
        .values({ hash: "old", execution_id: "gone", purpose: "authorize", used_ms: 0 }).execute();
      clock.nowMs += PRUNE_EVERY_MS;
      await db.schema.alterTable("pay_velocity").renameTo("away").execute();
      await assertRejects(() => fixture.work(), Error, "pruneVelocity");
      await db.schema.alterTable("away").renameTo("pay_velocity").execute();
      assertEquals(await db.selectFrom("pay_used_seals").select("hash").execute(), []);
    }));
});

/** With evidence texts that are past their period. */
function oldDispute(id: string) {
  return {
    id,
    acquirer_id: id,
    client_id: "c",
    execution_id: "e",
    holder_reference: "h",
    merchant_reference: "m",
    kind: "chargeback" as const,
    state: "won" as const,
    category: "fraudulent",
    reason_code: "10.4",
    network: "visa",
    amount_minor: 1,
    currency: "USD",
    withdrawn_minor: 0,
    returned_minor: 0,
    fee_minor: 0,
    respond_by_ms: 0,
    sealed_texts: "sealed",
    submitted_ms: null,
    history: "[]",
    version: 1,
    created_ms: 0,
    changed_ms: 0,
  };
}

function intentOf(execution_id: string, created_ms: number, key: string): IntentRow {
  return {
    key,
    execution_id,
    kind: "authorize",
    amount_minor: 100,
    instrument_id: null,
    method: "card",
    preferred_scheme: null,
    stores: 0,
    request_key: null,
    is_open: 0,
    outcome: "approved",
    created_ms,
    resolved_ms: created_ms,
    server_id: null,
  };
}
