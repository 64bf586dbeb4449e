import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { ElementSpec } from "../../sdk/wire/elements.ts";
import { Hub, type Member } from "./hub.ts";

describe("the hub of a container's fields", () => {
  function memberOf(
    spec: Pick<ElementSpec, "name" | "type" | "column" | "skyflowId"> & { readonly table?: string },
    text: string,
    told: string[],
  ): Member {
    return {
      spec: { table: "cards", ...spec } as ElementSpec,
      text: () => text,
      isBlocking: () => false,
      quiet: () => Promise.resolve(),
      judge: () => {},
      refresh: () => void told.push(`${spec.name} refreshes`),
      follow: () => void told.push(`${spec.name} follows`),
      uncheck: () => void told.push(`${spec.name} unchecks`),
    };
  }

  it("notifies the other members when one joins, and unchecks the radio that it replaces", () => {
    const told: string[] = [];
    const hub = new Hub();
    hub.join(memberOf({ name: "number", type: "CARD_NUMBER", column: "number" }, "4242", told));
    hub.join(memberOf({ name: "first", type: "radio", column: "size" }, "S", told));
    hub.join(memberOf({ name: "colour", type: "radio", column: "colour" }, "red", told));
    hub.join(memberOf({ name: "shoe", type: "radio", table: "shoes", column: "size" }, "42", told));
    hub.join(memberOf({ name: "theirs", type: "radio", column: "size", skyflowId: "two" }, "L", told));
    told.length = 0;
    hub.join(memberOf({ name: "empty", type: "radio", column: "size" }, "", told));
    assertEquals(told, [
      "number follows",
      "first follows",
      "colour follows",
      "shoe follows",
      "theirs follows",
      "empty refreshes",
    ]);
    told.length = 0;
    hub.join(memberOf({ name: "second", type: "radio", column: "size" }, "M", told));
    assertEquals(told, [
      "number follows",
      "first unchecks",
      "first follows",
      "colour follows",
      "shoe follows",
      "theirs follows",
      "empty unchecks",
      "empty follows",
      "second refreshes",
    ]);
  });

  const CODE = { name: "code", type: "CVV", column: "code" } as const;

  it("a field that reports its removal late leaves a newer one of its name in its place", () => {
    const hub = new Hub();
    const [first, second] = [memberOf(CODE, "123", []), memberOf(CODE, "456", [])];
    hub.join(first);
    hub.join(second);
    hub.leave(first);
    assertEquals(hub.cardTexts(), { CVV: "456" });
    hub.leave(second);
    assertEquals(hub.cardTexts(), {});
  });

  it("has all its fields once the last one has joined, and typing in each has ended", async () => {
    const hub = new Hub();
    const typing = Promise.withResolvers<void>();
    const seen: string[] = [];
    const gathered = hub.gathered(2).then(() => void seen.push("gathered"));
    const turns = () => new Promise((resolve) => setTimeout(resolve, 1));
    hub.join(memberOf(CODE, "123", []));
    await turns();
    seen.push("one of two");
    const number = memberOf({ name: "number", type: "CARD_NUMBER", column: "number" }, "4242", []);
    hub.join({ ...number, quiet: () => typing.promise });
    await turns();
    seen.push("still typing");
    typing.resolve();
    await gathered;
    assertEquals(seen, ["one of two", "still typing", "gathered"]);
  });
});
