/** A client that is ready at once and can be awaited. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { awaitable } from "./awaitable.ts";

describe("an object that can be awaited", () => {
  const open = () => awaitable({ name: "client" });

  it("is itself after await, any number of times, also when returned by async functions and then", async () => {
    const made = open();
    const passOn = async () => await Promise.resolve(made);
    const inside = await made;
    assert(inside === made);
    assert(await inside === made);
    assert(await passOn() === made);
    assert(await made.then() === made);
    assert(await made.then((client) => client) === made);
    assert(await Promise.resolve().then(() => made) === made);
    assertEquals(await Promise.all([made, made]).then((all) => all.every((each) => each === made)), true);
  });

  it("passes on what then gives, and rejects with what it throws", async () => {
    const made = open();
    assertEquals(await made.then(({ name }) => name), "client");
    const reason = new Error("the shop's own");
    const fails = made.then(() => {
      throw reason;
    });
    assert(await fails.catch((error: unknown) => error) === reason);
    assert(await made === made, "it can be awaited after a handler has thrown");
  });

  it("calls a handler after the code that passed it, as a promise does", async () => {
    const seen: string[] = [];
    const done = open().then(() => seen.push("then"));
    seen.push("after");
    await done;
    assertEquals(seen, ["after", "then"]);
  });

  it("never calls catch, and calls finally once without changing the answer", async () => {
    const made = open();
    let count = 0;
    assert(await made.catch(() => "caught") === made);
    assert(await made.finally(() => count++) === made);
    assertEquals(count, 1);
  });

  it("looks like the plain object: nothing extra is listed or copied", () => {
    const made = open();
    assertEquals([Object.keys(made), { ...made }.then], [["name"], undefined]);
  });
});
