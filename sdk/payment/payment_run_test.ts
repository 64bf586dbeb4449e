/**
 * One press of a pay button, from its method to the callbacks of the merchant; a list of answers plays the provider.
 */
import { NO_ELEMENTS } from "../../tests/support/small_page/no_elements.ts";
import { forwardLog } from "../log/log.ts";
import { assert, assertEquals, assertFalse, AssertionError, assertMatch, assertRejects } from "@std/assert";
import { clearTimeout as clearRealTimeout, setTimeout as realTimeout } from "node:timers";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import type { Answer, Call } from "../api/http.ts";
import { request } from "../api/http.ts";
import { cardMethod } from "../buttons/card_method.ts";
import { composeCard } from "../buttons/compose_card.ts";
import type { ClientContext } from "../client_context.ts";
import { fromResponse } from "../errors/from_response.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import { Emitter } from "../emitter/emitter.ts";
import type { PaymentFailedEvent, PaymentSucceededEvent } from "../emitter/types.ts";
import type { FailedEvent } from "../events.ts";
import { Language } from "../locales/language.ts";
import { amountOf } from "../methods/wallet.ts";
import type { PayrailsClientOptions } from "../options.ts";
import { readConfiguration } from "../session/read_config.ts";
import { Session } from "../session/session.ts";
import type { ExecutionStatus } from "../wire/payments.ts";
// Loaded before the clock is stopped, since imports take real time.
import "./after_authorize/after_authorize.ts";
import { giveUp } from "./after_authorize/give_up.ts";
import { beginAttempt, endAttempt, isUnderWay } from "./attempt_lock.ts";
import "../session/renewal.ts";
import { authorizeBody, defaultReturnInfo } from "./execution/composition.ts";
import { MAX_POLL_ATTEMPTS, POLL_INTERVAL_MS, REDIRECT_FALLBACK_MS, WALLET_POLL_INTERVAL_MS } from "./constants.ts";
import { Executor } from "./execution/executor.ts";
import { globalRiskIds, openIssuerPage, type PaymentMethod, runPayment, stillOpen } from "./payment_run.ts";
import { startPolling } from "./polling/polling.ts";
import { stay } from "./redirect.ts";
import { resumeExecution, type ResumeOptions } from "./resume.ts";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const BASE = "https://shop.test/services/payments/client";
const AUTHORIZE = `${BASE}/executions/e1/authorize`;
const SELF = `${BASE}/executions/e1`;
const AMOUNT = { value: "1.00", currency: "USD" };

const status = (code: string, second: number): ExecutionStatus => ({ code, time: `2026-11-21T06:00:0${second}.000Z` });
const ok = (body: unknown): Answer => ({ type: "ok", body });
const answered = (...statuses: ExecutionStatus[]) => ok({ id: "e1", status: statuses, links: {} });
const ACCEPTED = ok({ links: { execution: SELF } });
const PAID = answered(status("authorizeRequested", 1), status("authorizeSuccessful", 2));

let made = 0;

/** Each session has its own execution, since the whole page allows one attempt per execution at a time. */
function init(extra: object = {}) {
  const body = {
    name: "lookup",
    data: { paymentCompositionOptions: [] },
    links: { authorize: { href: AUTHORIZE } },
  };
  const config = {
    token: "token",
    amount: AMOUNT,
    execution: { id: `e${++made}`, links: { self: SELF }, initialResults: [{ httpCode: 200, body }] },
    ...extra,
  };
  return { version: "2.0", data: btoa(JSON.stringify(config)) };
}

interface FixtureOptions {
  readonly options?: PayrailsClientOptions;
  readonly config?: object;
}

/** Answers are used in order; the last one answers all further calls. */
function openFixture(answers: readonly Answer[], { options = {}, config = {} }: FixtureOptions = {}) {
  const calls: Call[] = [];
  const seen: string[] = [];
  const life = new AbortController();
  const rules = { pageOrigin: "https://shop.test", hosts: [] };
  const session = new Session(init(config), { options, rules, log: (error) => void seen.push(`log ${error.code}`) });
  const language = new Language(options.locale);
  const context: ClientContext = {
    session,
    send: (call) => {
      calls.push(call);
      return Promise.resolve(answers[Math.min(calls.length, answers.length) - 1] ?? PAID);
    },
    lookUpBin: () => Promise.resolve(undefined),
    rules,
    initOptions: { telemetry: { collectMetadata: false }, ...options },
    language,
    signal: life.signal,
    ...NO_ELEMENTS,
  };
  const record = (name: string) => (...args: unknown[]) => {
    seen.push([name, ...args.filter((arg) => typeof arg === "string")].join(" "));
    return true;
  };
  const callbacks = {
    onSuccess: record("success"),
    onPending: record("pending"),
    onFailed: record("failed"),
    onPaymentSessionExpired: record("expired"),
    onThreeDSecureChallenge: record("challenge"),
  };
  const method: PaymentMethod = {
    events: new Emitter(callbacksOf(() => callbacks), session.events),
    paymentMethodCode: "card",
    bin: () => "424242",
    validate: () => Promise.resolve(true),
    compose: () =>
      Promise.resolve({ paymentMethodCode: "card", integrationType: "api", amount: AMOUNT, storeInstrument: false }),
  };
  return { calls, seen, session, context, method, life, sent: () => asBody(calls[0]?.body) };
}

function asBody(body: unknown) {
  return body as {
    readonly returnInfo: Readonly<Record<string, string>>;
    readonly meta?: Readonly<Record<string, unknown>>;
  };
}

let clock: Clock;
beforeEach(() => void (clock = install({ toFake: ["setTimeout", "clearTimeout"] })));
afterEach(() => clock.uninstall());

/** Real time in which an attempt ends once no timer is left: what has not ended then never ends. */
const END_MS = 5_000;

/** Skips all waits. */
async function atOnce<T>(running: Promise<T>): Promise<T> {
  await clock.runAllAsync();
  const { promise, reject } = Promise.withResolvers<never>();
  const deadline = realTimeout(() => reject(new AssertionError("the attempt never ends")), END_MS);
  return await Promise.race([running, promise]).finally(() => clearRealTimeout(deadline));
}

const pay = (context: ClientContext, method: PaymentMethod) => atOnce(runPayment(context, method));

describe("one payment", () => {
  it("S-ERR-13, S-ERR-23: without a card form, an amount or an authorize link it fails with the code that says so, and sends nothing", async () => {
    const failureOf = async (config: object, cardOnly = true) => {
      const { context, method, calls } = openFixture([ACCEPTED, PAID], { config });
      const failures: unknown[] = [];
      const onFailed = (_action: unknown, { code, error }: FailedEvent) =>
        void failures.push(code, Reflect.get(error ?? {}, "code"));
      const events = new Emitter(callbacksOf(() => ({ onFailed })), method.events);
      const button = { events, options: () => ({}), form: () => undefined, installments: () => null };
      const attempt = { chosen: method, started() {}, ended() {}, paying: () => undefined, lock() {} };
      const card = cardMethod(context, button, attempt);
      await pay(context, cardOnly ? card : { ...card, validate: method.validate, compose: method.compose });
      assertEquals(calls, []);
      return failures;
    };
    assertEquals(await failureOf({}), ["AUTHENTICATION_ERROR", "payrails:client:card_form_missing"]);
    const unknown = ["AUTHENTICATION_ERROR", "payrails:client:workflow_execution_not_found"];
    const execution = { id: "e1", links: { self: SELF }, initialResults: [] };
    assertEquals(await failureOf({ execution }, false), unknown);
    const { context } = openFixture([], { config: { amount: undefined } });
    const composing = assertRejects(() => composeCard(context, undefined, null), SdkError);
    assertEquals((await composing).code, unknown[1]);
  });
  it("S-CONFIG-13, S-3DS-11: result pages are the provider's unless the client or the element sets others", async () => {
    const { context, method, sent } = openFixture([ACCEPTED, PAID], {
      options: { returnInfo: { success: "https://shop.test/client", error: "https://shop.test/client-error" } },
    });
    await pay(context, { ...method, returnInfo: { success: "https://shop.test/thanks" } });
    assertEquals(sent().returnInfo, {
      success: "https://shop.test/thanks",
      error: "https://shop.test/client-error",
      cancel: "https://shop.test/services/payments/result/cancel",
      pending: "https://shop.test/services/payments/result/pending",
    });
    assertEquals(Object.keys(defaultReturnInfo(AUTHORIZE)), ["success", "cancel", "error", "pending"]);
  });
  it("S-3DS-10, S-AUTHZ-01: an address given as undefined is as one left out, of the client and of the element", async () => {
    const shop = "https://shop.test/client";
    const { context, method, sent } = openFixture([ACCEPTED, PAID], {
      options: { returnInfo: Object({ success: shop, error: undefined }) },
    });
    await pay(context, {
      ...method,
      returnInfo: Object({ success: undefined, cancel: undefined }),
    });
    assertEquals(sent().returnInfo, { ...defaultReturnInfo(AUTHORIZE), success: shop });
  });

  it("S-AUTHZ-01: an amount that the merchant sets in a gate is the one that is paid", async () => {
    for (const gate of ["onButtonClicked", "onRequestStart"]) {
      const { context, method, session, calls } = openFixture([ACCEPTED, PAID]);
      const amount = { value: "8.50", currency: "USD" };
      const change = () => (session.updateAmount(amount), true);
      let composed = 0;
      await pay(context, {
        ...method,
        events: new Emitter(callbacksOf(() => ({ [gate]: change }))),
        compose: async () => (composed++, { ...await method.compose(), amount: amountOf(context) }),
      });
      const { amount: whole, paymentComposition: [item] } = Object(calls[0]?.body);
      assertEquals([whole, item.amount], [amount, amount], gate);
      // What has the right amount is composed once.
      assertEquals(composed, gate === "onRequestStart" ? 2 : 1);
    }
  });

  it("S-AUTHZ-04, S-POLL-02: an answer whose parts are empty ends the payment as its status says", async () => {
    const time = (second: number) => `2026-11-21T06:00:0${second}.000Z`;
    const requested = { code: "authorizeRequested", time: time(1) };
    const ended = async (status: object, more: object) => {
      const body = { id: "1", status: [requested, { time: time(2), ...status }], ...more };
      const { context, method, seen } = openFixture([ACCEPTED, { type: "ok", body }]);
      await pay(context, method);
      return seen.filter((name) => /^(?:success|pending|failed)/.test(name));
    };
    const none = { finalState: null, links: null, response: null, actionRequired: null };
    for (const errors of [[{}], [{ reason: null }], [null], null]) {
      assertEquals(await ended({ code: "authorizeFailed", errors }, none), ["failed AUTHORIZE"]);
    }
    assertEquals(await ended({ code: "authorizePending" }, none), ["pending AUTHORIZE"]);
  });
  it("S-STORE-01: the time of the last status seen is kept, and updated by the next attempt", async () => {
    const declined = [status("authorizeRequested", 1), status("authorizeFailed", 2)];
    const again = [...declined, status("authorizeRequested", 3), status("authorizeSuccessful", 4)];
    const { context, method, session, seen } = openFixture([
      ACCEPTED,
      answered(...declined),
      ACCEPTED,
      answered(...again),
    ]);
    assertEquals(session.lastActionUpdateTime, undefined);
    await pay(context, method);
    assertEquals(session.lastActionUpdateTime, status("", 2).time);
    await pay(context, method);
    assertEquals(session.lastActionUpdateTime, status("", 4).time);
    assertEquals(seen.map((line) => line.split(" ")[0]), ["failed", "success"]);
  });

  it("S-SESSION-01, S-SEC-09: a refused token raises the session-expired event, once, before the failure", async () => {
    for (const code of [401, 403]) {
      const refused: Answer = {
        type: "refused",
        status: code,
        text: "",
        error: fromResponse({ method: "POST", url: AUTHORIZE, status: code }),
      };
      const { context, method, seen, calls } = openFixture([refused]);
      await pay(context, method);
      assertEquals(seen, ["expired", "failed AUTHORIZE"]);
      assertEquals(calls.length, 1);
    }
  });

  it("S-AUTHZ-05: without a link or an amount, fails with its sentence and sends nothing", async () => {
    const execution = { id: "none", links: { self: SELF }, initialResults: [] };
    const { context, method, calls } = openFixture([PAID], { config: { execution } });
    const outcome = await pay(context, method);
    assert(outcome?.type === "failed");
    assertEquals([outcome.message, calls.length], ["SDK was not initialized with workflow execution", 0]);
  });

  it("S-3DS-12: the challenge event fires first, then the page goes to the issuer, and nothing is reported until 30 s later it is still there", async () => {
    const link = "https://bank.test/check";
    const waiting = ok({
      id: "e1",
      status: [status("authorizeRequested", 1), status("authorizePending", 2)],
      actionRequired: "3ds",
      links: { "3ds": link },
    });
    const { context, method, seen, life } = openFixture([ACCEPTED, waiting], { options: { redirectFor3DS: true } });
    const before = Object.getOwnPropertyDescriptor(globalThis, "location");
    const location = { hostname: "shop.test", assign: (url: string) => seen.push(`leave ${url}`) };
    Object.defineProperty(globalThis, "location", { value: location, configurable: true });
    try {
      const running = runPayment(context, method);
      for (let turn = 0; turn < 20 && seen.length < 2; turn++) await clock.tickAsync(1000);
      await clock.tickAsync(REDIRECT_FALLBACK_MS - 1000);
      assertEquals(seen, ["challenge", `leave ${link}`]);
      // The page is still there, as one that asks the shopper before it is left: the button is usable again.
      const outcome = await atOnce(running);
      assertEquals(outcome?.type === "pending" && outcome.reason, "challenge_closed");
      life.abort();
    } finally {
      if (before === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", before);
    }
  });

  it("SECURITY S5: where the popup's code is lost, the whole page goes to a listed issuer only", async () => {
    const { context, method, seen } = openFixture([], { options: { redirectHosts: ["bank.test"] } });
    const executor = new Executor({ ...context, log: () => {}, renewSession: () => Promise.resolve(false) });
    const open = (link: string) =>
      openIssuerPage(context, method, { link, executor, later: Promise.resolve(undefined) });
    const before = Object.getOwnPropertyDescriptor(globalThis, "location");
    const location = { hostname: "shop.test", assign: (url: string) => seen.push(`leave ${url}`) };
    Object.defineProperty(globalThis, "location", { value: location, configurable: true });
    try {
      const refused = await assertRejects(() => open("https://elsewhere.test/check"), SdkError);
      assertEquals([refused.key, seen], ["client:payment_executor.3ds", ["challenge"]]);
      await open("https://bank.test/check");
      assertEquals(seen.at(-1), "leave https://bank.test/check");
    } finally {
      if (before === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", before);
    }
  });

  it("a client destroyed before the challenge has loaded opens nothing over the page", async () => {
    const waiting = ok({
      id: "e1",
      status: [status("authorizeRequested", 1), status("authorizePending", 2)],
      actionRequired: "3ds",
      links: { "3ds": "https://bank.test/check" },
    });
    const { context, method, seen, life } = openFixture([ACCEPTED, waiting], { options: { redirectFor3DS: true } });
    const before = Object.getOwnPropertyDescriptor(globalThis, "location");
    const location = { hostname: "shop.test", assign: (url: string) => seen.push(`leave ${url}`) };
    Object.defineProperty(globalThis, "location", { value: location, configurable: true });
    try {
      await pay(context, {
        ...method,
        events: new Emitter(callbacksOf(() => ({
          onThreeDSecureChallenge: () => life.abort(),
          onActionRequired: () => seen.push("asked"),
        }))),
      });
      assertEquals(seen, []);
    } finally {
      if (before === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", before);
    }
  });

  it("sends the language the merchant chose, and without one nothing about the browser", async () => {
    const spoken = openFixture([ACCEPTED, PAID], {
      options: { locale: "fr-CH", telemetry: { collectMetadata: false } },
    });
    await pay(spoken.context, spoken.method);
    assertEquals(spoken.sent().meta, { clientContext: { language: "fr-CH" } });
    const silent = openFixture([ACCEPTED, PAID]);
    await pay(silent.context, silent.method);
    assertFalse("meta" in silent.sent());
  });

  it("S-OBS-03, S-LOG-04: the result of a payment is logged as information, without shopper data", async () => {
    const heard: unknown[] = [];
    const levels = ["DEBUG", "INFO", "WARN"] as const;
    const stops = levels.map((level) => forwardLog((event) => heard.push([level, event]), level));
    const refused = fromResponse({ method: "GET", url: SELF, status: 500 });
    const { context, method } = openFixture([
      ACCEPTED,
      { type: "refused", status: 500, text: "", error: refused },
      PAID,
    ]);
    await pay(context, method);
    for (const stop of stops) stop();
    const end = { event: "info", text: `payment by ${method.paymentMethodCode}: success` };
    assertEquals(heard, [
      ["DEBUG", { event: "debug", text: "poll: 500" }],
      ["DEBUG", { event: "debug", text: "poll: ok" }],
      ["DEBUG", end],
      ["INFO", end],
    ]);
  });

  it("S-AUTHZ-09: risk ids are read from window.PayrailsData.riskIds", async () => {
    Reflect.set(globalThis, "PayrailsData", { riskIds: { fraudNet: "f", other: "o" } });
    try {
      assertEquals(globalRiskIds(), { fraudNet: "f", other: "o" });
      const { context, method, sent } = openFixture([ACCEPTED, PAID]);
      await pay(context, method);
      assertEquals(sent().meta, { risk: { sessionId: "o" } });
      // S-AUTHZ-07: PayPal's is the one of its own script.
      const atPaypal = openFixture([ACCEPTED, PAID]);
      const compose = async () => ({ ...await atPaypal.method.compose(), paymentMethodCode: "payPal" });
      await pay(atPaypal.context, { ...atPaypal.method, compose });
      assertEquals(atPaypal.sent().meta, { risk: { sessionId: "f" } });
    } finally {
      Reflect.deleteProperty(globalThis, "PayrailsData");
    }
  });

  it("S-PROD-04: a call has the session's token and nothing else that could identify the shopper", () => {
    const { headers, credentials } = request({ method: "GET", url: SELF, token: "token" });
    assertEquals(credentials, "omit");
    assertEquals(Object.keys(Object(headers)).sort(), [
      "authorization",
      "x-client-type",
      "x-client-version",
      "x-idempotency-key",
    ]);
  });

  it("two buttons of one execution start one payment", async () => {
    const { context, method, calls } = openFixture([ACCEPTED, PAID]);
    const [first, second] = await atOnce(Promise.all([runPayment(context, method), runPayment(context, method)]));
    assertEquals([first?.type, second], ["success", undefined]);
    assertEquals(calls.filter(({ method: verb }) => verb === "POST").length, 1);
  });

  it("an attempt of a destroyed client does not block another, and its merchant's late answer starts no second payment", async () => {
    const { context, method, life } = openFixture([ACCEPTED, PAID]);
    let answer: (isAllowed: boolean) => void = () => {};
    const events = new Emitter(
      callbacksOf(() => ({ onRequestStart: () => new Promise<boolean>((resolve) => answer = resolve) })),
    );
    const left = runPayment(context, { ...method, events });
    await clock.runAllAsync();
    life.abort();
    const again = { ...context, signal: new AbortController().signal };
    const running = runPayment(again, method);
    answer(false);
    await left;
    assertEquals(await runPayment(again, method), undefined);
    assertEquals((await atOnce(running))?.type, "success");
  });

  for (const name of ["onPaymentButtonClicked", "onRequestStart"] as const) {
    it(`SECURITY S13: while ${name} gives no answer nothing is sent; once the client is destroyed, its late answer sends and reports nothing`, async () => {
      for (const late of [true, false, new Error("late")]) {
        const { context, method, calls, life } = openFixture([ACCEPTED, PAID]);
        let composed = 0;
        const compose: PaymentMethod["compose"] = () => {
          composed++;
          return method.compose();
        };
        const asked = Promise.withResolvers<boolean>();
        const told: string[] = [];
        const tell = (end: string) => () => void told.push(end);
        const callbacks = {
          [name]: () => asked.promise,
          onSuccess: tell("success"),
          onFailed: tell("failed"),
          onPending: tell("pending"),
        };
        const running = runPayment(context, { ...method, compose, events: new Emitter(callbacksOf(() => callbacks)) });
        await clock.tickAsync(3_600_000);
        const before = composed;
        assertEquals([calls.length, told, before], [0, [], name === "onRequestStart" ? 1 : 0]);
        life.abort();
        if (late instanceof Error) asked.reject(late);
        else asked.resolve(late);
        await atOnce(running);
        assertEquals([calls.length, told, composed], [0, [], before], String(late));
      }
    });
  }

  it("a client destroyed while the form is checked, or its wallet's sheet is open, asks the merchant nothing more", async () => {
    for (const step of ["validate", "compose"] as const) {
      const { context, method, life } = openFixture([]);
      const asked: string[] = [];
      const ask = (name: string) => () => (asked.push(name), true);
      const callbacks = { onPaymentButtonClicked: ask("clicked"), onRequestStart: ask("request") };
      const done = Promise.withResolvers<unknown>();
      const running = runPayment(context, {
        ...method,
        [step]: () => done.promise,
        events: new Emitter(callbacksOf(() => callbacks)),
      });
      await clock.runAllAsync();
      const before = [...asked];
      life.abort();
      done.resolve(step === "validate" ? true : await method.compose());
      await atOnce(running);
      assertEquals([asked, before], [before, step === "validate" ? [] : ["clicked"]]);
    }
  });

  for (const name of ["onPaymentButtonClicked", "onRequestStart"] as const) {
    it(`SECURITY S13: ${name} that throws or rejects ends in one typed failure, and nothing is sent`, async () => {
      const answers = {
        throws: () => {
          throw new Error("shop");
        },
        rejects: () => Promise.reject(new Error("shop")),
      };
      for (const [how, answer] of Object.entries(answers)) {
        const { context, method, calls } = openFixture([ACCEPTED, PAID]);
        const told: string[] = [];
        const callbacks = {
          [name]: answer,
          onFailed: (_action: unknown, { code }: FailedEvent) => void told.push(`failed ${code}`),
          onSuccess: () => void told.push("success"),
          onPending: () => void told.push("pending"),
        };
        const outcome = await pay(context, { ...method, events: new Emitter(callbacksOf(() => callbacks)) });
        assertEquals([outcome?.type, told, calls.length], ["failed", ["failed VALIDATION_FAILED"], 0], how);
      }
    });
  }

  it("SECURITY S13: callbacks about the end that throw change neither the end nor what the others hear", async () => {
    const { context, method } = openFixture([ACCEPTED, PAID]);
    const told: string[] = [];
    const reported: unknown[] = [];
    const before = Object.getOwnPropertyDescriptor(globalThis, "reportError");
    Object.defineProperty(globalThis, "reportError", {
      value: (error: unknown) => reported.push(error),
      configurable: true,
      writable: true,
    });
    try {
      const failing = (what: string) => () => {
        told.push(what);
        throw new Error(what);
      };
      const callbacks = { onSuccess: failing("onSuccess"), onAuthorizeSuccess: failing("onAuthorizeSuccess") };
      const outcome = await pay(context, { ...method, events: new Emitter(callbacksOf(() => callbacks)) });
      await clock.runAllAsync();
      assertEquals([outcome?.type, told, reported.length], ["success", ["onSuccess", "onAuthorizeSuccess"], 2]);
    } finally {
      if (before !== undefined) Object.defineProperty(globalThis, "reportError", before);
    }
  });

  it("a client destroyed before authorize is sent again sends and reports nothing more", async () => {
    const lost: Answer = { type: "unanswered", cause: new TypeError("network") };
    const { context, method, calls, seen, life } = openFixture([lost, ACCEPTED, PAID]);
    const running = runPayment(context, method);
    // Shorter than the wait before the second try.
    await clock.tickAsync(100);
    life.abort();
    await atOnce(running);
    assertEquals([calls.length, seen], [1, []]);
  });

  it("S-HTTP-02, SECURITY S10: an attempt keeps its random key for every retry, and the next attempt has another", async () => {
    const lost: Answer = { type: "unanswered", cause: new TypeError("network") };
    const declined = answered(status("authorizeRequested", 1), status("authorizeFailed", 2));
    const { context, method, calls } = openFixture([lost, ACCEPTED, declined, ACCEPTED, PAID]);
    await pay(context, method);
    await pay(context, method);
    const keys = calls.filter(({ method: verb }) => verb === "POST").map(({ idempotencyKey }) => idempotencyKey);
    assertEquals([keys.length, keys[0] === keys[1], keys[1] === keys[2]], [3, true, false]);
    for (const key of keys) assertMatch(key ?? "", UUID_4);
    assertEquals(calls[0]?.body, calls[1]?.body);
  });
});

describe("after a reload", () => {
  describe("the page that the shopper left", () => {
    const { addEventListener, removeEventListener } = globalThis;
    const listeners = new Set<unknown>();
    beforeEach(() => {
      listeners.clear();
      Object.assign(globalThis, {
        addEventListener: (name: string, listener: EventListener) => {
          listeners.add(listener);
          addEventListener(name, listener);
        },
        removeEventListener: (name: string, listener: EventListener) => {
          listeners.delete(listener);
          removeEventListener(name, listener);
        },
      });
    });
    afterEach(() => void Object.assign(globalThis, { addEventListener, removeEventListener }));
    const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

    it("is shown again when the browser has it from its cache, not when it loads; otherwise it stayed", async () => {
      const { signal } = new AbortController();
      const ended: string[] = [];
      const visit = () => void stay(1000, signal).then((how) => ended.push(how));
      visit();
      show(false);
      await clock.tickAsync(999);
      assertEquals(ended, []);
      show(true);
      await clock.tickAsync(0);
      visit();
      await clock.tickAsync(1000);
      assertEquals([ended, listeners.size], [["back", "stayed"], 0]);
    });

    it("is no longer waited for once its client is destroyed", async () => {
      const life = new AbortController();
      const waiting = assertRejects(() => stay(1000, life.signal), DOMException);
      life.abort();
      await waiting;
      assertEquals(listeners.size, 0);
    });
  });
  const WAITING = ok({
    status: [status("authorizeRequested", 1), status("authorizePending", 2)],
    actionRequired: "3ds",
    links: { "3ds": "https://bank.test/c" },
  });
  const resume = (context: ClientContext, options?: ResumeOptions) =>
    atOnce(resumeExecution(context, () => {}, options));
  it("without an authorize by this client or in the execution, there is nothing to resume", async () => {
    const { context, calls } = openFixture([PAID]);
    assertEquals([await resume(context), calls.length], [{ type: "not_started", reason: "not_begun" }, 0]);
  });
  it("an init answer without an execution says so, whatever the page knows", async () => {
    const { context, calls } = openFixture([PAID], { config: { execution: undefined } });
    for (const options of [{}, { mayHaveBegun: true }, { mayHaveBegun: true, openChallenge: true }]) {
      assertEquals(await resume(context, options), { type: "not_started", reason: "no_execution" });
    }
    assertEquals(calls.length, 0);
  });
  it("a stored init answer whose token has expired says so, with the provider's words, and loses no payment", async () => {
    const text = JSON.stringify({ errors: [{ code: "unauthorized", detail: "Expired." }] });
    const error = fromResponse({ method: "GET", url: SELF, status: 401, text });
    const { context } = openFixture([{ type: "refused", status: 401, text, error }]);
    const outcome = await resume(context, { mayHaveBegun: true });
    assert(outcome.type === "pending");
    assertEquals([outcome.reason, outcome.error?.code, outcome.error?.serverError], [
      "unconfirmed",
      "payrails:api:request_authentication",
      { status: 401, code: "unauthorized", detail: "Expired." },
    ]);
  });
  it("polls that were refused until the end keep the provider's last words", async () => {
    const text = JSON.stringify({ errors: [{ code: "unavailable", detail: "Later." }] });
    const error = fromResponse({ method: "GET", url: SELF, status: 503, text });
    const { context } = openFixture([{ type: "refused", status: 503, text, error }]);
    const outcome = await resume(context, { mayHaveBegun: true });
    assert(outcome.type === "pending");
    assertEquals([outcome.error?.code, outcome.error?.serverError?.code], [
      "payrails:api:too_many_requests",
      "unavailable",
    ]);
  });
  it("a payment that was declined meanwhile has its reason and next step", async () => {
    const declined = { ...status("authorizeFailed", 2), errors: [{ reason: { result: "LimitExceeded" } }] };
    const { context } = openFixture([answered(status("authorizeRequested", 1), declined)], {
      options: { locale: "de" },
    });
    for (const options of [{ mayHaveBegun: true }, { mayHaveBegun: true, openChallenge: true }]) {
      const outcome = await resume(context, options);
      assert(outcome.type === "failed");
      assertEquals([outcome.decline?.nextStep, outcome.decline?.text.startsWith("Diese Zahlung übersteigt")], [
        "call_bank",
        true,
      ]);
    }
  });
  it("R20: mayHaveBegun asks the server though the init answer is older than the payment", async () => {
    const { context, calls } = openFixture([PAID]);
    assertEquals((await resume(context, { mayHaveBegun: true }))?.type, "success");
    assertEquals(calls.map(({ method, url }) => `${method} ${url}`), [`GET ${SELF}`]);
    const challenged = await resume(openFixture([WAITING]).context, { mayHaveBegun: true });
    assert(challenged.type === "pending");
    assertEquals([challenged.reason, challenged.execution?.actionRequired], ["challenge_closed", "3ds"]);
  });
  it("SECURITY R19: two resumes at once open one challenge; afterwards the next one may open its own", async () => {
    const { context } = openFixture([PAID]);
    const options = { mayHaveBegun: true, openChallenge: true };
    const first = resumeExecution(context, () => {}, options);
    assertEquals(await resume(context, options), { type: "pending", reason: "processing" });
    assertEquals([(await first).type, (await resume(context, options)).type], ["success", "success"]);
  });
  it("a hosted page that the shopper left by Back is pending as closed, as a press of a button says it", async () => {
    for (const openChallenge of [false, true]) {
      const { context } = openFixture([ok({
        status: [status("authorizeRequested", 1), status("authorizePending", 2)],
        actionRequired: "redirect",
        links: { redirect: "https://shop.test/hosted" },
      })]);
      const outcome = await resume(context, { mayHaveBegun: true, openChallenge });
      assertEquals([outcome.type, Reflect.get(outcome, "reason")], ["pending", "page_closed"]);
    }
  });
  it("mayHaveBegun reports a payment that never arrived as unconfirmed, with the execution that says so", async () => {
    const { context } = openFixture([ok({ status: [status("created", 1)] })]);
    const outcome = await resume(context, { mayHaveBegun: true });
    assert(outcome?.type === "pending");
    const { reason, error, execution } = outcome;
    assertEquals([reason, error?.code, execution?.status.map(({ code }) => code)], [
      "unconfirmed",
      "payrails:api:authorization_not_requested",
      ["created"],
    ]);
  });
  it("the client resumes an authorize that it sent and that was accepted, or may have been", async () => {
    const lost: Answer = { type: "unanswered", cause: new TypeError("network") };
    for (const answer of [ACCEPTED, lost]) {
      const { context, session } = openFixture([answer, answer, answer, PAID]);
      const executor = new Executor({ ...context, log: () => {}, renewSession: () => Promise.resolve(false) });
      const item = { paymentMethodCode: "card", integrationType: "api", amount: AMOUNT } as const;
      await atOnce(executor.authorize(authorizeBody({ item, returnInfo: defaultReturnInfo(AUTHORIZE) })));
      assertEquals(session.hasAuthorized, true);
      const { context: later } = openFixture([PAID]);
      assertEquals((await resume({ ...later, session }))?.type, "success");
    }
  });
  it("a renewed session of another amount pays nothing: the attempt fails with the reason, and the next press asks again", async () => {
    const EXPIRED: Answer = {
      type: "refused",
      status: 401,
      text: "",
      error: fromResponse({ method: "POST", url: AUTHORIZE, status: 401 }),
    };
    const failures: unknown[] = [];
    const answers = [{ value: "49.00", currency: "USD" }, AMOUNT].map((amount) => init({ amount, token: "renewed" }));
    const options = { events: { onSessionExpired: () => answers.shift() } };
    const { context, method, calls } = openFixture([EXPIRED, EXPIRED, ACCEPTED, PAID], { options });
    const onFailed = (_action: unknown, { code, message, error }: FailedEvent) =>
      void failures.push([code, Reflect.get(error ?? {}, "code"), message]);
    const heard = { ...method, events: new Emitter(callbacksOf(() => ({ onFailed })), method.events) };
    assertEquals((await pay(context, heard))?.type, "failed");
    assertEquals(failures, [[
      "AUTHENTICATION_ERROR",
      "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED",
      "The new session is for 49 USD instead of 1 USD: return one of the same order",
    ]]);
    assertEquals(calls.length, 1);
    assertEquals((await pay(context, heard))?.type, "success");
    assertEquals(failures.length, 1);
  });
  it("S-STORE-01: a decline from before the reload is not the answer to an authorize whose answer is lost", async () => {
    const lost: Answer = { type: "unanswered", cause: new TypeError("network") };
    const before = [status("authorizeRequested", 1), status("authorizeFailed", 2)];
    const body = { name: "lookup", data: { paymentCompositionOptions: [] }, links: { authorize: { href: AUTHORIZE } } };
    const links = { self: SELF };
    const execution = (id: string) => ({ id, links, status: before, initialResults: [{ httpCode: 200, body }] });
    const endOf = async (id: string, ...now: ExecutionStatus[]) => {
      const answers = [lost, lost, lost, answered(...before, ...now)];
      const { context, method } = openFixture(answers, { config: { execution: execution(id) } });
      const outcome = await pay(context, method);
      return [outcome?.type, Reflect.get(outcome ?? {}, "reason")];
    };
    assertEquals(await endOf("reloaded-1"), ["pending", "unconfirmed"]);
    const again = [status("authorizeRequested", 3), status("authorizeFailed", 4)];
    assertEquals(await endOf("reloaded-2", ...again), ["failed", undefined]);
  });
  describe("SECURITY R5, R14: an authorize that may have arrived", () => {
    const LOST: Answer = { type: "unanswered", cause: new TypeError("network") };
    const refusedWith = (code: number): Answer => ({
      type: "refused",
      status: code,
      text: "",
      error: fromResponse({ method: "POST", url: AUTHORIZE, status: code }),
    });
    const AT_BANK = ok({
      status: [status("authorizeRequested", 1), status("authorizePending", 2)],
      actionRequired: "redirect",
      links: { redirect: "https://shop.test/hosted", giveUp: { href: `${SELF}/give-up` } },
    });
    /** The merchant's page returns a session of another execution. */
    const options = { events: { onSessionExpired: () => init() } };

    for (const code of [400, 401, 403, 404, 429]) {
      it(`is not refused by the ${code} of its retry: the provider's status decides`, async () => {
        const { context, method, calls, seen } = openFixture([LOST, refusedWith(code), PAID], { options });
        assertEquals((await pay(context, method))?.type, "success");
        assertEquals(calls.map(({ method }) => method), ["POST", "POST", "GET"]);
        assertEquals(seen.includes("expired"), false);
      });
    }
    it("is asked for again when the token ended meanwhile, and the merchant's other session is not taken", async () => {
      const { context, method, calls, seen, session } = openFixture([ACCEPTED, refusedWith(401)], { options });
      const { execution } = session.configuration;
      assertEquals((await pay(context, method))?.type, "pending");
      assertEquals(seen, ["expired", "log PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", "pending AUTHORIZE"]);
      assertEquals(session.configuration.execution, execution);
      const asked = calls.length;
      const again = await resume(context);
      assertEquals([again.type, calls.length > asked], ["pending", true]);
      // Another press sends nothing to another execution, either.
      assertEquals((await pay(context, method))?.type, "failed");
      assertEquals(calls.filter(({ method }) => method === "POST").length, 2);
    });
    it("lets a session of another execution in once the provider has decided", async () => {
      const declined = answered(status("authorizeRequested", 1), status("authorizeFailed", 2));
      const answers = [ACCEPTED, declined, refusedWith(401), ACCEPTED, PAID];
      const { context, method, session } = openFixture(answers, { options });
      const first = session.configuration.execution?.id;
      assertEquals((await pay(context, method))?.type, "failed");
      assertEquals((await pay(context, method))?.type, "success");
      assertEquals(session.configuration.execution?.id === first, false);
    });
    it("keeps its session while it waits for the shopper: nothing is paid in another one beside it", async () => {
      const { context, method, calls, session } = openFixture([ACCEPTED, AT_BANK, refusedWith(401)], { options });
      const { execution } = session.configuration;
      assertEquals((await pay(context, method))?.type, "pending");
      assertEquals((await pay(context, method))?.type, "failed");
      assertEquals(session.configuration.execution, execution);
      assertEquals(calls.filter(({ method }) => method === "POST").length, 2);
    });
    it("keeps its session while the shopper is at the bank, whichever call asks for a new one, after a reload, too", async () => {
      const { context, method, session } = openFixture([ACCEPTED, AT_BANK], { options });
      const { execution } = session.configuration;
      const continueAction: PaymentMethod["continueAction"] = async (waiting) => {
        assertFalse(await session.renew());
        return { type: "pending", reason: "page_closed", execution: waiting.execution };
      };
      assertEquals((await pay(context, { ...method, continueAction }))?.type, "pending");
      assertEquals(session.configuration.execution, execution);
      const later = openFixture([AT_BANK], { options });
      await resume(later.context, { mayHaveBegun: true });
      assertFalse(await later.session.renew());
    });
    it("lets a session of another execution in once it is given up", async () => {
      const failed = answered(
        status("authorizeRequested", 1),
        status("authorizePending", 2),
        status("authorizeFailed", 3),
      );
      const answers = [ACCEPTED, AT_BANK, AT_BANK, ACCEPTED, failed, refusedWith(401), ACCEPTED, PAID];
      const { context, method, session } = openFixture(answers, { options });
      const first = session.configuration.execution?.id;
      assertEquals((await pay(context, method))?.type, "pending");
      assertEquals((await atOnce(giveUp(context))).type, "failed");
      assertEquals((await pay(context, method))?.type, "success");
      assertEquals(session.configuration.execution?.id === first, false);
    });
    it("is the only one of the other execution in whose session it is sent, and is told under it", async () => {
      const polled = Promise.withResolvers<Answer>();
      const { context, method, calls, session } = openFixture([refusedWith(401), ACCEPTED], { options });
      const send = (call: Call) => call.method === "GET" ? (calls.push(call), polled.promise) : context.send(call);
      const told: unknown[] = [];
      method.events.on("success", ({ executionId }: PaymentSucceededEvent) => void told.push(executionId));
      const first = session.configuration.execution?.id;
      const running = runPayment({ ...context, send }, method);
      await clock.runAllAsync();
      const second = session.configuration.execution?.id;
      assertEquals([second === first, calls.length], [false, 3]);
      assertEquals(await pay(context, method), undefined);
      assertEquals(await resume(context), { type: "pending", reason: "processing" });
      assertEquals([await giveUp(context), calls.length], [{ type: "pending", reason: "processing" }, 3]);
      polled.resolve(PAID);
      assertEquals([(await atOnce(running))?.type, told], ["success", [second]]);
      // Both are free again.
      assertFalse([first, second].some((id = "") => isUnderWay(id)));
    });
    it("is not sent in the session of an execution for which another attempt runs", async () => {
      const taken = init();
      const other = openFixture([]);
      other.session.configuration = readConfiguration(taken, other.context.rules);
      const { context, method, calls } = openFixture([refusedWith(401), ACCEPTED, PAID], {
        options: { events: { onSessionExpired: () => taken } },
      });
      assert(beginAttempt(other.context));
      assertEquals([(await pay(context, method))?.type, calls.length], ["failed", 1]);
      assertFalse(beginAttempt(context));
      endAttempt(other.context);
      assertEquals((await pay(context, method))?.type, "success");
    });
    it("that was cancelled is told under its own execution, whatever session the merchant returns then", async () => {
      const declined = answered(
        status("authorizeRequested", 1),
        status("authorizePending", 2),
        status("authorizeFailed", 3),
      );
      for (const amount of [AMOUNT, { value: "49.00", currency: "USD" }]) {
        const { context, method, session } = openFixture([ACCEPTED, AT_BANK, declined], {
          options: { events: { onSessionExpired: () => init({ amount }) } },
        });
        const first = session.configuration.execution?.id;
        const told: unknown[] = [];
        method.events.on("failed", ({ executionId }: PaymentFailedEvent) => void told.push(executionId));
        const continueAction: PaymentMethod["continueAction"] = async ({ executor, renewSession }) => {
          await executor.pollUntilFinal(undefined, { baseline: status("", 2).time });
          assertEquals(await renewSession(), amount === AMOUNT);
          return { type: "failed", code: "USER_CANCELLED", message: "" };
        };
        await pay(context, { ...method, continueAction });
        assertEquals(told, [first]);
      }
    });
    it("keeps its session while it is on its way, also when another call asks for a new one", async () => {
      const { context, method, session } = openFixture([ACCEPTED, PAID], { options });
      const send = context.send;
      const sending = { ...context, send: async (call: Call) => (await session.renew(), await send(call)) };
      const first = session.configuration.execution?.id;
      assertEquals((await pay(sending, method))?.type, "success");
      assertEquals(session.configuration.execution?.id, first);
    });
  });
  it("a refused authorize leaves nothing to resume", async () => {
    const error = fromResponse({ method: "POST", url: AUTHORIZE, status: 400 });
    const { context, method, session } = openFixture([{ type: "refused", status: 400, text: "", error }]);
    await pay(context, method);
    assertEquals([session.hasAuthorized, (await resume(context)).type], [false, "not_started"]);
  });
  it("counts statuses that the client has seen before", async () => {
    const { context, session } = openFixture([PAID]);
    session.hasAuthorized = true;
    session.lastActionUpdateTime = status("", 9).time;
    assertEquals((await resume(context))?.type, "success");
  });
  it("while a payment runs in this page it is processing: nothing is asked, and nothing it goes by changes", async () => {
    const { context, method, session, calls } = openFixture([WAITING]);
    session.hasAuthorized = true;
    session.lastActionUpdateTime = status("", 2).time;
    const valid = Promise.withResolvers<boolean>();
    const running = runPayment(context, { ...method, validate: () => valid.promise });
    for (const openChallenge of [false, true]) {
      assertEquals(await resume(context, { openChallenge }), { type: "pending", reason: "processing" });
    }
    assertEquals([calls.length, session.lastActionUpdateTime], [0, status("", 2).time]);
    valid.resolve(false);
    await running;
    assertEquals(Reflect.get(await resume(context), "reason"), "challenge_closed");
    // The callback about its end may ask at once.
    const told = Promise.withResolvers<unknown>();
    method.events.on("failed", () => told.resolve(resumeExecution(context, () => {})));
    const refused = { ...method, compose: () => Promise.reject(new TypeError("the shop's own")) };
    await atOnce(Promise.all([runPayment(context, refused), told.promise]));
    assertEquals(Reflect.get(Object(await told.promise), "reason"), "challenge_closed");
  });
  it("S-STORE-01: the time of the last status seen stays while it asks, for an attempt that begins meanwhile", async () => {
    const { context, session } = openFixture([ok({ id: "e1", status: [], links: {} })]);
    session.hasAuthorized = true;
    session.lastActionUpdateTime = status("", 9).time;
    const resuming = resumeExecution(context, () => {});
    assertEquals(session.lastActionUpdateTime, status("", 9).time);
    await atOnce(resuming);
  });
  it("S-POLL-06: what the shopper closed opens again, whatever the order of the statuses, until something newer is seen", async () => {
    const list = [status("authorizeRequested", 1), status("authorizePending", 2)];
    for (const statuses of [list, list.toReversed()]) {
      const { context, method, session } = openFixture([ACCEPTED, WAITING]);
      const { id } = session.configuration.execution ?? { id: "" };
      const execution = { id, status: statuses, links: { self: SELF, execution: SELF, redirect: SELF } };
      const closed = { type: "pending", reason: "page_closed", execution } as const;
      session.lastActionUpdateTime = status("", 2).time;
      assertEquals(stillOpen(context, "page_closed", closed), execution);
      let continued = 0;
      const continueAction = () =>
        Promise.resolve({ ...closed, reason: continued++ === 0 ? "page_closed" : "processing" });
      await atOnce(
        runPayment(context, { ...method, continueAction } as PaymentMethod, stillOpen(context, "page_closed", closed)),
      );
      assertEquals(continued, 1);
      assertEquals(stillOpen(context, "challenge_closed", closed), undefined, "a button of cards has no page to open");
      session.lastActionUpdateTime = status("", 3).time;
      assertEquals(stillOpen(context, "page_closed", closed), undefined);
    }
  });
  it("a challenge that was left open is pending, and opens again only when the shopper asks for it", async () => {
    const { context, session } = openFixture([WAITING]);
    session.hasAuthorized = true;
    const outcome = await resume(context);
    assertEquals([outcome.type, Reflect.get(outcome, "reason")], ["pending", "challenge_closed"]);
  });
});

describe("browser data for 3-D Secure", () => {
  const before = ["navigator", "screen"].map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  afterEach(() => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    }
  });
  const AGENTS = [
    ["Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile", "android"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "ios"],
    ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)", "ios"],
    ["Mozilla/5.0 (iPod; U; CPU like Mac OS X)", "ios"],
    ["Mozilla/5.0 (X11; Linux x86_64) Firefox/140", "web"],
  ] as const;
  for (const [userAgent, osType] of AGENTS) {
    it(`is sent with authorize: ${userAgent} is ${osType}`, async () => {
      const value = { userAgent, language: "de-AT" };
      Object.defineProperty(globalThis, "navigator", { value, configurable: true });
      const screen = { height: 800, width: 1200, colorDepth: 24 };
      Object.defineProperty(globalThis, "screen", { value: screen, configurable: true });
      const { context, method, sent } = openFixture([ACCEPTED, PAID], { options: { telemetry: {} } });
      await pay(context, method);
      assertEquals(sent().meta, {
        clientContext: {
          userAgent,
          language: "de-AT",
          screenHeight: 800,
          screenWidth: 1200,
          colorDepth: 24,
          timeZoneOffset: new Date().getTimezoneOffset(),
          acceptHeader: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
          javaEnabled: false,
          javaScriptEnabled: true,
          osType,
        },
      });
    });
  }
});

describe("confirm", () => {
  const CONFIRM = `${BASE}/executions/e1/confirm`;
  const executorOf = ({ context }: ReturnType<typeof openFixture>) =>
    new Executor({ ...context, log: () => {}, renewSession: () => Promise.resolve(false) });

  it("S-CONFIRM-03: POSTs {data} to the confirm link and reads links.execution of the answer", async () => {
    for (const data of [{ tokenId: "t1" }, { riskSessionCorrelationId: "r1" }]) {
      const on = openFixture([ok({ links: { execution: `${SELF}?after` } })]);
      const sent = await executorOf(on).confirm(CONFIRM, data);
      assertEquals(on.calls.map(({ method, url, body }) => [method, url, body]), [["POST", CONFIRM, { data }]]);
      assertEquals(sent, { type: "accepted", executionUrl: `${SELF}?after` });
    }
  });

  /** Its session is renewed when it expires: for the same execution, or for another one. */
  function renewing(answers: readonly Answer[], isSame: boolean) {
    const { context, session, calls } = openFixture(answers);
    const { configuration } = session;
    const { execution } = configuration;
    assert(execution !== undefined);
    const renewSession = () => {
      const id = isSame ? execution.id : "another";
      session.configuration = { ...configuration, execution: { ...execution, id }, token: "renewed" };
      return Promise.resolve(true);
    };
    return { executor: new Executor({ ...context, log: () => {}, renewSession }), calls };
  }

  it("SECURITY R14: a refused confirm is sent once more in a new session, of the same execution only", async () => {
    const error = fromResponse({ method: "POST", url: CONFIRM, status: 401 });
    const expired: Answer = { type: "refused", status: 401, text: "", error };
    for (const [isSame, sends] of [[true, 2], [false, 1]] as const) {
      const { executor, calls } = renewing([expired, ACCEPTED], isSame);
      const sent = await executor.confirm(CONFIRM, { tokenId: "t1" });
      assertEquals([calls.length, sent.type], [sends, isSame ? "accepted" : "refused"]);
    }
  });

  it("SECURITY R14: polls go on in a new session of the same execution only", async () => {
    const error = fromResponse({ method: "GET", url: SELF, status: 401 });
    const expired: Answer = { type: "refused", status: 401, text: "", error };
    for (const [isSame, end, polls] of [[true, "final", 2], [false, "unauthorized", 1]] as const) {
      const { executor, calls } = renewing([expired, PAID], isSame);
      assertEquals([(await atOnce(executor.pollUntilFinal(SELF))).type, calls.length], [end, polls]);
    }
  });

  it("S-ERR-06: polls that end without a result are logged under their code; a result is not", async () => {
    const logged: string[] = [];
    const pollOnce = (...answers: Answer[]) => {
      const { context } = openFixture(answers);
      const log = ({ code }: { readonly code: string }) => void logged.push(code);
      const renewSession = () => Promise.resolve(false);
      return atOnce(new Executor({ ...context, log, renewSession }).pollUntilFinal(SELF));
    };
    assertEquals([(await pollOnce(PAID)).type, logged], ["final", []]);
    assertEquals((await pollOnce({ type: "unanswered", cause: new TypeError("network") })).type, "exhausted");
    assertEquals(logged, ["payrails:api:too_many_requests"]);
  });

  it("polls three times and no more after the shopper has left", async () => {
    const on = openFixture([answered(status("authorizeRequested", 1))]);
    assertEquals((await atOnce(executorOf(on).pollUntilFinal(SELF, { isShort: true }))).type, "stopped");
    assertEquals(on.calls.length, 3);
  });

  it("S-CONFIRM-02: after confirm only a later status ends the payment, success or failure", async () => {
    const before = [status("authorizeRequested", 1), status("authorizePending", 2)];
    for (const code of ["authorizeSuccessful", "authorizeFailed"]) {
      const on = openFixture([
        answered(...before),
        answered(...before, status("confirmRequested", 3)),
        answered(...before, status("confirmRequested", 3), status(code, 4)),
      ]);
      const polled = await atOnce(executorOf(on).pollUntilFinal(SELF, { baseline: status("", 2).time }));
      assertEquals([polled.type === "final" && polled.status.code, on.calls.length], [code, 3]);
    }
  });
});

describe("pace", () => {
  it("S-CONST-09: polls every 2 s for Apple Pay and Google Pay, every 680 ms for all others, 60 times each", () => {
    assertEquals([WALLET_POLL_INTERVAL_MS, POLL_INTERVAL_MS, MAX_POLL_ATTEMPTS], [2000, 680, 60]);
    assertEquals(startPolling({ intervalMs: WALLET_POLL_INTERVAL_MS }).state.intervalMs, 2000);
    assertEquals(startPolling().state.intervalMs, 680);
  });
});
