/** Forged headers and request lines about a request's origin decide nothing (SECURITY X4, E7). */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { createLog } from "../../../server/platform/log.ts";
import { addressOf, outsideRoutes } from "../../support/app/outside_routes.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import { distFor } from "../../support/release/dist_for.ts";

const DEMO = {
  PUBLIC_ORIGIN: "https://trust.example",
  FRAME_ORIGIN: "https://cards.example",
  DEMO: "1",
  LISTEN_HOST: "127.0.0.1",
};
const OWN = "host: trust.example";
const EVIL = "dev.evil.test";
const LIES: readonly string[] = [
  ...["x-forwarded-host", "x-host", "x-original-host", "x-forwarded-server", "x-http-host-override"]
    .flatMap((name) => [`${name}: ${EVIL}`, `${name}: localhost`]),
  "forwarded: for=127.0.0.1;host=localhost;proto=http",
  "x-forwarded-proto: http",
  "x-forwarded-scheme: http",
  "x-forwarded-ssl: off",
  "x-forwarded-port: 8000",
  "x-forwarded-prefix: /evil",
  "x-forwarded-for: 127.0.0.1",
  "x-real-ip: 127.0.0.1",
  "true-client-ip: 127.0.0.1",
  "cf-connecting-ip: 127.0.0.1",
  "cf-ipcountry: DE",
  "x-client-ip: 127.0.0.1",
  `x-checkout: ${"0".repeat(64)}`,
  "x-original-url: /dev/mailbox",
  "x-rewrite-url: /dev/mailbox",
  "x-http-method-override: DELETE",
];

describe("a request with forged headers", () => {
  let app: RunningApp;
  const lines: string[] = [];
  let folder = "";
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-lies-" });
    const DIST_DIR = await distFor(`${folder}/dist`, ["trust.example", "cards.example"]);
    app = await startApp({ env: { ...DEMO, DIST_DIR }, overrides: { log: createLog((line) => lines.push(line)) } });
  });
  after(async () => {
    await app?.close();
    await Deno.remove(folder, { recursive: true });
  });

  async function raw(
    line: string,
    headers: readonly string[],
    port = app.context.config.port,
  ): Promise<{ status: number; head: string; body: string }> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    try {
      const text = [line, ...headers, "connection: close", "", ""].join("\r\n");
      await connection.write(new TextEncoder().encode(text));
      const answer = await new Response(connection.readable).text().catch(() => "");
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), head, body };
    } finally {
      try {
        connection.close();
      } catch {
        // Reading to the end closed the connection.
      }
    }
  }
  /** The parts of an answer that do not change from call to call. */
  const said = ({ status, head, body }: Awaited<ReturnType<typeof raw>>) => [
    status,
    head.replace(/^(date|content-length|x-request-id): .*\r?\n?/gim, "").replace(/chk=[\w-]+/, "chk="),
    body.replace(/"requestId":"[^"]*"|ts=[\d.]+|"data":"[^"]*"/g, ""),
  ];
  const LINES = [
    "GET /trustcheck/ HTTP/1.1",
    "GET /cdn-cgi/trace HTTP/1.1",
    "GET / HTTP/1.1",
    "GET /init/session?plan_id=tck_weekly_3dtrial HTTP/1.1",
    "GET /dev/mailbox HTTP/1.1",
    "GET /metrics HTTP/1.1",
    "GET /services/errors/events.json HTTP/1.1",
    "GET /services/payments/countries.json HTTP/1.1",
  ];

  for (const line of LINES) {
    it(`SECURITY X4, E7: ${line.split(" ")[1]} is the same with ${LIES.length} forged headers`, async () => {
      const honest = await raw(line, [OWN]);
      assert(honest.status > 0);
      for (const lie of LIES) assertEquals(said(await raw(line, [OWN, lie])), said(honest), lie);
      assertEquals(said(await raw(line, [OWN, ...LIES])), said(honest));
    });
  }

  it("SECURITY X4, E7: an unknown Host is 421, however it is written", async () => {
    const hosts = [EVIL, "localhost", "localhost:8000", "127.0.0.1", "[::1]", "trust.example.evil.test", "", "trust"]
      .concat(["trust.example@evil.test", "evil.test#trust.example", "trust.example.", "trust.example:443:443", " "])
      .concat(["trust.example, localhost", "xtrust.example", "trust.example/", "%74rust.example", "trust.example\tx"]);
    for (const host of hosts) {
      const { status } = await raw("GET /trustcheck/ HTTP/1.1", [`host: ${host}`]);
      assertMatch(String(status), /^(400|421)$/, `"${host}"`);
    }
    assertEquals((await raw("GET /trustcheck/ HTTP/1.1", ["host: Trust.Example:443"])).status, 200);
    assertMatch(String((await raw("GET /trustcheck/ HTTP/1.1", [])).status), /^(400|421)$/);
  });

  it("SECURITY X4, E7: a Host with a port that is none is refused at every address of both origins, as no failure", async () => {
    const { port, framePort } = app.context.config;
    for (const [own, at] of [["trust.example", port], ["cards.example", framePort]] as const) {
      for (const no of ["65536", "99999", "9".repeat(30)]) {
        for (const { method, path } of outsideRoutes(app.context)) {
          const address = addressOf(path, () => "x");
          const { status } = await raw(`${method} ${address} HTTP/1.1`, [`host: ${own}:${no}`], at);
          assertMatch(String(status), /^(400|421)$/, `${method} ${own}:${no}${address}`);
        }
        for (const line of [`GET http://${own}:${no}/ HTTP/1.1`, `GET http://${own}:${no} HTTP/1.1`]) {
          assertMatch(String((await raw(line, [`host: ${own}`], at)).status), /^(400|421)$/, line);
        }
      }
      for (const line of ["OPTIONS * HTTP/1.1", `OPTIONS http://${own} HTTP/1.1`]) {
        assertMatch(String((await raw(line, [`host: ${own}`], at)).status), /^(2|4)\d\d$/, line);
      }
      for (const no of ["0", "65535"]) {
        assertEquals((await raw("GET /healthz HTTP/1.1", [`host: ${own}:${no}`], at)).status, 200);
      }
    }
    assertEquals(lines.filter((line) => line.includes("request.failed")), []);
  });

  it("SECURITY X4, E7: two Host headers are refused", async () => {
    for (const pair of [[OWN, `host: ${EVIL}`], [`host: ${EVIL}`, OWN], [OWN, "host: localhost"], [OWN, OWN]]) {
      const { status } = await raw("GET /trustcheck/ HTTP/1.1", pair);
      assertMatch(String(status), /^(400|421)$/, pair.join(" "));
    }
  });

  it("SECURITY X4, P1: a whole address in the request line neither names another host nor reaches one", async () => {
    for (const origin of [`http://${EVIL}`, "http://localhost:8000", "https://trust.example@evil.test"]) {
      const { status, head, body } = await raw(`GET ${origin}/trustcheck/ HTTP/1.1`, [OWN]);
      assertMatch(String(status), /^(200|400|421)$/, origin);
      assertFalse(/evil\.test/.test(head + body), origin);
      if (status === 200) {
        const honest = await raw("GET /trustcheck/ HTTP/1.1", [OWN]);
        assertEquals(said({ status, head, body }), said(honest));
      }
      for (const path of ["/dev/mailbox", "/metrics", "/services/errors/events.json"]) {
        assertMatch(String((await raw(`GET ${origin}${path} HTTP/1.1`, [OWN])).status), /^4\d\d$/);
      }
      assertMatch(String((await raw(`GET ${origin}/ HTTP/1.1`, ["host: evil.test"])).status), /^4\d\d$/);
    }
  });
});
