/** Receipt numbers: one series a year, which a person can read out, and the numbers of what was charged before. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const receiptNumbers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subs_charges").addColumn("receipt", "text", (c) => c.notNull().defaultTo("")).execute();
    await db.schema.createIndex("subs_charges_receipt").unique().on("subs_charges").column("receipt")
      .where(sql.ref("receipt"), "!=", "").execute();
    await db.schema.createTable("subs_receipt_numbers")
      .addColumn("year", "integer", (c) => c.primaryKey())
      .addColumn("last_number", "integer", (c) => c.notNull())
      .execute();
    await numberEarlierCharges(db);
  },
};

interface Settled {
  readonly first_ms: number | null;
  readonly last_ms: number | null;
}

/** In the order in which they were charged. */
async function numberEarlierCharges(db: Kysely<unknown>): Promise<void> {
  const { rows: [settled] } = await sql<Settled>`
    select min(settled_ms) as first_ms, max(settled_ms) as last_ms from subs_charges
    where state in ('succeeded', 'refunded')`.execute(db);
  if (settled === undefined || settled.first_ms === null || settled.last_ms === null) return;
  const [first, last] = [settled.first_ms, settled.last_ms].map((ms) => new Date(Number(ms)).getUTCFullYear());
  for (let year = first ?? 0; year <= (last ?? 0); year++) {
    const [from, to] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
    await sql`
      update subs_charges set receipt = ${sql.lit(`TC-${year}-`)} || substr(cast(1000000 + numbered.place as text), 2)
      from (
        select id as charge_id, row_number() over (order by settled_ms, id) as place from subs_charges
        where state in ('succeeded', 'refunded') and settled_ms >= ${from} and settled_ms < ${to}
      ) as numbered
      where subs_charges.id = numbered.charge_id`.execute(db);
    await sql`
      insert into subs_receipt_numbers (year, last_number)
      select ${sql.lit(year)}, count(*) from subs_charges where receipt like ${sql.lit(`TC-${year}-%`)}`.execute(db);
  }
}
