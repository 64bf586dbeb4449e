/** The heartbeat of a server, and the database's time that comes with it. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type KyselyPlugin, sql } from "kysely";
import { onBothEngines } from "../../tests/support/engines.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { silentLog } from "../platform/log.ts";
import { databaseNow } from "./database_clock.ts";
import { livingServers, takeLease } from "./lease.ts";
import { openDatabase } from "./open.ts";

describe("the lease of a server", () => {
  it("X6: is renewed although an earlier renewal never returned from its connection", async () => {
    const db = await openDatabase({ kind: "sqlite", path: ":memory:" });
    let answers = 0;
    const stuck = Promise.withResolvers<never>();
    const hanging: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      // The third statement is the first heartbeat.
      transformResult: ({ result }) => ++answers === 3 ? stuck.promise : Promise.resolve(result),
    };
    const lease = await takeLease(db.withPlugin(hanging), { log: silentLog, leaseMs: 100 });
    try {
      await eventually(() => answers >= 6);
    } finally {
      await lease.release();
      await db.destroy();
    }
  });

  it("R13: returns the database's time with every renewal", async () => {
    const db = await openDatabase({ kind: "sqlite", path: ":memory:" });
    const times: number[] = [];
    const lease = await takeLease(db, { log: silentLog, leaseMs: 50, onDatabaseTime: (ms) => times.push(ms) });
    try {
      await eventually(() => times.length >= 3);
      assert(times.every((ms) => Math.abs(ms - Date.now()) < 60_000), String(times));
    } finally {
      await lease.release();
      await db.destroy();
    }
  });

  it("R13: does not trust a time that took long to arrive", async () => {
    const db = await openDatabase({ kind: "sqlite", path: ":memory:" });
    const times: number[] = [];
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await new Promise((resolve) => setTimeout(resolve, 1_100));
        return result;
      },
    };
    const options = { log: silentLog, onDatabaseTime: (ms: number) => times.push(ms) };
    const lease = await takeLease(db.withPlugin(slow), options);
    assertEquals(times, []);
    await lease.release();
    await db.destroy();
  });
});

onBothEngines("the database's clock", (place) => {
  it("R13: is the database's own, whatever the machine of the server says", async () => {
    const db = await openDatabase(place());
    const machineNow = Date.now;
    Date.now = () => machineNow() - 3_600_000;
    try {
      const { rows: [row] } = await sql<{ now_ms: number }>`select ${databaseNow(db)} as now_ms`.execute(db);
      assert(Math.abs(Number(row?.now_ms) - machineNow()) < 60_000, String(row?.now_ms));
    } finally {
      Date.now = machineNow;
      await db.destroy();
    }
  });

  for (const hours of [-1, 1]) {
    it(`X6, R13: leases are taken and judged by it, even by a server whose clock is ${hours} h off`, async () => {
      const db = await openDatabase(place());
      const machineNow = Date.now;
      const leaseMs = 60_000;
      Date.now = () => machineNow() + hours * 3_600_000;
      const lease = await takeLease(db, { log: silentLog, leaseMs });
      try {
        const own = await db.selectFrom("app_servers").selectAll().where("id", "=", lease.id).executeTakeFirstOrThrow();
        assert(Math.abs(Number(own.expires_ms) - leaseMs - machineNow()) < leaseMs, String(own.expires_ms));
        const judges = { judges_from_ms: machineNow() - leaseMs, judges_until_ms: machineNow() + leaseMs };
        await db.updateTable("app_servers").set(judges).where("id", "=", lease.id).execute();
        await db.insertInto("app_servers").values([
          { id: "alive", expires_ms: machineNow() + leaseMs, judges_from_ms: 0, judges_until_ms: 0 },
          { id: "dead", expires_ms: machineNow() - leaseMs, judges_from_ms: 0, judges_until_ms: 0 },
        ]).execute();
        const living = (await livingServers(db, lease.id).execute()).map(({ id }) => id);
        assertEquals(living.toSorted(), [lease.id, "alive"].toSorted());
      } finally {
        Date.now = machineNow;
        await db.deleteFrom("app_servers").execute();
        await lease.release();
        await db.destroy();
      }
    });
  }
});
