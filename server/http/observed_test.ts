/** The outermost layer: ids, the operations port, and the pattern of a refused request. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { SpanKind, trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { type Fake, fakeContext } from "../../tests/support/app/fake_context.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { createApp } from "../app.ts";
import { createLog } from "../platform/log.ts";
import { createOperationsApp } from "../routes/operations/health.ts";

const ID = "3f2c8a1e-9b7d-4c55-8e21-aa01bc23de45";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const GIVEN = { "x-request-id": ID, traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

describe("a request", () => {
  let fake: Fake;
  let lines: Record<string, unknown>[] = [];
  const open = async (env: Record<string, string> = {}) => {
    await fake.close();
    fake = await fakeContext({ env });
  };
  beforeEach(async () => {
    fake = await fakeContext();
    lines = [];
  });
  afterEach(() => fake.close());
  const send = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const context = { ...fake.context, log: createLog((line) => lines.push(JSON.parse(line))) };
    const answer = await createApp(context).request(path, { method, headers: { host: "localhost", ...headers } });
    await answer.body?.cancel();
    return answer;
  };

  it("takes id and trace from a trusted proxy, on loopback only the trace, and passes both to a service", async () => {
    const own = await send("/services/profile", GIVEN);
    assertNotEquals(own.headers.get("x-request-id"), ID);
    assertEquals(lines.at(-1)?.traceId, TRACE);
    await open({ TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000" });
    const taken = await send("/services/profile", { ...GIVEN, "x-id-token": "t" });
    assertEquals(taken.headers.get("x-request-id"), ID);
    assertEquals([lines.at(-1)?.requestId, lines.at(-1)?.traceId], [ID, TRACE]);
    assertEquals(fake.seen.at(-1)?.headers["x-request-id"], ID);
  });

  it("from a stranger to a public server starts a new trace", async () => {
    await open({ DEMO: "1", PUBLIC_ORIGIN: "https://check.example", FRAME_ORIGIN: "https://card.example" });
    await send("/healthz", { ...GIVEN, host: "check.example" });
    assertEquals(lines.length, 1);
    assertNotEquals(lines[0]?.traceId, TRACE);
    assertMatch(String(lines[0]?.traceId), /^[0-9a-f]{32}$/);
  });

  it("that a guard refuses has its id, the pattern of its route, and the outcome refused", async () => {
    const answer = await send("/api/passkeys/x%40mail.example", { host: "10.0.0.1" });
    assertEquals([answer.status, answer.headers.get("x-request-id")], [421, lines[0]?.requestId]);
    assertEquals([lines[0]?.outcome, lines[0]?.level], ["refused", "info"]);
    assertEquals(JSON.stringify(lines).includes("mail.example"), false);
  });

  it("to the operations port needs no host name, finds only probes and metrics, and obeys the token", async () => {
    const app = () => createOperationsApp(fake.context);
    const read = async (path: string, authorization = "") =>
      (await app().request(path, { headers: { host: "10.0.0.1:9100", authorization } })).status;
    const isReady = async () => await read("/readyz") === 200;
    await eventually(isReady);
    assertEquals(await Promise.all(["/healthz", "/metrics"].map((path) => read(path))), [200, 200]);
    assertEquals(await Promise.all(["/", "/operator/moves", "/dev/mailbox"].map((path) => read(path))), [
      404,
      404,
      404,
    ]);
    await open({ METRICS_TOKEN: "t" });
    assertEquals([await read("/metrics"), await read("/metrics", "Bearer x"), await read("/metrics", "Bearer t")], [
      404,
      404,
      200,
    ]);
    await eventually(isReady);
  });

  it("is a span named by its route, with the answer's status; only a failure of the server is an error", async () => {
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    try {
      await send("/services/profile/own?email=ada@mail.example");
      await send("/nowhere");
      await send("/readyz", {}, "BREW");
      await fake.close();
      await send("/readyz");
    } finally {
      trace.disable();
    }
    const told = exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER).map((span) => {
      const { "trustcheck.request_id": id, ...attributes } = span.attributes;
      assertMatch(String(id), /^[0-9a-f-]{36}$/);
      return [span.name, attributes];
    });
    const as = (method: string, route: string, status: number, failure: object = {}) => [`${method} ${route}`, {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      ...failure,
    }];
    assertEquals(told, [
      as("GET", "/services/profile/*", 404),
      as("GET", "unmatched", 404),
      as("_OTHER", "unmatched", 404),
      as("GET", "/readyz", 503, { "error.type": "503" }),
    ]);
  });
});
