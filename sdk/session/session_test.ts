/** Reading a configuration, trusting its addresses, and renewing a session. */
import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { install } from "@sinonjs/fake-timers";
import { SdkError } from "../errors/sdk_error.ts";
import type { InitResponse } from "../wire/config.ts";
import { PAYMENT_METHOD_CODES } from "../codes.ts";
import { isTrustedLink } from "./links.ts";
import { isRedirectMethod } from "./query.ts";
import { readConfiguration } from "./read_config.ts";
import type { InitializedExecution } from "../execution/execution.ts";
import { Session } from "./session.ts";

const HOST = "https://pay.example";
const rules = { pageOrigin: "https://shop.example", hosts: ["pay.example", "cards.example"] };

/** A configuration with every documented part; tests replace some of them. */
function config(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    token: "t1",
    holderReference: "h1",
    amount: { value: "1.00", currency: "USD" },
    vaultConfiguration: {
      vaultId: "v1",
      vaultUrl: "https://cards.example",
      token: "t1",
      providerConfigId: "p1",
      vaultType: "Payrails",
      encryptionPublicKey: "",
      links: { saveInstrument: { href: `${HOST}/save` } },
    },
    links: { binLookup: { href: `${HOST}/bin` } },
    execution: {
      id: "e1",
      merchantReference: "m1",
      holderReference: "h1",
      workflow: { code: "payment-acceptance", version: 1 },
      meta: {},
      status: [],
      links: { self: `${HOST}/e1`, startPaymentSession: { href: `${HOST}/s` } },
      initialResults: [
        { httpCode: 200, body: { name: "other" } },
        lookup([{ paymentMethodCode: "card", integrationType: "api", paymentInstruments: [] }]),
      ],
    },
    ...over,
  };
}

const lookup = (paymentCompositionOptions: unknown[], authorize = `${HOST}/e1/authorize`) => ({
  httpCode: 200,
  body: { name: "lookup", data: { paymentCompositionOptions }, links: { authorize: { href: authorize } } },
});

const encode = (value: unknown): InitResponse => ({
  version: "2.0",
  data: btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)))),
});
const read = (value: unknown) => readConfiguration(encode(value), rules);
const execution = (over: object) => ({ execution: { ...asRecord(config().execution), ...over } });

function asRecord(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}

function codeOf(run: () => unknown): string {
  return assertThrows(run, SdkError).code;
}

describe("configuration", () => {
  it("S-CONFIG-01: it is base64 of JSON with token, amount and execution", () => {
    const { token, amount, execution } = read(config());
    assertEquals([token, amount?.value, execution?.id], ["t1", "1.00", "e1"]);
  });
  it("S-CONFIG-02: vaultConfiguration carries the vault", () => {
    const { vault } = read(config());
    assertEquals([vault?.vaultId, vault?.vaultUrl, vault?.token, vault?.providerConfigId, vault?.vaultType], [
      "v1",
      "https://cards.example",
      "t1",
      "p1",
      "Payrails",
    ]);
    assertEquals(vault?.links.saveInstrument.href, `${HOST}/save`);
  });
  it("S-CONFIG-03, S-CONST-23: the card table is cards by default", () => {
    assertEquals(read(config()).vault?.cardTableName, "cards");
    const named = { ...asRecord(config().vaultConfiguration), cardTableName: "mine" };
    assertEquals(read(config({ vaultConfiguration: named })).vault?.cardTableName, "mine");
  });
  it("S-CONFIG-05: holder, BIN look-up, token and amount are read; an empty array means no look-up", () => {
    const { holderReference, binLookupUrl } = read(config());
    assertEquals([holderReference, binLookupUrl], ["h1", `${HOST}/bin`]);
    assertEquals(read(config({ links: { binLookup: [] } })).binLookupUrl, undefined);
    assertEquals(read(config({ links: {} })).binLookupUrl, undefined);
  });
  it("S-CONFIG-01: a part that is null counts as left out", () => {
    const links = { binLookup: null, instrumentDelete: null, instrumentUpdate: { href: null } };
    const nothing = { holderReference: null, amount: null, vaultConfiguration: null, execution: null, links };
    const session = new Session(encode(config(nothing)), { options: {}, rules, log: () => {} });
    assertEquals(session.configuration, read({ token: "t1" }));
    assertEquals(read(config({ links: null })).binLookupUrl, undefined);
    const own = execution({ status: null, initialResults: [{ httpCode: 200, body: { name: "lookup", links: null } }] });
    assertEquals([read(config(own)).authorizeUrl, read(config(own)).methods], [undefined, []]);
  });
  it("S-ERR-24: a vault without an address is no vault that a card frame can be opened at", () => {
    const { vaultUrl: _, ...vaultConfiguration } = asRecord(config().vaultConfiguration);
    assertEquals(read(config({ vaultConfiguration })).vault, undefined);
  });
  it("S-CONFIG-06, S-CONFIG-08: the result named lookup has the payment methods and the authorize link", () => {
    const { authorizeUrl, methods } = read(config());
    assertEquals([authorizeUrl, methods.length], [`${HOST}/e1/authorize`, 1]);
    assertEquals(read(config(execution({ initialResults: [] }))).authorizeUrl, undefined);
  });
  it("S-CONFIG-07: holder, own address, payment session and meta come from the execution", () => {
    const session = read(config({ holderReference: undefined }));
    assertEquals([session.holderReference, session.startSessionUrl], ["h1", `${HOST}/s`]);
    assertEquals([session.execution?.links.self, session.execution?.meta], [`${HOST}/e1`, {}]);
    const own = { ...lookup([]).body.links, startPaymentSession: { href: `${HOST}/own` } };
    const named = { httpCode: 200, body: { ...lookup([]).body, links: own } };
    assertEquals(read(config(execution({ initialResults: [named] }))).startSessionUrl, `${HOST}/own`);
  });
  it("customer data of the merchant is merged and reaches no prototype", () => {
    const session = new Session(encode(config()), { options: {}, rules, log: () => {} });
    session.updateCustomer({ place: { first: "Ada" }, email: "a@b.test" });
    session.updateCustomer(JSON.parse('{"place": {"last": "L"}, "__proto__": {"isAdmin": true}, "email": "c@d.test"}'));
    assertEquals(session.customer, { place: { first: "Ada", last: "L" }, email: "c@d.test" });
    assertEquals(Reflect.get(session.customer ?? {}, "isAdmin"), undefined);
  });
  it("elements are told when a stored instrument was removed or changed, until they end it", () => {
    const session = new Session(encode(config()), { options: {}, rules, log: () => {} });
    let told = 0;
    const stop = session.listenInstruments(() => told++);
    session.updateAmount({ value: "2.00", currency: "USD" });
    assertEquals(told, 0);
    session.forgetInstrument("i1");
    session.changeInstrument("i2", { default: true });
    assertEquals(told, 2);
    stop();
    session.forgetInstrument("i2");
    assertEquals(told, 2);
  });
  it("S-CONFIG-10: a code is one of the SDK's five own methods, or a hosted page's", () => {
    const family = (paymentMethodCode: string) =>
      isRedirectMethod({ paymentMethodCode, integrationType: "hpp", paymentInstruments: [] });
    const { CARD, GOOGLE_PAY, PAYPAL, APPLE_PAY, LEAN, ...hosted } = PAYMENT_METHOD_CODES;
    assertEquals([CARD, GOOGLE_PAY, PAYPAL, APPLE_PAY, LEAN].filter(family), []);
    const others = [...Object.values(hosted), "bankOfTheFuture"];
    assertEquals([others.length, others.filter(family)], [39, others]);
    assertEquals(PAYMENT_METHOD_CODES.GENERIC_REDIRECT, "genericRedirect");
  });
  it("reads texts beyond ASCII", () => {
    assertEquals(read(config({ holderReference: "Jörg 李" })).holderReference, "Jörg 李");
  });

  const MALFORMED: readonly (readonly [string, InitResponse])[] = [
    ["no base64", { version: "2.0", data: "%%%" }],
    ["no JSON", { version: "2.0", data: btoa("{") }],
    ["no object", encode([1])],
    ["null", encode(null)],
    ["no token", encode(config({ token: "" }))],
    ["a vault without an id", encode(config({ vaultConfiguration: { vaultUrl: HOST } }))],
    ["a method without a code", encode(config(execution({ initialResults: [lookup([{ integrationType: "api" }])] })))],
    [
      "a method without integration type",
      encode(config(execution({ initialResults: [lookup([{ paymentMethodCode: "card" }])] }))),
    ],
    ["an answer that is missing", asInit(undefined)],
  ];
  for (const [what, init] of MALFORMED) {
    it(`S-ERR-09: ${what} is config_malformed`, () => {
      assertEquals(codeOf(() => readConfiguration(init, rules)), "payrails:client:init.config_malformed");
    });
  }
  for (
    const evil of [
      "https://evil.example/a",
      "https://user@pay.example/a",
      "https://pay.example@evil.example/a",
      "//evil.example/a",
      "http://pay.example/a",
      "javascript:alert(1)",
    ]
  ) {
    it(`SECURITY S1: a configuration with a link to ${evil} is refused as a whole`, () => {
      const bad = config(execution({ initialResults: [lookup([], evil)] }));
      assertEquals(codeOf(() => read(bad)), "payrails:client:init.config_malformed");
    });
  }
});

function asInit(value: unknown): InitResponse {
  return value as InitResponse;
}

describe("addresses", () => {
  const local = { pageOrigin: "http://localhost:3000", hosts: [] };
  it("trusts loopback only from a page on loopback", () => {
    for (const link of ["http://localhost:8000/a", "http://127.0.0.1:8001/", "https://[::1]/x"]) {
      assert(isTrustedLink(link, local), link);
      assertFalse(isTrustedLink(link, rules), link);
    }
    assertFalse(isTrustedLink("http://localhost.evil.example/", local));
    assertFalse(isTrustedLink("http://evil.localhost/", local));
  });
  it("trusts https on the page's own origin, and not http", () => {
    assert(isTrustedLink("https://shop.example/pay", rules));
    assertFalse(isTrustedLink("http://shop.example/pay", rules));
  });
});

describe("session", () => {
  function open(onSessionExpired?: () => unknown, signal?: AbortSignal) {
    const logged: string[] = [];
    const initialized: unknown[] = [];
    const events = {
      onClientInitialized: (execution: unknown) => initialized.push(execution),
      ...(onSessionExpired === undefined ? {} : { onSessionExpired: asCallback(onSessionExpired) }),
    };
    const log = (error: SdkError) => logged.push(`${error.code}: ${error.message}`);
    const session = new Session(encode(config()), { options: { events }, rules, log, ...(signal && { signal }) });
    return { session, logged, initialized };
  }

  function asCallback(callback: () => unknown) {
    return callback as () => InitResponse | undefined;
  }

  it("S-CONFIG-12: onClientInitialized gets the execution, including under the names that pages for 5.x read", () => {
    const { session, initialized } = open();
    const { execution } = session.configuration;
    const [given] = initialized;
    const answers = given as InitializedExecution;
    assertEquals<object | undefined>({ ...answers }, execution);
    assertEquals([answers.response, answers.savedCreditCards], [execution, []]);
  });
  it("S-SESSION-02, S-SESSION-03: a result is awaited, replaces the session, and initializes the client again", async () => {
    const { session, initialized, logged } = open(() => Promise.resolve(encode(config({ token: "t2" }))));
    assert(await session.renew());
    assertEquals([session.configuration.token, initialized.length, logged], ["t2", 2, []]);
  });
  it("S-SESSION-03: a session of another execution resets what was authorized and seen; one of the same does not", async () => {
    const { execution: same } = config();
    for (const [id, forgets] of [["e1", false], ["e2", true]] as const) {
      const next = encode(config({ token: "t2", execution: { ...asRecord(same), id } }));
      const { session } = open(() => next);
      session.hasAuthorized = true;
      session.lastActionUpdateTime = "2026-11-21T06:00:00Z";
      assert(await session.renew());
      assertEquals([session.hasAuthorized, session.lastActionUpdateTime], [
        !forgets,
        forgets ? undefined : "2026-11-21T06:00:00Z",
      ]);
    }
  });
  it("SECURITY R14: while a payment is undecided, a session of another execution is refused and one of the same is taken", async () => {
    const { execution: same } = config();
    const refusal =
      "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: The new session is for 1 USD of execution e2 instead of 1 USD of execution e1: return one of the same order";
    for (
      const [id, isUndecided, isRunning, expected] of [
        ["e2", true, undefined, [refusal]],
        ["e2", false, true, [refusal]],
        ["e2", false, undefined, []],
        ["e1", true, true, []],
      ] as const
    ) {
      const { session, logged } = open(() => encode(config({ token: "t2", execution: { ...asRecord(same), id } })));
      session.isUndecided = isUndecided;
      assertEquals([await session.renew(isRunning), logged], [expected.length === 0, [...expected]]);
      assertEquals(session.configuration.token, expected.length === 0 ? "t2" : "t1");
    }
  });
  it("SECURITY R14: whether a payment runs is seen when the merchant's answer is there, not when it was asked for", async () => {
    for (
      const begin of [
        (session: Session) => void (session.isUndecided = true),
        (session: Session) => session.renew(true),
      ]
    ) {
      const late = Promise.withResolvers<InitResponse>();
      const { execution } = config();
      const asked = Promise.withResolvers<void>();
      const { session } = open(() => {
        asked.resolve();
        return late.promise;
      });
      const renewing = session.renew();
      await asked.promise;
      void begin(session);
      late.resolve(encode(config({ token: "t2", execution: { ...asRecord(execution), id: "e2" } })));
      assertFalse(await renewing);
      assertEquals(session.configuration.token, "t1");
      session.isUndecided = false;
      assert(await session.renew());
    }
  });
  it("S-SESSION-03: a session of a different amount than the shopper sees is refused, even under the same execution; the same amount written otherwise is not", async () => {
    const { execution: same } = config();
    const other = { ...asRecord(same), id: "e2" };
    const refusal =
      "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: The new session is for 49 USD instead of 1 USD: return one of the same order";
    for (
      const [amount, execution, expected] of [
        [{ value: "49.00", currency: "USD" }, other, refusal],
        [{ value: "49.00", currency: "USD" }, same, refusal],
        [{ value: "1.00", currency: "EUR" }, other, refusal.replace("49 USD", "1 EUR")],
        [undefined, other, refusal.replace("49 USD", "undefined")],
        [{ value: "1", currency: "USD" }, other, undefined],
      ] as const
    ) {
      const { session, logged, initialized } = open(() => encode(config({ token: "t2", amount, execution })));
      session.hasAuthorized = true;
      assertEquals(await session.renew(), expected === undefined);
      assertEquals(logged, expected === undefined ? [] : [expected]);
      const { token, execution: kept } = session.configuration;
      assertEquals([token, kept?.id], expected === undefined ? ["t2", "e2"] : ["t1", "e1"]);
      assertEquals([session.hasAuthorized, initialized.length], expected === undefined ? [false, 2] : [true, 1]);
    }
  });
  it("the amount that update() set is the one the shopper sees", async () => {
    const { session } = open(() => encode(config({ token: "t2" })));
    session.updateAmount({ value: "2.00", currency: "USD" });
    assertFalse(await session.renew());
    session.updateAmount({ value: "1.00", currency: "USD" });
    assert(await session.renew());
  });
  it("S-SESSION-04, S-ERR-26: a missing result is logged as a failed refresh", async () => {
    const { session, logged } = open(() => undefined);
    assertFalse(await session.renew());
    assertEquals(logged, ["PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: Session refresh failed with no result returned"]);
    assertEquals(session.configuration.token, "t1");
  });
  it("S-SESSION-05: a callback that throws is logged as a failed refresh", async () => {
    const { session, logged } = open(() => Promise.reject(new Error("shop down")));
    assertFalse(await session.renew());
    assertEquals(logged, [
      "PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: Callback passed to onSessionExpired threw an error",
    ]);
  });
  it("SECURITY R15: a callback that hangs is cut off at 30 s and logged, and its late answer changes nothing", async () => {
    const time = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const late = Promise.withResolvers<InitResponse>();
      const { session, logged } = open(() => late.promise);
      let ended: boolean | undefined;
      const renewing = session.renew().then((isRenewed) => ended = isRenewed);
      await time.tickAsync(29_999);
      assertEquals([ended, logged], [undefined, []]);
      await time.tickAsync(1);
      assertEquals(ended, false);
      assertEquals(logged, ["PAYRAILS_CLIENT_SESSION_REFRESH_FAILED: Session refresh failed with no result returned"]);
      late.resolve(encode(config({ token: "t2" })));
      await renewing;
      await time.tickAsync(1);
      assertEquals(session.configuration.token, "t1");
    } finally {
      time.uninstall();
    }
  });
  it("S-SEC-09, SECURITY R14: calls refused at the same time request one new session, and a later call requests another", async () => {
    const asked: (() => void)[] = [];
    const { session } = open(() =>
      new Promise((resolve) => asked.push(() => resolve(encode(config({ token: `t${asked.length + 1}` })))))
    );
    /** The code of a renewal loads first. */
    const answer = async (at: number) => {
      while (asked[at] === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
      asked[at]?.();
    };
    const both = Promise.all([session.renew(), session.renewAfter("t1")]);
    await answer(0);
    assertEquals([await both, asked.length, session.configuration.token], [[true, true], 1, "t2"]);
    // Refused with an old token: the new session is already there.
    assertEquals([await session.renewAfter("t1"), asked.length], [true, 1]);
    const third = session.renewAfter("t2");
    await answer(1);
    assertEquals([await third, session.configuration.token], [true, "t3"]);
  });
  it("once its client is destroyed, no new session is requested, and one that arrives late is not taken", async () => {
    const life = new AbortController();
    const late = Promise.withResolvers<InitResponse>();
    let asked = 0;
    const { session, initialized, logged } = open(() => (asked++, late.promise), life.signal);
    const renewing = session.renew();
    life.abort();
    late.resolve(encode(config({ token: "t2" })));
    assertFalse(await renewing);
    assertFalse(await session.renew());
    assertEquals([asked, initialized.length, session.configuration.token, logged], [1, 1, "t1", []]);
  });
  it("without a callback the session cannot be renewed", async () => {
    const { session, logged } = open();
    assertFalse(await session.renew());
    assertEquals(logged, []);
  });
});
