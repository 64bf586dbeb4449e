/** Odd bodies, paths and bytes from attackers: the server answers all of them and reveals nothing. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { createApp, createFrameApp } from "../../../server/app.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";

const LONG = Deno.env.get("TEST_LONG") === "1";
const BODIES = LONG ? 2_000 : 200;
/** Names from our code, the machine and the database that no answer may contain. */
const OURS = /at .*\.ts|SELECT |insert into|\/home\/|node_modules|sqlite|kysely/i;
const CALLS = [
  "/api/cancel-request",
  "/api/cancel-subscription/x",
  "/api/consent",
  "/api/apple-pay/validate-merchant",
  "/subs/create-no-user",
  "/subs/finalize",
  "/rec/subscriptions/x",
  "/services/subscriptions/subs/create",
  "/services/recurring/create-subscription",
  "/services/report",
  "/services/report/check",
  "/services/report/batch",
  "/services/profile",
  "/services/identity/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
  "/services/errors/api/1/envelope/",
  "/services/payments/merchant/client/init",
  "/services/payments/client/executions/x/authorize",
  "/csp-report",
] as const;
/** Every page of figures has it. */
const METRIC = /^http_server_request_duration_seconds/m;
const NASTY = [
  "'",
  "'; drop table subs_subscriptions; --",
  "\0",
  "\ud800",
  "x".repeat(20_000),
  "%00",
  "../../etc/passwd",
];

describe("hostile requests", () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(app.origin + path, { redirect: "manual", ...init });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

  it(`E4, D1: ${BODIES} malformed bodies cause no 500 and reveal no internals`, async () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(...NASTY));
    const known = fc.constantFrom(
      "email",
      "phone_number",
      "plan_id",
      "user_id",
      "subscription_id",
      "amount",
      "product",
    );
    const object = fc.dictionary(fc.oneof(known, fc.string()), fc.oneof(text, fc.jsonValue()), { maxKeys: 8 });
    const body = fc.oneof(object.map((value) => JSON.stringify(value)), fc.json(), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CALLS), body, async (path, body) => {
        const { status, text } = await post(path, body);
        assert(status < 500, `${path} answers ${status} to ${body.slice(0, 200)}`);
        assert(!OURS.test(text), text.slice(0, 300));
      }),
      { numRuns: BODIES },
    );
  });

  it("SECURITY E4: bodies nested as deeply as their size allows cause no 500 and reveal no internals", async () => {
    const deep = ["[".repeat(30_000) + "]".repeat(30_000), '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)];
    // Error reports are lines of JSON.
    const bodies = deep.flatMap((nested) => [nested, `{"plan_id":${nested}}`, `{}\n{"type":"event"}\n{"a":${nested}}`]);
    for (const path of CALLS) {
      for (const body of bodies) {
        const { status, text } = await post(path, body);
        assert(status < 500 && !OURS.test(text), `${path} answers ${status}: ${text.slice(0, 300)}`);
      }
    }
  });

  it("SECURITY E4: a service whose database fails says so in our words, and names no query, file or library", async () => {
    const broken = await startApp();
    const answered = new Map<string, number>();
    try {
      const session = await (await fetch(`${broken.origin}/init/session?plan_id=tck_weekly_3dtrial`)).json();
      const { token, execution } = JSON.parse(atob(session.data));
      await broken.context.db.destroy();
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const bodies = [
        "{}",
        JSON.stringify({ email: "a@b.example", product: "TCK", host: "h", emailing: true }),
        JSON.stringify({ phone_number: "+16502530000" }),
        JSON.stringify({ email: "a@b.example", password: "Correct-horse-1", returnSecureToken: true }),
        `{}\n{"type":"event"}\n{}`,
      ];
      const more = [`/services/payments/client/executions/${execution.id}`, "/subs/activate"];
      for (const path of [...CALLS, ...more, "/init/session?plan_id=tck_weekly_3dtrial"]) {
        for (const init of [{}, ...bodies.map((body) => ({ method: "POST", body }))]) {
          const answer = await fetch(broken.origin + path, { redirect: "manual", headers, ...init });
          const text = await answer.text();
          assert(!OURS.test(text) && !/destroyed|driver|TypeError|Error:/.test(text), `${path}: ${text.slice(0, 300)}`);
          if (answer.status >= 500) answered.set(path, answer.status);
        }
      }
    } finally {
      await broken.close().catch(() => undefined);
    }
    const services = [
      "/api/",
      "/rec/",
      "/services/payments/",
      "/services/identity/",
      "/services/errors/",
      "/services/report/",
    ];
    for (const start of services) {
      assert([...answered.keys()].some((path) => path.startsWith(start)), `${start}: ${JSON.stringify([...answered])}`);
    }
  });

  it("D1: no statement is put together from a text that is not written in the code itself", async () => {
    const server = new URL("../../../server/", import.meta.url);
    /** Text of a statement that is no parameter: of one of two engines, and of the indexes in the code. */
    const written = ['isPostgres(db) ? "string_agg(url, chr(10))" : "group_concat(url, char(10))"', "how", "where"];
    /** Values in a statement, for indexes that serve only one value. */
    const values = /^("\w*"|\d+|BATCH|plusMs|state)$/;
    const found: string[] = [];
    const odd: string[] = [];
    const look = async (folder: URL): Promise<void> => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        if (isDirectory && name !== "testing" && name !== "migrations") await look(new URL(`${name}/`, folder));
        if (isDirectory || !name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
        const text = await Deno.readTextFile(new URL(name, folder));
        for (
          const [, kind, argument = ""] of text.matchAll(/\bsql\.(raw|lit)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)
        ) {
          if (kind === "raw") found.push(argument);
          else if (!values.test(argument)) odd.push(`${name}: ${argument}`);
        }
        if (/CompiledQuery\.raw|\bsql\s*\(|rawSql|\.unsafe\(|new Raw/.test(text)) odd.push(name);
      }
    };
    await look(server);
    assertEquals([odd, [...new Set(found)].sort()], [[], written.sort()]);
  });

  it("E8: only built files are served: no parent folder, no hidden file, no source", async () => {
    const { base } = app;
    const paths = [
      "%2e%2e/deno.json",
      "%252e%252e/deno.json",
      "%2561",
      "..%5cdeno.json",
      "..%2fdeno.json",
      "%00",
      ".env",
      ".git/config",
    ]
      .flatMap((name) => [`/${name}`, `${base}/assets/${name}`])
      .concat([
        "/deno.json",
        "/deno.lock",
        "/server/main.ts",
        `${base}/assets/main.js.map`,
        "/manifest.json",
        "/data/app.db",
      ]);
    for (const path of paths) assertMatch(String((await raw(`GET ${path} HTTP/1.1`)).status), /^40[04]$/, path);
  });

  it("SECURITY E8: no path traversal in any encoding reaches a file on the disk", async () => {
    const { base } = app;
    const ups = [
      "../",
      "..%2f",
      "%2e%2e/",
      "%2e%2e%2f",
      ".%2e%2f",
      "..%5c",
      "%252e%252e%252f",
      "%%32%65%%32%65%2f",
      "..;/",
    ];
    const far = [1, 2, 3, 4, 5, 9];
    // Paths from folders of the build to files inside, beside and above them.
    const targets = ["manifest.json", "deno.json", "server/main.ts", "etc/passwd"];
    for (const from of ["/", `${base}/`, `${base}/assets/`, "/sdk/5/"]) {
      for (const up of ups) {
        for (const count of far) {
          for (const target of targets) {
            const path = `${from}${up.repeat(count)}${target}`;
            const { status, text } = await raw(`GET ${path} HTTP/1.1`);
            assert(!/root:|"inputs"|"workspace"|createContext/.test(text), `${path} shows a file`);
            // The app answers every path below the base that names no file.
            assert(
              /^(40[04]|30[128])$/.test(String(status)) || /<!doctype html/i.test(text),
              `${path} answers ${status}`,
            );
          }
        }
      }
    }
  });

  it("SECURITY E8: only files of the manifest are served: no compressed copy, no folder, no source map", async () => {
    const names = Object.entries(app.context.assets.manifest.app).filter(([, { encodings }]) => encodings.length > 0);
    assert(names.length > 10);
    for (const [address] of names.slice(0, 20)) {
      for (
        const path of [
          `${address}.br`,
          `${address}.gz`,
          `${address}.map`,
          address.slice(0, address.lastIndexOf("/") + 1),
        ]
      ) {
        const { status, text } = await raw(`GET ${path} HTTP/1.1`);
        assert(status === 404 || /<!doctype html/i.test(text), `${path} answers ${status}`);
      }
    }
  });

  /** Raw bytes, since an HTTP client would refuse to send them. */
  async function raw(
    head: string,
    headers: readonly string[] = ["connection: close"],
    body = "",
    origin = app.origin,
  ): Promise<{ status: number; text: string }> {
    const { hostname, port, host } = new URL(origin);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    try {
      const lines = [head, `host: ${host}`, ...headers, "", body];
      await connection.write(new TextEncoder().encode(lines.join("\r\n")));
      const text = await new Response(connection.readable).text().catch(() => "");
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
    } finally {
      try {
        connection.close();
      } catch {
        // Reading to the end closed the connection.
      }
    }
  }

  it("E9: unknown methods, two lengths at once and malformed headers are refused", async () => {
    assertEquals((await raw("GET /healthz HTTP/1.1")).status, 200);
    for (const verb of ["TRACE", "PROPFIND", "PURGE", "get"]) {
      assertMatch(String((await raw(`${verb} /api/consent HTTP/1.1`)).status), /^40[045]$/, verb);
    }
    assertMatch(String((await raw("CONNECT evil.test:443 HTTP/1.1")).status), /^(0|4\d\d)$/);
    // What follows the refused request would be read as another one, if the connection stayed open.
    const hidden = `GET /metrics HTTP/1.1\r\nhost: ${new URL(app.origin).host}\r\nconnection: close\r\n\r\n`;
    const post = "POST /csp-report HTTP/1.1";
    const { text: both } = await raw(post, ["content-length: 2"], `{}${hidden}`);
    assertEquals(both.match(/^HTTP\/1\.1 \d+/gm), ["HTTP/1.1 204", "HTTP/1.1 200"], "a proper request, and the next");
    assertMatch(both, METRIC);
    for (
      const [headers, body] of [
        [["content-length: 5", "transfer-encoding: chunked"], "0\r\n\r\n"],
        [["content-length: 2", "content-length: 40"], "{}"],
        [["content-length: 2", "no colon"], "{}"],
        [["content-length: 2", "two words: x"], "{}"],
        [["content-length: two"], "{}"],
        [["content-length: 2, 2"], "{}"],
        [["content-length : 2"], "{}"],
        [["content-length: 2", "x: one", " content-length: 40"], "{}"],
        [["content-length: 2", "transfer-encoding: identity"], "{}"],
        [["content-length: 2", "transfer-encoding: xchunked"], "{}"],
        [["transfer-encoding: chunked, identity"], "0\r\n\r\n"],
        [["host: evil.test", "content-length: 2"], "{}"],
      ] as const
    ) {
      const { text } = await raw(post, headers, body + hidden);
      assertEquals(text.match(/^HTTP\/1\.1 \d+/gm), ["HTTP/1.1 400"], headers.join());
      assert(!METRIC.test(text), text);
    }
  });

  it("E9: no address answers a method that no route has, nor takes one from a header", async () => {
    const apps = [createApp(app.context), createFrameApp(app.context)];
    const origins = [app.origin, app.frameOrigin];
    for (const [at, { routes }] of apps.entries()) {
      const paths = new Set(routes.map(({ path }) => path.replace(/:\w+(\{[^/]*\})?|\*$/g, "x")));
      assert(paths.size > 5, String(paths.size));
      for (const path of [...paths, ...CALLS]) {
        for (const verb of ["TRACE", "TRACK", "PROPFIND", "MOVE", "get"]) {
          const { status } = await raw(`${verb} ${path} HTTP/1.1`, ["connection: close"], "", origins[at]);
          assertMatch(String(status), /^40[0345]$/, `${verb} ${path}`);
        }
      }
    }
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const { status } = await raw("POST /healthz HTTP/1.1", [
        "content-length: 0",
        `${name}: GET`,
        "connection: close",
      ]);
      assertEquals(status, 404, name);
    }
  });

  it("E10: no cache may store anything personal", async () => {
    for (const path of [...CALLS, "/cdn-cgi/trace", "/init/session?plan_id=tck_weekly_3dtrial", "/nothing"]) {
      for (const answer of [await post(path, "{}"), await send(path)]) {
        assertEquals(answer.headers.get("cache-control"), "no-store", path);
      }
    }
  });

  it("E3: no unregistered origin is allowed, whatever it looks like; credentials never are", async () => {
    const { host } = new URL(app.origin);
    for (const origin of ["null", `https://${host}.evil.test`, `https://evil${host}`, "https://evil.test", "file://"]) {
      const answer = await send("/services/payments/client/executions/x", { headers: { origin } });
      assertEquals(answer.headers.get("access-control-allow-origin"), null, origin);
      assertEquals(answer.headers.get("access-control-allow-credentials"), null, origin);
      assertMatch(answer.headers.get("vary") ?? "", /origin/i, origin);
    }
  });
});
