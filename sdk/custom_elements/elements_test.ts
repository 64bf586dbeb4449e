/** The tags of the custom elements are those of the components' table, and their events have their own names. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import * as table from "../components/table.ts";
import { dispatching, eventName } from "./events.ts";
import { noteListener } from "./listening.ts";
import { defineElements } from "./mod.ts";

/** The classes extend what only a page has. */
function withHtmlElement(use: () => void): void {
  Reflect.set(globalThis, "HTMLElement", class {});
  try {
    use();
  } finally {
    Reflect.deleteProperty(globalThis, "HTMLElement");
  }
}

function asRegistry(registry: unknown): CustomElementRegistry {
  return registry as CustomElementRegistry;
}

describe("custom elements", () => {
  it("are a tag for each row of the table, and the provider first", () => {
    const tags: string[] = [];
    withHtmlElement(() =>
      defineElements(asRegistry({ get: () => undefined, define: (tag: string) => tags.push(tag) }))
    );
    const rows = Object.values(table).map(({ tag }) => tag);
    assertEquals(tags.toSorted(), ["payrails-provider", ...rows].toSorted());
    assertEquals(tags[0], "payrails-provider");
  });

  it("are none on a server, which has no registry, and none twice", () => {
    const tags: string[] = [];
    const registry = {
      get: (tag: string) => tag !== "payrails-dropin" || undefined,
      define: (tag: string) => tags.push(tag),
    };
    withHtmlElement(() => defineElements(asRegistry(registry)));
    assertEquals(tags, ["payrails-dropin"]);
    // Would throw, since nothing here has a class HTMLElement.
    defineElements();
  });

  it("have events that are not HTML events, named after the callbacks", () => {
    const names = ["onSuccess", "onButtonClicked", "onThreeDSecureChallenge", "onError"];
    assertEquals(names.map(eventName), [
      "payrails-success",
      "payrails-button-clicked",
      "payrails-three-d-secure-challenge",
      "payrails-error",
    ]);
  });
});

interface Callbacks {
  readonly onButtonClicked?: (action: string, event: object) => unknown;
  readonly onSuccess?: (action: string, event: object) => unknown;
  readonly onChange?: (event: object) => unknown;
  readonly onStateChanged?: (state: string) => unknown;
  readonly onThreeDSecureChallenge?: () => unknown;
  readonly onRequestStart?: (action: string) => unknown;
  readonly onDeliveryAddressChanged?: (address: unknown) => unknown;
}

const KINDS = {
  onButtonClicked: "gate",
  onRequestStart: "gate",
  onSuccess: "notice",
  onChange: "notice",
  onStateChanged: "notice",
  onThreeDSecureChallenge: "notice",
  onDeliveryAddressChanged: "answer",
} as const;

function host(given?: Callbacks) {
  const target = new EventTarget();
  const heard: (readonly [string, unknown, boolean])[] = [];
  for (const name of Object.keys(KINDS)) {
    target.addEventListener(eventName(name), (event) => {
      const { type, detail, cancelable, bubbles, composed } = asCustom(event);
      assertEquals([bubbles, composed], [true, true]);
      heard.push([type, detail, cancelable]);
    });
  }
  return { target, heard, callbacks: dispatching<Callbacks>(asHost(target), KINDS, given) };
}

function asHost(target: EventTarget): HTMLElement {
  return target as HTMLElement;
}

function asNode(node: unknown): Node {
  return node as Node;
}

function asCustom(event: Event): CustomEvent {
  return event as CustomEvent;
}

describe("callbacks as events", () => {
  it("carry the payload in detail: with its action, alone, a state by its name, or nothing", () => {
    const { callbacks, heard } = host();
    callbacks.onButtonClicked?.("AUTHORIZE", { bin: "42424242" });
    callbacks.onRequestStart?.("TOKENIZE");
    callbacks.onSuccess?.("AUTHORIZE", { executionId: "1" });
    callbacks.onChange?.({ isValid: true });
    callbacks.onStateChanged?.("enabled");
    callbacks.onThreeDSecureChallenge?.();
    assertEquals(heard, [
      ["payrails-button-clicked", { action: "AUTHORIZE", bin: "42424242" }, true],
      ["payrails-request-start", { action: "TOKENIZE" }, true],
      ["payrails-success", { action: "AUTHORIZE", executionId: "1" }, false],
      ["payrails-change", { isValid: true }, false],
      ["payrails-state-changed", { state: "enabled" }, false],
      ["payrails-three-d-secure-challenge", {}, false],
    ]);
  });

  it("let a gate pass unless its event is prevented or the callback beside it says otherwise", () => {
    assertEquals(host().callbacks.onRequestStart?.("AUTHORIZE"), true);
    assertEquals(host({ onRequestStart: () => "later" }).callbacks.onRequestStart?.("AUTHORIZE"), "later");
    assertEquals(host({ onRequestStart: () => undefined }).callbacks.onRequestStart?.("AUTHORIZE"), undefined);
    let isAsked = false;
    const { target, callbacks } = host({ onRequestStart: () => isAsked = true });
    target.addEventListener("payrails-request-start", (event) => event.preventDefault());
    assertEquals([callbacks.onRequestStart?.("AUTHORIZE"), isAsked], [false, false]);
  });

  it("call the page's own callback with its arguments, and answer what it answers", () => {
    const { callbacks } = host({ onSuccess: (...given) => given });
    assertEquals(callbacks.onSuccess?.("AUTHORIZE", { executionId: "1" }), ["AUTHORIZE", { executionId: "1" }]);
  });

  it("say whether the page listens: to the event there or around it, by a callback, or by reading one", () => {
    const hears = (given?: Callbacks, target: Node = asNode({ parentNode: null })) =>
      Reflect.get(dispatching<Callbacks>(asHost(target), KINDS, given), "payrails-hears")("onSuccess");
    const around = asNode({ parentNode: null });
    noteListener(around, "payrails-success");
    Reflect.set(globalThis, "ShadowRoot", class {});
    try {
      assertEquals([hears(), hears({ onSuccess: () => {} })], [false, true]);
      assertEquals([hears({}, around), hears({}, asNode({ parentNode: around }))], [true, true]);
      const { target, callbacks } = host();
      Reflect.set(target, "parentNode", null);
      assertEquals(Reflect.get(callbacks, "payrails-hears")("onSuccess"), false);
      callbacks.onSuccess?.("AUTHORIZE", { executionId: "1" });
      assertEquals(Reflect.get(callbacks, "payrails-hears")("onSuccess"), true);
      assertEquals(Object.keys(callbacks).includes("payrails-hears"), false);
    } finally {
      Reflect.deleteProperty(globalThis, "ShadowRoot");
    }
  });

  it("are not there where only the page's callback counts: PayPal asks for an address because of it", () => {
    assertEquals(host().callbacks.onDeliveryAddressChanged, undefined);
    const { callbacks, heard } = host({ onDeliveryAddressChanged: (address) => address });
    assertEquals([callbacks.onDeliveryAddressChanged?.("Vienna"), heard], ["Vienna", []]);
  });
});
