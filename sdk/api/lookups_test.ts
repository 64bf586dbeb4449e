/** BIN look-up and list of countries: what is requested, how often, and the result of a failure. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Session } from "../session/session.ts";
import { fromResponse } from "../errors/from_response.ts";
import { detectBrand } from "../card/detect.ts";
import { binOf } from "../card/redact.ts";
import { cleanBin, lazyBinLookup, MAX_DIGITS, MIN_DIGITS } from "./bin.ts";
import { THROTTLE_MS } from "./bin_lookup.ts";
import { countriesUrl, readCountries } from "./countries.ts";
import type { Answer, Call } from "./http.ts";

const LINK = "https://shop.test/services/payments/client/bin-lookup";

interface FixtureOptions {
  readonly answer?: Answer;
  readonly link?: string;
  /** The server refuses this token. */
  readonly refusesToken?: { readonly token: string; readonly status: number };
  readonly renews?: boolean;
}

function openFixture(
  { answer = { type: "ok", body: { issuerCountry: { code: "BR" } } }, link = LINK, refusesToken, renews = false }:
    FixtureOptions = {},
) {
  const init = (token: string) => {
    const config = { token, links: link === "" ? { binLookup: [] } : { binLookup: { href: link } } };
    return { version: "2.0", data: btoa(JSON.stringify(config)) };
  };
  const rules = { pageOrigin: "https://shop.test", hosts: [] };
  const renewals: string[] = [];
  const calls: (Call & { readonly atMs: number })[] = [];
  const logged: string[] = [];
  const log = ({ code }: { readonly code: string }) => void logged.push(code);
  const onSessionExpired = () => {
    renewals.push("asked");
    return renews ? init("token 2") : undefined;
  };
  const session = new Session(init("token"), { options: { events: { onSessionExpired } }, rules, log });
  const destroyed = new AbortController();
  const lookUp = lazyBinLookup({
    session,
    send: (call) => {
      calls.push({ ...call, atMs: performance.now() });
      if (call.token !== refusesToken?.token) return Promise.resolve(answer);
      const { status } = refusesToken;
      const error = fromResponse({ method: "POST", url: LINK, status });
      return Promise.resolve({ type: "refused", status, text: "", error });
    },
    log,
    signal: destroyed.signal,
  });
  return { lookUp, calls, logged, destroyed, renewals };
}

describe("BIN look-up", () => {
  it("S-BIN-01, S-BIN-05: POSTs the bin with the session's token and returns the answer", async () => {
    const { lookUp, calls } = openFixture();
    assertEquals(await lookUp("42424242"), { bin: "42424242", issuerCountry: { code: "BR" } });
    assertEquals(calls.map(({ method, url, token, body }) => [method, url, token, body]), [[
      "POST",
      LINK,
      "token",
      { bin: "42424242" },
    ]]);
  });
  it("S-BIN-03: makes no call below 6 digits or without a link", async () => {
    const { lookUp, calls } = openFixture();
    assertEquals(await lookUp("42424"), undefined);
    const off = openFixture({ link: "" });
    assertEquals(await off.lookUp("424242"), undefined);
    assertEquals([calls.length, off.calls.length], [0, 0]);
    await lookUp("424242");
    assertEquals(calls.length, 1);
  });
  it("S-SEC-12: receives the first digits of a number, 6 of American Express and Diners Club, and no others", () => {
    const reported = ["4929183756021238", "371449635398431"].map((number) =>
      cleanBin(binOf(number, detectBrand(number)))
    );
    assertEquals(reported, ["49291837", "371449"]);
  });
  it("S-BIN-04: keeps digits only, without dashes and X, 8 at most", () => {
    assertEquals(["4242-4242-XXXX-4242", "4242 42", "42424242424"].map(cleanBin), ["42424242", "424242", "42424242"]);
  });
  it("S-BIN-02, S-BIN-06, S-ERR-27: a failure is logged, returns only the bin, and is requested again", async () => {
    const { lookUp, calls, logged } = openFixture({ answer: { type: "unanswered", cause: new Error("x") } });
    assertEquals(await lookUp("424242"), { bin: "424242" });
    assertEquals(logged, ["payrails:client:bin_lookup_failed"]);
    await lookUp("424242");
    assertEquals(calls.length, 2);
  });
  for (const status of [401, 403]) {
    it(`S-SEC-09, SECURITY R14: ${status} renews the session, and the look-up is sent once more with the new token`, async () => {
      const { lookUp, calls, renewals } = openFixture({ refusesToken: { token: "token", status }, renews: true });
      assertEquals(await lookUp("424242"), { bin: "424242", issuerCountry: { code: "BR" } });
      assertEquals([calls.map(({ token }) => token), renewals.length], [["token", "token 2"], 1]);
    });
  }
  it("S-SEC-09: without a new session a look-up returns only the bin, and further typing does not ask the merchant again", async () => {
    const { lookUp, calls, renewals, logged } = openFixture({ refusesToken: { token: "token", status: 401 } });
    assertEquals([await lookUp("424242"), await lookUp("555555")], [{ bin: "424242" }, { bin: "555555" }]);
    assertEquals([calls.length, renewals.length], [2, 1]);
    assertEquals(logged.filter((code) => code === "payrails:client:bin_lookup_failed").length, 2);
  });
  it("S-BIN-06: a look-up cut off by destroying the client is not a failure", async () => {
    const { lookUp, logged, destroyed } = openFixture({ answer: { type: "unanswered", cause: new Error("x") } });
    const asked = lookUp("424242");
    destroyed.abort();
    await asked;
    assertEquals(logged, []);
  });
  it("S-BIN-07, S-CONST-10, SECURITY S12: makes at most one call in 500 ms, and one per bin", async () => {
    const { lookUp, calls } = openFixture();
    await Promise.all([lookUp("424242"), lookUp("424242"), lookUp("555555"), lookUp("378282")]);
    const gaps = calls.slice(1).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));
    assertEquals(calls.length, 3);
    assert(gaps.every((gap) => gap >= 480), String(gaps));
    assertEquals([MIN_DIGITS, MAX_DIGITS, THROTTLE_MS], [6, 8, 500]);
  });
});

describe("countries list", () => {
  const answering = (status: number, body: unknown) => {
    const seen: (readonly [string, RequestInit | undefined])[] = [];
    const get = (url: string | URL | Request, init?: RequestInit) => {
      seen.push([String(url), init]);
      return Promise.resolve(Response.json(body, { status }));
    };
    return { seen, get };
  };
  it("S-ADDR-11, S-ADDR-04: reads the provider's asset host without authorization", async () => {
    const row = { code: "DE", name: "Germany", iso3: "DEU", timezones: ["Europe/Berlin"], showPostalCode: true };
    const { seen, get } = answering(200, { DE: row, broken: 1 });
    const url = countriesUrl("https://pay.test/services/payments/client/executions/1/authorize");
    assertEquals(await readCountries(url, get), [row]);
    await readCountries(url, get);
    assertEquals(seen.map(([url, init]) => [url, init?.credentials, init?.headers]), [[
      "https://pay.test/services/payments/countries.json",
      "omit",
      undefined,
    ]]);
  });
  it("S-ADDR-12: 429 raises too many requests, any other failure unsuccessful", async () => {
    for (const [status, code] of [[429, "too_many_requests"], [500, "unsuccessful"], [404, "unsuccessful"]] as const) {
      const { get } = answering(status, {});
      const error = await assertRejects(() => readCountries(`https://pay.test/${status}`, get));
      assertEquals(Reflect.get(Object(error), "code"), `payrails:api:${code}`);
    }
  });
  it("the next form requests a failed or empty list again; a list that loaded is kept", async () => {
    const url = "https://pay.test/retried/countries.json";
    const row = { code: "DE", name: "Germany" };
    const answers = [Response.json({}, { status: 500 }), Response.json([]), Response.json([row, { code: "FR" }])];
    let asked = 0;
    const get = () => Promise.resolve(answers[asked++] ?? Response.error());
    const failing = [readCountries(url, get), readCountries(url, get)];
    for (const list of failing) await assertRejects(() => list);
    assertEquals(asked, 1);
    await assertRejects(() => readCountries(url, get), TypeError);
    assertEquals(Object(await readCountries(url, get)), [row]);
    await readCountries(url, get);
    assertEquals(asked, 3);
  });
});
