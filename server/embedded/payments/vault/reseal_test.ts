/** Values sealed under older data keys are sealed again under the newest one. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { openPaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { blankInstrument } from "../instruments/instruments.ts";
import { addDataKey, loadVaultKeys, retireDataKeys } from "../keys/keys.ts";
import { openNumber, sealNumber } from "./at_rest.ts";
import { countOldSeals, resealNumbers } from "./reseal.ts";

const OWNER = { client_id: "shop", holder_reference: "ann" };
/** More than a batch. */
const CARDS = 205;

onBothEngines("sealing again", (place) => {
  it("renews every sealed value in batches, once, and the older keys can go", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    const { db, clock, settings: { keysDir } } = fixture;
    try {
      for (
        const table of ["pay_instruments", "pay_record_columns", "pay_dispute_files", "pay_webhook_endpoints"] as const
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
      assertEquals(await countOldSeals(db, keys), CARDS + 5);
      assertEquals(await resealNumbers(db, keysDir), CARDS + 5);
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
    } finally {
      await fixture.close();
    }
  });
});
