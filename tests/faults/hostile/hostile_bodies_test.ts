/** SECURITY E2: bodies that are announced too large, never end, or arrive a byte at a time, over real sockets. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { cpuTimeMs } from "../../support/cpu_time.ts";
import { BODY_DEADLINE_MS, MAX_BODY_BYTES } from "../../../server/platform/http/request_limits.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";

/** One address for each kind of handler that reads a body. */
const PATHS = [
  "/api/apple-pay/validate-merchant",
  "/api/cancel-request",
  "/checkout/session",
  "/subs/finalize",
  "/services/report/check",
  "/services/payments/merchant/client/init",
  "/services/errors/api/1/envelope/",
  "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
  "/csp-report",
] as const;

/** The largest limit of these handlers, and what the sockets may hold. */
const MOST_SENT = 4 * MAX_BODY_BYTES;

interface Sending {
  readonly head: readonly string[];
  /** Parts of the body, each sent after a pause. */
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

describe("bodies over a socket", () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app?.close());

  /** Sends the body while it reads the answer, until the server closes the connection. */
  async function send(path: string, { head, parts }: Sending) {
    const startedMs = performance.now();
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: app.context.config.port });
    const lines = [`POST ${path} HTTP/1.1`, `host: localhost`, "connection: close", "content-type: application/json"];
    await connection.write(new TextEncoder().encode([...lines, ...head, "", ""].join("\r\n")));
    let sent = 0;
    let isAnswered = false;
    const writing = (async () => {
      for await (const part of parts) {
        if (isAnswered) break;
        sent += await connection.write(new TextEncoder().encode(part));
      }
    })().catch(() => undefined);
    const buffer = new Uint8Array(2_048);
    const read = await connection.read(buffer).catch(() => null);
    isAnswered = true;
    const text = new TextDecoder().decode(buffer.subarray(0, read ?? 0));
    connection.close();
    await writing;
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), sent, tookMs: performance.now() - startedMs };
  }
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  /** The server, which shares this thread, reads each before the next is sent. */
  async function* chunks(count: number): AsyncGenerator<string> {
    for (let n = 0; n < count; n++) {
      yield chunk(" ".repeat(1_000));
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  async function* drip(piece: string, everyMs: number): AsyncGenerator<string> {
    for (let n = 0; n < 240; n++) {
      yield piece;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  for (const path of PATHS) {
    it(`E2: ${path} refuses 5 MB by its length, before they are sent`, async () => {
      const { status, tookMs } = await send(path, { head: ["content-length: 5000000"], parts: ["{"] });
      assertEquals(status, 413);
      assert(tookMs < BODY_DEADLINE_MS / 2, `${tookMs} ms`);
    });

    it(`E2: ${path} refuses one byte more than its limit`, async () => {
      const limit = path === "/csp-report" ? 16_384 : path.includes("/errors/") ? 204_800 : 65_536;
      const { status } = await send(path, { head: [`content-length: ${limit + 1}`], parts: ["{"] });
      assertEquals(status, 413);
    });

    it(`E2: ${path} refuses 5 MB in chunks long before their end`, async () => {
      const { status, sent } = await send(path, { head: ["transfer-encoding: chunked"], parts: chunks(5_000) });
      // Closing a socket during a write may drop the answer.
      assertMatch(String(status), /^(413|0)$/);
      assert(sent < MOST_SENT, `${sent} bytes were sent before the answer`);
    });
  }

  for (const path of PATHS.filter((each) => !/errors|csp-report|payments/.test(each))) {
    it(`E2: ${path} takes 32 levels and 200 fields and no more`, async () => {
      const fields = (count: number) =>
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at])));
      const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
      const said = async (body: string) => {
        const headers = { "content-type": "application/json" };
        return await (await fetch(app.origin + path, { method: "POST", headers, body })).text();
      };
      const refused = /nested too deeply|more than 200 fields|INVALID_REQUEST/;
      for (const body of [nested(33), nested(3_000), fields(200), fields(3_000)]) {
        assertMatch(await said(body), refused);
      }
      if (!path.includes("identitytoolkit")) {
        for (const body of [nested(32), fields(199)]) assertNotMatch(await said(body), refused);
      }
    });
  }

  it("E2: sixty thousand open brackets are a 400 within 200 ms", async () => {
    const startedMs = cpuTimeMs();
    const { status } = await send("/api/apple-pay/validate-merchant", {
      head: ["content-length: 60000"],
      parts: ["[".repeat(60_000)],
    });
    assertEquals(status, 400);
    // The server runs in this thread.
    const tookMs = cpuTimeMs() - startedMs;
    assert(tookMs < 200, `${tookMs} ms`);
  });

  it("E2: a slow body is aborted at its deadline of 10 s, announced or in chunks, while others are served", async () => {
    const slow = PATHS.flatMap((path) => [
      send(path, { head: ["content-length: 10000"], parts: drip(" ", 250) }),
      send(path, { head: ["transfer-encoding: chunked"], parts: drip(chunk(" "), 250) }),
    ]);
    const startedMs = performance.now();
    assertEquals((await fetch(`${app.origin}/healthz`)).status, 200);
    // Other requests are answered before the server closes the slow ones.
    assert(performance.now() - startedMs < BODY_DEADLINE_MS);
    for (const [at, { status, tookMs }] of (await Promise.all(slow)).entries()) {
      const what = `${PATHS[Math.floor(at / 2)]} ${at % 2 === 0 ? "announced" : "in chunks"}`;
      assertMatch(String(status), /^(408|0)$/, what);
      // Slow bodies would otherwise take a minute.
      assert(tookMs < BODY_DEADLINE_MS * 3, `${what} took ${tookMs} ms`);
    }
  });
});
