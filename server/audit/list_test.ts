/** A page of the audit log as the console reads it. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { openDatabase } from "../db/open.ts";
import { createClock } from "../platform/clock.ts";
import { silentLog } from "../platform/log.ts";
import { record } from "./chain.ts";
import { listAudit } from "./list.ts";

it("a page names each operator by address, one that is no longer known by its id, and the command line by nothing", async () => {
  const db = await openDatabase({ kind: "sqlite", path: ":memory:" });
  const ports = { db, clock: createClock(), log: silentLog };
  for (const id of ["op_ada", "op_gone"]) {
    await record(ports, { what: "searched", operator: { id, role: "support" } });
  }
  await record(ports, { what: "operator_added" });
  const { rows, next } = await listAudit(db, { limit: 3 }, new Map([["op_ada", "ada@shop.example"]]));
  assertEquals(rows.map(({ operator }) => operator), [
    null,
    { id: "op_gone", email: "op_gone", role: "support" },
    { id: "op_ada", email: "ada@shop.example", role: "support" },
  ]);
  assertEquals(next, null);
  await db.destroy();
});
