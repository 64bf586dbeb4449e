/**
 * What the migrations create, compared with `tests/approved/`: a released migration never changes, and a lost column,
 * default or index would not show elsewhere until a table is large.
 */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import { compareApprovedText } from "../../../tests/support/approved.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { type Db, openDatabase } from "../open.ts";
import { MIGRATIONS } from "./all.ts";

/** Kysely's own tables. */
const OWN = /kysely_migration/;

const SQLITE = sql<{ name: string; text: string }>`
  select name, sql as text from sqlite_master where sql is not null order by tbl_name, type desc, name`;
const COLUMNS = sql<{ name: string; text: string }>`
  select table_name as name, table_name || '.' || column_name || ' ' || data_type ||
    case is_nullable when 'NO' then ' not null' else '' end || coalesce(' default ' || column_default, '') as text
  from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`;
const INDEXES = sql<{ name: string; text: string }>`
  select tablename as name, indexdef as text from pg_indexes where schemaname = current_schema()
  order by tablename, indexname`;

async function schemaOf(db: Db, isSqlite: boolean): Promise<string> {
  const parts = isSqlite ? [SQLITE] : [COLUMNS, INDEXES];
  const rows = (await Promise.all(parts.map((part) => part.execute(db)))).flatMap(({ rows }) => rows);
  return rows.filter(({ name }) => !OWN.test(name)).map(({ text }) => `${text}\n`).join("");
}

onBothEngines("the migrations", (place) => {
  it("make the approved tables, columns, defaults and indexes", async () => {
    const { kind } = place();
    const db = await openDatabase(place());
    try {
      await compareApprovedText(`schema/${kind}`, await schemaOf(db, kind === "sqlite"));
      const ran = await db.withTables<{ kysely_migration: { name: string } }>().selectFrom("kysely_migration")
        .select("name").orderBy("name").execute();
      assertEquals(ran.map(({ name }) => name), Object.keys(MIGRATIONS).toSorted());
    } finally {
      await db.destroy();
    }
  });
}, { migrate: true });
