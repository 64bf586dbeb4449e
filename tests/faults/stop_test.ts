/** SIGTERM: the server accepts no new call, answers those in progress and exits with 0. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { buildOnce } from "../support/suite/build_once.ts";
import { STOP_DEADLINE_MS } from "../../server/serve.ts";
import { startServer } from "../support/app/server_process.ts";

const CALLS = 50;
const BODY = JSON.stringify({ email: "ann@example.com", product: "TCK", host: "h", emailing: true });
const PAUSE_MS = 20;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!await isSo()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

it(`R26: ${CALLS} calls with partial bodies are answered after SIGTERM, and the process exits with 0`, async () => {
  await buildOnce();
  const dir = await Deno.makeTempDir({ prefix: "trustcheck-stop-" });
  const server = startServer({ DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys` });
  const port = Number(new URL(server.origin).port);
  try {
    const isUp = () => fetch(`http://localhost:${port}/healthz`).then(({ ok }) => ok, () => false);
    await server.ready();
    const head = [
      "POST /api/cancel-request HTTP/1.1",
      `host: localhost:${port}`,
      "connection: close",
      "content-type: application/json",
      `content-length: ${BODY.length}`,
    ].join("\r\n");
    const send = (connection: Deno.Conn, text: string) => connection.write(new TextEncoder().encode(text));
    const connections = await Promise.all(
      Array.from({ length: CALLS }, () => Deno.connect({ hostname: "127.0.0.1", port })),
    );
    for (const connection of connections) await send(connection, `${head}\r\n\r\n${BODY.slice(0, 20)}`);
    // The server reads connections in order, so all earlier calls have arrived.
    await isUp();
    const startedMs = performance.now();
    server.kill("SIGTERM");
    await until(async () => !await isUp());
    const late = await fetch(`http://localhost:${port}/healthz`);
    assertEquals([late.status, late.headers.get("retry-after")], [503, "5"]);
    await late.body?.cancel();
    for (const connection of connections) await send(connection, BODY.slice(20));
    const answers = await Promise.all(connections.map(({ readable }) => new Response(readable).text()));
    const whole = answers.filter((text) => /^HTTP\/1\.1 (200|429) [^]*\{.*\}/.test(text));
    assertEquals(whole.length, CALLS);
    assertEquals((await server.ended).code, 0);
    assertEquals(performance.now() - startedMs < STOP_DEADLINE_MS, true);
    await assertRejects(() => Deno.connect({ hostname: "127.0.0.1", port }));
  } finally {
    await server.ended;
    await Deno.remove(dir, { recursive: true });
  }
});

it("R26: the start script passes SIGTERM on: readiness is 503 while the server serves, then wrapper and server end with 0", async () => {
  await buildOnce();
  const dir = await Deno.makeTempDir({ prefix: "trustcheck-stop-" });
  const env = { DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys`, DRAIN_SECONDS: "3" };
  const server = startServer(env, "scripts/start.ts");
  const status = (path: string) =>
    fetch(`${server.origin}${path}`).then(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    }, () => 0);
  try {
    await server.ready();
    assertEquals(await status("/readyz"), 200);
    server.kill("SIGTERM");
    await until(async () => await status("/readyz") === 503);
    assertEquals(await status("/healthz"), 200);
    assertEquals((await server.ended).code, 0);
    assertEquals(await status("/healthz"), 0);
  } finally {
    await server.ended;
    await Deno.remove(dir, { recursive: true });
  }
});
