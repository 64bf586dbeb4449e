/** A Postgres restored to an earlier point in time: no card is charged or refunded twice. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { findPostgres, startPostgres } from "../../support/postgres.ts";
import { archivedLog, ARCHIVING } from "./archived_log.ts";
import { drillRestore } from "./restore_drill.ts";
import { skip } from "../../support/suite/skip.ts";

const MEMBERS = Deno.env.get("TEST_LONG") === "1" ? 55 : 4;

const title =
  "SECURITY R12: point-in-time recovery brings back the minute before, and nothing after it is charged twice";
const binaries = findPostgres();
if (binaries === undefined) skip(title, "no initdb was found on this machine");
else {
  it(title, async () => {
    const postgres = await startPostgres(binaries, ARCHIVING);
    try {
      const startedMs = performance.now();
      const backups = await archivedLog(postgres);
      const report = await drillRestore({ kind: "postgres", url: postgres.url }, MEMBERS, backups);
      const { before, after, books, answers: [first, again], differences: [none, lost] } = report;
      console.log(`${before.charges} charges before, ${after.charges} after; ${performance.now() - startedMs | 0} ms`);
      assertEquals(again, first, "people are answered as before the restore");
      assertEquals(after, before, "the acquirer moved no more money");
      assertEquals(none, [], "nothing differs before the restore");
      assertEquals(lost.map(({ between, found }) => [between, found.capturedMinor]), [["ledger", 100]]);
      assertEquals(books, { capturedMinor: after.capturedMinor - 100, refundedMinor: after.refundedMinor });
    } finally {
      await postgres.stop();
    }
  });
}
