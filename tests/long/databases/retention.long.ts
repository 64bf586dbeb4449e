/** Retention among a million members: every statement ends within the two seconds that a server allows it. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { createDataRetention } from "../../../server/jobs/retention/data_retention.ts";
import { connectDatabase, type Db, openDatabase } from "../../../server/db/open.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { DAY_MS } from "../../../server/wire/billing/schedule.ts";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { skip } from "../../support/suite/skip.ts";

const MEMBERS = Number(Deno.env.get("MEMBERS") ?? 1_000_000);
/** One member of so many has left long ago. */
const LEFT = 1_000;
const YEAR_MS = 366 * DAY_MS;
const title = `${MEMBERS} members of four years: retention ends each statement in time and deletes what is old alone`;

const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries, ["fsync=off", "max_wal_size=4GB"]);
    const place = { kind: "postgres", url: postgres.url } as const;
    const patient = connectDatabase(place, { isPatient: true });
    try {
      await (await openDatabase(place)).destroy();
      await fillAll(patient, Date.now());
      let count = 0;
      let slowestMs = 0;
      const startedMs = performance.now();
      let beganMs = startedMs;
      const noteEnd = () => {
        const nowMs = performance.now();
        if (count > 0) slowestMs = Math.max(slowestMs, nowMs - beganMs);
        beganMs = nowMs;
        count += 1;
      };
      // With a server's time limits.
      const db = connectDatabase(place, { onStatement: noteEnd });
      const forget = createDataRetention({ db, clock: createClock(), keeping: { funnelEventDays: 30 } });
      const deleted = await forget();
      noteEnd();
      await db.destroy();
      const lastedS = Math.round((performance.now() - startedMs) / 1_000);
      console.log(`${count} statements in ${lastedS} s, the slowest within ${(slowestMs / 1_000).toFixed(2)} s`);
      // A consent and a link of each member who left; those of the others are as old and still needed.
      assertEquals(deleted, 2 * MEMBERS / LEFT);
    } finally {
      await patient.destroy();
      await postgres.stop();
    }
  });
}

async function fillAll(db: Db, nowMs: number): Promise<void> {
  const hasLeft = (then: string, otherwise: string) => `case when at % ${LEFT} = 0 then ${then} else ${otherwise} end`;
  const spread = `${nowMs - 4 * YEAR_MS} + at * 10`;
  await fill(db, "subs_subscriptions", {
    id: "'sub_' || at",
    execution_id: "'exe_' || at",
    status: hasLeft("'cancelled'", "'active'"),
    started_ms: spread,
    next_charge_ms: hasLeft("null", `${nowMs + DAY_MS} + at`),
    current_period_end_ms: hasLeft(`${nowMs - 2 * YEAR_MS}`, `${nowMs + DAY_MS}`),
  });
  await fill(db, "subs_charges", {
    id: "'chg_' || at",
    subscription_id: "'sub_' || at",
    consent_id: "'con_' || at",
    receipt: "'R' || at",
    state: "'succeeded'",
    created_ms: spread,
  });
  await fill(db, "subs_consents", { id: "'con_' || at", text: "repeat('word ', 100)", created_ms: spread });
  await fill(db, "subs_capabilities", {
    hash: "md5(at::text)",
    kind: "'cancel'",
    subscription_id: "'sub_' || at",
    created_ms: spread,
  });
  await fill(db, "subs_checkouts", { execution_id: "'exe_' || at", state: "'done'", changed_ms: spread });
  const recentMs = `${nowMs - 29 * DAY_MS} + at`;
  await fill(db, "mail_outbox", {
    id: "'m' || at",
    text: "repeat('word ', 200)",
    created_ms: recentMs,
    sent_ms: recentMs,
  });
  await fill(db, "id_codes", { code_hash: "'c' || at", created_ms: `${nowMs}`, expires_ms: `${nowMs} + at` });
  await fill(db, "funnel_events", { id: "'f' || at", created_ms: recentMs });
}

/** A row for each member: these columns, and a value in every other one that must not be null. */
async function fill(db: Db, table: string, columns: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`
    .execute(db);
  const others = rows.filter(({ name }) => !(name in columns))
    .map(({ name, type }) => [name, type === "text" ? "'x' || at" : "0"] as const);
  const all = [...Object.entries(columns), ...others];
  await sql.raw(
    `insert into ${table} (${all.map(([name]) => name).join(", ")})
     select ${all.map(([, value]) => value).join(", ")} from generate_series(1, ${MEMBERS}::bigint) at`,
  ).execute(db);
  await sql.raw(`analyze ${table}`).execute(db);
}
