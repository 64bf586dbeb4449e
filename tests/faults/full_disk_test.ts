/** A database without disk space: what the service answers and charges, and how it recovers when space returns. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { readConfig } from "../../server/config/config.ts";
import { createContext } from "../../server/context.ts";
import { ledgerPlace, openLedger } from "../../server/embedded/payments/acquirer/ledger.ts";
import { createClock } from "../../server/platform/clock.ts";
import { runAll } from "../../server/platform/jobs.ts";
import { silentLog } from "../../server/platform/log.ts";
import { fakeAssets } from "../support/app/fake_context.ts";
import { createVisitor } from "../support/app/http_visitor.ts";
import { errorAnswer } from "../../server/platform/http/answer.ts";
import { eventually } from "../support/eventually.ts";
import { watchReadiness } from "./support/readiness.ts";
import { startApp } from "../support/app/app.ts";
import { cardBody, faultOf, initBody, readAsMerchant, send, start } from "../support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../support/payments/payments_fixture.ts";
import { settle } from "./rolling/money.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const CARD = "4242424242424242";
/** More calls than the free pages of the file can hold. */
const MOST_CALLS = 400;
const ROOM = 1_000_000;

/** Purchases at once, and how often the disk fills up under them. */
const AT_ONCE = 5;
const FILLS = Deno.env.get("TEST_LONG") === "1" ? 40 : 3;

/** The file may not grow from here on. */
async function fillUp({ db }: PaymentsFixture): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db);
}
const makeRoom = ({ db }: PaymentsFixture) => sql.raw(`pragma max_page_count = ${ROOM}`).execute(db);
const chargesOf = ({ ledger }: PaymentsFixture) => ledger.selectFrom("acq_charges").selectAll().execute();

describe("a full disk", () => {
  it("R11: writes are 503 with Retry-After, no charge lacks its record, reads continue, and everything works once there is space", async () => {
    const fixture = await openPaymentsFixture();
    try {
      const session = await start(fixture);
      const body = await cardBody(session, CARD);
      await fillUp(fixture);
      const pay = async () =>
        await send(fixture, `/client/executions/${session.id}/authorize`, {
          token: session.token,
          key: "the-one-attempt",
          body,
        });
      let refused;
      for (let call = 0; call < MOST_CALLS && refused === undefined; call++) {
        const answer = await send(fixture, "/merchant/client/init", {
          token: session.merchant,
          key: crypto.randomUUID(),
          body: initBody(),
        });
        if (answer.status !== 200) refused = answer;
      }
      assert(refused !== undefined, "The disk was never full");
      assertEquals([refused.status, refused.headers.get("retry-after"), faultOf(refused.body)], [
        503,
        "5",
        "unavailable",
      ]);
      assertEquals((await pay()).status, 503);
      // The last free page may hold the intent. Without a stored intent the service charges no card.
      const intents = await fixture.db.selectFrom("pay_intents").select("key").execute();
      const charges = await chargesOf(fixture);
      assertEquals(charges.filter(({ key }) => !intents.some((intent) => intent.key === key)), []);
      assertEquals(String((await readAsMerchant(fixture, session)).id), session.id);
      const again = await fixture.restart();
      assertEquals(String((await readAsMerchant(again, session)).id), session.id);
      await makeRoom(fixture);
      // Completes what the refused attempt left open. Otherwise the repeat waits ten seconds for it.
      await fixture.restart();
      assertEquals((await pay()).status, 200);
      assertEquals((await chargesOf(fixture)).length, 1);
    } finally {
      await fixture.close();
    }
  });

  it("R11: readiness reports a disk without room for a new page, and recovers with it", async () => {
    const app = await startApp({ overrides: { works: [] } });
    try {
      const { db } = app.context;
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
      await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(db);
      const readiness = watchReadiness();
      const ready = async () => {
        const { status, text } = await readiness.ask(app.origin);
        return [status, text];
      };
      /** Readiness is probed once a second. */
      const readyAfter = async (status: number) => {
        await eventually(async () => (await ready())[0] === status);
        return await ready();
      };
      const session = () =>
        fetch(`${app.origin}/init/session?plan_id=tck_weekly_3dtrial`).then(async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        });
      let calls = 0;
      while (await session() === 200) {
        calls += 1;
        assert(calls < MOST_CALLS, "The disk was never full");
      }
      assertEquals(await readyAfter(503), [503, '{"status":"database takes no writes"}']);
      await sql.raw(`pragma max_page_count = ${ROOM}`).execute(db);
      assertEquals(await readyAfter(200), [200, '{"status":"ready"}']);
      const probes = await db.selectFrom("app_probe").select("id").execute();
      assertEquals(probes, [{ id: "readiness" }]);
      readiness.assertInTime();
    } finally {
      await app.close();
    }
  });

  it("R11: after purchases on a full disk the books, the executions and the acquirer's ledger differ by 0", async () => {
    const folder = await Deno.makeTempDir({ prefix: "full-disk-" });
    await prepareKeys(`${folder}/keys`);
    const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
    const clock = createClock();
    const context = await createContext(config, { clock, log: silentLog, assets: fakeAssets });
    const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
    let buyers = 0;
    /** Whether the purchase was acknowledged. */
    const buy = async () => {
      buyers += 1;
      const bought = createVisitor(context).buy("tck_weekly_3dtrial", `buyer${buyers}@mail.example`);
      return await bought.then(({ body }) => body.error === "", () => false);
    };
    const buyMany = async () =>
      (await Promise.all(Array.from({ length: AT_ONCE }, buy))).filter((isBought) => isBought).length;
    try {
      let acknowledged = await buyMany();
      for (let fills = 0; fills < FILLS; fills++) {
        const { rows: [pages] } = await sql<{ page_count: number }>`pragma page_count`.execute(context.db);
        await sql.raw(`pragma max_page_count = ${(pages?.page_count ?? 0) + fills}`).execute(context.db);
        let [rounds, bought] = [0, AT_ONCE];
        for (; bought > 0 && rounds < MOST_CALLS; rounds++) acknowledged += bought = await buyMany();
        assertEquals(bought, 0, "The disk was never full");
        await sql.raw(`pragma max_page_count = ${ROOM}`).execute(context.db);
        await runAll(context);
      }
      acknowledged += await buyMany();
      const { books, executions, ledger: charged, cents, differences } = await settle({ context, ledger, clock });
      console.log(`${buyers} buyers, ${acknowledged} purchases acknowledged, books and ledger: ${cents} cents`);
      assert(acknowledged < buyers, "every purchase had room");
      assertEquals([books, executions, differences], [charged, charged, []]);
      assertEquals(books.length >= acknowledged, true);
    } finally {
      await context.close();
      await ledger.destroy();
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("R11: every other service answers the same", async () => {
    for (const fault of [{ errcode: 13 }, { code: "53100" }, { code: "57P01" }]) {
      const answer = errorAnswer(Object.assign(new Error("database or disk is full"), fault), "id");
      assertEquals([answer.status, answer.headers.get("retry-after")], [503, "5"]);
      assert(!(await answer.text()).includes("disk"));
    }
    assertEquals(errorAnswer(new Error("anything else"), "id").status, 500);
  });
});
