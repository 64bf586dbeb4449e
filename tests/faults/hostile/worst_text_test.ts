/** SECURITY X3: no hostile text blocks the server, in any field, at any length. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, fail } from "@std/assert";
import { cpuTimeMs } from "../../support/cpu_time.ts";
import { createLog } from "../../../server/platform/log.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { visitorOf } from "../../support/app/http_visitor.ts";
import { addressOf, type OutsideRoute, outsideRoutes } from "../../support/app/outside_routes.ts";
import { signInOperator } from "../../support/console/console_fixture.ts";
import { BODIES, fieldsOf, sampleOf } from "../../support/hostile/writing_routes.ts";
import { parseInit } from "../../support/payments/pay_by_card.ts";

/** Below the body limit, so that the text reaches the code that reads the field. */
const LONG = 60_000;
const MEGABYTE = 1_048_576;
/**
 * Time allowed for one text. A quadratic pattern takes seconds, a linear one milliseconds. The server shares this
 * thread.
 */
const MAX_MS = 1_000;

/** Texts on which quadratic patterns for addresses, tokens, numbers, spaces and dots are slowest. */
const WORST: Readonly<Record<string, string>> = {
  "an address that never ends": `a@${".".repeat(LONG)}@`,
  "a list of addresses in an address bar": "a%40".repeat(LONG / 4),
  "letters before an @ that never comes": "a".repeat(LONG),
  "tokens in tokens": "eyJ-".repeat(LONG / 4),
  "digits with gaps": "1 ".repeat(LONG / 2),
  "spaces before the end": `${" ".repeat(LONG - 1)}x`,
  "backslashes": "\\".repeat(LONG / 2),
  "base64 without an end": "NDI0".repeat(LONG / 4),
  "names of codes": "cvv:".repeat(LONG / 4),
};

/** A field that takes more may hold a text on which a quadratic loop is noticed. */
const SHORT = 1_000;
/** Another visitor waits for an answer no longer than this, also on a busy machine. */
const MAX_WAIT_MS = 10_000;

const FORM = "application/x-www-form-urlencoded";
/** Routes that read their body before they know the caller: the answer of an unknown passkey, an unsigned webhook. */
const BODY_IS_PROOF = [
  "POST /api/admin/sign-in/passkey: 401",
  "POST /services/subscriptions/payments-notices: 401",
  "POST /api/passkeys/sign-in: 401",
];

function bodyOf({ method, path }: OutsideRoute) {
  return BODIES[`${method} ${path}`] ?? fail(`${method} ${path} has no row in tests/support/hostile/writing_routes.ts`);
}

describe("hostile texts", () => {
  let app: RunningApp;
  let cookie = "";
  let calls = 0;
  /** Each call has its own address, so that no rate limit answers first. */
  const headersOf = (type: string) => {
    calls += 1;
    return { "content-type": type, cookie, "x-forwarded-for": `203.0.${calls >> 8}.${calls & 255}` };
  };
  before(async () => {
    // The real log, since it redacts every refused text.
    app = await startApp({
      env: { TRUSTED_HOPS: "1", ADMIN: "on", FUNNEL_EVENT_DAYS: "30" },
      overrides: { log: createLog(() => {}) },
    });
  });
  after(() => app.close());

  const post = async (path: string, body: string, type = "application/json") => {
    const started = cpuTimeMs();
    const answer = await fetch(app.origin + path, { method: "POST", body, headers: headersOf(type) });
    await answer.body?.cancel();
    return { status: answer.status, ms: cpuTimeMs() - started };
  };

  /** What a member, a merchant, a shopper and an operator may send; each call carries all that its route could ask for. */
  let valid: Readonly<Record<string, unknown>> = {};
  let ids: Readonly<Record<string, string>> = {};
  let idToken = "";
  let merchantToken = "";
  let shopperToken = "";
  before(async () => {
    const visitor = visitorOf({
      origin: app.origin,
      now: () => app.context.clock.now(),
      send: (request) => fetch(request),
    });
    const bought = await visitor.buy("tck_weekly_3dtrial", "ada@mail.example");
    const subscription = String(bought.body.subscription_id ?? bought.body.id);
    const member = await visitor.signIn("ada@mail.example");
    idToken = member.idToken;
    const issued = await visitor.post("/services/payments/auth/token/merchant-demo", {}, {
      "x-api-key": "demo-secret",
    });
    merchantToken = String(issued.body.access_token);
    const init = await visitor.post(
      "/services/payments/merchant/client/init",
      { merchantReference: "r", holderReference: "h", amount: { value: "10.00", currency: "USD" } },
      { authorization: `Bearer ${merchantToken}`, "x-idempotency-key": crypto.randomUUID() },
    );
    const { execution, token } = parseInit(init.body);
    shopperToken = token;
    ids = { subscriptions: subscription, payments: execution.id };
    cookie = [...visitor.cookies(), { name: "adm", value: await signInOperator(app.context, "owner") }]
      .map(({ name, value }) => `${name}=${value}`).join("; ");
    valid = {
      email: "ada@mail.example",
      amount: { value: "10.00", currency: "USD" },
      bin: "424242",
      country: "US",
      phone_number: "+16502530000",
      idToken,
      firebase_id: member.uid,
      user_id: member.uid,
      subscription_id: subscription,
      plan_id: "tck_weekly_3dtrial",
      url: "https://shop.example/hook",
      token: "x".repeat(43),
      query: "ada@mail.example",
      reason: "The customer asked for it.",
    };
  });

  const FILLED: Readonly<Record<string, string>> = {
    clientId: "merchant-demo",
    code: "payment-acceptance",
    holder: "h",
    content: "x".repeat(43),
    secret: "x".repeat(43),
    label: "trustcheck",
    email: "ada@mail.example",
  };
  const idOf = (path: string) => ids[path.includes("/payments/") ? "payments" : "subscriptions"] ?? "x";
  const send = ({ door, method, path }: OutsideRoute, body: string, type = "application/json") => {
    const origin = door === "app" ? app.origin : app.frameOrigin;
    const token = path.includes("/payments/client") ? shopperToken : merchantToken;
    const key = /sendOobCode|accounts:/.test(path) ? "?key=k" : "";
    return fetch(origin + addressOf(path, (name) => FILLED[name] ?? idOf(path)) + key, {
      method,
      body,
      headers: {
        ...headersOf(type),
        origin,
        "sec-fetch-site": "same-origin",
        "x-id-token": idToken,
        "x-idempotency-key": crypto.randomUUID(),
        "x-api-key": "demo-secret",
        authorization: `Bearer ${token}`,
      },
    });
  };
  interface Sent {
    readonly body: string;
    readonly name: string;
    readonly type?: string;
  }
  /** All at the same time, since some answers are held back so that their time tells nothing. */
  const sendAll = async (route: OutsideRoute, calls: readonly Sent[]) => {
    const [started, startedMs] = [cpuTimeMs(), performance.now()];
    const answers = calls.map(async ({ body, name, type }) => {
      const answer = await send(route, body, type);
      await answer.body?.cancel();
      assert(answer.status < 500, `${nameOf(route)}, ${name}: ${answer.status}`);
    });
    await fetch(`${app.origin}/healthz`).then((answer) => answer.body?.cancel());
    const waitedMs = performance.now() - startedMs;
    await Promise.all(answers);
    assert(waitedMs < MAX_WAIT_MS, `another visitor waited ${waitedMs.toFixed(0)} ms for ${nameOf(route)}`);
    const ms = cpuTimeMs() - started;
    assert(ms < MAX_MS, `${nameOf(route)} takes ${ms.toFixed(0)} ms: ${calls.map(({ name }) => name).join("; ")}`);
  };
  const nameOf = ({ method, path }: OutsideRoute) => `${method} ${path}`;
  /** Calls that end the account or a session come last. */
  const isEnd = ({ path }: OutsideRoute) => Number(/delete|sign-out/.test(path));
  const routes = () =>
    outsideRoutes(app.context).filter(({ method }) => method !== "GET")
      .toSorted((one, other) => isEnd(one) - isEnd(other));

  it("SECURITY X3: every writing route that can be reached from outside has its row of fields", () => {
    assertEquals([...new Set(routes().map(nameOf))].sort(), Object.keys(BODIES).sort());
  });

  it("SECURITY X3: with valid tokens the body of every route passes its schema and reaches its handler", async () => {
    const refused: string[] = [];
    for (const route of routes()) {
      if (isEnd(route)) continue;
      const body = sampleOf(bodyOf(route), valid);
      assert(bodyOf(route).safeParse(body).success, `${nameOf(route)}: ${JSON.stringify(body)}`);
      const answer = await send(route, JSON.stringify(body));
      await answer.body?.cancel();
      if (answer.status === 401 || answer.status === 415) refused.push(`${nameOf(route)}: ${answer.status}`);
    }
    assertEquals(refused, BODY_IS_PROOF);
  });

  it("SECURITY X3: every field of every route answers every hostile text at once, and other visitors meanwhile", async () => {
    for (const route of routes()) {
      const fields = fieldsOf(bodyOf(route), valid);
      const name = nameOf(route);
      for (const [kind, text] of Object.entries(WORST)) {
        const long = text.slice(0, LONG - 1_000);
        const calls: Sent[] = [{ body: text, name: `${kind} as a whole` }];
        for (const field of fields) {
          const { name, maxLength = LONG } = field;
          calls.push({
            body: new URLSearchParams({ [name]: long }).toString(),
            type: FORM,
            name: `${kind} in ${name} of a form`,
          });
          calls.push({ body: JSON.stringify(field.bodyWith(long)), name: `${kind} in ${name}` });
          // A quadratic loop over a short text is not noticed, so one text is enough.
          if (maxLength >= LONG || (maxLength < SHORT && calls.length > 3)) continue;
          calls.push({
            body: JSON.stringify(field.bodyWith(text.slice(0, maxLength))),
            name: `${kind} in ${name}, at its limit`,
          });
        }
        await sendAll(route, calls);
      }
      const megabyte = await send(route, JSON.stringify({ email: "a@.".repeat(MEGABYTE / 3) }));
      await megabyte.body?.cancel();
      if (fields.length > 0) assert([413, 429].includes(megabyte.status), `${name}, a megabyte: ${megabyte.status}`);
    }
  });

  it("SECURITY X3: an error report with each hostile text is accepted or refused at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const item = JSON.stringify({
        exception: { values: [{ type: "Error", value: text }] },
        message: text.slice(0, 100),
      });
      const envelope = `{"event_id":"${"0".repeat(32)}"}\n{"type":"event"}\n${item}\n`;
      const { status, ms } = await post("/services/errors/1/envelope/", envelope, "text/plain");
      assert(status < 500 && ms < MAX_MS, `${name}: ${status} after ${ms.toFixed(0)} ms`);
    }
  });

  it("SECURITY X3: an address with each hostile text is answered and logged at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const started = cpuTimeMs();
      const path = `/api/send-activation-by-email/trustcheck/${encodeURIComponent(text.slice(0, 4_000))}?q=${
        encodeURIComponent(text.slice(0, 2_000))
      }`;
      const answer = await fetch(app.origin + path, {
        method: "POST",
        body: "{}",
        headers: { cookie: text.slice(0, 4_000) },
      });
      await answer.body?.cancel();
      const ms = cpuTimeMs() - started;
      assert(answer.status < 500 && ms < MAX_MS, `${name}: ${answer.status} after ${ms.toFixed(0)} ms`);
    }
  });

  it("SECURITY X3: a log line with a megabyte of each hostile text is written at once, and truncated", () => {
    for (const [name, text] of Object.entries(WORST)) {
      const lines: string[] = [];
      const started = cpuTimeMs();
      createLog((line) => lines.push(line)).error("odd", { text: text.repeat(Math.ceil(MEGABYTE / text.length)) });
      const ms = cpuTimeMs() - started;
      assert(ms < MAX_MS, `${name} takes ${ms.toFixed(0)} ms`);
      assert((lines[0] ?? "").length < 40_000, `${name} makes a line of ${lines[0]?.length} characters`);
    }
  });
});
