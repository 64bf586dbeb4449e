/**
 * What a server exports while people buy, sign in, fail and renew, and operators work at the console: lines, spans,
 * metrics, error reports, funnel events and the audit log carry none of their emails, numbers, cards or secrets, and a
 * purchase is found by its request id.
 */
import { after, before, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Db, openDatabase } from "../../../server/db/open.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { type SignIn, type Visitor, visitorOf } from "../../support/app/http_visitor.ts";
import { signInOperator } from "../../support/console/console_fixture.ts";
import { onBothEngines } from "../../support/engines.ts";
import { type Collector, startCollector } from "../../support/operations/otlp_collector.ts";
import { type ServerProcess, startServer } from "../../support/app/server_process.ts";
import { freePort } from "../../support/ports.ts";
import { startSmtp } from "../../support/smtp.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const CANARIES = {
  email: "canary.kx7q@mail-kx7q.example",
  otherEmail: "second.kx7q@mail-kx7q.example",
  name: "Canarykx7q",
  number: "6502530187",
  card: "4242424242424242",
  declinedCard: "4000000000000002",
  clientSecret: "secretkx7qclient",
  hookKey: "secretkx7qhook",
  signingSecret: "secretkx7qsign",
  smtpPassword: "secretkx7qsmtp",
  collectorKey: "secretkx7qcollector",
  link: "secretkx7qlink",
  password: "secretkx7qpassword",
  umlauts: "Änne Größekx7q",
  spacedNumber: "650 253 0187",
  bracketedNumber: "(650) 253-0187",
  spacedCard: "4242 4242 4242 4242",
  dottedCard: "4242.4242.4242.4242",
  dashedCard: "4242-4242-4242-4242",
  printedCard: "4242\u20114242\u20134242\u20144242",
  wideCard: "４２４２４２４２４２４２４２４２",
  wideEmail: "canary.kx7q＠mail-kx7q.example",
  // What is left of a card when the preceding number absorbs its first digits.
  cardAfterNumber: "822463 10005",
  header: "secretkx7qheader",
  query: "secretkx7qquery",
  operator: "operator.kx7q@shop-kx7q.example",
} as const;
const PLAN = "tck_weekly_3dtrial";

/** A canary as it looks in an address, in a form, in ASCII-only JSON, in base64, and in hex. */
function spellingsOf(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const binary = String.fromCharCode(...bytes);
  // What comes before it in the same base64 text moves it by one or two bytes; the first and last characters differ.
  const moved = ["", "x", "xx"].map((before) => btoa(before + binary).slice(before === "" ? 0 : 4, -4));
  return [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
    text.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ...moved.filter((each) => each.length > 6),
    bytes.toHex(),
  ];
}

/** Part of a browser's report, to find it again. */
const REPORTED = "The plan could not be shown";

interface Told {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly stdout: string;
  readonly metrics: string;
  readonly errorReports: string;
  readonly funnel: string;
  readonly audit: string;
}

onBothEngines("what a server exports", (place) => {
  let folder = "";
  let collector: Collector;
  let told: Told;
  const tokens: string[] = [];
  let purchase = { requestId: "", subscriptionId: "" };
  let requestIds: readonly string[] = [];
  const hooked: Headers[] = [];

  const open = (): Promise<Db> => {
    const at = place();
    return openDatabase(at.kind === "postgres" ? at : { kind: "sqlite", path: `${folder}/data/trustcheck.db` });
  };

  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-canaries-" });
    await prepareKeys(`${folder}/keys`);
    collector = startCollector();
    const smtp = startSmtp();
    const hooks = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
      hooked.push(request.headers);
      return new Response();
    });
    const hook = (port: number) =>
      `merchant-demo=http://127.0.0.1:${port}/hook?key=${CANARIES.hookKey}|${CANARIES.signingSecret}`;
    const opsPort = freePort();
    const at = place();
    const server = startServer({
      ...(at.kind === "postgres" ? { DATABASE_URL: at.url } : {}),
      ADMIN: "on",
      DATA_DIR: `${folder}/data`,
      KEYS_DIR: `${folder}/keys`,
      OPS_PORT: String(opsPort),
      FUNNEL_EVENT_DAYS: "7",
      TRUSTED_HOPS: "1",
      PAYMENTS_CLIENTS: `merchant-demo:${CANARIES.clientSecret}`,
      // The second address answers no one.
      PAYMENTS_WEBHOOKS: `${hook(hooks.addr.port)} ${hook(freePort())}`,
      STAGING_RECURRING_URL: `http://127.0.0.1:${freePort()}`,
      SMTP_URL: smtp.url.replace("smtp://", `smtp://user:${CANARIES.smtpPassword}@`) + "/?from=a%40b.example",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${CANARIES.collectorKey}`,
    });
    try {
      await server.ready();
      await live(server);
      const read = async (url: string) => await (await fetch(url)).text();
      const metrics = await read(`http://127.0.0.1:${opsPort}/metrics`);
      const errorReports = await read(`${server.origin}/dev/errors/events.json`);
      server.kill("SIGINT");
      const { said } = await server.ended;
      const [funnel, audit] = await readTables();
      const lines = said.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      told = { lines, stdout: said, metrics, errorReports, funnel, audit };
    } finally {
      await hooks.shutdown();
      smtp.close();
    }
  });
  after(async () => {
    await collector.close();
    await Deno.remove(folder, { recursive: true });
  });

  async function readTables(): Promise<readonly [funnel: string, audit: string]> {
    const db = await open();
    try {
      const [funnel, audit] = [
        await db.selectFrom("funnel_events").selectAll().execute(),
        await db.selectFrom("admin_audit").selectAll().execute(),
      ];
      return [JSON.stringify(funnel), JSON.stringify(audit)];
    } finally {
      await db.destroy();
    }
  }

  /** A declined card, a purchase, a sign-in, refusals, calls that fail, and a week later a renewal. */
  async function live(server: ServerProcess): Promise<void> {
    const { origin } = server;
    const seen: string[] = [];
    let ms = Date.now();
    const send = async (request: Request) => {
      const answer = await fetch(request, { redirect: "manual" });
      seen.push(answer.headers.get("x-request-id") ?? "");
      for (const cookie of answer.headers.getSetCookie()) tokens.push(cookie.split(/[=;]/)[1] ?? "");
      return answer;
    };
    const visitor = visitorOf({ origin, now: () => ms, send });
    const json = { "content-type": "application/json" };
    await visitor.payFor(PLAN, CANARIES.declinedCard);
    const created = await visitor.buy(PLAN, CANARIES.email, CANARIES.card);
    assertEquals([created.status, created.body.error], [200, ""]);
    purchase = { requestId: seen.at(-1) ?? "", subscriptionId: created.body.subscription_id };
    const { idToken, uid } = await visitor.signIn(CANARIES.email, CANARIES.name);
    tokens.push(idToken);
    await lookUp(server, visitor, { idToken, uid });
    const drop = async (path: string, init: RequestInit = {}) =>
      void await (await send(new Request(origin + path, init))).body?.cancel();
    const say = (path: string, body: unknown) =>
      drop(path, { method: "POST", headers: json, body: JSON.stringify(body) });
    await say("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", {
      email: CANARIES.otherEmail,
      password: CANARIES.password,
    });
    await drop(`/api/send-activation-by-email/trustcheck/${CANARIES.otherEmail}`, { method: "POST" });
    await drop(`/trustcheck/unsubscription?c=${CANARIES.link}`);
    await drop(`/trustcheck/activate?t=${CANARIES.link}&email=${CANARIES.email}`);
    await drop(`/no/such/place/${CANARIES.email}?number=${CANARIES.number}`);
    await drop(`/api/${CANARIES.email}`, { method: CANARIES.name.toUpperCase() });
    await say("/services/payments/merchant/client/init", { holderReference: CANARIES.email, note: CANARIES.card });
    // A proxy in front may pass on what a client sent: an id that could be a card number is not taken.
    await drop("/healthz", { headers: { "x-request-id": CANARIES.card } });
    const { email, number, card, spacedCard, spacedNumber, bracketedNumber } = CANARIES;
    const { dottedCard, dashedCard, printedCard, wideCard, wideEmail, cardAfterNumber } = CANARIES;
    const text = [
      `${email} ${card} ${spacedCard} +1${number} ${spacedNumber} ${bracketedNumber}`,
      `${dottedCard}, ${dashedCard}, ${printedCard}, ${wideCard}, ${wideEmail}`,
      `+1${spacedNumber} 3782 ${cardAfterNumber}, ${email}3782 ${cardAfterNumber}, 3782 ${cardAfterNumber}${email}`,
    ].join(", ");
    await say("/api/funnel-events", {
      events: [{ name: "purchase", fields: {} }, { name: "scan-error", fields: { text } }],
    });
    await report(drop, text);
    await elsewhere(drop);
    const other = await visitorOf({ origin, now: () => ms, send }).buy(PLAN, CANARIES.otherEmail, CANARIES.card);
    await operate(server, send, other.body.subscription_id);
    await say("/csp-report", { "csp-report": { "blocked-uri": `https://x.example/?e=${CANARIES.email}` } });
    // A renewal, in a run of a job.
    await say("/dev/clock", { advance: "P4D" });
    ms += 4 * 86_400_000;
    requestIds = seen;
  }

  /** A member claims the plan, checks and looks up a number, and asks for their next plan at a service that is away. */
  async function lookUp(
    { origin }: ServerProcess,
    visitor: Visitor,
    { idToken, uid }: Pick<SignIn, "idToken" | "uid">,
  ): Promise<void> {
    const member = { "x-id-token": idToken };
    const person = { email: CANARIES.email, firebase_id: uid, apple_token: "" };
    const { subscriptionId: subscription_id } = purchase;
    const phone_number = `+1${CANARIES.number}`;
    const ask = { user_id: uid, phone_number, subscription_id, name: CANARIES.name, email: CANARIES.email };
    const claim = { subscription_id, ...person, attribution: {} };
    for (
      const [path, body, status] of [
        ["/services/subscriptions/subs/finalize", claim, 200],
        ["/services/report", ask, 200],
        ["/services/report", { ...ask, phone_number: CANARIES.email }, 422],
        ["/services/recurring/create-subscription", { plan_id: PLAN, ...person }, 502],
      ] as const
    ) assertEquals((await visitor.post(path, body, member)).status, status, path);
    const checked = await visitor.send(
      new Request(`${origin}/services/report/check`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ phone_number }),
      }),
    );
    assertEquals(checked.status, 200);
    assert((await checked.text()).includes(CANARIES.number), "the number was checked");
  }

  /** A browser's error report, whose words and headers have what they should not have. */
  async function report(drop: (path: string, init: RequestInit) => Promise<void>, text: string): Promise<void> {
    const event = {
      message: `${REPORTED} ${text}`,
      release: "5",
      request: { url: `/?e=${CANARIES.email}` },
      extra: { text },
    };
    await drop("/services/errors/api/1/envelope/", {
      method: "POST",
      headers: {
        "content-type": "text/plain",
        "user-agent": CANARIES.email,
        referer: `https://x.example/${encodeURI(text)}`,
      },
      body: [{ event_id: "1", sdk: {} }, { type: "event" }, event].map((line) => JSON.stringify(line)).join("\n"),
    });
  }

  /** An operator searches, looks, reveals, sends a link, exports and erases, and is refused. */
  async function operate(
    { origin }: ServerProcess,
    send: (request: Request) => Promise<Response>,
    erased: string,
  ): Promise<void> {
    const db = await open();
    const cookie = await signInOperator({ db, clock: createClock(), log: silentLog }, "owner", CANARIES.operator)
      .finally(() => db.destroy());
    tokens.push(cookie);
    const call = async (path: string, body?: unknown) => {
      const answer = await send(
        new Request(`${origin}/api/admin/${path}`, {
          headers: { cookie: `adm=${cookie}`, origin, "content-type": "application/json" },
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        }),
      );
      return { status: answer.status, said: await answer.text() };
    };
    const done = async (path: string, body?: unknown) => {
      const { status, said } = await call(path, body);
      assertEquals(status, 200, `${path} ${said}`);
      return said;
    };
    const { subscriptionId } = purchase;
    const { email, number, card, spacedCard, bracketedNumber, umlauts, password } = CANARIES;
    for (const query of [email, `+1${number}`, bracketedNumber, card, spacedCard, umlauts, password, subscriptionId]) {
      await done("search", { query });
    }
    const subject = { kind: "purchase", id: subscriptionId };
    const shown = await done("reveal", { subject, field: "email", reason: "the customer asked" });
    assertEquals(JSON.parse(shown).value, email);
    const { dottedCard, printedCard, wideCard, wideEmail, cardAfterNumber } = CANARIES;
    for (
      const personal of [
        email,
        dottedCard,
        printedCard,
        wideCard,
        wideEmail,
        encodeURIComponent(email),
        cardAfterNumber,
      ]
    ) {
      assertEquals(
        (await call("reveal", { subject, field: "email", reason: `for ${personal}` })).status,
        400,
        personal,
      );
    }
    assertEquals(
      (await call("reveal", { subject: { kind: "purchase", id: email }, field: "email", reason: card })).status,
      400,
    );
    for (const path of [`customers/${subscriptionId}`, `purchases/${subscriptionId}/timeline`, "disputes", "audit"]) {
      await done(path);
    }
    assertEquals((await call(`customers/${encodeURIComponent(email)}`)).status, 404);
    for (
      const request of [
        { act: "resend", purchase_id: subscriptionId },
        { act: "export", customer_id: subscriptionId },
        { act: "erase", customer_id: erased },
      ]
    ) {
      const { token } = JSON.parse(await done("acts/preview", request));
      tokens.push(token);
      assertEquals((await call("acts/confirm", { token, reason: `for ${email}, ${card}` })).status, 400);
      await done("acts/confirm", { token, reason: "the customer asked" });
      if (request.act === "export") await done(`exports/${token}`);
    }
    await call("sign-in/passkey", { answer: { id: email, password } });
  }

  /** The same in texts that the server refuses to read, in headers, and in malformed addresses. */
  async function elsewhere(drop: (path: string, init?: RequestInit) => Promise<void>): Promise<void> {
    const { email, umlauts, spacedNumber, bracketedNumber, spacedCard, header, query, password } = CANARIES;
    const all = { email, umlauts, spacedNumber, bracketedNumber, spacedCard, password };
    const texts = [
      // A reader's error message quotes what it could not read.
      `{"email": "${email}", "name": "${umlauts}" ${spacedCard}`,
      `${bracketedNumber} ${spacedNumber}`,
      JSON.stringify(all),
      btoa(email),
    ];
    for (
      const path of [
        "/services/report",
        "/api/consent",
        "/services/subscriptions/subs/create-no-user",
        "/services/payments/merchant/client/init",
        "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
        "/api/funnel-events",
        "/csp-report",
        "/dev/clock",
      ]
    ) {
      for (const body of texts) {
        await drop(path, { method: "POST", headers: { "content-type": "application/json" }, body });
      }
      await drop(path, { method: "POST", body: new URLSearchParams(all) });
    }
    const basic = btoa(`${email}:${password}`);
    const headers = {
      authorization: `Basic ${basic}`,
      cookie: `session=${header}; other=${encodeURIComponent(umlauts)}`,
      referer: `https://x.example/?q=${encodeURIComponent(spacedNumber)}&e=${email}`,
      "user-agent": `${email} ${spacedCard}`,
      "accept-language": `${header}, ${bracketedNumber}`,
      "x-forwarded-host": email,
      "x-id-token": `${header}.${btoa(JSON.stringify({ email }))}.x`,
      tracestate: `a=${header}`,
      baggage: `email=${email}`,
      "x-idempotency-key": header,
      "x-api-key": header,
    };
    const asked = `?q=${query}&n=${encodeURIComponent(spacedNumber)}&d=${btoa(email)}&${new URLSearchParams(all)}`;
    for (
      const path of [
        "/trustcheck/",
        "/metrics",
        "/services/report",
        "/readyz",
        "/no/such",
        "/admin",
        "/docs/",
        "/sdk/5/x",
      ]
    ) {
      await drop(path + asked, { headers });
      await drop(`${path}/${encodeURIComponent(umlauts)}/%E0%A4%A/${spacedCard.replaceAll(" ", "%20")}`, { headers });
    }
  }

  it("O-CANARY-01: carries no email, number, card or secret: lines, spans, metrics, error reports, funnel, audit log", () => {
    assert(tokens.filter((token) => token.length > 20).length >= 2, "the visitor got a cookie and a token");
    const exported: Readonly<Record<string, string>> = {
      stdout: told.stdout,
      metrics: told.metrics,
      errorReports: told.errorReports,
      funnel: told.funnel,
      audit: told.audit,
      spans: collector.bodies.join("\n"),
    };
    // What was not collected has no canary in it.
    const isThere: Readonly<Record<string, boolean>> = {
      stdout: told.lines.length > 100,
      metrics: told.metrics.length > 5_000,
      errorReports: told.errorReports.includes(REPORTED),
      funnel: told.funnel.includes("scan-error"),
      audit: ["searched", "revealed", "resend", "export", "erase"].every((what) => told.audit.includes(`"${what}"`)),
      spans: collector.spans.length > 100,
    };
    assertEquals(Object.entries(isThere).filter(([, there]) => !there), []);
    assertEquals(Object.keys(isThere), Object.keys(exported));
    const secrets = [...Object.values(CANARIES), ...tokens.filter((token) => token.length > 20)];
    const spellings = secrets.flatMap(spellingsOf);
    for (const [where, text] of Object.entries(exported)) {
      for (const canary of spellings) {
        const at = text.toLowerCase().indexOf(canary.toLowerCase());
        assert(at < 0, `${where}: ${text.slice(Math.max(0, at - 300), at + 100)}`);
      }
    }
  });

  it("O-CANARY-01: no label of a metric has digits of a card or a number", () => {
    const labels = [...told.metrics.matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== "le");
    assert(labels.some(([, name, value]) => name === "outcome" && value === "declined"), "the card that was declined");
    assertEquals(labels.map(([label]) => label).filter((label) => /\d{4}/.test(label)), []);
  });

  it("answers each request with an id, and writes one line for it with route, status, time and outcome", () => {
    const answered = told.lines.filter(({ event }) => event === "request.answered");
    assertEquals(new Set(requestIds).size, requestIds.length);
    for (const id of requestIds) {
      const own = answered.filter(({ requestId }) => requestId === id);
      assertEquals(own.length, 1, `${own.length} lines for ${id}`);
      const [line = {}] = own;
      assertMatch(String(line.traceId), /^[0-9a-f]{32}$/);
      assertEquals(typeof line.durationMs, "number");
      assertEquals(line.outcome, Number(line.status) < 400 ? "ok" : Number(line.status) < 500 ? "refused" : "failed");
    }
    const routes = new Set(answered.map(({ method, route }) => `${method} ${route}`));
    for (
      const route of [
        "POST /services/subscriptions/subs/create-no-user",
        "POST /services/payments/client/executions/:id/authorize",
        "POST /api/send-activation-by-email/:label/:email",
        "GET unmatched",
        "POST /services/report",
      ]
    ) assert(routes.has(route), `${route} is not among ${[...routes].join(", ")}`);
    assert(answered.some(({ outcome }) => outcome === "failed"), "the service that is away answers 5xx");
  });

  it("finds a purchase by its request id: in the log, in a trace with its statements, and in the database", async () => {
    const { requestId, subscriptionId } = purchase;
    const [line] = told.lines.filter((each) => each.event === "request.answered" && each.requestId === requestId);
    const root = collector.spans.find(({ attributes }) => attributes["trustcheck.request_id"] === requestId);
    assertEquals(root?.name, "POST /services/subscriptions/subs/create-no-user");
    assertEquals(root?.traceId, line?.traceId);
    assertEquals(root?.attributes["http.route"], "/services/subscriptions/subs/create-no-user");
    const names = collector.spans.filter(({ traceId }) => traceId === root?.traceId).map(({ name }) => name);
    for (const name of ["INSERT subs_subscriptions", "INSERT subs_charges", "INSERT pay_intents"]) {
      assert(names.includes(name), names.join(", "));
    }
    const db = await open();
    try {
      const charges = await db.selectFrom("subs_charges").select(["subscription_id", "kind", "request_id"])
        .orderBy("created_ms").execute();
      assertEquals(charges[0], { subscription_id: subscriptionId, kind: "first", request_id: requestId });
      const moves = await db.selectFrom("pay_intents").select("kind").where("request_id", "=", requestId).execute();
      assertEquals(moves, [{ kind: "capture" }]);
      const renewal = charges.find(({ kind }) => kind === "renewal");
      const run = collector.spans.find(({ attributes }) => attributes["trustcheck.request_id"] === renewal?.request_id);
      assertEquals([run?.name, run?.parentId], ["job subscriptions-renewals", ""]);
    } finally {
      await db.destroy();
    }
  });

  it("names spans from closed lists: routes, jobs, statements and the role of another server", () => {
    const names = [...new Set(collector.spans.map(({ name }) => name))];
    const known = [
      /^(GET|POST|PUT|PATCH|DELETE|OPTIONS|_OTHER) (unmatched|\/[\w:/.*~-]*)$/,
      /^job [a-z-]+$/,
      /^(SELECT|INSERT|UPDATE|DELETE|WITH) (\w+)$/,
      /^(SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA|CREATE|ALTER|DROP|BEGIN|COMMIT|ROLLBACK)$/,
      /^(GET|POST) (webhook|127\.0\.0\.1)$/,
    ];
    assertEquals(names.filter((name) => !known.some((pattern) => pattern.test(name))), []);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    assertEquals([...keys].sort(), [
      "db.collection.name",
      "db.operation.name",
      "db.system.name",
      "error.type",
      "http.request.method",
      "http.response.status_code",
      "http.route",
      "peer.service",
      "trustcheck.request_id",
    ]);
  });

  it("passes the trace of a webhook to the merchant's server", () => {
    const sent = hooked.map((headers) => headers.get("traceparent") ?? "");
    assert(sent.length > 0);
    for (const parent of sent) {
      const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent) ?? [];
      const span = collector.spans.find((each) => each.spanId === spanId);
      assertEquals([span?.name, span?.traceId], ["POST webhook", traceId]);
    }
  });
});
