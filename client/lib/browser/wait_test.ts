import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { waitForConnection } from "./wait.ts";

describe("waiting for the connection", () => {
  it("ends early when the browser reports that it is online again", async () => {
    const startedMs = performance.now();
    const waiting = waitForConnection(60_000);
    dispatchEvent(new Event("online"));
    await waiting;
    assert(performance.now() - startedMs < 30_000);
  });

  it("ends by itself after its time", async () => {
    let isOver = false;
    const waiting = waitForConnection(20).then(() => isOver = true);
    await Promise.resolve();
    assertEquals(isOver, false);
    assertEquals(await waiting, true);
  });
});
