import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { CHECKED_ROW } from "../../../tests/support/app/samples.ts";
import { BATCH_MAX_CHARS, type BatchEvent } from "../../../server/wire/members/batch.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { readListFile, runBulkCheck } from "./bulk_check.ts";
import { BULK_CHECK_START, type BulkCheckEvent, bulkCheckReducer, type BulkCheckState } from "./bulk_check_state.ts";

const row = (done: number): BatchEvent => ({ type: "row", done, of: 2, row: { ...CHECKED_ROW, line: done } });
const DONE: BatchEvent = { type: "done", batch_id: "b1", spent: 2, credits: 8 };

async function run(
  events: readonly BatchEvent[],
  { csv = "+1", subscriptionId = "s1", end }: { csv?: string; subscriptionId?: string; end?: Error } = {},
): Promise<BulkCheckState> {
  let state = BULK_CHECK_START;
  const dispatch = (event: BulkCheckEvent) => {
    state = bulkCheckReducer(state, event);
  };
  const check = async function* () {
    yield* events;
    if (end !== undefined) throw await Promise.resolve(end);
  };
  const ports = { dispatch, check, subscriptionId: () => Promise.resolve(subscriptionId) };
  await runBulkCheck(ports, { csv, name: "n", country: "" });
  return state;
}

it("a file is read only when it can hold a list, and one that can't be read says so", async () => {
  const read = async (file: Pick<File, "size" | "text">) => {
    const errors: string[] = [];
    return [await readListFile(file, (error) => errors.push(error)), ...errors];
  };
  let reads = 0;
  const text = () => Promise.resolve(String(reads += 1));
  assertEquals(await read({ size: 3 * BATCH_MAX_CHARS, text }), ["1"]);
  assertMatch(String(await read({ size: 3 * BATCH_MAX_CHARS + 1, text })), /too large/);
  assertEquals(reads, 1);
  const lost = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  assertMatch(String(await read({ size: 1, text: lost })), /couldn't read the file/);
});

describe("a bulk check", () => {
  it("shows each row as it arrives and its cost", async () => {
    const state = await run([row(1), row(2), DONE]);
    assertEquals([state.rows.length, state.of, state.isBusy], [2, 2, false]);
    assertEquals(state.finished, { batchId: "b1", spent: 2, credits: 8 });
  });
  it("keeps the received rows when the connection breaks, and says that nothing is paid twice", async () => {
    for (const end of [undefined, new NetworkError("gone")]) {
      const state = await run([row(1)], end === undefined ? {} : { end });
      assertEquals([state.rows.length, state.finished], [1, undefined]);
      assertMatch(state.error, /free to recheck/);
    }
  });
  it("sends nothing that is empty, too large or without a plan; shows the server's message", async () => {
    assertMatch((await run([DONE], { csv: " \n" })).error, /paste numbers/);
    assertMatch((await run([DONE], { csv: "1".repeat(BATCH_MAX_CHARS + 1) })).error, /too large/);
    assertMatch((await run([DONE], { subscriptionId: "" })).error, /come with a plan/);
    const end = new ResponseError(402, { error: "None left" });
    assertEquals((await run([], { end })).error, "None left");
    assertEquals((await run([], { end })).needsCredits, false);
    assertEquals((await run([{ type: "failed", error: "Ours" }])).error, "Ours");
  });
  it("needs a pack when the packs are used up, before the list and in the middle of it, and not for an ended plan", async () => {
    const refused = (code: string) => new ResponseError(402, { error: "None left", code });
    assertEquals((await run([], { end: refused("list_no_lookups") })).needsCredits, true);
    assertEquals((await run([], { end: refused("lookups_ended") })).needsCredits, false);
    assertEquals(
      (await run([row(1), { type: "row", row: { ...CHECKED_ROW, line: 2, state: "no_credit" }, done: 2, of: 2 }, DONE]))
        .needsCredits,
      true,
    );
    assertEquals((await run([row(1), DONE])).needsCredits, false);
  });
});
