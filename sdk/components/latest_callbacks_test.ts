/** Which component an element calls while components come and go. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { latestCallbacks, MountedComponents } from "./latest_callbacks.ts";

interface Events {
  readonly onSuccess?: () => unknown;
  readonly onRequestStart?: () => unknown;
}

function checkout() {
  const seen: string[] = [];
  const page = (name: string, more: Events = {}) => ({
    events: { onSuccess: () => void seen.push(name), ...more } as Events,
  });
  const first = page("first");
  const holders = new MountedComponents<{ events: Events }>(first);
  const events = latestCallbacks(() => holders.newest.events, () => holders.areGone);
  return { seen, page, first, holders, events };
}

describe("callbacks of an element that outlives its component", () => {
  it("reach the component that shows the element now, even while two pages overlap", () => {
    const { seen, page, first, holders, events } = checkout();
    const second = page("second");
    holders.enter(first);
    events.onSuccess?.();
    holders.enter(second);
    events.onSuccess?.();
    // The element is already mounted in the second component.
    assertEquals(holders.leave(first), false);
    events.onSuccess?.();
    assertEquals(seen, ["first", "second", "second"]);
    assertEquals(holders.leave(second), true);
  });

  it("return to the older component when the newer one unmounts first", () => {
    const { seen, page, first, holders, events } = checkout();
    const second = page("second");
    holders.enter(first);
    holders.enter(second);
    assertEquals(holders.leave(second), true);
    events.onSuccess?.();
    assertEquals(seen, ["first"]);
  });

  it("are separate for two elements of a kind, until one unmounts: then its payment calls the other's", () => {
    const { seen, page, first, holders: kind } = checkout();
    const second = page("second");
    const [one, other] = [new MountedComponents(first, kind), new MountedComponents(second, kind)];
    const events = latestCallbacks(() => one.newest.events, () => one.areGone);
    one.enter(first);
    other.enter(second);
    events.onSuccess?.();
    assertEquals(one.leave(first), true);
    events.onSuccess?.();
    other.leave(second);
    events.onSuccess?.();
    assertEquals(seen, ["first", "second"]);
  });

  it("are not called when no component is left, and a payment that asks one of them does not continue", () => {
    const { seen, page, holders, events } = checkout();
    const only = page("only", { onRequestStart: () => true });
    holders.enter(only);
    const { onSuccess, onRequestStart } = events;
    assertEquals(onRequestStart?.(), true);
    holders.leave(only);
    onSuccess?.();
    events.onSuccess?.();
    assertEquals([seen, onRequestStart?.(), events.onRequestStart?.()], [[], undefined, undefined]);
    assertEquals(typeof events.onRequestStart, "function");
  });

  it("are those of the newest render: a callback may be added, removed or changed", () => {
    let given: Events | undefined;
    const events = latestCallbacks(() => given);
    assertEquals([events.onSuccess, Object.keys(events)], [undefined, []]);
    given = { onSuccess: () => "one" };
    const copy = { ...events };
    assertEquals([events.onSuccess?.(), copy.onSuccess?.(), "onSuccess" in events], ["one", "one", true]);
    given = { onSuccess: () => "two", onRequestStart: () => true };
    assertEquals([events.onSuccess?.(), copy.onSuccess?.(), events.onRequestStart?.()], ["two", "two", true]);
  });
});
