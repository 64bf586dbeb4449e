/** The lists of merchants read an index in their own order: no sort and no scan, however many rows there are. */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import {
  openPaymentsFixture,
  type PaymentsFixture,
  START_MS,
} from "../../../../tests/support/payments/payments_fixture.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { isPostgres } from "../../../db/engine.ts";
import { readingFrom } from "../../../db/replica/reading.ts";
import { parseRequest } from "../context/bodies.ts";
import { executionsQuery } from "../executions/list_executions.ts";
import { loadVaultKeys, type VaultKeys } from "../keys/keys.ts";
import { DeliveriesQuery, ExecutionsQuery } from "../schemas/queries.ts";
import { deliveriesQuery } from "../webhooks/deliveries.ts";
import { dueQuery } from "../webhooks/send_webhooks.ts";

/** Enough for the planner to prefer an index to a scan. */
const ROWS = 20_000;
/** A second apart, so that a range of time is a part of the rows. */
const AGE_MS = ROWS * 1_000;

const EXECUTION_PLANS = [
  [{}, "pay_executions_list"],
  [{ createdFrom: new Date(START_MS - AGE_MS / 2).toISOString() }, "pay_executions_list"],
  [{ merchantReference: "order-77" }, "pay_executions_merchant_reference"],
  [{ holderReference: "holder-7" }, "pay_executions_holder_reference"],
  // A state that most executions have is found by walking the list.
  [{ state: "captured" }, /pay_executions_(state|list)/],
  [{ state: "refunded" }, "pay_executions_state"],
  [{ state: "declined", createdBefore: new Date(START_MS - AGE_MS / 2).toISOString() }, "pay_executions_state"],
] as const;

const DELIVERY_PLANS = [
  [{}, "pay_webhooks_list"],
  [{ executionId: "execution-77" }, "pay_webhooks_lane"],
  [{ state: "accepted" }, /pay_webhooks_(state|list)/],
  [{ state: "abandoned" }, "pay_webhooks_state"],
] as const;

async function seed({ db }: PaymentsFixture): Promise<void> {
  const at = isPostgres(db)
    ? sql`generate_series(1, ${sql.lit(ROWS)}) as numbers(at)`
    : sql`(with recursive numbers(at) as (select 1 union all select at + 1 from numbers where at < ${sql.lit(ROWS)})
        select at from numbers) as numbers`;
  const created = sql`${sql.lit(START_MS - AGE_MS)} + at * 1000`;
  // One in a thousand is refunded or abandoned; most of the others are captured or accepted.
  await sql`insert into pay_executions (id, client_id, init_key, type, workflow_code, merchant_reference,
      holder_reference, amount_minor, currency, capture, meta, state, version, attempts, statuses, authorized_minor,
      captured_minor, refunded_minor, created_ms)
    select 'execution-' || at, case when at % 5 = 0 then 'other' else 'shop' end, 'key-' || at, 'dropIn', 'w',
      'order-' || at, 'holder-' || at % 2000, 1000, 'USD', 'automatic', '{}',
      case when at % 1000 = 1 then 'refunded' when at % 10 = 1 then 'declined' else 'captured' end, 2, 1, '[]', 1000,
      1000, 0, ${created} from ${at}`.execute(db);
  await sql`insert into pay_intents (key, execution_id, kind, amount_minor, stores, is_open, outcome, created_ms,
      resolved_ms)
    select 'call-' || at, 'execution-' || at, 'authorize', 1000, 0, 0, 'approved', ${created}, ${created} from ${at}`
    .execute(db);
  await sql`insert into pay_webhooks (id, event_id, client_id, execution_id, url, body, attempts, next_ms, created_ms,
      state)
    select 'delivery-' || at, 'event-' || at, 'shop', 'execution-' || at, 'https://shop.test/hook',
      '{"event":"captureSuccessful"}', 1, ${created}, ${created},
      case when at % 1000 = 1 then 'abandoned' when at % 1000 = 2 then 'waiting' else 'accepted' end
    from ${at}`.execute(db);
  await sql.raw("analyze").execute(db);
}

interface Explained {
  explain(format: undefined, options?: ReturnType<typeof sql>): Promise<unknown[]>;
}

onBothEngines("plans of a merchant's lists", (place) => {
  let fixture: PaymentsFixture;
  let keys: VaultKeys;
  before(async () => {
    fixture = await openPaymentsFixture({ place: place() });
    keys = await loadVaultKeys(fixture.settings.keysDir);
    await seed(fixture);
  });
  after(() => fixture.close());

  const planOf = async (query: Explained) => {
    const lines = await query.explain(undefined, ...(isPostgres(fixture.db) ? [] : [sql`query plan`]));
    return JSON.stringify(lines);
  };
  const assertIndexed = (plan: string, index: string | RegExp) => {
    assert(plan.search(index) >= 0, `${index} in ${plan}`);
    assert(!/temp b-tree|"sort|Sort Key|Seq Scan|SCAN (?!.*USING)/i.test(plan), plan);
  };

  for (const [filters, index] of EXECUTION_PLANS) {
    it(`executions by ${Object.keys(filters).join(" and ") || "nothing"}: ${JSON.stringify(filters)}`, async () => {
      const first = parseRequest(ExecutionsQuery, { ...filters, limit: "1" });
      const context = { db: fixture.db, keys, reading: readingFrom(fixture.db) };
      assertIndexed(await planOf(executionsQuery(context, "shop", first)), index);
      const { listExecutions } = await import("../executions/list_executions.ts");
      const { nextCursor: cursor } = await listExecutions(context as never, "shop", first);
      if ("merchantReference" in filters) return assertEquals(cursor, undefined);
      assertIndexed(await planOf(executionsQuery(context, "shop", { ...first, cursor })), index);
    });
  }

  it("executions by the time in which money moved: the calls of that time are read, and their executions by id", async () => {
    const fromMs = START_MS - AGE_MS / 2;
    const time = { movedFrom: new Date(fromMs).toISOString(), movedBefore: new Date(fromMs + 60_000).toISOString() };
    const query = parseRequest(ExecutionsQuery, { ...time, limit: "100" });
    const plan = await planOf(executionsQuery({ db: fixture.db, keys }, "shop", query));
    assert(plan.includes("pay_intents_moved"), plan);
    assert(!/Seq Scan|SCAN (?!.*USING)/i.test(plan), plan);
  });

  for (const [filters, index] of DELIVERY_PLANS) {
    it(`deliveries by ${JSON.stringify(filters)}`, async () => {
      const query = parseRequest(DeliveriesQuery, filters);
      assertIndexed(await planOf(deliveriesQuery({ db: fixture.db, keys }, "shop", query)), index);
    });
  }

  it("due deliveries are found among waiting ones only", async () => {
    const plan = await planOf(dueQuery({ db: fixture.db, clock: fixture.clock, sending: new Map() }));
    assert(plan.includes("pay_webhooks_due"), plan);
  });
});
