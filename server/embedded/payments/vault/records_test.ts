import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { sealCard, type TestCard } from "../../../../tests/support/payments/pay_by_card.ts";
import { faultOf, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { ApiError } from "../context/api_errors.ts";
import { loadVaultKeys } from "../keys/keys.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { openNumber } from "./at_rest.ts";
import { type CollectedData, type StoredRecord, storeRecords } from "./records.ts";

const NUMBER = "4242424242424242";
const PEOPLE = { table: "people", fields: { email: "ada@example.org", name: "Ada", age: 36 } };

describe("records in the vault", () => {
  let fixture: PaymentsFixture;
  let session: Session;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
    session = await start(fixture);
  });
  afterEach(() => fixture.close());

  const save = async (collected: Partial<TestCard>, at: Session = session) => {
    const publicKey = at.config.vaultConfiguration.encryptionPublicKey;
    const encryptedData = await sealCard({ publicKey }, { cardNumber: NUMBER, ...collected });
    return await send(fixture, "/client/instruments", {
      token: at.token,
      key: crypto.randomUUID(),
      body: { holderReference: at.config.holderReference, storeInstrument: true, data: { encryptedData } },
    });
  };
  const rows = () => fixture.db.selectFrom("pay_records").selectAll().execute();
  const columns = async (id?: string) => {
    const keys = await loadVaultKeys(fixture.settings.keysDir);
    const found = await fixture.db.selectFrom("pay_record_columns").selectAll().orderBy("column_name")
      .$if(id !== undefined, (all) => all.where("record_id", "=", id ?? "")).execute();
    return Promise.all(found.map(async ({ column_name, record_id, sealed }) => [
      column_name,
      JSON.parse(await openNumber(keys, sealed, `${record_id} ${column_name}`)),
    ]));
  };

  it("stores what was collected beside the card, encrypted, and answers its id", async () => {
    const { status, body } = await save({ records: [PEOPLE] });
    assertEquals([status, body.records?.length, body.tokens], [200, 1, undefined] as unknown);
    assertEquals(await columns(), [["age", 36], ["email", "ada@example.org"], ["name", "Ada"]]);
    const text = await Deno.readTextFile(`${fixture.dir}/payments.db-wal`).catch(() => "");
    assertEquals(text.includes("ada@example.org"), false);
  });

  it("answers tokens per column when requested, the same for the same record, none for the security code", async () => {
    const upsert = [{ table: "people", column: "email" }];
    const first = (await save({ records: [PEOPLE], tokens: true, upsert })).body;
    const again = (await save({ records: [PEOPLE], tokens: true, upsert })).body;
    assertEquals(Object.keys(first.tokens ?? {}), ["cardNumber", "holderName", "expiryMonth", "expiryYear"]);
    const [one, two] = [first, again].map((body) => JSON.parse(JSON.stringify(body.records))[0]);
    assertEquals(Object.keys(one.tokens).sort(), ["age", "email", "name"]);
    assertEquals([two, again.tokens], [one, first.tokens]);
  });

  it("updates the record whose column has the same value, only of the same holder", async () => {
    const upsert = [{ table: "people", column: "email" }];
    await save({ records: [PEOPLE], upsert });
    await save({ records: [{ table: "people", fields: { email: "ada@example.org", name: "Ada L." } }], upsert });
    assertEquals([(await rows()).length, (await columns())[2]], [1, ["name", "Ada L."]]);
    await save({ records: [PEOPLE] });
    assertEquals((await rows()).length, 2);
    await save({ records: [PEOPLE], upsert }, await start(fixture, { holderReference: "holder-2" }));
    assertEquals((await rows()).length, 3);
    const macs = await fixture.db.selectFrom("pay_record_columns").select("mac").where("column_name", "=", "age")
      .execute();
    assertNotEquals(macs[0]?.mac, macs.at(-1)?.mac);
  });

  it("S-VALID-12, S-VAULT-02: changes the record that skyflowID names, whatever it is upserted by, and no column has that name", async () => {
    const upsert = [{ table: "people", column: "email" }];
    const [{ id }] = recordsOf((await save({ records: [PEOPLE] })).body);
    const [other] = recordsOf(
      (await save({ records: [{ table: "people", fields: { email: "bob@example.org" } }] })).body,
    );
    const fields = { skyflowID: id, email: "bob@example.org", city: "Oslo" };
    const { status, body } = await save({ records: [{ table: "people", fields }], upsert, tokens: true });
    const [changed] = recordsOf(body);
    assertEquals([status, changed.id, Object.keys(changed.tokens ?? {}).sort()], [200, id, ["city", "email"]]);
    assertEquals((await rows()).map((row) => row.id).sort(), [id, other.id].sort());
    assertEquals(await columns(id), [["age", 36], ["city", "Oslo"], ["email", "bob@example.org"], ["name", "Ada"]]);
    assertEquals(await columns(other.id), [["email", "bob@example.org"]]);
  });

  it("S-VALID-12: changes only the holder's own record of that table; another holder's, or none, is the same 404 and stores nothing", async () => {
    const [{ id }] = recordsOf((await save({ records: [PEOPLE] })).body);
    const before = await columns(id);
    const stranger = await start(fixture, { holderReference: "holder-2" });
    const change = (at: Session, table: string, skyflowID: string | number) =>
      save(
        { records: [{ table: "firms", fields: { vat: "DE1" } }, { table, fields: { skyflowID, name: "Eve" } }] },
        at,
      );
    const answers = [
      await change(stranger, "people", id),
      await change(stranger, "people", crypto.randomUUID()),
      await change(session, "firms", id),
      await change(session, "people", 7),
    ];
    assertEquals(answers.map(({ status, body }) => [status, faultOf(body)]), Array(4).fill([404, "not-found"]));
    assertEquals(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    assertEquals([(await rows()).length, await columns(id)], [1, before]);
    assertEquals((await fixture.db.selectFrom("pay_instruments").select("id").execute()).length, 1);
    const keys = await loadVaultKeys(fixture.settings.keysDir);
    const owner = { client_id: "other", holder_reference: session.config.holderReference };
    const records = [{ table: "people", fields: { skyflowID: id, name: "Eve" } }];
    const ofOther = fixture.db.transaction().execute((trx) =>
      storeRecords({ ...fixture, keys }, trx, { owner, collected: { records } })
    );
    await assertRejects(() => ofOther, ApiError, "There is nothing here for you");
    assertEquals((await change(session, "people", id)).status, 200);
  });

  it("TRUST T11: erases the holder's records, of every table, and no other's; a page that showed one shows none", async () => {
    const [{ id }] = recordsOf((await save({ records: [PEOPLE, { table: "firms", fields: { vat: "DE1" } }] })).body);
    await save({ records: [PEOPLE] }, await start(fixture, { holderReference: "holder-2" }));
    await save({ records: [PEOPLE] }, await start(fixture, {}, { client: "other" }));
    const token = session.merchant;
    const reveal = () => send(fixture, "/token/client/init", { token, key: "show", body: { recordId: id } });
    const { links } = JSON.parse(atob(String((await reveal()).body.data)));
    assertEquals((await send(fixture, links.display.href)).status, 200);
    const erase = async () => {
      const path = "/merchant/holders/holder-1/records";
      const { status, body } = await send(fixture, path, { method: "DELETE", token, key: crypto.randomUUID() });
      return [status, body];
    };
    assertEquals<unknown>(await erase(), [200, { success: true, records: 2 }]);
    assertEquals((await rows()).map((row) => `${row.client_id} ${row.holder_reference}`).toSorted(), [
      "other holder-1",
      "shop holder-2",
    ]);
    assertEquals((await columns()).length, 6);
    assertEquals((await send(fixture, links.display.href)).status, 404);
    assertEquals((await reveal()).status, 404);
    assertEquals<unknown>(await erase(), [200, { success: true, records: 0 }]);
  });

  it("refuses a security code under any name, and then stores neither record nor card", async () => {
    for (const name of ["cvv", "securityCode", "card_cvc", "security_code", "verificationValue"]) {
      const { status, body } = await save({ records: [{ table: "cards", fields: { [name]: "123" } }] });
      assertEquals([status, faultOf(body)], [422, "record-invalid"], name);
    }
    assertEquals((await save({ records: [{ table: "empty", fields: {} }] })).status, 422);
    assertEquals((await save({ records: [{ table: "empty", fields: { skyflowID: "one" } }] })).status, 422);
    assertEquals((await rows()).length, 0);
    assertEquals(await fixture.db.selectFrom("pay_instruments").selectAll().execute(), []);
  });
});

onBothEngines("records that two saves update at once", (place) => {
  it("are one record for one value, and two saves that name the values in another order both end", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    try {
      const keys = await loadVaultKeys(fixture.settings.keysDir);
      const owner = { client_id: "shop", holder_reference: "holder-1" };
      const firms = { table: "firms", fields: { vat: "DE1" } };
      const upsert = [{ table: "people", column: "email" }, { table: "firms", column: "vat" }];
      const stored = Promise.withResolvers<void>();
      const commits = Promise.withResolvers<void>();
      const first = fixture.db.transaction().execute(async (trx) => {
        const records = await storeRecords({ ...fixture, keys }, trx, {
          owner,
          collected: { records: [PEOPLE, firms], upsert },
        });
        stored.resolve();
        await commits.promise;
        return records;
      });
      await stored.promise;
      const second = fixture.db.transaction().execute((trx) =>
        storeRecords({ ...fixture, keys }, trx, { owner, collected: { records: [firms, PEOPLE], upsert } })
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      commits.resolve();
      const ids = [await first, await second].map((records) => records.map(({ id }) => id).toSorted());
      assertEquals(ids[0], ids[1]);
      assertEquals((await fixture.db.selectFrom("pay_records").select("id").execute()).length, 2);
    } finally {
      await fixture.close();
    }
  });

  it("are all changed by saves that name their ids in any order", async () => {
    const fixture = await openPaymentsFixture({ place: place() });
    try {
      const keys = await loadVaultKeys(fixture.settings.keysDir);
      const owner = { client_id: "shop", holder_reference: "holder-1" };
      const store = (records: CollectedData["records"]) =>
        fixture.db.transaction().execute((trx) =>
          storeRecords({ ...fixture, keys }, trx, { owner, collected: { records } })
        );
      const known = await store([PEOPLE, { ...PEOPLE, table: "firms" }]);
      const changes = known.map(({ table, id }) => ({ table, fields: { ...PEOPLE.fields, skyflowID: id } }));
      const saves = Array.from({ length: 8 }, (_, at) => store(at % 2 === 0 ? changes : changes.toReversed()));
      const ids = (await Promise.all(saves)).flat().map(({ id }) => id);
      assertEquals(new Set(ids), new Set(known.map(({ id }) => id)));
    } finally {
      await fixture.close();
    }
  });
});

type Stored = readonly [StoredRecord, ...StoredRecord[]];

function recordsOf({ records }: { readonly records?: unknown }): Stored {
  return records as Stored;
}
