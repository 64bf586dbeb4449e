/** Waits: how they end, and what they leave at a signal that outlives thousands of them. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { wait } from "./wait.ts";

it("a wait that has ended leaves nothing at its signal, and an aborted one ends with the reason", async () => {
  const { signal } = new AbortController();
  let listening = 0;
  const { addEventListener, removeEventListener } = signal;
  Object.assign(signal, {
    addEventListener: (...added: Parameters<typeof addEventListener>) => {
      listening += 1;
      return Reflect.apply(addEventListener, signal, added);
    },
    removeEventListener: (...removed: Parameters<typeof removeEventListener>) => {
      listening -= 1;
      return Reflect.apply(removeEventListener, signal, removed);
    },
  });
  for (let times = 0; times < 3; times++) await wait(0, signal);
  assertEquals(listening, 0);

  const ending = new AbortController();
  const waiting = wait(60_000, ending.signal);
  ending.abort(new Error("destroyed"));
  await assertRejects(() => waiting, Error, "destroyed");
  await assertRejects(() => wait(60_000, ending.signal), Error, "destroyed");
});
