/**
 * A change of a stored card that meets its erasure. Only Postgres runs both at once: the change has read the card when
 * the transaction that erases it ends.
 */
import { afterEach, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { onPostgres } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";
import { type Answer, pay, send, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { deleteInstrument } from "./instruments.ts";

const VISA = "4242424242424242";

onPostgres("a stored card that is erased meanwhile", (place) => {
  let fixture: PaymentsFixture;
  let id = "";
  beforeEach(async () => {
    fixture = await openPaymentsFixture({ place: place() });
    const { body } = await pay(fixture, await start(fixture), VISA, { storeInstrument: true });
    id = String(body.paymentInstrumentId);
  });
  afterEach(async () => {
    await fixture.db.deleteFrom("pay_instruments").execute();
    await fixture.close();
  });

  const read = () =>
    fixture.db.selectFrom("pay_instruments").select(["status", "merchant_reference", "expiry_year"])
      .where("id", "=", id).executeTakeFirstOrThrow();
  const isWaiting = async () =>
    (await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(fixture.db)).rows.length > 0;
  /** Calls while the erasure is not committed yet, and commits when the call waits for it. */
  const duringErasure = async (call: () => Promise<Answer>) => {
    const called = await fixture.db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("pay_instruments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      await deleteInstrument({ db: trx, clock: fixture.clock }, row);
      const answer = call();
      await eventually(isWaiting);
      return { answer };
    });
    return await called.answer;
  };

  it("stays erased when a page changes it, which answers 404", async () => {
    const { token } = await start(fixture);
    const body = { status: "enabled", merchantReference: "mine" };
    const { status } = await duringErasure(() =>
      send(fixture, `/client/instruments/${id}`, { method: "PATCH", token, key: "change", body })
    );
    assertEquals(status, 404);
    assertEquals(await read(), { status: "deleted", merchant_reference: null, expiry_year: null });
  });

  it("stays erased when the holder enters it again, which stores it as another instrument", async () => {
    const { token, config } = await start(fixture);
    const { encryptionPublicKey: publicKey, links } = config.vaultConfiguration;
    const encryptedData = await sealCard({ publicKey }, { cardNumber: VISA });
    const body = { holderReference: "holder-1", storeInstrument: true, data: { encryptedData } };
    const saved = await duringErasure(() => send(fixture, links.saveInstrument.href, { token, key: "again", body }));
    assertEquals<unknown>([saved.status, saved.body.status], [200, "enabled"], saved.text);
    assert(String(saved.body.id) !== id);
    assertEquals(await read(), { status: "deleted", merchant_reference: null, expiry_year: null });
  });
});
