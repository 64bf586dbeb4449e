/** The app origin over HTTP with fake services: hosts, cross-site writes, cookies, limits, pages. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { createApp, createFrameApp } from "./app.ts";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/values.ts";
import type { Member } from "./platform/id_token.ts";
import { CHECKOUTS } from "./routes/services/checkout_session.ts";
import { FREE_CHECKS_PER_HOUR } from "./routes/services/free_checks.ts";
import { CALLS, EMAILS } from "./routes/services/identity.ts";
import { CONSENTS } from "./routes/services/purchase.ts";
import { durationMs } from "./routes/dev/dev.ts";
import type { Upstream } from "./platform/http/upstream.ts";
import { fakeContext, type FakeOptions } from "../tests/support/app/fake_context.ts";
import { eventually } from "../tests/support/eventually.ts";

const HOST = { host: "localhost:8000" };
async function withApp(
  options: FakeOptions,
  use: (fake: Awaited<ReturnType<typeof fakeContext>> & { readonly send: Send }) => Promise<void>,
) {
  const fake = await fakeContext(options);
  const app = createApp(fake.context);
  const host = { host: new URL(fake.context.config.publicOrigin).host };
  const send: Send = async (path, init = {}) =>
    await app.request(`http://localhost:8000${path}`, { ...init, headers: { ...host, ...init.headers } });
  try {
    await use({ ...fake, send });
  } finally {
    await fake.close();
  }
}
type Send = (
  path: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>;

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

const session = (executionId: string) => ({
  version: "1",
  data: btoa(JSON.stringify({ execution: { id: executionId } })),
});

describe("the app origin", () => {
  it("E7: answers only for its own hosts", () =>
    withApp({}, async ({ send, seen }) => {
      for (const host of ["evil.test", "app.dev.evil.test", "localhost.evil.test", ""]) {
        assertEquals((await send("/subs/finalize", { headers: { host } })).status, 421, host);
      }
      assertEquals(seen.length, 0);
    }));

  it("E1: refuses writes from other sites, but not to the payments wire, which carries bearer tokens and no cookies", () =>
    withApp({}, async ({ send, seen }) => {
      const crossSite = post({}, { "sec-fetch-site": "cross-site" });
      assertEquals((await send("/subs/finalize", crossSite)).status, 403);
      assertEquals((await send("/api/consent", crossSite)).status, 403);
      assertEquals(seen.length, 0);
      assertEquals((await send("/services/payments/client/executions/1/authorize", crossSite)).status, 200);
    }));

  const bodies: readonly (readonly [string, ReturnType<typeof post>, number])[] = [
    ["another content type", post("{}", { "content-type": "text/plain" }), 415],
    ["broken JSON", post("{"), 400],
    ["a bomb of brackets", post("[".repeat(60_000)), 400],
    ["more than 64 KB", post(JSON.stringify({ text: "x".repeat(70_000) })), 413],
    ["more keys than any call has", post(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]))), 400],
    ["another product", post({ email: "a@b.example", product: "X", host: "h", emailing: true }), 400],
    ["a character that no database keeps", post('{"email":"a\\u0000@b.example","product":"TCK"}'), 400],
    ["two recipients", post({ email: "a@b.example,c@d.example", product: "TCK", host: "h", emailing: true }), 400],
  ];
  for (const [name, init, status] of bodies) {
    it(`E1, E2: answers ${name} with ${status} and a sentence`, () =>
      withApp({}, async ({ send, seen }) => {
        const answer = await send("/api/cancel-request", init);
        assertEquals(answer.status, status);
        const { error, requestId } = await answer.json();
        assertMatch(error, /^[A-Z].{10,}/);
        assertMatch(requestId, /^[0-9a-f-]{36}$/);
        assertEquals(seen.length, 0);
      }));
  }

  it("resolves every route with the fast router, which refuses ambiguous routes", () =>
    withApp({}, async ({ context }) => {
      for (const app of [createApp(context), createFrameApp(context)]) {
        assertEquals((await app.request("http://localhost:8000/healthz", { headers: HOST })).status, 200);
        assertEquals(app.router.name, "SmartRouter + RegExpRouter");
      }
    }));

  it("E1, CS2: never changes anything on GET", () =>
    withApp({}, async ({ send }) => {
      for (const path of ["/api/cancel-request", "/api/cancel-subscription/abc", "/api/consent"]) {
        assertEquals((await send(path)).status, 404, path);
      }
    }));

  it("W-CALL-17: POST /api/cancel-request passes email, product code, host and emailing true on", () =>
    withApp({}, async ({ send, seen }) => {
      const body = { email: "a@b.example", product: "TCK", host: "evil.test", emailing: true };
      assertEquals((await send("/api/cancel-request", post(body))).status, 200);
      assertEquals(seen[0]?.path, "/cancel-request");
      assertEquals(JSON.parse(seen[0]?.body ?? ""), body);
    }));

  it("W-CALL-18, W-CALL-19, AC1: cancel-subscription and send-activation carry only their path parameters", () =>
    withApp({}, async ({ send, seen }) => {
      await send("/api/cancel-subscription/token-1", { method: "POST" });
      await send("/api/send-activation-by-email/trustcheck/a%40b.example", { method: "POST" });
      assertEquals(seen.map(({ path, body }) => [path, body]), [
        ["/cancel-subscription/token-1", ""],
        ["/send-activation/a%40b.example", ""],
      ]);
      const others = ["other", "trust", "trustcheck2", "Trustcheck", "TRUSTCHECK", "trustcheck%20", "trustcheck%2f"]
        .concat(["..%2ftrustcheck", "..%2f..%2ftrustcheck", "%3cx%3e", "%00", "x".repeat(4_000), "trustcheck%00", "."]);
      for (const label of others) {
        const { status } = await send(`/api/send-activation-by-email/${label}/a%40b.example`, { method: "POST" });
        assertEquals(status, 404, label);
      }
      assertEquals(seen.length, 2);
    }));

  it("W-CALL-19: an address with a character that no path to a service may hold goes on in the body", () =>
    withApp({}, async ({ send, seen }) => {
      const emails = ["user/dept@b.example", "a%b@b.example", "a%2fb@b.example", "a#b@b.example", "a?b@b.example"];
      for (const email of [...emails, "../../credits/spend@b.example"]) {
        const { status } = await send(`/api/send-activation-by-email/trustcheck/${encodeURIComponent(email)}`, {
          method: "POST",
        });
        const { path, body } = seen.at(-1) ?? {};
        assertEquals([status, path, body], [200, "/send-activation", JSON.stringify({ email })], email);
      }
      assertEquals(seen.length, emails.length + 1);
    }));

  it("P1: percent-encoding in an address does not reach a private route", () =>
    withApp({}, async ({ send, seen }) => {
      for (const path of ["%63onsents", "%63ancel-request", "withdra%77/x", "%63redits/spend", "subs/%66inalize"]) {
        assertEquals((await send(`/services/subscriptions/${path}`, post({}))).status, 400, path);
      }
      assertEquals((await send("/services/report/%63heck", post({}))).status !== 200, true);
      assertEquals(seen.length, 0);
    }));

  it("P3: passes no page of a remote service on, and no policy with it", () => {
    const page = () =>
      Promise.resolve(
        new Response("<script>1</script>", {
          headers: { "content-type": "text/html", "content-security-policy": "script-src 'unsafe-inline'" },
        }),
      );
    const env = { STAGING_PAYMENTS_URL: "https://pay.example" };
    return withApp({ env, outgoing: page }, async ({ send }) => {
      const answer = await send("/services/payments/countries.json");
      assertEquals([answer.status, (await answer.text()).includes("<script>")], [502, false]);
      // Our own page, which the embedded service answers.
      const own = await send("/services/payments/result/success");
      assertEquals([own.status, (await own.text()).includes("<script>")], [200, false]);
    });
  });

  it("R4: a remote service that is down is a 503 with a time to retry, and listed by /readyz, which stays up", () => {
    const env = { STAGING_REPORT_URL: "https://report.example" };
    const outgoing = () => Promise.reject(new TypeError("connection refused"));
    return withApp({ env, outgoing }, async ({ send }) => {
      const ask = () => send("/services/report", post({}));
      for (let call = 0; call < 5; call++) assertEquals((await ask()).status, 502);
      const answer = await ask();
      assertEquals([answer.status, answer.headers.get("retry-after")], [503, "5"]);
      const ready = await eventually(async () => {
        const answer = await send("/readyz");
        return answer.ok && await answer.json();
      });
      assertEquals(ready, { status: "degraded", down: ["report"] });
      assertEquals((await send("/healthz")).status, 200);
    });
  });

  it("puts the headers of plain answers on every answer that has none of its own", () =>
    withApp({}, async ({ send }) => {
      const calls: readonly (readonly [string, Parameters<Send>[1]])[] = [
        ["/nothing", {}],
        ["/healthz", {}],
        ["/metrics", {}],
        ["/", {}],
        ["/api/consent", post({})],
        ["/services/subscriptions/consents", post({})],
        ["/init/session", { headers: { host: "evil.test" } }],
      ];
      for (const [path, init] of calls) {
        const { headers } = await send(path, init);
        assertEquals(headers.get("x-content-type-options"), "nosniff", path);
        assertStringIncludes(headers.get("content-security-policy") ?? "", "default-src 'none'", path);
        assertEquals(headers.get("referrer-policy"), "no-referrer", path);
      }
    }));

  it("opens no checkout for another site, though that is a GET", () =>
    withApp({}, async ({ send, seen }) => {
      const crossSite = { headers: { "sec-fetch-site": "cross-site" } };
      assertEquals((await send("/init/session?plan_id=p", crossSite)).status, 403);
      assertEquals((await send("/services/subscriptions/init/session?plan_id=p", crossSite)).status, 403);
      assertEquals(seen.length, 0);
    }));

  it("shows metrics on loopback, elsewhere only to the bearer of the token", async () => {
    const publicEnv = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    await withApp({}, async ({ send }) => assertEquals((await send("/metrics")).status, 200));
    await withApp({ env: publicEnv }, async ({ send }) => assertEquals((await send("/metrics")).status, 404));
    await withApp({ env: { ...publicEnv, METRICS_TOKEN: "t" } }, async ({ send }) => {
      assertEquals((await send("/metrics", { headers: { authorization: "Bearer x" } })).status, 404);
      assertEquals((await send("/metrics", { headers: { authorization: "Bearer t" } })).status, 200);
    });
  });

  it("keeps routes that rely on its own headers out of the public proxy", () =>
    withApp({}, async ({ send, seen }) => {
      for (const path of ["consents", "credits/spend", "cancel-subscription/x", "send-activation/x"]) {
        assertEquals((await send(`/services/subscriptions/${path}`, post({}))).status, 404, path);
      }
      assertEquals(seen.length, 0);
    }));
});

describe("the checkout cookie", () => {
  const services = { subscriptions: () => Promise.resolve(Response.json(session("exec-1"))) };

  it("W-CALL-04: GET /init/session answers a payment configuration and gives the browser its HttpOnly cookie", () =>
    withApp({ services }, async ({ send, seen }) => {
      const answer = await send("/init/session?plan_id=tck_weekly_3dtrial");
      assertEquals(await answer.json(), session("exec-1"));
      const cookie = answer.headers.get("set-cookie") ?? "";
      assertMatch(cookie, /^chk=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
      assertEquals(seen[0]?.path, "/init/session?plan_id=tck_weekly_3dtrial");
      assertMatch(seen[0]?.headers["x-checkout"] ?? "", /^[0-9a-f]{64}$/);
      assertEquals(cookie.includes(seen[0]?.headers["x-checkout"] ?? "?"), false);
      const again = await send("/init/session?plan_id=tck_3month_plan", {
        headers: { cookie: cookie.split(";")[0] ?? "" },
      });
      assertEquals(again.headers.get("set-cookie"), null);
      assertEquals(seen[1]?.headers["x-checkout"], seen[0]?.headers["x-checkout"]);
    }));

  it("sign-out removes the cookie and clears the browser's storage; another site cannot do that", () =>
    withApp({ services }, async ({ send, seen }) => {
      const answer = await send("/api/sign-out", { method: "POST" });
      assertEquals([answer.status, await answer.json()], [200, { status: "signed_out" }]);
      assertMatch(answer.headers.get("set-cookie") ?? "", /^chk=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
      assertEquals(answer.headers.get("clear-site-data"), '"cache", "storage"');
      const forged = await send("/api/sign-out", { method: "POST", headers: { "sec-fetch-site": "cross-site" } });
      assertEquals([forged.status, forged.headers.get("set-cookie")], [403, null]);
      assertEquals((await send("/api/sign-out")).status, 404);
      assertEquals(seen, []);
    }));

  it("a payment webhook reaches the service with its signature and exact bytes, and no other service", () =>
    withApp({ services }, async ({ send, seen }) => {
      const notice = {
        method: "POST",
        headers: { "content-type": "application/json", "x-signature": "s=" },
        body: "{ }",
      };
      for (const path of ["/services/subscriptions/payments-notices", "/services/subscriptions/subscriptions/x"]) {
        await send(path, notice);
      }
      assertEquals(seen.map(({ headers }) => headers["x-signature"]), ["s=", undefined]);
    }));

  it("SU1: accepts a consent from a browser with a checkout or from a member only", () =>
    withApp({ services: { subscriptions: () => Promise.resolve(Response.json(session("exec-3"))) } }, async (app) => {
      const { send, seen } = app;
      const cookie = (await send("/init/session?plan_id=p")).headers.get("set-cookie")?.split(";")[0] ?? "";
      const shown = { today_cents: 100, next_cents: 1999, next_at: "2026-11-25", every: "7d" };
      const consent = { plan_id: "tck_weekly_3dtrial", text: "I agree", text_version: "1", locale: "en", shown };
      const stored = () => seen.filter(({ path }) => path === "/consents").length;
      assertEquals([(await send("/api/consent", post(consent))).status, stored()], [403, 0]);
      assertEquals([(await send("/api/consent", post(consent, { cookie }))).status, stored()], [200, 1]);
      assertEquals([(await send("/api/consent", post(consent, { "x-id-token": "t" }))).status, stored()], [200, 2]);
    }));

  it("a network fills no table with consents; another network still agrees", () => {
    const env = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    return withApp({ env: { ...env, TRUSTED_HOPS: "1" } }, async ({ send, seen }) => {
      const shown = { today_cents: 100, next_cents: 1999, next_at: "2026-11-25", every: "7d" };
      const consent = { plan_id: "tck_weekly_3dtrial", text: "I agree", text_version: "1", locale: "en", shown };
      const agree = async (from: string) =>
        (await send("/api/consent", post(consent, { "x-id-token": "t", "x-forwarded-for": from }))).status;
      const statuses = new Set<number>();
      for (let n = 0; n < CONSENTS.points; n++) statuses.add(await agree("9.9.9.9"));
      assertEquals([[...statuses], await agree("9.9.9.9"), seen.length], [[200], 429, CONSENTS.points]);
      assertEquals(await agree("9.9.9.8"), 200);
    });
  });

  it("a network opens no number of checkouts, whichever address it calls; another network still pays", () => {
    const env = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    return withApp({ env: { ...env, TRUSTED_HOPS: "1" }, services }, async ({ send, seen }) => {
      const paths = ["/init/session?plan_id=p", "/services/subscriptions/init/session?plan_id=p"];
      const open = async (from: string, path = paths[0] ?? "") =>
        (await send(path, { headers: { "x-forwarded-for": from } })).status;
      const statuses = new Set<number>();
      for (let n = 0; n < CHECKOUTS.points; n++) statuses.add(await open("9.9.9.9", paths[n % 2]));
      const refused = [await open("9.9.9.9", paths[0]), await open("9.9.9.9", paths[1])];
      assertEquals([[...statuses], refused, seen.length], [[200], [429, 429], CHECKOUTS.points]);
      assertEquals(await open("9.9.9.8"), 200);
    });
  });
});

describe("the identity service of a demonstration", () => {
  const SIGN_UP = "/identitytoolkit.googleapis.com/v1/accounts:signUp";
  const EMAIL = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode";
  const env = { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example", TRUSTED_HOPS: "1" };
  const statusesOf = async (send: Send, { path, count, from }: { path: string; count: number; from: string }) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) {
      statuses.push((await send(path, post({}, { "x-forwarded-for": from }))).status);
    }
    return statuses;
  };

  it("SECURITY X9: has limits for each network, at both of its paths, and emails few addresses", () =>
    withApp({ env: { ...env, DEMO: "1" } }, async ({ send, seen }) => {
      const emails = await statusesOf(send, { path: EMAIL, count: EMAILS.one.points, from: "9.9.9.9" });
      const proxied = `/services/identity${EMAIL}`;
      emails.push(...await statusesOf(send, { path: proxied, count: 1, from: "9.9.9.9" }));
      assertEquals(emails, [...Array.from({ length: EMAILS.one.points }, () => 200), 429]);
      const left = CALLS.one.points - emails.length;
      const calls = await statusesOf(send, { path: SIGN_UP, count: left, from: "9.9.9.9" });
      assertEquals(new Set(calls), new Set([200]));
      assertEquals(await statusesOf(send, { path: SIGN_UP, count: 1, from: "9.9.9.9" }), [429]);
      assertEquals(await statusesOf(send, { path: SIGN_UP, count: 1, from: "9.9.9.8" }), [200]);
      assertEquals(seen.length, CALLS.one.points);
      // The client keeps a member signed in whose call gets no code that it can read.
      for (
        const path of ["/identitytoolkit.googleapis.com/v1/accounts:lookup", "/securetoken.googleapis.com/v1/token"]
      ) {
        const answer = await send(path, post({}, { "x-forwarded-for": "9.9.9.9" }));
        assertEquals([answer.status, await answer.json()], [429, { error: "TOO_MANY_ATTEMPTS_TRY_LATER" }]);
      }
      const refused = await send(SIGN_UP, post({}, { "x-forwarded-for": "9.9.9.9" }));
      assertEquals((await refused.json()).error.message, "TOO_MANY_ATTEMPTS_TRY_LATER");
    }));

  it("emails few addresses in total, from however many networks", () =>
    withApp({ env: { ...env, DEMO: "1" } }, async ({ send }) => {
      let sent = 0;
      for (let n = 0; n < EMAILS.all.points / 10 + 2; n++) {
        const statuses = await statusesOf(send, { path: EMAIL, count: 10, from: `198.51.${n}.1` });
        sent += statuses.filter((status) => status === 200).length;
      }
      assertEquals(sent, EMAILS.all.points);
    }));
});

function memberOf(uid: string): Member {
  return { uid, email: "ada@example.com", emailVerified: true, name: "Ada", provider: "", authTimeMs: 0 };
}

describe("free checks", () => {
  it("of text that is not a phone number are not counted", () => {
    const failing = () =>
      Promise.resolve(
        new Response('{"type":"step"}\n{"type":"failed","error":"Too short"}\n', {
          headers: { "content-type": "application/x-ndjson" },
        }),
      );
    return withApp({ services: { members: failing } }, async ({ send }) => {
      for (let n = 0; n < 3 * FREE_CHECKS_PER_HOUR; n++) {
        const answer = await send("/services/report/check", post({ phone_number: `+1${n}` }));
        assertEquals([answer.status, (await answer.text()).includes("Too short")], [200, true]);
      }
    });
  });

  for (const [whose, code, status] of [["ours", "check_stopped", 200], ["the visitor's", "too_short", 429]] as const) {
    it(`E5: sixty that fail by a fault of ${whose} in ten minutes leave ${status} for the next`, async () => {
      const line = `{"type":"failed","error":"No.","code":"${code}"}\n`;
      const failing = () =>
        Promise.resolve(new Response(line, { headers: { "content-type": "application/x-ndjson" } }));
      const fake = await fakeContext({ services: { members: failing } });
      try {
        for (const embeddedCheck of [undefined, () => Promise.resolve(line)]) {
          const app = createApp({ ...fake.context, embeddedCheck });
          const ask = async (text: string) => {
            const answer = await app.request("http://localhost:8000/services/report/check", {
              ...post({ phone_number: text }),
              headers: { ...post({}).headers, ...HOST },
            });
            await answer.text();
            return answer.status;
          };
          for (let n = 0; n < 60; n++) await ask(`1650253${n}`);
          assertEquals(await ask("16502539"), status);
        }
      } finally {
        await fake.close();
      }
    });
  }

  it("that the service refuses or cannot answer are not counted", () => {
    let status = 503;
    const failing = () => Promise.resolve(Response.json({ error: "No." }, { status }));
    return withApp({ services: { members: failing } }, async ({ send }) => {
      for (status of [503, 500, 429, 400]) {
        for (let n = 0; n <= FREE_CHECKS_PER_HOUR; n++) {
          const answer = await send("/services/report/check", post({ phone_number: `+1650253${status}${n}` }));
          assertEquals([answer.status, await answer.json()], [status, { error: "No." }]);
        }
      }
    });
  });

  it("are judged by the visitor's country, and read in the one beside the number, in this process and behind HTTP", async () => {
    const ask = post({ phone_number: "45 29 12 34", country: "MR" }, { ...HOST, "x-country": "US" });
    const fake = await fakeContext();
    const asked: unknown[] = [];
    const embeddedCheck: NonNullable<typeof fake.context.embeddedCheck> = (question) => {
      asked.push(question);
      return Promise.resolve("");
    };
    for (const context of [{ ...fake.context, embeddedCheck }, fake.context]) {
      assertEquals((await createApp(context).request("http://localhost:8000/services/report/check", ask)).status, 200);
    }
    assertEquals(asked, [{ text: "45 29 12 34", country: "MR", askerCountry: "US" }]);
    assertEquals(fake.seen.map(({ headers }) => headers["x-country"]), ["US"]);
    await fake.close();
  });

  it("count for an account as for every visitor", async () => {
    const fake = await fakeContext();
    const app = createApp({ ...fake.context, verifyIdToken: (token) => Promise.resolve(memberOf(token)) });
    const statuses: number[] = [];
    for (let n = 0; n <= FREE_CHECKS_PER_HOUR; n++) {
      const init = post({ phone_number: `+1650253000${n}` }, { ...HOST, "x-id-token": "ada" });
      statuses.push((await app.request("http://localhost:8000/services/report/check", init)).status);
    }
    assertEquals(statuses, [...Array.from({ length: FREE_CHECKS_PER_HOUR }, () => 200), 429]);
    await fake.close();
  });

  it("above the limit say when the next one is possible, and that the typed number is kept", () =>
    withApp({}, async ({ send }) => {
      let answer = new Response();
      for (let n = 0; n <= FREE_CHECKS_PER_HOUR; n++) {
        answer = await send(
          "/services/report/check",
          post({ phone_number: `+1650253000${n}` }, { "x-forwarded-for": `9.9.9.${n}` }),
        );
      }
      assertEquals(answer.status, 429);
      assertStringIncludes((await answer.json()).error, "Your answers are saved");
    }));
});

describe("pages", () => {
  it("W-ROUTE-01: the base path cannot shadow another route", () =>
    withApp({}, ({ context }) => {
      const firsts = new Set(createApp(context).routes.map(({ path }) => path.split("/")[1] ?? ""));
      firsts.delete(context.config.base.slice(1));
      assert(firsts.has("services") && firsts.has("api"));
      for (const first of firsts) assertThrows(() => readConfig({ BASE_PATH: `/${first}` }), ConfigError, "BASE_PATH");
      return Promise.resolve();
    }));

  it("W-ROUTE-01, W-ROUTE-03: every path below the base is the app, except file names", () =>
    withApp({}, async ({ send }) => {
      assertEquals((await send("/")).headers.get("location"), "/trustcheck/");
      for (const path of ["/trustcheck/", "/trustcheck/scanning", "/trustcheck/any/deeper/path"]) {
        const answer = await send(path);
        const status = path.includes("any") ? 404 : 200;
        assertEquals([answer.status, answer.headers.get("content-type")], [status, "text/html; charset=utf-8"], path);
      }
      for (
        const path of ["/.env", "/deno.json", "/trustcheck/.env", "/trustcheck/main.js.map", "/trustcheck/%2e%2e/x"]
      ) {
        assertEquals((await send(path)).status, 404, path);
      }
    }));

  it("answers an unchanged shell with 304, and links no script or style of its own", () =>
    withApp({}, async ({ send }) => {
      const first = await send("/trustcheck/");
      const html = await first.text();
      assertEquals(/ style=|<style|<script(?![^>]*(src=|application\/json))/.test(html), false);
      const again = await send("/trustcheck/", { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
      assertEquals(again.status, 304);
    }));

  it("no setting can close the site's JSON element", () =>
    withApp({ env: { SENTRY_DSN: "https://k@x.example/</script><script>x/1" } }, async ({ send }) => {
      assertEquals((await (await send("/trustcheck/")).text()).includes("</script><script>x"), false);
    }));

  it("W-SENTRY-01: the page reports errors to its own host, to the configured address, or nowhere", async () => {
    const remote = "https://key@errors.example/7";
    const cases: readonly (readonly [host: string, env: Record<string, string>, dsn: string])[] = [
      ["localhost:8000", {}, "http://key@localhost:8000/services/errors/1"],
      ["127.0.0.1:8000", {}, "http://key@127.0.0.1:8000/services/errors/1"],
      ["[::1]:8000", {}, "http://key@[::1]:8000/services/errors/1"],
      ["localhost:8000", { SENTRY_DSN: remote }, remote],
      ["localhost:8000", { SENTRY_DSN: "off" }, ""],
    ];
    for (const [host, env, dsn] of cases) {
      await withApp({ env }, async ({ send }) => {
        const html = await (await send("/trustcheck/", { headers: { host } })).text();
        assertEquals(/"sentryDsn":"([^"]*)"/.exec(html)?.[1], dsn, host);
      });
    }
  });

  it("D1: a NUL in the address of a service is refused, in its path and in its query", () =>
    withApp({}, async ({ send, seen }) => {
      for (const path of ["/services/profile?subscription_id=%00", "/services/report/a%00", "/subs/x?y=a%00b"]) {
        assertEquals((await send(path)).status, 400, path);
      }
      assertEquals(seen.length, 0);
    }));

  it("the issuer page accepts no more than a small form", async () => {
    const fake = await fakeContext();
    const app = createFrameApp(fake.context);
    const init = { method: "POST", headers: HOST, body: "x".repeat(100_000) };
    assertEquals((await app.request("http://localhost:8001/challenge/x", init)).status, 413);
    assertEquals(fake.seen.length, 0);
    await fake.close();
  });

  it("the frame origin has no icon and says so without an error in the console of a hosted page", async () => {
    const fake = await fakeContext({});
    const answer = await createFrameApp(fake.context).request("http://localhost:8001/favicon.ico", { headers: HOST });
    assertEquals(answer.status, 204);
    await fake.close();
  });

  it("the app's icon, for documents that name none, is the one of its shell", async () => {
    const fake = await fakeContext({});
    const answer = await createApp(fake.context).request("http://localhost:8000/favicon.ico", { headers: HOST });
    assertEquals([answer.status, answer.headers.get("content-type")], [200, "image/svg+xml"]);
    const shell = await Deno.readTextFile("client/index.html");
    const [, inShell = ""] = /href="data:image\/svg\+xml,([^"]+)"/.exec(shell) ?? [];
    assertEquals(await answer.text(), decodeURIComponent(inShell));
    await fake.close();
  });

  it("I1: the card frame contains its allowed parents and nothing of the page", async () => {
    const frame = { vaultId: "v1", publicKey: "k", keyId: "1", environment: "TEST", parents: ["http://localhost:*"] };
    const fake = await fakeContext({ services: { payments: () => Promise.resolve(Response.json(frame)) } });
    const app = createFrameApp(fake.context);
    const answer = await app.request("http://localhost:8001/card/5/?v=v1&origin=https://evil.test", { headers: HOST });
    const csp = answer.headers.get("content-security-policy") ?? "";
    assertStringIncludes(csp, "frame-ancestors http://localhost:*;");
    assertEquals(csp.includes("evil.test"), false);
    assertEquals((await app.request("http://localhost:8001/card/5/?v=../x", { headers: HOST })).status, 404);
    await fake.close();
  });

  it("I1: a payments service's parents that are no single origin give no frame", async () => {
    const shop = "https://shop.example";
    const parents: readonly unknown[] = [
      ...["*", "'self'", "'none'", "https:", "https://*", "https://*.example", "shop.example", "", 5, null],
      ...["data:x", `${shop}; script-src *`, `${shop} *`, `${shop},*`, `${shop}/path`, `${shop}\n*`],
    ];
    const documents = [...parents.map((parent) => [shop, parent]), shop, undefined, { 0: shop, length: 1 }];
    let given: unknown;
    const frame = { vaultId: "v1", publicKey: "k", keyId: "1", environment: "TEST" };
    const payments: Upstream = () => Promise.resolve(Response.json({ ...frame, parents: given }));
    const fake = await fakeContext({ services: { payments } });
    const app = createFrameApp(fake.context);
    const open = async () => await app.request("http://localhost:8001/card/5/?v=v1", { headers: HOST });
    for (given of documents) assertEquals((await open()).status, 502, JSON.stringify(given));
    for (given of [[shop, `${shop}:8443`, "http://127.0.0.1:*", "http://[::1]:8000"], []]) {
      assertEquals((await open()).status, 200, JSON.stringify(given));
    }
    await fake.close();
  });

  it("R4: the card frame of a remote payments service that is down is 502, then 503 with Retry-After, and never 404", async () => {
    const env = { STAGING_PAYMENTS_URL: "https://pay.example" };
    const failing = (status: number): Upstream => () => Promise.resolve(Response.json({ error: "No." }, { status }));
    const answers: readonly (readonly [string, Upstream, readonly (number | string | null)[]])[] = [
      ["no server", () => Promise.reject(new TypeError("connection refused")), [502, "service_down", 503]],
      ["500", failing(500), [502, "service_down", 503]],
      ["503", failing(503), [503, "service_down", 503]],
      ["429", failing(429), [502, "service_down", 502]],
      ["404", failing(404), [404, null, 404]],
      ["no vault", () => Promise.resolve(Response.json({})), [502, "service_answer", 502]],
    ];
    const pages = [["/card/5/?v=v1", createFrameApp], ["/checkout/bare", createApp]] as const;
    const cases = answers.flatMap((row) => pages.map((page) => [...row, ...page] as const));
    // One after another: a service counts as down after five failures within ten seconds.
    for (const [what, outgoing, [status, code, later], path, create] of cases) {
      const { context, close } = await fakeContext({ env, outgoing });
      const app = create(context);
      const open = async () => await app.request(`http://localhost:8000${path}`, { headers: HOST });
      const first = await open();
      assertEquals([first.status, (await first.json()).code ?? null], [status, code], `${path}: ${what}`);
      const { status: second, headers } = await open();
      assertEquals([second, headers.get("retry-after")], [later, later === 503 ? "5" : null], `${path}: ${what}`);
      await close();
    }
  });

  it("W-CALL-22, W-USER-03: GET /cdn-cgi/trace answers ip and country as key=value lines", () =>
    withApp({ env: { TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000" } }, async ({ send }) => {
      const answer = await send("/cdn-cgi/trace", {
        headers: { "x-forwarded-for": "203.0.113.7", "cf-ipcountry": "DE" },
      });
      const lines = Object.fromEntries((await answer.text()).trim().split("\n").map((line) => line.split("=")));
      assertEquals([lines.ip, lines.loc], ["203.0.113.7", "DE"]);
    }));

  const traced: readonly (readonly [what: string, Record<string, string>, Record<string, string>, string])[] = [
    [
      "the header that is set",
      { TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000", COUNTRY_HEADER: "x-place" },
      { "x-place": "PT" },
      "PT",
    ],
    [
      "the setting, if the proxy gives none",
      { TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000", DEFAULT_COUNTRY: "FR" },
      { "cf-ipcountry": "XX" },
      "FR",
    ],
    [
      "the setting, and no header that any visitor could send",
      { DEFAULT_COUNTRY: "FR" },
      { "cf-ipcountry": "DE" },
      "FR",
    ],
    ["the setting before a language", { DEFAULT_COUNTRY: "FR" }, { "accept-language": "de-AT" }, "FR"],
    ["the region of the first language that has one", {}, { "accept-language": "de,sr-Latn-RS;q=0.9,en-US" }, "RS"],
    ["nothing known", {}, { "accept-language": "de, en" }, "XX"],
    ["nothing in a megabyte", {}, { "accept-language": "a-".repeat(4_000) }, "XX"],
  ];
  for (const [what, env, headers, country] of traced) {
    it(`W-USER-03: the country is ${what}`, () =>
      withApp({ env }, async ({ send }) => {
        const text = await (await send("/cdn-cgi/trace", { headers: { "x-forwarded-for": "203.0.113.7", ...headers } }))
          .text();
        assertEquals(/^loc=(.*)$/m.exec(text)?.[1], country);
      }));
  }
});

describe("/dev", () => {
  it("moves the clock by an ISO duration", () =>
    withApp({}, async ({ send, context }) => {
      const before = context.clock.now();
      assertEquals((await send("/dev/clock", post({ advance: "P7D" }))).status, 200);
      assert(context.clock.now() - before >= 7 * 86_400_000);
      assertEquals((await send("/dev/clock", post({ advance: "yesterday" }))).status, 400);
    }));

  it("reads days, hours, minutes and seconds", () => {
    const cases: readonly (readonly [string, number | undefined])[] = [
      ["P1D", 86_400_000],
      ["PT90M", 5_400_000],
      ["P1DT1H1S", 90_001_000],
      ["P", undefined],
      ["P1DT", undefined],
      ["P1M", undefined],
      ["7D", undefined],
    ];
    for (const [text, ms] of cases) assertEquals(durationMs(text), ms, text);
  });

  it("M10: exists on loopback only", () =>
    withApp({
      env: { PUBLIC_ORIGIN: "https://trust.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" },
    }, async ({ send }) => {
      for (const path of ["/dev/mailbox", "/dev/errors", "/dev/clock"]) {
        assertEquals((await send(path)).status, 404, path);
      }
    }));
});
