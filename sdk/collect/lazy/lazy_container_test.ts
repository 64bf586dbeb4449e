/**
 * Containers and their fields while they load: every call reaches what they become, in order, and failures are logged.
 */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { CollectElement } from "../../elements/element.ts";
import type { CollectElementOptions } from "../../elements/options.ts";
import { SdkError } from "../../errors/sdk_error.ts";
import type { ClientContainer } from "../client_container.ts";
import { LazyContainer } from "./lazy_container.ts";

/** Anything that records which of its methods were called, and returns `made` from those that return something. */
function noting(calls: unknown[], own: object): object {
  return new Proxy(own, {
    get: (target, name) => {
      if (name === "then" || Reflect.has(target, name)) return Reflect.get(target, name);
      return (...given: unknown[]) => {
        calls.push([String(name), ...given]);
        return Promise.resolve(`answer of ${String(name)}`);
      };
    },
  });
}

function open(own: object = {}) {
  const calls: unknown[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<ClientContainer>();
  const lookUp = (bin: string) => Promise.resolve(bin === "424242" ? { bin, network: "visa" } : undefined);
  const container = LazyContainer.open(() => promise, { hasLookup: () => true, lookUp: asLookUp(lookUp) });
  const made = noting(calls, { bin: "42424242", ...own });
  return { container, calls, fail: reject, load: () => resolve(asContainer(made)) };
}
const turn = () => new Promise((done) => setTimeout(done, 5));

describe("a container that loads", () => {
  it("calls the container that it becomes, in order", async () => {
    const { container, calls, load } = open();
    assertEquals([container.bin, container.isBinLookupEnabled], ["", true]);
    assertEquals(container.mount("#card").unmount().reset() === container, true);
    const answers = Promise.all([container.validate(), container.collect({}), container.tokenize({})]);
    await turn();
    assertEquals(calls, []);
    load();
    assertEquals<unknown>(await answers, ["answer of validate", "answer of collect", "answer of tokenize"]);
    assertEquals(calls.toSorted(), [["collect", {}], ["mount", "#card"], ["reset"], ["tokenize", {}], ["unmount"], [
      "validate",
    ]]);
    assertEquals(calls.slice(0, 3), [["mount", "#card"], ["unmount"], ["reset"]]);
    assertEquals([container.bin, (await container).bin], ["42424242", "42424242"]);
    assertEquals<unknown>(await container.fetchBinLookup("424242"), { bin: "424242", network: "visa" });
    assertEquals(await container.fetchBinLookup("555555"), { bin: "555555" });
  });

  it("opens once the calls of the previous container have run, even if it failed", async () => {
    const [first, order] = [open({ unmount: () => order.push("unmount") }), [] as string[]];
    first.container.unmount();
    const second = LazyContainer.open(() => {
      order.push("second");
      return Promise.reject(new SdkError("card_form:client_connection"));
    }, { hasLookup: () => false, lookUp: () => Promise.resolve(undefined) });
    await turn();
    assertEquals(order, []);
    first.load();
    await consoleDuring(async () => assertEquals(await second.known, undefined));
    const third = open();
    third.load();
    await third.container;
    assertEquals(order, ["unmount", "second"]);
  });

  it("is made only by the client, and says so to programs for 5.x", () => {
    for (const make of [() => new LazyContainer({}, {}), () => LazyContainer.init({}, {})]) {
      assertThrows(make, SdkError, "collectContainer");
    }
  });

  it("rejects what waits for it with its error, which is logged once", async () => {
    const { container, fail } = open();
    const logged = await consoleDuring(async () => {
      container.mount("#card");
      // It opens after the container of the test before.
      await turn();
      fail(new SdkError("card_form:client_connection"));
      await assertRejects(() => container.validate(), SdkError);
      assertEquals(await container.known, undefined);
    });
    assertEquals(logged, 1);
  });

  it("says nothing when its client is destroyed before it has loaded", async () => {
    const { container, fail } = open();
    const logged = await consoleDuring(async () => {
      await turn();
      fail(new SdkError("client:destroyed"));
      assertEquals((await assertRejects(() => container.validate(), SdkError)).key, "client:destroyed");
    });
    assertEquals(logged, 0);
  });
});

describe("a field of a container that loads", () => {
  const CARD: CollectElementOptions = { type: "CARD_NUMBER", required: true };

  it("is empty and has no name until its code is there, then it is the field", async () => {
    const state = { isEmpty: false, value: "4242" };
    const element = noting([], { name: "card_number", getState: () => state, isValidElement: () => true });
    const { container, load } = open({ create: () => element });
    const field = container.createCollectElement(CARD);
    assertEquals([field.name, field.isValidElement(), field.element], ["", false, undefined]);
    assertEquals(container.createCollectElement({ ...CARD, name: "own" }).name, "own");
    const nothing = { isEmpty: true, isComplete: false, isValid: false, isFocused: false, value: "" };
    assertEquals<unknown>(field.getState(), {
      name: "",
      elementType: "CARD_NUMBER",
      required: true,
      isRequired: true,
      ...nothing,
    });
    for (const [type, isRequired] of [["CVV", true], ["EXPIRATION_YEAR", true], ["PIN", false]] as const) {
      assertEquals(container.createCollectElement({ type }).getState().isRequired, isRequired);
    }
    load();
    await container;
    await turn();
    assertEquals([field.name, field.isValidElement(), field.getState() === (state as unknown)], [
      "card_number",
      true,
      true,
    ]);
  });

  it("calls the field that it becomes, in order; events in lower case answer what ends them", async () => {
    const calls: unknown[] = [];
    const { container, load } = open({ create: () => noting(calls, {}) });
    const field = container.createCollectElement(CARD);
    const hear = () => {};
    const all = field.mount("#card").update({ label: "Card" }).setAttribute("label", "Number").setError("No")
      .resetError()
      .setValue("4").clearValue().reset().focus().on("FOCUS", hear).off("FOCUS", hear).unmount();
    assertEquals(all === field, true);
    const stop = field.on("change", hear);
    stop();
    load();
    await container;
    await turn();
    assertEquals(calls, [
      ["mount", "#card"],
      ["update", { label: "Card" }],
      ["setAttribute", "label", "Number"],
      ["setError", "No"],
      ["resetError"],
      ["setValue", "4"],
      ["reset"],
      ["reset"],
      ["focus"],
      ["on", "FOCUS", hear],
      ["off", "FOCUS", hear],
      ["unmount"],
      ["on", "CHANGE", hear],
      ["off", "CHANGE", hear],
    ]);
  });

  it("refers to the loaded field in a match rule, and leaves other rules as they are", async () => {
    const created: CollectElementOptions[] = [];
    const create = (options: CollectElementOptions) => (created.push(options), noting([], {}));
    const { container, load } = open({ create });
    const first = container.createCollectElement(CARD);
    const length = { type: "LENGTH_MATCH_RULE", params: { min: 3 } };
    const match = { type: "ELEMENT_VALUE_MATCH_RULE", params: { element: first, error: "Not the same" } };
    container.createCollectElement(asOptions({ ...CARD, validations: [length, match] }));
    load();
    await container;
    await turn();
    assertEquals(created[0], CARD);
    const [kept, replaced] = created[1]?.validations ?? [];
    assertEquals<unknown>([kept, Object(replaced).params.element === first.element], [length, true]);
    assertEquals(first.element === undefined, false);
  });

  it("logs a call or options that the field refuses, and continues", async () => {
    const calls: unknown[] = [];
    const refusing = noting(calls, {
      setError: () => {
        throw new SdkError("card_form:client_connection");
      },
    });
    const { container, load } = open({
      create: ({ type }: CollectElementOptions) => {
        if (type === "CVV") throw new SdkError("card_form:client_connection");
        return refusing;
      },
    });
    const logged = await consoleDuring(async () => {
      const field = container.createCollectElement(CARD);
      container.createCollectElement({ type: "CVV" }).focus();
      field.setError("No").focus();
      load();
      await container;
      await turn();
    });
    assertEquals([logged, calls], [2, [["focus"]]]);
  });
});

/** How many errors were logged to the console. */
async function consoleDuring(act: () => Promise<void>): Promise<number> {
  const { error } = console;
  let count = 0;
  console.error = () => void (count += 1);
  try {
    await act();
    await turn();
  } finally {
    console.error = error;
  }
  return count;
}
function asContainer(made: unknown): ClientContainer {
  return made as ClientContainer & CollectElement;
}
function asOptions(options: unknown): CollectElementOptions {
  return options as CollectElementOptions;
}
function asLookUp(lookUp: unknown): never {
  return lookUp as never;
}
