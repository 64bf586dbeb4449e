/** A database that keeps its connections open and answers nothing: no caller waits long, and no work is left behind. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { buildOnce } from "../../support/suite/build_once.ts";
import { findPostgres } from "../../support/postgres.ts";
import { freezeUnderLoad, ownMs } from "../support/frozen_database.ts";
import { skip } from "../../support/suite/skip.ts";

/** `deno task test:long` freezes it for a minute. */
const FREEZE_MS = Deno.env.has("TEST_LONG") ? 60_000 : 6_000;
const MOST_MS = 5_000;
const MOST_READY_MS = 1_000;

const binaries = findPostgres();
if (binaries === undefined) skip("a frozen Postgres", "no initdb was found");
else {
  it("a call's own time is what it took without the machine's stalls, which may overlap", () => {
    const call = (startedMs: number) => ({ path: "/readyz", startedMs, ms: 900, status: 200, hasRetryAfter: false });
    const stalls = [{ fromMs: 800, untilMs: 1_700 }, { fromMs: 50, untilMs: 150 }, { fromMs: 100, untilMs: 200 }];
    assertEquals(ownMs(call(100), stalls), 900 - 100 - 200);
    assertEquals(ownMs(call(2_000), stalls), 900);
  });

  it("SECURITY X7: while Postgres is frozen every call is answered in 5 s, readiness in 1 s, and no refused call is carried out afterwards", async () => {
    await buildOnce();
    const { during, afterwards, stalls, known, stored } = await freezeUnderLoad(binaries, FREEZE_MS);
    const slow = during.filter((each) => ownMs(each, stalls) > MOST_MS);
    assertEquals(slow, [], `${slow.length} of ${during.length} answers took longer`);
    const readyMs = Math.max(...during.filter(({ path }) => path === "/readyz").map((each) => ownMs(each, stalls)));
    assert(readyMs < MOST_READY_MS, `/readyz answers after ${readyMs.toFixed(0)} ms`);
    const wrong = during.filter(({ status, hasRetryAfter }) => status >= 500 && (status !== 503 || !hasRetryAfter));
    assertEquals(wrong, []);
    assert(during.some(({ status }) => status === 503), "no call met the frozen database");
    // Readiness gives a write half a second, which a busy machine may need.
    assertEquals(afterwards.filter(({ path, status }) => status >= 500 && path !== "/readyz"), []);
    assertEquals(stored, known, "executions that no caller knows");
  });
}
