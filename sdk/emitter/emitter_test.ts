/** Callbacks of `events` and handlers of `on`: which of them get an event, in which order, and which can stop it. */
import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { callbacksOf } from "./callbacks.ts";
import { Emitter } from "./emitter.ts";

describe("events of an element", () => {
  const { error, warn } = console;
  const printed: unknown[][] = [];
  beforeEach(() => {
    printed.length = 0;
    console.error = console.warn = (...line: unknown[]) => void printed.push(line);
  });
  afterEach(() => void Object.assign(console, { error, warn }));

  const isTrue = (answer: unknown) => answer === true;
  const ATTEMPT = { executionId: "e1", paymentMethodCode: "card", action: "AUTHORIZE" };

  const refusal = async (emitter: Emitter, name: string) => (await emitter.ask(name, ATTEMPT, isTrue))?.message;

  function open(callbacks: object = {}) {
    const seen: unknown[] = [];
    const note = (name: string) => (...given: unknown[]) => void seen.push([name, ...given]);
    const client = new Emitter();
    const element = new Emitter(callbacksOf(() => callbacks), client);
    return { seen, note, client, element };
  }

  it("reach the callbacks first, then the element's handlers, then the client's in order of registration", () => {
    const { seen, note, client, element } = open({
      onSuccess: (action: unknown) => seen.push(["onSuccess", action]),
      onAuthorizeSuccess: (event: unknown) => seen.push(["onAuthorizeSuccess", event]),
    });
    client.on("success", note("client"));
    client.on("success", note("client again"));
    element.on("success", note("element"));
    element.tell("success", ATTEMPT);
    const { action: _, ...flat } = ATTEMPT;
    assertEquals(seen, [
      ["onSuccess", "AUTHORIZE"],
      ["onAuthorizeSuccess", flat],
      ["element", ATTEMPT],
      ["client", ATTEMPT],
      ["client again", ATTEMPT],
    ]);
  });

  it("SECURITY S13: reach every handler though callbacks throw or reject, and the errors reach the page's own handling", async () => {
    const { seen, note, element } = open({
      onSuccess: () => {
        throw new Error("thrown");
      },
      onAuthorizeSuccess: () => Promise.reject(new Error("rejected")),
    });
    element.on("success", note("element"));
    const reported: string[] = [];
    const keep = (event: ErrorEvent) => {
      event.preventDefault();
      reported.push(event.message);
    };
    globalThis.addEventListener("error", keep);
    try {
      element.tell("success", ATTEMPT);
      assertEquals(seen, [["element", ATTEMPT]]);
      for (let turn = 0; turn < 100 && reported.length < 2; turn++) await new Promise((done) => setTimeout(done));
    } finally {
      globalThis.removeEventListener("error", keep);
    }
    assertEquals(reported.toSorted(), ["Uncaught Error: rejected", "Uncaught Error: thrown"]);
  });

  it("end for a handler by the function that on returned, by off with the same handler, and for no other", () => {
    const { seen, note, client } = open();
    const [first, second, third] = [note("first"), note("second"), note("third")];
    const stop = client.on("failed", first);
    client.on("failed", second);
    client.on("failed", third);
    client.on("pending", second);
    stop();
    client.off("failed", second);
    client.off("unheard", second);
    client.tell("failed");
    client.tell("pending");
    assertEquals(seen, [["third"], ["second"]]);
  });

  it("S-ERR-27: reach every handler when one throws: its error is logged with the event's name", async () => {
    const { seen, note, client } = open();
    const reason = new Error("the shop's own");
    client.on("success", () => {
      throw reason;
    });
    client.on("success", () => Promise.reject(reason));
    client.on("success", note("last"));
    client.tell("success", ATTEMPT);
    await Promise.resolve();
    assertEquals(seen, [["last", ATTEMPT]]);
    const line = "payrails:client:callback_failed: Callback passed to success threw an error";
    assertEquals(printed.map(([text, , cause]) => [text, cause]), [[line, reason], [line, reason]]);
  });

  it("that can be stopped continue when every callback returned true and no handler prevented them", async () => {
    const { client, element } = open({ onButtonClicked: () => Promise.resolve(true), onPaymentButtonClicked: isTrue });
    client.on("buttonClicked", () => false);
    const { element: silent } = open();
    assertEquals(await refusal(silent, "buttonClicked"), undefined);
    assertEquals(
      await refusal(element, "buttonClicked"),
      "Callback passed to onPaymentButtonClicked resolved to false",
    );
    const { client: open_, element: willing } = open({ onButtonClicked: () => true });
    open_.on("buttonClicked", () => false);
    assertEquals(await refusal(willing, "buttonClicked"), undefined, "returning false does nothing");
  });

  it("preventDefault counts at once and after an await, and not after the handler has ended", async () => {
    const sentence = "Callback passed to requestStart called preventDefault";
    const { element: atOnce } = open();
    atOnce.on("requestStart", (event: { preventDefault: () => void }) => event.preventDefault());
    assertEquals(await refusal(atOnce, "requestStart"), sentence);
    const { element: later } = open();
    later.on("requestStart", async ({ preventDefault }: { preventDefault: () => void }) => {
      await new Promise((done) => setTimeout(done));
      preventDefault();
    });
    assertEquals(await refusal(later, "requestStart"), sentence);
    const { element: tooLate } = open();
    let prevent = () => {};
    tooLate.on("requestStart", ({ preventDefault }: { preventDefault: () => void }) => void (prevent = preventDefault));
    assertEquals(await refusal(tooLate, "requestStart"), undefined);
    prevent();
  });

  it("a callback that throws stops the payment; a handler that throws is logged, the next is asked, and the payment continues", async () => {
    const fails = () => Promise.reject(new Error("x"));
    const { element: strict } = open({ onRequestStart: fails });
    assertEquals(
      await refusal(strict, "requestStart"),
      "Callback passed to onRequestStart threw an error",
    );
    const { seen, note, client } = open();
    client.on("requestStart", fails);
    client.on("requestStart", note("next"));
    assertEquals(await refusal(client, "requestStart"), undefined);
    assertEquals(seen.length, 1);
    assertEquals(printed.map(([text]) => text), [
      "payrails:client:callback_failed: Callback passed to requestStart threw an error",
    ]);
  });

  it("after a refusal the next callback is not asked, as in 5.x; handlers still get the click", async () => {
    const seen: string[] = [];
    const { client, element } = open({
      onButtonClicked: () => (seen.push("onButtonClicked"), false),
      onPaymentButtonClicked: () => seen.push("onPaymentButtonClicked"),
    });
    client.on("buttonClicked", ({ bin }: { bin: string }) => void seen.push(`on ${bin}`));
    await element.ask("buttonClicked", { ...ATTEMPT, bin: "424242" }, isTrue);
    assertEquals(seen, ["onButtonClicked", "on 424242"]);
  });

  it("give a callback a flat failure, and a handler one with its data", () => {
    const seen: unknown[] = [];
    const { element } = open({ onFailed: (...given: unknown[]) => seen.push(given) });
    element.on("failed", (event) => void seen.push(event));
    const data = { code: "AUTHORIZATION_ERROR", message: "GenericRejection" };
    element.tell("failed", { ...ATTEMPT, data });
    assertEquals(seen, [["AUTHORIZE", { ...data, executionId: "e1" }], { ...ATTEMPT, data }]);
  });

  it("about a wallet's address carry PayPal's own data, and Apple's address in an object", async () => {
    const seen: unknown[] = [];
    const { element } = open({ onDeliveryAddressChanged: (given: unknown) => seen.push(given) });
    const deliveryAddress = { city: "Berlin" };
    for (const paymentMethodCode of ["payPal", "applePay"]) {
      await element.ask("deliveryAddressChanged", { paymentMethodCode, deliveryAddress }, isTrue);
    }
    assertEquals(seen, [deliveryAddress, { deliveryAddress }]);
  });

  it("reach the callbacks as the option holds them now, and none that it does not name", () => {
    let given: object | undefined = {};
    const emitter = new Emitter(callbacksOf(() => given, (name) => name !== "focus"));
    const seen: unknown[] = [];
    emitter.tell("change", { isValid: true });
    given = { onChange: (event: unknown) => seen.push(event), onFocus: () => seen.push("focus"), onBlur: "nothing" };
    for (const name of ["change", "focus", "blur"]) emitter.tell(name, { isValid: true });
    // Pages without types pass anything.
    for (const nothing of [undefined, null, "onChange", 7]) {
      given = nothing as undefined;
      emitter.tell("change", { isValid: false });
    }
    assertEquals(seen, [{ isValid: true }]);
    assert(emitter.listeners("change").length === 0);
  });

  it("for an element's own handlers reach neither callbacks nor the client", () => {
    const { seen, note, client, element } = open({ onValidate: () => seen.push("onValidate") });
    client.on("validate", note("client"));
    element.on("validate", note("element"));
    element.tellOwn("validate", { isValid: true });
    assertEquals(seen, [["element", { isValid: true }]]);
  });
});
