/** A database that keeps its connections open and answers nothing: no caller waits long, and no work is left behind. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../../support/suite/build_once.ts";
import { findPostgres } from "../../support/postgres.ts";
import { type Answered, freezeUnderLoad } from "../support/frozen_database.ts";
import { skip } from "../../support/suite/skip.ts";

/** `deno task test:long` freezes it for a minute. */
const FREEZE_MS = Deno.env.has("TEST_LONG") ? 60_000 : 6_000;
const MOST_MS = 5_000;
const MOST_READY_MS = 1_000;

const binaries = findPostgres();
if (binaries === undefined) skip("a frozen Postgres", "no initdb was found");
else {
  it("SECURITY X7: while Postgres is frozen every call is answered in 5 s, readiness in 1 s, and no refused call is carried out afterwards", async () => {
    await buildOnce();
    const { during, afterwards, known, stored } = await freezeUnderLoad(binaries, FREEZE_MS);
    // What an answer takes that asks no database is the machine's part.
    const [readyMs, busyMs] = [slowestMs(during, "/readyz"), slowestMs(during, "/healthz")];
    const slow = during.filter(({ ms }) => ms - busyMs > MOST_MS);
    assertEquals(slow, [], `${slow.length} of ${during.length} answers took longer, /healthz ${busyMs} ms`);
    assert(readyMs - busyMs < MOST_READY_MS, `/readyz answers after ${readyMs} ms, /healthz after ${busyMs} ms`);
    const wrong = during.filter(({ status, hasRetryAfter }) => status >= 500 && (status !== 503 || !hasRetryAfter));
    assertEquals(wrong, []);
    assert(during.some(({ status }) => status === 503), "no call met the frozen database");
    // Readiness gives a write half a second, which a busy machine may need.
    assertEquals(afterwards.filter(({ path, status }) => status >= 500 && path !== "/readyz"), []);
    assertEquals(stored, known, "executions that no caller knows");
  });
}

function slowestMs(answers: readonly Answered[], of: string): number {
  return Math.max(...answers.filter(({ path }) => path === of).map(({ ms }) => Math.round(ms)));
}
