/** Executions by the thousand or by the million, made by the database itself: paid long ago, with all their rows. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "../../../server/db/engine.ts";
import { connectDatabase, openDatabase } from "../../../server/db/open.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";

/** As long as the answer of a payment. */
const ANSWER_CHARS = 900;
const DAY_MS = 86_400_000;
const STATUSES = JSON.stringify(
  ["authorizeRequested", "authorizeSuccessful", "captureSuccessful"].map((code, at) => ({ code, timeMs: at })),
);

/** What only one of the engines has. */
interface Words {
  readonly uuid: RawBuilder<string>;
  readonly hash: RawBuilder<string>;
  readonly text: RawBuilder<string>;
  numbers(count: number): RawBuilder<unknown>;
}

const POSTGRES: Words = {
  uuid: sql`gen_random_uuid()::text`,
  hash: sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
  text: sql`repeat('x', ${sql.lit(ANSWER_CHARS)})`,
  numbers: (count) => sql`generate_series(1, ${sql.lit(count)}) as numbers`,
};
const SQLITE: Words = {
  uuid: sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
    substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  hash: sql`lower(hex(randomblob(32)))`,
  text: sql`hex(zeroblob(${sql.lit(ANSWER_CHARS / 2)}))`,
  numbers: (count) =>
    sql`(with recursive numbers(at) as (select 1 union all select at + 1 from numbers where at < ${sql.lit(count)})
      select at from numbers)`,
};

/** Each execution with its intent, seal, idempotency key and answer, and its charge at the acquirer. */
export async function seedExecutions(place: DatabasePlace, dir: string, count: number): Promise<void> {
  await (await openDatabase(place)).destroy();
  const db = connectDatabase(place);
  const ledger = await openLedger(ledgerPlace(place, dir));
  const words = isPostgres(db) ? POSTGRES : SQLITE;
  if (!isPostgres(db)) await Promise.all([hurry(db), hurry(ledger)]);
  // Spread over a month, so that nothing is old enough to be pruned.
  const atMs = sql.lit(Date.now() - 30 * DAY_MS);
  await sql`insert into pay_executions (id, client_id, init_key, type, workflow_code, merchant_reference,
      holder_reference, amount_minor, currency, capture, meta, state, version, attempts, statuses, authorized_minor,
      captured_minor, refunded_minor, charge_key, created_ms)
    select ${words.uuid}, 'shop', ${words.uuid}, 'dropIn', 'payment-acceptance', 'seed', ${words.uuid}, 1000, 'USD',
      'automatic', '{}', 'captured', 2, 1, ${sql.lit(STATUSES)}, 1000, 1000, 0, ${words.uuid}, ${atMs}
    from ${words.numbers(count)}`.execute(db);
  await sql`insert into pay_intents (key, execution_id, kind, amount_minor, stores, request_key, is_open, outcome,
      created_ms, resolved_ms, method)
    select charge_key, id, 'authorize', 1000, 0, 'execution ' || id || ' /client/executions/' || id || '/authorize ' ||
      init_key, 0, 'approved', ${atMs}, ${atMs}, 'card' from pay_executions`.execute(db);
  await sql`insert into pay_used_seals (hash, execution_id, purpose, used_ms)
    select ${words.hash}, id, 'authorize', ${atMs} from pay_executions`.execute(db);
  await sql`insert into pay_idempotency (scope, key, body_hash, status, answer, lease_until_ms, created_ms)
    select 'execution ' || id, ${words.uuid}, ${words.hash}, 200, ${words.text}, ${atMs}, ${atMs} from pay_executions`
    .execute(db);
  await sql`insert into acq_charges (key, amount_minor, currency, captures, captured_minor, refunded_minor,
      is_cancelled, outcome, scenario, created_ms)
    select ${words.uuid}, 1000, 'USD', 1, 1000, 0, 0, 'approved', 'approve', ${atMs} from ${words.numbers(count)}`
    .execute(ledger);
  // What the engine would do by and by is done before anything is measured.
  await sql.raw(isPostgres(db) ? "vacuum analyze" : "analyze").execute(db);
  await sql.raw(isPostgres(db) ? "vacuum analyze" : "analyze").execute(ledger);
  if (isPostgres(db)) await sql`checkpoint`.execute(db);
  await db.destroy();
  await ledger.destroy();
}

/** While it is filled nothing has to survive, and everything may stay in memory. */
async function hurry<Tables>(file: Kysely<Tables>): Promise<void> {
  for (const pragma of ["synchronous = off", "cache_size = -600000"]) await sql.raw(`pragma ${pragma}`).execute(file);
}
