/** SECURITY X3: no hostile text blocks the server, in any field, at any length. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, fail } from "@std/assert";
import { cpuTimeMs } from "../../support/cpu_time.ts";
import { createLog } from "../../../server/platform/log.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import type { OutsideRoute } from "../../support/app/outside_routes.ts";
import { type Callers, isEnd, type More, nameOf, openCallers, routesOf } from "../../support/hostile/callers.ts";
import { recordReads } from "../../support/hostile/reads.ts";
import { BODIES, fieldsOf, sampleOf } from "../../support/hostile/writing_routes.ts";

/** Below the body limit, so that the text reaches the code that reads the field. */
const LONG = 60_000;
const MEGABYTE = 1_048_576;
/**
 * Time allowed for one text. A quadratic pattern takes seconds, a linear one milliseconds. The server shares this
 * thread.
 */
const MAX_MS = 1_000;
/** Time of each call beside that of its text, twice what it takes. */
const CALL_MS = 5;

/** Texts on which quadratic patterns for addresses, tokens, numbers, spaces and dots are slowest. */
const WORST: Readonly<Record<string, string>> = {
  "an address that never ends": `a@${".".repeat(LONG)}@`,
  "a list of addresses in an address bar": "a%40".repeat(LONG / 4),
  "letters before an @ that never comes": "a".repeat(LONG),
  "tokens in tokens": "eyJ-".repeat(LONG / 4),
  "digits with gaps": "1 ".repeat(LONG / 2),
  "spaces before the end": `x${" ".repeat(LONG - 2)}x`,
  "backslashes": "\\".repeat(LONG / 2),
  "base64 without an end": "NDI0".repeat(LONG / 4),
  "names of codes": "cvv:".repeat(LONG / 4),
};

/** Shorter, but with its end, which is what makes some of them slow. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length - 1) + text.slice(-1);
}

/** As a field of a query, below the longest address that the server reads. */
function queryWith(name: string, text: string): string {
  const { length } = new URLSearchParams({ [name]: text }).toString();
  return new URLSearchParams({ [name]: shorten(text, Math.floor(text.length * Math.min(1, LONG / length))) })
    .toString();
}

/** A field that takes more may hold a text on which a quadratic loop is noticed. */
const SHORT = 1_000;
/** Another visitor waits for an answer no longer than this, even on a busy machine. */
const MAX_WAIT_MS = 10_000;

/** Set by the client that sends the request. */
const OF_THE_WIRE = new Set(["host", "content-length", "content-type"]);

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
  let callers: Callers;
  before(async () => {
    // The real log, since it redacts every refused text.
    app = await startApp({
      env: { TRUSTED_HOPS: "1", ADMIN: "on", FUNNEL_EVENT_DAYS: "30" },
      overrides: { log: createLog(() => {}) },
    });
    callers = await openCallers(app);
  });
  after(() => app.close());

  const post = async (path: string, body: string, type = "application/json") => {
    const started = cpuTimeMs();
    const answer = await fetch(app.origin + path, { method: "POST", body, headers: callers.headersOf(type) });
    await answer.body?.cancel();
    return { status: answer.status, ms: cpuTimeMs() - started };
  };

  interface Sent {
    readonly body: string;
    readonly name: string;
    readonly more?: More;
  }
  /** All at the same time, since some answers are held back so that their timing reveals nothing. */
  const sendAll = async (route: OutsideRoute, calls: readonly Sent[]) => {
    const [started, startedMs] = [cpuTimeMs(), performance.now()];
    const answers = calls.map(async ({ body, name, more }) => {
      const answer = await callers.send(route, body, more);
      await answer.body?.cancel();
      assert(answer.status < 500, `${nameOf(route)}, ${name}: ${answer.status}`);
    });
    await fetch(`${app.origin}/healthz`).then((answer) => answer.body?.cancel());
    const waitedMs = performance.now() - startedMs;
    await Promise.all(answers);
    assert(waitedMs < MAX_WAIT_MS, `another visitor waited ${waitedMs.toFixed(0)} ms for ${nameOf(route)}`);
    const ms = cpuTimeMs() - started;
    assert(
      ms < MAX_MS + CALL_MS * calls.length,
      `${nameOf(route)} takes ${ms.toFixed(0)} ms: ${calls.map(({ name }) => name).join("; ")}`,
    );
  };
  const routes = () => routesOf(app).filter(({ method }) => method !== "GET");

  it("SECURITY X3: every writing route that can be reached from outside has its row of fields", () => {
    assertEquals([...new Set(routes().map(nameOf))].sort(), Object.keys(BODIES).sort());
  });

  it("SECURITY X3: with valid tokens the body of every route passes its schema and reaches its handler", async () => {
    const refused: string[] = [];
    for (const route of routes()) {
      if (isEnd(route)) continue;
      const body = sampleOf(bodyOf(route), callers.valid);
      assert(bodyOf(route).safeParse(body).success, `${nameOf(route)}: ${JSON.stringify(body)}`);
      const answer = await callers.send(route, JSON.stringify(body));
      await answer.body?.cancel();
      if (answer.status === 401 || answer.status === 415) refused.push(`${nameOf(route)}: ${answer.status}`);
    }
    assertEquals(refused, BODY_IS_PROOF);
  });

  it("SECURITY X3: every field of every route answers every hostile text at once, and other visitors meanwhile", async () => {
    for (const route of routes()) {
      const fields = fieldsOf(bodyOf(route), callers.valid);
      const name = nameOf(route);
      for (const [kind, text] of Object.entries(WORST)) {
        const long = shorten(text, LONG - 1_000);
        const calls: Sent[] = [{ body: text, name: `${kind} as a whole` }];
        for (const field of fields) {
          const { name, maxLength = LONG } = field;
          calls.push({
            body: new URLSearchParams({ [name]: long }).toString(),
            more: { type: FORM },
            name: `${kind} in ${name} of a form`,
          });
          calls.push({ body: JSON.stringify(field.bodyWith(long)), name: `${kind} in ${name}` });
          // A quadratic loop over a short text is not noticed, so one text is enough.
          if (maxLength >= LONG || (maxLength < SHORT && calls.length > 3)) continue;
          calls.push({
            body: JSON.stringify(field.bodyWith(shorten(text, maxLength))),
            name: `${kind} in ${name}, at its limit`,
          });
        }
        await sendAll(route, calls);
      }
      const megabyte = await callers.send(route, JSON.stringify({ email: "a@.".repeat(MEGABYTE / 3) }));
      await megabyte.body?.cancel();
      if (fields.length > 0) assert([413, 429].includes(megabyte.status), `${name}, a megabyte: ${megabyte.status}`);
    }
  });

  it("SECURITY X3: every query field and header that a route reads takes each hostile text at once, and other visitors meanwhile", async () => {
    const rooms = new Set<string>();
    let fields = 0;
    for (const route of routesOf(app)) {
      if (isEnd(route)) continue;
      const reads = await recordReads(route.path, async () => (await callers.send(route, "{}")).body?.cancel());
      // Routes of one folder share what reads their headers.
      const room = (name: string) => `${name} ${route.path.split("/").slice(0, 3).join("/")}`;
      const headers = [...reads.headers].filter((name) => !OF_THE_WIRE.has(name) && !rooms.has(room(name)));
      for (const name of headers) rooms.add(room(name));
      const calls = Object.entries(WORST).flatMap(([kind, text]) => [
        ...[...reads.query].map((name) => ({
          body: "{}",
          name: `${kind} in ${name} of the query`,
          more: { query: queryWith(name, text) },
        })),
        ...headers.map((name) => ({
          body: "{}",
          name: `${kind} in ${name}`,
          more: { headers: { [name]: shorten(text, LONG) } },
        })),
      ]);
      fields += calls.length / Object.keys(WORST).length;
      if (calls.length > 0) await sendAll(route, calls);
    }
    assert(fields > 100, `${fields} fields`);
  });

  /** What the server answers before it closes the connection, often before it has read everything. */
  async function sendHead(head: string): Promise<string> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: app.context.config.port });
    const writing = new Blob([head]).stream().pipeTo(connection.writable).catch(() => undefined);
    const answer = await new Response(connection.readable).text().catch(() => "");
    await writing;
    return answer;
  }

  it("SECURITY X3: a megabyte in a query or a header is refused at once, and other visitors are answered meanwhile", async () => {
    for (const [kind, text] of Object.entries(WORST)) {
      const long = text.repeat(Math.ceil(MEGABYTE / text.length));
      const heads = [
        `GET /trustcheck/unsubscription?${new URLSearchParams({ c: long })} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
        `GET /trustcheck HTTP/1.1\r\nhost: localhost\r\ncookie: ${long}\r\n\r\n`,
        `GET /services/profile HTTP/1.1\r\nhost: localhost\r\nx-id-token: ${long}\r\n\r\n`,
      ];
      const [started, startedMs] = [cpuTimeMs(), performance.now()];
      const answers = heads.map(sendHead);
      assertEquals((await fetch(`${app.origin}/healthz`)).status, 200);
      assert(performance.now() - startedMs < MAX_WAIT_MS, `another visitor waited for ${kind}`);
      for (const answer of await Promise.all(answers)) assertMatch(answer, /^($|HTTP\/1\.1 4(00|14|31) )/, kind);
      assert(cpuTimeMs() - started < MAX_MS, kind);
    }
  });

  it("SECURITY X3: an error report with each hostile text is accepted or refused at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const item = JSON.stringify({
        exception: { values: [{ type: "Error", value: text }] },
        message: shorten(text, 100),
      });
      const envelope = `{"event_id":"${"0".repeat(32)}"}\n{"type":"event"}\n${item}\n`;
      const { status, ms } = await post("/services/errors/1/envelope/", envelope, "text/plain");
      assert(status < 500 && ms < MAX_MS, `${name}: ${status} after ${ms.toFixed(0)} ms`);
    }
  });

  it("SECURITY X3: an address with each hostile text is answered and logged at once", async () => {
    for (const [name, text] of Object.entries(WORST)) {
      const started = cpuTimeMs();
      const path = `/api/send-activation-by-email/trustcheck/${encodeURIComponent(shorten(text, 4_000))}?q=${
        encodeURIComponent(shorten(text, 2_000))
      }`;
      const answer = await fetch(app.origin + path, {
        method: "POST",
        body: "{}",
        headers: { cookie: shorten(text, 4_000) },
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
