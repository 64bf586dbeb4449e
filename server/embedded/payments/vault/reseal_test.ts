/** Values sealed under older data keys are sealed again under the newest one. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { sql } from "kysely";
import type { Db } from "../../../db/open.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { openPaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { blankInstrument } from "../instruments/instruments.ts";
import { addDataKey, loadVaultKeys, retireDataKeys } from "../keys/keys.ts";
import { openNumber, sealNumber } from "./at_rest.ts";
import { countOldSeals, resealNumbers } from "./reseal.ts";

const OWNER = { client_id: "shop", holder_reference: "ann" };
/** More than a batch. */
const CARDS = 205;

/** How many values each column has that names one key. Columns of sealed values are named so. */
async function countsUnder(key: string, db: Db): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name: table, columns } of await db.introspection.getTables()) {
    for (const { name } of columns) {
      if (!name.startsWith("sealed")) continue;
      const { rows: [row] } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${sql.ref(name)} like ${`${key}.%`}`.execute(db);
      counts.set(`${table} ${name}`, Number(row?.count));
    }
  }
  return counts;
}

onBothEngines("sealing again", (place) => {
  it("renews every sealed value in batches, once, and the older keys can go", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    const { db, clock, settings: { keysDir } } = fixture;
    try {
      for (
        const table of [
          "pay_instruments",
          "pay_record_columns",
          "pay_disputes",
          "pay_dispute_files",
          "pay_webhook_endpoints",
        ] as const
      ) {
        await db.deleteFrom(table).execute();
      }
      const old = await loadVaultKeys(keysDir);
      const ids = Array.from({ length: CARDS }, (_, at) => `card ${String(at).padStart(3, "0")}`);
      for (const id of ids) {
        const sealed_number = await sealNumber(old, `number of ${id}`, id);
        await db.insertInto("pay_instruments").values({ ...blankInstrument(OWNER, id, clock.now()), sealed_number })
          .execute();
      }
      await db.insertInto("pay_instruments").values(blankInstrument(OWNER, "wallet", clock.now())).execute();
      for (const column_name of ["a", "b"]) {
        const sealed = await sealNumber(old, column_name, `record ${column_name}`);
        await db.insertInto("pay_record_columns").values({ record_id: "record", column_name, sealed, mac: column_name })
          .execute();
      }
      const dispute = {
        ...{ acquirer_id: "a", client_id: "shop", execution_id: "e", holder_reference: "ann", merchant_reference: "m" },
        ...{ kind: "chargeback", state: "won", category: "fraudulent", reason_code: "10.4", network: "visa" } as const,
        ...{ amount_minor: 1, currency: "USD", withdrawn_minor: 0, returned_minor: 0, fee_minor: 0, respond_by_ms: 0 },
        ...{ submitted_ms: null, history: "[]", version: 1, created_ms: clock.now(), changed_ms: clock.now() },
      };
      await db.insertInto("pay_disputes")
        .values({ id: "dispute", ...dispute, sealed_texts: await sealNumber(old, "texts", "dispute") }).execute();
      const file = { dispute_id: "d", name: "n", content_type: "text/plain", bytes: 1, created_ms: clock.now() };
      await db.insertInto("pay_dispute_files")
        .values({ id: "file", ...file, sealed: await sealNumber(old, "proof", "file") }).execute();
      const [sealed_secret, sealed_old_secret] = [
        await sealNumber(old, "new", "hook"),
        await sealNumber(old, "old", "hook"),
      ];
      const hook = { client_id: "shop", slot: 0, url: "https://shop.example/", created_ms: clock.now() };
      await db.insertInto("pay_webhook_endpoints")
        .values({ id: "hook", ...hook, sealed_secret, sealed_old_secret, old_until_ms: clock.now() }).execute();

      await addDataKey(keysDir, 0);
      const keys = await loadVaultKeys(keysDir);
      const before = await countsUnder(old.numbers[0].id, db);
      const empty = [...before].filter(([, count]) => count === 0).map(([column]) => column);
      assertEquals(empty, [], "each sealed column has a value here");
      assertEquals(await countOldSeals(db, keys), CARDS + 6);
      assertEquals(await resealNumbers(db, keysDir), CARDS + 6);
      const after = await countsUnder(old.numbers[0].id, db);
      assertEquals([...after].filter(([, count]) => count > 0).map(([column]) => column), []);
      assertEquals([await countOldSeals(db, keys), await resealNumbers(db, keysDir)], [0, 0]);
      assertEquals(await retireDataKeys(keysDir), [old.numbers[0].id]);
      assertEquals(await retireDataKeys(keysDir), []);

      const left = await loadVaultKeys(keysDir);
      assertEquals(left.numbers.map(({ id }) => id), [keys.numbers[0].id]);
      const cards = await db.selectFrom("pay_instruments").select(["id", "sealed_number"]).execute();
      for (const { id, sealed_number } of cards) {
        if (id === "wallet") assertEquals(sealed_number, null);
        else assertEquals(await openNumber(left, sealed_number ?? "", id), `number of ${id}`);
      }
      assertEquals(cards.length, CARDS + 1);
      for (
        const { record_id, column_name, sealed } of await db.selectFrom("pay_record_columns").selectAll().execute()
      ) {
        assertEquals(await openNumber(left, sealed, `${record_id} ${column_name}`), column_name);
      }
      const files = await db.selectFrom("pay_dispute_files").select("sealed").execute();
      assertEquals(await openNumber(left, files[0]?.sealed ?? "", "file"), "proof");
      const disputes = await db.selectFrom("pay_disputes").select("sealed_texts").execute();
      assertEquals(await openNumber(left, disputes[0]?.sealed_texts ?? "", "dispute"), "texts");
    } finally {
      await fixture.close();
    }
  });
});
