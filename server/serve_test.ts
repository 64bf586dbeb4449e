import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { eventually } from "../tests/support/eventually.ts";
import { fakeContext } from "../tests/support/app/fake_context.ts";
import type { Jobs } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { serve } from "./serve.ts";

const MERCHANT = "https://shop.example";
const PATH = "/services/payments/client/executions/x/authorize";

describe("a server over its capacity", () => {
  it("SECURITY R25: answers a merchant's page as well: its preflight passes, and the refusal carries the headers of CORS", async () => {
    const { context } = await fakeContext({
      env: { MERCHANT_ORIGINS: `merchant-demo=${MERCHANT}` },
    });
    const running = serve({ ...context, config: { ...context.config, port: 0, framePort: 0, maxInFlight: 0 } });
    const ask = (method: string, origin: string) =>
      fetch(`http://127.0.0.1:${running.port}${PATH}`, { method, headers: { origin } });
    try {
      const preflight = await ask("OPTIONS", MERCHANT);
      assertEquals([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, MERCHANT]);
      const refused = await ask("POST", MERCHANT);
      assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
      assertEquals(refused.headers.get("access-control-allow-origin"), MERCHANT);
      assertEquals(Object.keys(await refused.json()), ["error", "requestId"]);
      const stranger = await ask("POST", "https://stranger.example");
      assertEquals([stranger.status, stranger.headers.get("access-control-allow-origin")], [503, null]);
      await stranger.body?.cancel();
    } finally {
      await running.stop();
    }
  });

  /** A server for other machines that answers `ask` only once it is released. */
  async function holding(
    maxInFlight: number,
    use: (server: {
      readonly ask: (from: string) => Promise<number>;
      readonly inFlight: (count: number) => Promise<unknown>;
      readonly release: () => void;
    }) => Promise<void>,
  ) {
    const held = Promise.withResolvers<void>();
    const hold = async () => {
      await held.promise;
      return Response.json({});
    };
    const { context } = await fakeContext({ services: { subscriptions: hold } });
    const shared = { loopback: false, trustedHops: 1, maxInFlight };
    const running = serve({ ...context, config: { ...context.config, port: 0, framePort: 0, ...shared } });
    const ask = async (from: string) => {
      const headers = { "x-forwarded-for": from };
      const answer = await fetch(`http://127.0.0.1:${running.port}/init/session?plan_id=p`, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    const late = setTimeout(held.resolve, 120_000);
    const inFlight = (count: number) => eventually(() => context.watched.flights.running === count);
    try {
      await use({ ask, inFlight, release: held.resolve });
    } finally {
      clearTimeout(late);
      held.resolve();
      await running.stop();
    }
  }

  it("SECURITY R25: leaves half of its capacity to others, however much one client sends", () =>
    holding(60, async ({ ask, inFlight, release }) => {
      const greedy = Array.from({ length: 30 }, () => ask("198.51.100.1"));
      await inFlight(30);
      assertEquals([await ask("198.51.100.1"), await ask("198.51.100.1")], [503, 503]);
      // A network's share is a page's worth of requests, also where a tenth would be less.
      const network = Array.from({ length: 20 }, (_, at) => `2001:db8::${at + 4}`);
      const others = ["198.51.100.2", "198.51.100.2", ...network].map(ask);
      await inFlight(52);
      assertEquals(await ask("2001:db8::3"), 503);
      release();
      assertEquals(new Set(await Promise.all([...greedy, ...others])), new Set([200]));
      assertEquals(await ask("198.51.100.1"), 200);
    }));

  it("SECURITY R25: gives each client a tenth of its capacity once half of it is taken", () =>
    holding(400, async ({ ask, inFlight, release }) => {
      const first = Array.from({ length: 200 }, (_, at) => ask(`198.51.100.${at % 10}`));
      await inFlight(200);
      const share = Array.from({ length: 40 }, () => ask("203.0.113.1"));
      await inFlight(240);
      assertEquals(await ask("203.0.113.1"), 503);
      release();
      assertEquals(new Set(await Promise.all([...first, ...share])), new Set([200]));
    }));

  it("counts what it refuses, and writes a line with their number at most once in ten seconds", async () => {
    const { context } = await fakeContext();
    const lines: string[] = [];
    const config = { ...context.config, port: 0, framePort: 0, opsPort: 0, maxInFlight: 0 };
    const running = serve({ ...context, log: createLog((line) => lines.push(line)), config });
    const send = async (method = "POST") => {
      await (await fetch(`http://127.0.0.1:${running.port}${PATH}`, { method })).body?.cancel();
    };
    const counted = async () => {
      const text = await (await fetch(`http://127.0.0.1:${running.opsPort}/metrics`)).text();
      return text.split("\n").filter((line) => line.startsWith("http_server_refused_total"));
    };
    const { now } = performance;
    const total = (busy: number) => [
      `http_server_refused_total{reason="busy"} ${busy}`,
      'http_server_refused_total{reason="stopping"} 0',
    ];
    try {
      assertEquals(await counted(), total(0));
      for (let call = 0; call < 4; call++) await send();
      await send("OPTIONS");
      assertEquals(await counted(), total(4));
      performance.now = () => now.call(performance) + 10_000;
      await send();
      const written = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "requests.refused");
      assertEquals(written.map(({ level, reason, requests }) => [level, reason, requests]), [
        ["warn", "busy", 1],
        ["warn", "busy", 4],
      ]);
    } finally {
      performance.now = now;
      await running.stop();
    }
  });

  it("SECURITY R25: lets only the path of liveness pass, wherever else its name appears in the address", async () => {
    const { context } = await fakeContext();
    const running = serve({ ...context, config: { ...context.config, port: 0, framePort: 0, maxInFlight: 0 } });
    const status = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { headers: { host: "localhost" } });
      await answer.body?.cancel();
      return answer.status;
    };
    try {
      const paths = ["/healthz", "/healthz?at=1", `${PATH}?x=/healthz`, "/trustcheck/healthz"];
      assertEquals(await Promise.all(paths.map(status)), [200, 200, 503, 503]);
    } finally {
      await running.stop();
    }
  });
});

describe("a server that stops", () => {
  const start = async () => {
    const { context } = await fakeContext();
    let isClosed = false;
    const close = async () => {
      isClosed = true;
      await context.close();
    };
    const running = serve({ ...context, close, config: { ...context.config, port: 0, framePort: 0, opsPort: 0 } });
    const status = async (path: string, port = running.port) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { host: "localhost" } });
      await answer.body?.cancel();
      return [answer.status, answer.headers.get("connection"), answer.headers.get("retry-after")];
    };
    return { running, status, isClosed: () => isClosed, close: () => context.close() };
  };
  const ended: Jobs = { stop: () => Promise.resolve() };

  it("R26: serves for the set time while only readiness answers 503, and asks proxies to close their connections", async () => {
    const { running, status } = await start();
    await eventually(async () => (await status("/readyz"))[0] === 200);
    assertEquals(await status("/healthz"), [200, null, null]);
    const stopping = running.stop({ jobs: ended, drainMs: 3_000 });
    assertEquals(await status("/readyz"), [503, "close", "5"]);
    for (const alive of ["/healthz", "/healthz?x=/readyz"]) assertEquals(await status(alive), [200, "close", null]);
    assertEquals(await stopping, true);
    let isOpen = true;
    await status("/healthz").catch(() => isOpen = false);
    assertEquals(isOpen, false);
  });

  it("R26, E7: refuses an address that it cannot read as before, while it drains", async () => {
    const { running } = await start();
    const stopping = running.stop({ jobs: ended, drainMs: 3_000 });
    for (const port of [running.port, running.framePort]) {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(
        new TextEncoder().encode("GET / HTTP/1.1\r\nhost: localhost:99999\r\nconnection: close\r\n\r\n"),
      );
      const answer = await new Response(connection.readable).text();
      assertEquals(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1], "400");
    }
    assertEquals(await stopping, true);
  });

  it("R26: reports the same on the operations port, which answers until requests and jobs have ended", async () => {
    const { running, status } = await start();
    const operations = async (path: string) => (await status(path, running.opsPort))[0];
    await eventually(async () => await operations("/readyz") === 200);
    assertEquals(await operations("/healthz"), 200);
    const job = Promise.withResolvers<void>();
    const stopping = running.stop({ jobs: { stop: () => job.promise } });
    await eventually(() => status("/healthz").then(() => false, () => true));
    assertEquals([await operations("/readyz"), await operations("/healthz")], [503, 200]);
    job.resolve();
    assertEquals(await stopping, true);
    await assertRejects(() => operations("/healthz"));
  });

  it("R26: ends jobs beside the requests, and closes the database after both", async () => {
    const { running, isClosed } = await start();
    const job = Promise.withResolvers<void>();
    let isAsked = false;
    const jobs: Jobs = {
      stop() {
        isAsked = true;
        return job.promise;
      },
    };
    const stopping = running.stop({ jobs, drainMs: 1 });
    assert(isAsked, "jobs stop at once");
    await new Promise((resolve) => setTimeout(resolve, 20));
    assertEquals(isClosed(), false);
    job.resolve();
    assertEquals([await stopping, isClosed()], [true, true]);
  });

  it("R26: counts the requests that it refuses while it waits for one in flight", async () => {
    const held = Promise.withResolvers<Response>();
    const { context } = await fakeContext({ services: { subscriptions: () => held.promise } });
    const running = serve({ ...context, config: { ...context.config, port: 0, framePort: 0, opsPort: 0 } });
    const call = (path: string, port = running.port) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { host: "localhost" } });
    const inFlight = call("/init/session?plan_id=p");
    await eventually(() => context.watched.flights.running === 1);
    const stopping = running.stop({ jobs: ended });
    const refused = await call("/healthz");
    const { headers, status } = refused;
    assertEquals([status, headers.get("connection"), headers.get("retry-after")], [503, "close", "5"]);
    assertEquals(Object.keys(await refused.json()), ["error", "requestId"]);
    const metrics = await (await call("/metrics", running.opsPort)).text();
    assertEquals(metrics.match(/^http_server_refused_total.*$/gm), [
      'http_server_refused_total{reason="busy"} 0',
      'http_server_refused_total{reason="stopping"} 1',
    ]);
    held.resolve(Response.json({}));
    assertEquals((await inFlight).status, 200);
    assertEquals(await stopping, true);
  });

  it("R26: a job that never ends is cut off at the deadline", async () => {
    const { running, close } = await start();
    const jobs: Jobs = { stop: () => new Promise(() => {}) };
    assertEquals(await running.stop({ jobs, deadlineMs: 50 }), false);
    await close();
  });
});
