import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { sql } from "kysely";
import { onBothEngines } from "../support/engines.ts";
import { formsOf, textsUnder } from "../support/small_page/card_forms.ts";
import { pay, start } from "../support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../support/payments/payments_fixture.ts";
import { isPostgres } from "../../server/db/engine.ts";
import type { Acquirer } from "../../server/embedded/payments/acquirer/acquirer.ts";
import { loadVaultKeys } from "../../server/embedded/payments/keys/keys.ts";
import { fingerprint } from "../../server/embedded/payments/vault/at_rest.ts";
import { createErrors } from "../../server/embedded/errors/errors.ts";
import { silentLog } from "../../server/platform/log.ts";

const NUMBER = "4000056655665556";
const CODE = "987";
const PAYMENTS = 100;

/**
 * Of the files in which the database keeps rows and its write-ahead log. Other databases of the same Postgres belong to
 * other test files, which drop them meanwhile.
 */
async function foldersOf(fixture: PaymentsFixture, place: string): Promise<readonly string[]> {
  if (!isPostgres(fixture.db)) return [fixture.dir, place];
  await sql`checkpoint`.execute(fixture.db);
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') || '/' || part as folder from pg_database,
      unnest(array['base/' || oid, 'global', 'pg_wal']) as part
    where datname = current_database()`.execute(fixture.db);
  return [fixture.dir, ...rows.map(({ folder }) => folder)];
}

/** Throws an error that contains its input, like a careless adapter. */
function brokenAcquirer(): Acquirer {
  const fail = (call: unknown) => Promise.reject(new Error(`cannot send ${JSON.stringify(call)}`));
  return {
    authorize: fail,
    continue: fail,
    operate: fail,
    find: fail,
    close: fail,
    charges: fail,
    disputes: fail,
    respond: fail,
    acceptDispute: fail,
    cardUpdates: fail,
  };
}

/** The worst report that a page or a server might send about a payment. */
function carelessReports(): readonly object[] {
  const [spaced, dashed] = [" ", "-"].map((sign) => NUMBER.replace(/(\d{4})(?=\d)/g, `$1${sign}`));
  const hex = Array.from(NUMBER, (char) => char.charCodeAt(0).toString(16)).join("");
  const call = JSON.stringify({ cardNumber: NUMBER, securityCode: CODE });
  return [NUMBER, spaced, dashed, hex, hex.toUpperCase(), btoa(NUMBER), btoa(`card ${spaced}`), call, btoa(call)]
    .map((text) => ({ exception: { values: [{ type: "Error", value: `cannot send ${text}` }] } }))
    .concat([
      { exception: { values: [] }, extra: { call: { cardNumber: Number(NUMBER), securityCode: CODE } } } as never,
    ])
    .map((event) => ({ ...event, breadcrumbs: [{ message: call, data: { url: `/pay?card=${NUMBER}&cvv=${CODE}` } }] }));
}

/** The product's error service on the same database. */
async function reportTo({ db, clock }: PaymentsFixture): Promise<void> {
  const errors = createErrors({ db, clock, log: silentLog });
  for (const event of carelessReports()) {
    const body = [{ event_id: "0".repeat(32) }, { type: "event" }, event].map((part) => JSON.stringify(part)).join(
      "\n",
    );
    const answer = await errors(new Request("http://errors/api/1/envelope/", { method: "POST", body }));
    assertEquals(answer.status, 200);
    await answer.body?.cancel();
  }
}

onBothEngines(`after ${PAYMENTS} payments`, (place) => {
  let fixture: PaymentsFixture;
  let folder = "";
  before(async () => {
    const at = place();
    folder = at.kind === "sqlite" ? at.path.replace(/\/[^/]*$/, "") : "";
    fixture = await openPaymentsFixture({ place: at });
  });
  after(() => fixture.close());

  it("M5: no form of a card number or security code is in the data folder, the logs or error reports", async () => {
    const card = { cardNumber: NUMBER, securityCode: CODE };
    for (let count = 0; count < PAYMENTS; count++) {
      const paid = await start(fixture, { holderReference: `holder-${count}` });
      const { status } = await pay(fixture, paid, card, { storeInstrument: count % 2 === 0 });
      assertEquals(status, 200);
    }
    const careless = await fixture.restart(brokenAcquirer());
    await pay(careless, await start(careless), card);
    assert(careless.lines.some((line) => line.includes("acquirer.answer-lost")), careless.lines.join());
    await reportTo(fixture);
    const forms = formsOf(NUMBER, CODE);
    const reports = await fixture.db.selectFrom("error_events").select(["title", "body_json"]).execute();
    assertEquals(reports.length, carelessReports().length);
    for (const form of forms) assert(!JSON.stringify(reports).includes(form), `${form} stands in a report`);
    const log = [...fixture.lines, ...careless.lines].join("\n");
    for (const form of forms) assert(!log.includes(form), log);
    let bytes = 0;
    let seesHolders = false;
    for (const each of await foldersOf(fixture, folder)) {
      for await (const [path, text] of textsUnder(each)) {
        bytes += text.length;
        seesHolders ||= text.includes("holder-99");
        for (const form of forms) assert(!text.includes(form), `${form} stands in ${path}`);
      }
    }
    assert(bytes > 100_000 && seesHolders, "the rows were not looked at");
  });

  it("M5: each stored number has a nonce of its own, and the same card has the same fingerprint, which only the keys of its installation make", async () => {
    const rows = await fixture.db.selectFrom("pay_instruments").select(["sealed_number", "fingerprint"])
      .where("status", "=", "enabled").execute();
    assertEquals([rows.length, new Set(rows.map((row) => row.sealed_number)).size], [50, 50]);
    assertEquals(new Set(rows.map((row) => row.sealed_number?.split(".")[1])).size, 50, "a nonce was used twice");
    const used = await fingerprint(await loadVaultKeys(fixture.settings.keysDir), NUMBER);
    assertEquals([...new Set(rows.map((row) => row.fingerprint))], [used]);
    // Without a key in it, all 10^16 numbers could be tried against a copy of the rows.
    const another = await loadVaultKeys(`${fixture.dir}/other_keys`);
    assertNotEquals(await fingerprint(another, NUMBER), used);
    assert(!rows.some((row) => row.sealed_number?.includes(new TextEncoder().encode(NUMBER).toBase64())));
  });
});
