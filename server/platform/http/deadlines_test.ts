import { after, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createDeadlines } from "./deadlines.ts";

const AFTER_MS = 30;
/** Deadlines alone keep no process alive, so the test does. */
const running = setInterval(() => {}, AFTER_MS);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("deadlines with one timer", () => {
  after(() => clearInterval(running));

  it("expire in the order in which they started, and not for requests that have finished", async () => {
    const begin = createDeadlines(AFTER_MS);
    const late: string[] = [];
    const ended = Promise.withResolvers<void>();
    const startedMs = performance.now();
    begin(() => late.push("first"));
    const done = begin(() => late.push("done"));
    await pause(AFTER_MS / 2);
    begin(() => {
      late.push("last");
      ended.resolve();
    });
    done();
    await ended.promise;
    assertEquals(late, ["first", "last"]);
    assert(performance.now() - startedMs >= AFTER_MS * 1.5 - 1);
  });

  it("run again after all earlier ones have finished", async () => {
    const begin = createDeadlines(AFTER_MS);
    begin(() => {})();
    await pause(AFTER_MS * 2);
    const late = Promise.withResolvers<void>();
    begin(late.resolve);
    await late.promise;
  });
});
