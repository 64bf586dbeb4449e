/** The provider and its hooks: when a client is made and destroyed, and which callbacks it calls. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createElement, StrictMode } from "react";
import { show } from "../../tests/support/app/component.ts";
import { Payrails } from "../mod.ts";
import { CardForm, PayrailsProvider, type PayrailsProviderProps, usePayrails, useResume } from "./mod.ts";

type Handler = (event: unknown) => unknown;

/** Notes what the provider does with it. */
class FakeClient {
  readonly handlers = new Map<string, Handler>();
  readonly resuming = Promise.withResolvers<{ readonly type: string }>();
  isDestroyed = false;
  isAsked = false;

  constructor(readonly name: string, readonly options: object, readonly told: string[]) {
    this.resuming.promise.catch(() => {});
  }

  destroy(): void {
    this.told.push(`destroy ${this.name}`);
    this.isDestroyed = true;
    this.resuming.reject(new DOMException("aborted", "AbortError"));
  }
  update(options: object): void {
    if (this.isDestroyed) throw new Error("destroyed");
    this.told.push(`update ${this.name} ${JSON.stringify(options)}`);
  }
  on(event: string, handler: Handler): () => void {
    this.told.push(`on ${event}`);
    this.handlers.set(event, handler);
    return () => void this.told.push(`off ${event}`);
  }
  resume(options: object): Promise<{ readonly type: string }> {
    this.told.push(`resume ${JSON.stringify(options)}`);
    const isFirst = !this.isAsked;
    this.isAsked = true;
    this.resuming.promise.then(() => this.isAsked = false, () => {});
    // One challenge at a time.
    const isOpening = Object(options).openChallenge === true;
    return isFirst || !isOpening ? this.resuming.promise : Promise.resolve({ type: "pending" });
  }
}

describe("the provider", () => {
  const { init } = Payrails;
  const { warn } = console;
  const told: string[] = [];
  let made: FakeClient[] = [];
  let refusal: Error | undefined;
  beforeEach(() => {
    told.length = 0;
    [made, refusal] = [[], undefined];
    Payrails.init = ({ data }, options = {}) => {
      told.push(`init ${data}`);
      if (refusal !== undefined) throw refusal;
      const client = new FakeClient(data, options, told);
      made.push(client);
      return asClient(client);
    };
    console.warn = (text: string) => void told.push(text);
  });
  afterEach(() => {
    Payrails.init = init;
    console.warn = warn;
  });

  const session = (data: string) => ({ version: "5", data });
  const provide = (props: Partial<PayrailsProviderProps>, child: unknown = createElement(Name)) =>
    createElement(PayrailsProvider, asProps({ init: session("a"), ...props, children: child }));
  const heard = () => told.splice(0);

  it("makes one client for a response, another for one with other data, and destroys each", async () => {
    const shown = await show(provide({ init: undefined }));
    assertEquals([shown.text(), heard()], ["none", []]);
    await shown.render(provide({}));
    assertEquals([shown.text(), heard()], ["a", ["init a"]]);
    await shown.render(provide({ init: session("a") }));
    assertEquals(heard(), []);
    await shown.render(provide({ init: session("b") }));
    assertEquals([shown.text(), heard()], ["b", ["destroy a", "init b"]]);
    await shown.render(provide({ init: undefined }));
    assertEquals([shown.text(), heard()], ["none", ["destroy b"]]);
    await shown.close();
    assertEquals(heard(), []);
  });

  it("makes and destroys a client twice in StrictMode, and shows the second", async () => {
    const shown = await show(createElement(StrictMode, null, asPart(provide({}))));
    assertEquals([shown.text(), heard()], ["a", ["init a", "destroy a", "init a"]]);
    await shown.close();
    assertEquals(heard(), ["destroy a"]);
  });

  it("gives the client its options, and calls the events of the newest render", async () => {
    const calls: string[] = [];
    const withEvents = (name: string) =>
      provide({ options: { environment: "TEST", events: { onClientInitialized: () => void calls.push(name) } } });
    const shown = await show(withEvents("first"));
    await shown.render(withEvents("second"));
    const { environment, events } = asInitOptions(made[0]?.options);
    events.onClientInitialized();
    assertEquals([environment, calls, heard()], ["TEST", ["second"], ["init a"]]);
    await shown.close();
  });

  it("passes on another locale once, and English when it is removed", async () => {
    const shown = await show(provide({ options: { locale: "de" } }));
    assertEquals(heard(), ["init a"]);
    for (const locale of ["de", "es", "es"]) await shown.render(provide({ options: { locale } }));
    assertEquals(heard(), ['update a {"locale":"es"}']);
    await shown.render(provide({ options: { locale: "de" } }));
    assertEquals(heard(), ['update a {"locale":"de"}']);
    await shown.render(provide({}));
    assertEquals(heard(), ['update a {"locale":"en"}']);
    await shown.render(provide({ init: session("b"), options: { locale: "fr" } }));
    assertEquals(heard(), ["destroy a", "init b"]);
    await shown.close();
  });

  it("changes no client that ended in the same render, and the page stays", async () => {
    const shown = await show(provide({ options: { locale: "en" } }));
    await shown.render(provide({ init: undefined, options: { locale: "de" } }));
    assertEquals([shown.text(), heard()], ["none", ["init a", "destroy a"]]);
    await shown.render(provide({ options: { locale: "de" } }));
    refusal = new Error("not to be trusted");
    await shown.render(provide({ init: session("b"), options: { locale: "fr" }, onError: () => {} }));
    assertEquals([shown.text(), heard()], ["none", ["init a", "destroy a", "init b"]]);
    await shown.close();
  });

  it("passes a refused response to onError, and throws without it", async () => {
    refusal = new Error("not to be trusted");
    const errors: unknown[] = [];
    const shown = await show(provide({ onError: (error) => errors.push(error) }));
    assertEquals([shown.text(), errors], ["none", [refusal]]);
    await shown.close();
    let thrown: unknown;
    await show(provide({})).catch((error: unknown) => thrown = error);
    assertEquals(thrown, refusal);
  });

  it("refuses what is no init response, once, and waits while it is null", async () => {
    refusal = new Error("malformed");
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const given = (init: unknown) => provide({ init: init as PayrailsProviderProps["init"], onError });
    const shown = await show(given(null));
    assertEquals([shown.text(), heard()], ["none", []]);
    const wrong = [Promise.resolve(session("a")), { error: "no" }, { response: session("a") }, "no"];
    for (const init of wrong) {
      await shown.render(given(init));
      await shown.render(given(init));
    }
    assertEquals([errors.length, heard().length, shown.text()], [wrong.length, wrong.length, "none"]);
    await shown.render(given(null));
    refusal = undefined;
    await shown.render(given(session("a")));
    assertEquals([errors.length, shown.text()], [wrong.length, "a"]);
    await shown.close();
  });

  it("does not listen for an event whose handler is undefined", async () => {
    const shown = await show(provide(asProps({ on: { success: undefined, failed: () => {} } })));
    assertEquals(heard(), ["init a", "on failed"]);
    await shown.close();
  });

  it("has components whose `data-` and `aria-` props are attributes of their div, and no options", async () => {
    const given: object[] = [];
    Payrails.init = () => {
      const cardForm = (options: object) => (given.push(options), { mount() {}, unmount() {} });
      return asClient({ destroy() {}, cardForm });
    };
    const props = { "data-testid": "card", "aria-label": "Card", className: "wide", showCardHolderName: true };
    const shown = await show(provide({}, createElement(CardForm, props)));
    const [div] = shown.all("div").filter((node) => node.getAttribute("data-testid") === "card");
    assertEquals([div?.getAttribute("aria-label"), given.map((options) => Object.keys(options))], [
      "Card",
      [["showCardHolderName", "events"]],
    ]);
    await shown.close();
  });

  it("subscribes to each event of `on` once, calls the newest handler, and ends with the client or the name", async () => {
    const calls: unknown[] = [];
    const success = (name: string) => ({ success: (event: unknown) => void calls.push([name, event]) });
    const shown = await show(provide({ on: success("first") }));
    assertEquals(heard(), ["init a", "on success"]);
    await shown.render(provide({ on: success("second") }));
    assertEquals(heard(), []);
    made[0]?.handlers.get("success")?.("paid");
    assertEquals(calls, [["second", "paid"]]);
    await shown.render(provide({ on: { ...success("third"), failed: () => {} } }));
    assertEquals(heard(), ["off success", "on failed", "on success"]);
    await shown.render(provide({}));
    assertEquals(heard(), ["off failed", "off success"]);
    // A handler that was there and no longer is.
    made[0]?.handlers.get("success")?.("late");
    assertEquals(calls.length, 1);
    await shown.render(provide({ on: success("fourth"), init: session("b") }));
    assertEquals(heard().filter((line) => !/ success$/.test(line)), ["destroy a", "init b"]);
    await shown.close();
    assertEquals(heard().sort(), ["destroy b", "off success"]);
  });

  it("reports the outcome of a payment that was under way once, to the newest callback, while the component is mounted", async () => {
    const outcomes: string[] = [];
    const child = (name: string) =>
      createElement(Resume, { onOutcome: (type) => void outcomes.push(`${name} ${type}`) });
    const shown = await show(provide({}, child("first")));
    assertEquals(heard(), ["init a", 'resume {"mayHaveBegun":true}']);
    await shown.render(provide({}, child("second")));
    await shown.change(() => made[0]?.resuming.resolve({ type: "success" }));
    assertEquals([outcomes, heard()], [["second success"], []]);
    await shown.render(provide({ init: session("b") }, child("third")));
    await shown.change(() => made[1]?.resuming.resolve({ type: "not_started" }));
    assertEquals(outcomes.length, 1);
    await shown.render(provide({ init: session("c") }, child("fourth")));
    await shown.close();
    assertEquals(outcomes.length, 1);
  });

  it("reports the outcome of a challenge once to the component that is mounted again while it is open", async () => {
    const outcomes: string[] = [];
    const child = (key: string) =>
      createElement(Resume, { key, onOutcome: (type) => void outcomes.push(`${key} ${type}`), openChallenge: true });
    const strict = (part: unknown) => createElement(StrictMode, null, asPart(part));
    const shown = await show(provide({}, undefined));
    await shown.render(provide({}, strict(child("first"))));
    await shown.render(provide({}, strict(child("second"))));
    await shown.change(() => made[0]?.resuming.resolve({ type: "success" }));
    assertEquals([outcomes, heard()], [["second success"], [
      "init a",
      'resume {"mayHaveBegun":true,"openChallenge":true}',
    ]]);
    await shown.render(provide({}, strict(child("third"))));
    assertEquals(outcomes, ["second success", "third success"]);
    await shown.close();
  });

  it("says nothing when the page is left while it asks what became of a payment", async () => {
    const lost: string[] = [];
    const listen = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      lost.push(String(event.reason));
    };
    addEventListener("unhandledrejection", listen);
    const child = createElement(Resume, { onOutcome: () => {} });
    const shown = await show(provide({}, child));
    await shown.render(provide({ init: session("b") }, child));
    await shown.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    removeEventListener("unhandledrejection", listen);
    assertEquals(lost, []);
  });

  it("is required: a component or hook outside it says so once by name", async () => {
    const outside = createElement("div", null, createElement(Name), createElement(CardForm), createElement(CardForm));
    const shown = await show(outside);
    await shown.render(outside);
    assertEquals([shown.text(), heard().sort()], [
      "none",
      ["CardForm", "usePayrails"].map((name) =>
        `payrails: ${name} is outside of PayrailsProvider and does nothing: put it inside of the provider`
      ),
    ]);
    await shown.close();
  });
});

/** Shows which client it gets. */
function Name() {
  const client = usePayrails();
  return createElement("p", null, client === undefined ? "none" : asFake(client).name);
}

interface ResumeProps {
  readonly onOutcome: (type: string) => void;
  readonly openChallenge?: boolean;
}

function Resume({ onOutcome, ...options }: ResumeProps) {
  useResume(({ type }) => onOutcome(type), { mayHaveBegun: true, ...options });
  return null;
}

function asClient(client: object): ReturnType<typeof Payrails.init> {
  return client as ReturnType<typeof Payrails.init>;
}

function asFake(client: object): FakeClient {
  return client as FakeClient;
}

function asProps(props: object): PayrailsProviderProps {
  return props as PayrailsProviderProps;
}

function asPart(part: unknown): ReturnType<typeof createElement> {
  return part as ReturnType<typeof createElement>;
}

function asInitOptions(options: unknown) {
  return options as { readonly environment: string; readonly events: { onClientInitialized(): void } };
}
