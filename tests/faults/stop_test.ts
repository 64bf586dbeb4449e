/**
 * SIGTERM: the server accepts no new call, answers those in progress and exits with 0, or with 1 at a hard deadline.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { visitorOf } from "../support/app/http_visitor.ts";
import { type ServerProcess, startServer } from "../support/app/server_process.ts";
import { startSilentService } from "../support/operations/silent_service.ts";
import { startSmtp } from "../support/smtp.ts";
import { buildOnce } from "../support/suite/build_once.ts";
import { STOP_DEADLINE_MS } from "../../server/serve.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const CALLS = 50;
const BODY = JSON.stringify({ email: "ann@example.com", product: "TCK", host: "h", emailing: true });
const PART = BODY.slice(0, 20);
/** A server that still runs is killed, so that a hang fails its test instead of holding up the suite. */
const HANG_MS = 90_000;
/** A collector takes ten seconds without its limit at a stop, a mail server 45. */
const SILENT_MOST_MS = 9_500;
/** Between the deadline and the end of the process, on a busy machine: a collector may have three seconds of it. */
const EXIT_MS = 9_500;

interface Started {
  /** The settings, beside the folders in `dir`. */
  readonly env?: (dir: string) => Readonly<Record<string, string>>;
  readonly script?: string;
}

async function withServer(
  { env = () => ({}), script }: Started,
  run: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  await buildOnce();
  const dir = await Deno.makeTempDir({ prefix: "trustcheck-stop-" });
  await prepareKeys(`${dir}/keys`);
  const server = startServer({ DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys`, ...env(dir) }, script);
  let children: readonly number[] = [];
  const kill = () => {
    for (const pid of new Set([...children, ...childrenOf(server), server.pid])) signalIfAlive(pid, "SIGKILL");
  };
  const timer = setTimeout(kill, HANG_MS);
  try {
    await server.ready();
    // Known from now on: a wrapper that ends without its server leaves it without a parent.
    children = childrenOf(server);
    await run(server);
  } catch (error) {
    kill();
    throw error;
  } finally {
    await server.ended;
    clearTimeout(timer);
    await Deno.remove(dir, { recursive: true });
  }
}

/** The server that the start script has started; the server itself has none. */
function childrenOf({ pid }: ServerProcess): readonly number[] {
  try {
    // Any of its threads may have started it.
    return [...Deno.readDirSync(`/proc/${pid}/task`)].flatMap(({ name }) =>
      Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).trim().split(" ").filter((text) => text !== "")
    ).map(Number);
  } catch {
    return [];
  }
}

function signalIfAlive(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** 0 when nothing listens. */
const status = ({ origin }: ServerProcess, path: string) =>
  fetch(`${origin}${path}`).then(async (answer) => {
    await answer.body?.cancel();
    return answer.status;
  }, () => 0);

const portOf = ({ origin }: ServerProcess) => Number(new URL(origin).port);

/** Connections with a call each, of whose body a part has arrived. */
async function beginCalls(server: ServerProcess, calls: number): Promise<readonly Deno.Conn[]> {
  const port = portOf(server);
  const head = [
    "POST /api/cancel-request HTTP/1.1",
    `host: localhost:${port}`,
    "connection: close",
    "content-type: application/json",
    `content-length: ${BODY.length}`,
  ].join("\r\n");
  const connections = await Promise.all(
    Array.from({ length: calls }, () => Deno.connect({ hostname: "127.0.0.1", port })),
  );
  for (const connection of connections) await write(connection, `${head}\r\n\r\n${PART}`);
  // The server reads connections in order, so all earlier calls have arrived.
  assertEquals(await status(server, "/healthz"), 200);
  return connections;
}

const write = (connection: Deno.Conn, text: string) => connection.write(new TextEncoder().encode(text));

describe("a stop", () => {
  it(`R26: ${CALLS} calls with partial bodies are answered after SIGTERM, the database is closed, and the process exits with 0`, async () => {
    let data = "";
    const env = (dir: string) => {
      data = `${dir}/data`;
      return {};
    };
    await withServer({ env }, async (server) => {
      const isOpen = () => [...Deno.readDirSync(data)].some(({ name }) => name.endsWith("-wal"));
      assert(isOpen(), "no database keeps a write-ahead log");
      const connections = await beginCalls(server, CALLS);
      const startedMs = performance.now();
      server.kill("SIGTERM");
      await eventually(async () => await status(server, "/healthz") !== 200);
      const late = await fetch(`${server.origin}/healthz`);
      assertEquals([late.status, late.headers.get("retry-after")], [503, "5"]);
      await late.body?.cancel();
      for (const connection of connections) await write(connection, BODY.slice(PART.length));
      const answers = await Promise.all(connections.map(({ readable }) => new Response(readable).text()));
      const whole = answers.filter((text) => /^HTTP\/1\.1 (200|429) [^]*\{.*\}/.test(text));
      assertEquals(whole.length, CALLS);
      assertEquals((await server.ended).code, 0);
      assertEquals(performance.now() - startedMs < STOP_DEADLINE_MS, true);
      assert(!isOpen(), "a database was not closed");
      await assertRejects(() => Deno.connect({ hostname: "127.0.0.1", port: portOf(server) }));
    });
  });

  it("D4, R26: the start script passes files of secrets and SIGTERM on: readiness is 503 while the server serves, then wrapper and server end with 0", async () => {
    const env = (dir: string) => {
      Deno.mkdirSync(`${dir}/secrets`);
      Deno.writeTextFileSync(`${dir}/secrets/PAYMENTS_CLIENTS`, "shop:mounted-secret\n");
      Deno.writeTextFileSync(`${dir}/token`, "named-token\n");
      return { DRAIN_SECONDS: "6", SECRETS_DIR: `${dir}/secrets`, METRICS_TOKEN_FILE: `${dir}/token` };
    };
    await withServer({ env, script: "scripts/start.ts" }, async (server) => {
      const ask = async (path: string, method: string, headers: Readonly<Record<string, string>>) => {
        const answer = await fetch(`${server.origin}${path}`, { method, headers });
        await answer.body?.cancel();
        return answer.status;
      };
      const read = (token: string) => ask("/metrics", "GET", { authorization: `Bearer ${token}` });
      assertEquals([await read("named-token"), await read("another")], [200, 404]);
      const asShop = (key: string) => ask("/services/payments/auth/token/shop", "POST", { "x-api-key": key });
      assertEquals([await asShop("mounted-secret"), await asShop("another")], [200, 401]);
      await eventually(async () => await status(server, "/readyz") === 200);
      server.kill("SIGTERM");
      await eventually(async () => await status(server, "/readyz") === 503);
      assertEquals(await status(server, "/healthz"), 200);
      const { code, said } = await server.ended;
      assertEquals(code, 0, said);
      assertEquals(await status(server, "/healthz"), 0);
    });
  });

  it("R26: the start script passes SIGINT on, and the end of its terminal as SIGTERM", async () => {
    const ends = (["SIGINT", "SIGHUP"] as const).map((signal) =>
      withServer({ script: "scripts/start.ts" }, async (server) => {
        server.kill(signal);
        // A terminal signals the server as well, and an impatient operator repeats it.
        for (const pid of [server.pid, ...childrenOf(server)]) signalIfAlive(pid, "SIGINT");
        const { code, said } = await server.ended;
        assertEquals(code, 0, `${signal}: ${said}`);
        assertEquals(await status(server, "/healthz"), 0);
      })
    );
    await Promise.all(ends);
  });

  it("R26: a collector and a mail server that never answer do not hold it up", async () => {
    const collector = startSilentService();
    const smtp = startSmtp();
    const stuck = Promise.withResolvers<void>();
    smtp.hold = () => stuck.promise;
    const env = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.base, SMTP_URL: smtp.url });
    try {
      await withServer({ env }, async (server) => {
        const visitor = visitorOf({ origin: server.origin, now: Date.now, send: (request) => fetch(request) });
        const { body } = await visitor.buy("tck_weekly_3dtrial", "ann@mail.example");
        assertEquals(body.error, "");
        await eventually(() => smtp.messages.length > 0);
        const startedMs = performance.now();
        server.kill("SIGTERM");
        const { code, said } = await server.ended;
        const tookMs = performance.now() - startedMs;
        assertEquals(code, 0, said);
        assert(collector.most() > 0, "no span was sent");
        assert(tookMs < SILENT_MOST_MS, `${tookMs.toFixed(0)} ms`);
      });
    } finally {
      stuck.resolve();
      collector.close();
      smtp.close();
    }
  });

  it("R26: a call that hangs is cut off at the deadline, under a silent collector too, and server and wrapper say so and exit with 1", async () => {
    const collector = startSilentService();
    const env = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.base });
    try {
      await withServer({ env, script: "scripts/start.ts" }, async (server) => {
        const [hung] = await beginCalls(server, 1);
        const startedMs = performance.now();
        server.kill("SIGTERM");
        const { code, said } = await server.ended;
        const tookMs = performance.now() - startedMs;
        hung?.close();
        assertEquals(code, 1, said);
        assert(/"event":"stop.cut-off"/.test(said), said);
        assert(tookMs >= STOP_DEADLINE_MS && tookMs < STOP_DEADLINE_MS + EXIT_MS, `${tookMs.toFixed(0)} ms`);
      });
    } finally {
      collector.close();
    }
  });
});
