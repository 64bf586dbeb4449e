/** A custom element mounts what its row makes while it is in the page and has a client, and leaves nothing behind. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import type { Mounted, Mounting, SharedOptions } from "../components/mounting.ts";
import type { ComponentRow } from "../components/table.ts";
import type { Payrails } from "../mod.ts";
import { ClientSource } from "./client_source.ts";
import { createElementClass } from "./element_class.ts";

const NAMES = ["HTMLElement", "ShadowRoot"] as const;

/** As much of a node as an element asks for. */
class Base {
  isConnected = true;
  parentNode: object | null = null;
  readonly style: { display?: string } = {};
  readonly dispatched: string[] = [];
  getAttribute = (name: string) => name === "label" ? "Pay" : null;
  dispatchEvent({ type }: Event) {
    this.dispatched.push(type);
    return true;
  }
}
class Shadow {
  readonly parentNode = null;
  constructor(readonly host: object) {}
}

interface Component extends Base {
  client: Payrails | null;
  events: object;
  label: string;
  readonly element: unknown;
  connectedCallback(): void;
  disconnectedCallback(): void;
}

describe("a custom element", () => {
  const { warn } = console;
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  let happened: string[] = [];
  let newest: () => SharedOptions = () => ({});
  beforeEach(() => {
    Object.assign(globalThis, { HTMLElement: Base, ShadowRoot: Shadow });
    happened = [];
    console.warn = (text: string) => void happened.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  });

  function open(): Component {
    const mounting = {
      show: (client: unknown, _: unknown, read: () => SharedOptions) => {
        happened.push(`show ${String(client)}`);
        newest = read;
        const note = (what: string) => () => void happened.push(`${what} ${String(client)}`);
        return { element: `element of ${String(client)}`, update: note("update"), leave: note("leave") };
      },
    };
    const row = { tag: "payrails-part", options: { label: "text" }, events: { onReady: "notice" } };
    return asComponent(new (createElementClass(asRow(row), asMounting(mounting)))());
  }
  /** What happens in one task counts once. */
  async function during(act: () => unknown): Promise<readonly string[]> {
    act();
    await Promise.resolve();
    return happened.splice(0);
  }
  const clientNamed = (name: string) => name as unknown as Payrails;

  it("shows its client's element, and updates it when an option changes", async () => {
    const component = open();
    assertEquals(
      await during(() => {
        component.client = clientNamed("A");
        component.connectedCallback();
      }),
      ["show A"],
    );
    assertEquals(component.element, "element of A");
    assertEquals(await during(() => component.label = "Buy"), ["update A"]);
    assertEquals(newest().events === undefined, false);
    assertEquals(Object(newest()).label, "Buy");
    Object(newest().events).onReady();
    assertEquals(component.dispatched, ["payrails-ready"]);
  });

  it("sets no style, so that `hidden` and the page's own rules count, and has its attribute where no property says otherwise", async () => {
    const component = open();
    await during(() => {
      component.client = clientNamed("A");
      component.connectedCallback();
    });
    assertEquals([component.style.display, Object(newest()).label], [undefined, "Pay"]);
  });

  it("leaves its client when it gets another, none, or is removed, and comes back when it is put back", async () => {
    const component = open();
    await during(() => {
      component.client = clientNamed("A");
      component.connectedCallback();
    });
    assertEquals(await during(() => component.client = clientNamed("B")), ["leave A", "show B"]);
    const remove = () => {
      component.isConnected = false;
      component.disconnectedCallback();
    };
    assertEquals([await during(remove), component.element], [["leave B"], undefined]);
    const putBack = () => {
      component.isConnected = true;
      component.connectedCallback();
    };
    assertEquals(await during(putBack), ["show B"]);
    assertEquals(await during(() => [remove(), putBack()]), ["update B"], "a move keeps what is shown");
  });

  it("follows the nearest provider, through shadow roots, until it is moved away", async () => {
    const [outer, inner] = [{ parentNode: null }, { parentNode: null as object | null }];
    inner.parentNode = outer;
    const [ofOuter, ofInner] = [new ClientSource(asNode(outer)), new ClientSource(asNode(inner))];
    const component = open();
    component.parentNode = new Shadow(inner);
    assertEquals(await during(() => component.connectedCallback()), []);
    assertEquals(await during(() => ofInner.client = clientNamed("inner")), ["show inner"]);
    assertEquals(await during(() => ofOuter.client = clientNamed("outer")), []);
    const moved = () => {
      component.parentNode = outer;
      component.connectedCallback();
    };
    assertEquals(await during(moved), ["leave inner", "show outer"]);
    assertEquals(await during(() => ofInner.client = undefined), [], "the provider that it left is not heard");
    assertEquals(await during(() => component.client = clientNamed("own")), ["leave outer", "show own"]);
    assertEquals(await during(() => component.client = null), ["leave own", "show outer"]);
  });

  it("says once that it shows nothing without a provider or a client, and nothing while it is not in the page", async () => {
    const component = open();
    component.isConnected = false;
    assertEquals(await during(() => component.disconnectedCallback()), []);
    component.isConnected = true;
    const text = "payrails: payrails-part shows nothing: put it into a payrails-provider, or set its client";
    assertEquals(await during(() => component.connectedCallback()), [text]);
    assertEquals(await during(() => component.connectedCallback()), []);
  });
});

function asComponent(element: unknown): Component {
  return element as Component;
}
function asRow(row: unknown): ComponentRow<SharedOptions, Mounted> {
  return row as ComponentRow<SharedOptions, Mounted>;
}
function asMounting(mounting: unknown): Mounting<SharedOptions, Mounted> {
  return mounting as Mounting<SharedOptions, Mounted>;
}
function asNode(node: unknown): Node {
  return node as Node;
}
