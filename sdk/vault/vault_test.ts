/** Bearer tokens, three kinds of vault errors, the save-instrument body, and an import without a page. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { SdkError } from "../errors/sdk_error.ts";
import { CLIENT_VERSION, VAULT_SDK_VERSION } from "../version.ts";
import { BearerTokens, isGoodToken } from "./bearer.ts";
import { DEFAULT_LOG_LEVEL } from "../wire/log/levels.ts";
import { DEFAULT_ENVIRONMENT, VAULT_ENVIRONMENTS } from "../collect/check_config.ts";
import { metadata } from "./metadata.ts";
import { init } from "../collect/vault_client.ts";
import { errorIn, type VaultAnswer, type VaultCall, vaultRequest } from "./request.ts";
import { type FinishOptions, validate } from "../collect/finish.ts";
import { Session } from "../session/session.ts";
import { saveBody, saveInstrument } from "./save_instrument.ts";
import { sessionTokens } from "./session_tokens.ts";

const NOW_MS = 1_800_000_000_000;
const tokenUntil = (expS: unknown) => `h.${btoa(JSON.stringify({ exp: expS })).replace(/=+$/, "")}.s`;
const GOOD = tokenUntil(NOW_MS / 1000 + 60);
const DATA = { encryptedData: "a.b.c.d.e", vaultProviderConfigId: "config-1" };

/** What the test leaves out is never called. */
function asContainer(container: object): FinishOptions {
  return container as FinishOptions;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    assert(error instanceof SdkError, String(error));
    return error.code;
  }
  return "";
}

describe("vault client", () => {
  it("S-VAULT-09: a bearer token is a string, can be decoded, and has not expired", () => {
    assert(isGoodToken(GOOD, NOW_MS));
    assert(isGoodToken(`h.${btoa("{}")}.s`, NOW_MS));
    const wrong = [
      undefined,
      7,
      "",
      "abc",
      "a.b",
      "a.%%.c",
      `a.${btoa("7")}.c`,
      `a.${btoa("{}")}.c.d`,
      tokenUntil("x"),
    ];
    for (const token of [...wrong, tokenUntil(NOW_MS / 1000), tokenUntil(NOW_MS / 1000 - 1)]) {
      assertEquals(isGoodToken(token, NOW_MS), false, String(token));
    }
  });
  it("S-VAULT-06: a token is reused until it expires, and many callers share one fetch", async () => {
    let [nowMs, calls] = [NOW_MS, 0];
    const tokens = new BearerTokens(() => {
      calls++;
      return Promise.resolve(tokenUntil(nowMs / 1000 + 60));
    }, () => nowMs);
    assertEquals(await Promise.all([tokens.get(), tokens.get(), tokens.get()]), [GOOD, GOOD, GOOD]);
    nowMs += 59_000;
    assertEquals(await tokens.get(), GOOD);
    assertEquals(calls, 1);
    nowMs += 1000;
    assert(await tokens.get() !== GOOD);
    // The vault may refuse a token early. Two requests with the same refused token fetch another one, once.
    const refused = await tokens.get();
    nowMs += 1000;
    const renewed = await tokens.renew(refused);
    assert(renewed !== refused);
    assertEquals([await tokens.renew(refused), calls], [renewed, 3]);
  });
  it("S-VAULT-07, S-ERR-40: an invalid token is an error, and so is a callback that throws; the next call asks again", async () => {
    const answers: (() => string)[] = [() => "no token", () => {
      throw new TypeError("offline");
    }, () => GOOD];
    const tokens = new BearerTokens(() => answers.shift()?.() ?? "", () => NOW_MS);
    assertEquals(await codeOf(tokens.get()), "payrails:client:collect_container.invalid_bearer_token");
    assertEquals(await codeOf(tokens.get()), "payrails:client:collect_container.bearer_token_rejected");
    assertEquals(await tokens.get(), GOOD);
  });
  const answer = (more: Partial<VaultAnswer>): VaultAnswer => (
    { status: 400, contentType: "application/json", requestId: "req-7", text: "", ...more }
  );
  it("S-VAULT-14, S-ERR-30: a JSON error gives its message and the request id", () => {
    const error = errorIn(answer({ text: '{"error":{"message":"Card refused"}}' }));
    assertEquals([error.message, error.code], ["Card refused - request id: req-7", "payrails:client:vault.network"]);
    const ours = errorIn(answer({ text: '{"errors":[{"detail":"Too many cards."}]}', requestId: "" }));
    assertEquals(ours.message, "Too many cards.");
  });
  it("S-VAULT-15: a text error gives its text", () => {
    assertEquals(errorIn(answer({ contentType: "text/plain", text: "gateway down" })).message, "gateway down");
  });
  it("S-VAULT-16, S-ERR-30: anything else gives one sentence", () => {
    for (
      const more of [{}, { text: "{" }, { text: "null" }, { contentType: "", text: "x" }, { contentType: "image/png" }]
    ) {
      assertMatch(errorIn(answer(more)).message, /^The vault refused the request\.$/);
    }
  });
  it("S-ERR-29, S-VAULT-13: no answer and a late answer are connection errors, a refusal is a network error with its id", async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "XMLHttpRequest");
    const sent: FakeRequest[] = [];
    class FakeRequest {
      timeout = 0;
      status = 0;
      responseText = "";
      readonly headers: Record<string, string> = {};
      answered: Record<string, string> = {};
      onload = () => {};
      onerror = () => {};
      ontimeout = () => {};
      opened = "";
      body: unknown;
      open(method: string, url: string) {
        this.opened = `${method} ${url}`;
      }
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      getResponseHeader = (name: string) => this.answered[name] ?? null;
      send(body: unknown) {
        this.body = body;
        sent.push(this);
      }
    }
    Object.defineProperty(globalThis, "XMLHttpRequest", { value: FakeRequest, configurable: true });
    try {
      const ask = async (end: (request: FakeRequest) => void) => {
        const asked = vaultRequest({ url: "https://vault.test/save", token: "t", body: { card: 1 }, key: "k1" });
        const request = sent.at(-1);
        if (request !== undefined) end(request);
        return await asked;
      };
      const refused = async (end: (request: FakeRequest) => void) => {
        const { code, message } = await assertRejects(() => ask(end), SdkError);
        return [code, message];
      };
      const lost = [
        "payrails:client:vault.connection",
        "The vault did not answer: whether anything was stored is unknown",
      ];
      assertEquals(await refused((request) => request.onerror()), lost);
      assertEquals(await refused((request) => request.ontimeout()), lost);
      const answer = (status: number, responseText: string, answered = {}) => (request: FakeRequest) => {
        Object.assign(request, { status, responseText, answered });
        request.onload();
      };
      const json = { "content-type": "application/json", "x-request-id": "r1" };
      assertEquals(await refused(answer(400, '{"error":{"message":"No such table"}}', json)), [
        "payrails:client:vault.network",
        "No such table - request id: r1",
      ]);
      assertEquals(await ask(answer(201, '{"id":"i1"}', json)), { id: "i1" });
      assertEquals(await refused(answer(204, "")), lost);
      // The sign-in page of a network answers for the vault.
      assertEquals(await refused(answer(200, "<html>", { "content-type": "text/html" })), lost);
      const [first] = sent;
      assertEquals([first?.opened, first?.body, first?.timeout], [
        "POST https://vault.test/save",
        '{"card":1}',
        30_000,
      ]);
      const { "x-client-metadata": about, ...rest } = first?.headers ?? {};
      assertEquals(rest, {
        authorization: "Bearer t",
        "x-idempotency-key": "k1",
        "x-client-version": CLIENT_VERSION,
        "x-client-type": "web-sdk",
      });
      assertEquals(JSON.parse(about ?? ""), metadata());
    } finally {
      if (before === undefined) Reflect.deleteProperty(globalThis, "XMLHttpRequest");
      else Object.defineProperty(globalThis, "XMLHttpRequest", before);
    }
  });
  it("S-VAULT-13: metadata too long for a header is cut, and characters beyond ASCII are left out", () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    const value = { userAgent: `Agent (${"M".repeat(200)}; \u00e9) ${"A".repeat(300)}`, platform: "P".repeat(300) };
    Object.defineProperty(globalThis, "navigator", { value, configurable: true });
    try {
      const about = metadata();
      assertEquals([about.sdk_client_device_model, about.sdk_os_version], ["M".repeat(120), "P".repeat(120)]);
      assertEquals(about.sdk_runtime_details, `Agent (${"M".repeat(200)}; )`.slice(0, 120));
      Object.defineProperty(globalThis, "navigator", {
        value: { userAgent: "a\u00e9b\n", platform: "" },
        configurable: true,
      });
      assertEquals(metadata().sdk_runtime_details, "ab");
      for (
        const [device, model] of [
          ["Linux; Android 13; Pixel 7", "Pixel 7"],
          ["Linux; Android 13; Caf\u00e9 2", "Caf 2"],
          ["iPhone; CPU iPhone OS 18_1 like Mac OS X", "iPhone"],
          ["Windows NT 10.0; Win64; x64", "Windows NT 10.0"],
        ] as const
      ) {
        const agent = { userAgent: `Mozilla/5.0 (${device}) Safari/537.36 (like)`, platform: "P" };
        Object.defineProperty(globalThis, "navigator", { value: agent, configurable: true });
        assertEquals(metadata().sdk_client_device_model, model);
      }
    } finally {
      if (before !== undefined) Object.defineProperty(globalThis, "navigator", before);
    }
  });
  it("S-VAULT-04, S-VAULT-05, S-CONST-23: the save-instrument body and its defaults", () => {
    assertEquals(saveBody(DATA, {}, "holder"), {
      holderReference: "holder",
      paymentMethod: "card",
      storeInstrument: false,
      futureUsage: "CardOnFile",
      data: DATA,
    });
    const body = saveBody(DATA, { futureUsage: "Subscription", storeInstrument: true }, "holder");
    assertEquals([body.futureUsage, body.storeInstrument], ["Subscription", true]);
    const coBadged = { ...DATA, preferredScheme: "visa" };
    assertEquals(saveBody(DATA, { preferredScheme: "visa" }, "holder").data, coBadged);
  });
  it("S-VAULT-11, S-VAULT-12: POSTs to the saveInstrument link and returns the answer unchanged", async () => {
    const calls: VaultCall[] = [];
    const tokens = new BearerTokens(() => GOOD, () => NOW_MS);
    const stored = { id: "i-1", anything: [1] };
    const context = {
      tokens,
      holderReference: "holder",
      saveInstrumentUrl: "https://vault.test/instruments",
      request: (call: VaultCall) => Promise.resolve(calls.push(call) && stored),
    };
    const answer: unknown = await saveInstrument(DATA, {}, context);
    assertEquals(answer, stored);
    const [{ key, ...sent } = { key: "" }, ...others] = calls;
    assertEquals([sent, others], [
      { url: "https://vault.test/instruments", token: GOOD, body: saveBody(DATA, {}, "holder") },
      [],
    ]);
    assertMatch(key, /^[0-9a-f-]{36}$/);
  });
  for (const status of [401, 403]) {
    it(`S-SEC-09, SECURITY R14: ${status} to saving fetches another token and sends the same card once more, but not a third time`, async () => {
      const [old, next] = [GOOD, tokenUntil(NOW_MS / 1000 + 90)];
      const calls: VaultCall[] = [];
      let renewed = next;
      const source = (refused?: string) => refused === undefined ? old : renewed;
      const request = (call: VaultCall) => {
        calls.push(call);
        return call.token === next ? Promise.resolve({ id: "i-1" }) : Promise.reject(errorIn(answer({ status })));
      };
      const save = () => {
        const tokens = new BearerTokens(source, () => NOW_MS);
        return saveInstrument(DATA, {}, {
          tokens,
          holderReference: "h",
          saveInstrumentUrl: "https://vault.test/i",
          request,
        });
      };
      assertEquals((await save()).id, "i-1");
      assertEquals([calls.map(({ token }) => token), calls[0]?.body], [[old, next], calls[1]?.body]);
      assertMatch(calls[0]?.key ?? "", /./);
      assertEquals(calls[0]?.key, calls[1]?.key);
      // The same token again is not a new one.
      [renewed] = [old];
      await assertRejects(save, SdkError);
      assertEquals(calls.length, 3);
    });
  }
  it("does not repeat a refusal that does not concern the token", async () => {
    let calls = 0;
    const request = () => (calls++, Promise.reject(errorIn(answer({ status: 422 }))));
    const tokens = new BearerTokens(() => GOOD, () => NOW_MS);
    await assertRejects(
      () =>
        saveInstrument(DATA, {}, { tokens, holderReference: "h", saveInstrumentUrl: "https://vault.test/i", request }),
      SdkError,
    );
    assertEquals(calls, 1);
  });
  it("S-SEC-09, S-SESSION-02: an expired or refused token of a payment session asks the merchant for a new session", async () => {
    const [over, fresh, next] = [-1, 60, 90].map((inS) => tokenUntil(Date.now() / 1000 + inS));
    const initOf = (token = "") => ({ version: "2.0", data: btoa(JSON.stringify({ token })) });
    const answers = [initOf(fresh), initOf(next)];
    const rules = { pageOrigin: "https://shop.test", hosts: [] };
    const events = { onSessionExpired: () => answers.shift() };
    const session = new Session(initOf(over), { options: { events }, rules, log: () => {} });
    const tokens = new BearerTokens(sessionTokens(session));
    assertEquals([await tokens.get(), await tokens.get(), answers.length], [fresh, fresh, 1]);
    assertEquals([await tokens.renew(fresh ?? ""), answers.length], [next, 0]);
    // No new session follows, so the refused token remains.
    assertEquals(await tokens.renew(next ?? ""), next);
  });
  it("S-ERR-36: the vault entry explains a container's code; an unknown code has its own sentence", async () => {
    const { describeCollectCode } = await import("../vault.ts");
    assertMatch(describeCollectCode("payrails:client:collect_container.missing_type"), /COLLECT or COMPOSABLE/);
    assertMatch(describeCollectCode("payrails:client:vault.connection"), /did not answer/);
    for (
      const code of [
        "payrails:client:collect_container.nonsense",
        "payrails:api:unknown",
        "constructor",
        "",
        "toString",
        ...[undefined, null].map((nothing) => nothing as unknown as string),
      ]
    ) {
      assertEquals(describeCollectCode(code), "An unknown error occurred");
    }
  });
  it("S-ERR-46: an answer to another question is operation_failed", async () => {
    const elements = [{ name: "n", isMounted: () => true }];
    const lead = () => ({ ask: () => Promise.resolve({ type: "validated", id: "1", faults: {} }) });
    const error = await assertRejects(() => validate(asContainer({ elements, lead })), SdkError);
    assertEquals([error.code, error.message], [
      "payrails:client:collect_container.operation_failed",
      "validate failed in the card frame",
    ]);
  });
  it("S-ERR-22: saving without a link reports the missing address", async () => {
    const tokens = new BearerTokens(() => GOOD, () => NOW_MS);
    const error = await assertRejects(() =>
      saveInstrument(DATA, {}, { tokens, holderReference: "h", saveInstrumentUrl: undefined })
    );
    assertEquals(Reflect.get(Object(error), "code"), "payrails:api:url_not_found");
  });
  it("S-VAULT-13, S-CONST-02, S-CONST-18: metadata names SDK and version, device model, system and runtime", () => {
    const reported = metadata();
    assertEquals(reported.sdk_name_version, `web-sdk-vault@${VAULT_SDK_VERSION}`);
    assertEquals([VAULT_SDK_VERSION, CLIENT_VERSION], ["1.30.1", "5.25.3"]);
    for (const text of Object.values(reported)) assertMatch(text, /^[\x20-\x7e]{0,120}$/);
  });
  it("S-CONST-19, S-CONST-20, S-LOG-05: level ERROR and environment PROD are the defaults", () => {
    assertEquals([DEFAULT_LOG_LEVEL, DEFAULT_ENVIRONMENT], ["ERROR", "PROD"]);
    assertEquals([...VAULT_ENVIRONMENTS], ["DEV", "PROD"]);
  });
  it("imports without a page, in this runtime", async () => {
    assertEquals(Reflect.get(globalThis, "document"), undefined);
    const vault = await import("../vault.ts");
    assertEquals(vault.ContainerType.COMPOSABLE, "COMPOSABLE");
    assertEquals(vault.ElementType.DROPDOWN, "dropdown");
    assertEquals(Object.keys(vault.EventName).length, 12);
    const code = await codeOf(Promise.resolve().then(() => Reflect.apply(vault.init, undefined, [{}])));
    assertEquals(code, "payrails:client:collect_container.missing_vault_id");
  });
  it("S-ERR-45: a container without a page is refused with its code", () => {
    const client = init({ vaultID: "v", vaultURL: "https://vault.test", getBearerToken: () => "" });
    for (const type of ["COLLECT", "COMPOSABLE"] as const) {
      try {
        Reflect.apply(client.container, client, [type, { layout: [1] }]);
        assert(false, "a container was made");
      } catch (error) {
        assert(error instanceof SdkError, String(error));
        assertEquals(error.code, "payrails:client:collect_container.creation_failed");
        assert(error.cause instanceof Error, "the cause is kept");
      }
    }
  });
});
