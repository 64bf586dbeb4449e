/** The proxy: only listed headers pass, in either direction, and no path escapes the service. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { HTTPException } from "hono/http-exception";
import { forward, isSafePath } from "./forward.ts";
import { createRemotes } from "./remote.ts";
import { type Service, SERVICE_NAMES, type Upstream } from "../platform/http/upstream.ts";

function through(
  request: Request,
  upstream: Upstream,
  { service = "subscriptions" as Service, path = "/x", allowPages = false } = {},
) {
  return forward(request, { service, upstream, path, added: { "x-checkout": "ours" }, allowPages });
}

describe("forward", () => {
  it("passes every listed header on unchanged, those of payments to payments only", async () => {
    const shared = {
      accept: "application/json",
      "accept-language": "de",
      "content-type": "application/json",
      "x-client-type": "web-sdk",
      "x-client-version": "5.25.3",
      "x-id-token": "t",
      "x-idempotency-key": "k",
      "x-trace-id": "trace-1",
      "x-country": "DE",
      "x-claimed-country": "FR",
      "x-number-country": "ES",
    };
    const ofPayments = {
      authorization: "Bearer x",
      "x-api-key": "key",
      "x-client-metadata": "meta",
      origin: "https://shop.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-client-type",
    };
    for (const service of SERVICE_NAMES) {
      let got = {};
      await through(new Request("http://app/x", { headers: { ...shared, ...ofPayments } }), (sent) => {
        got = Object.fromEntries(sent.headers);
        return Promise.resolve(Response.json({}));
      }, { service });
      const passed = { ...shared, "x-checkout": "ours" };
      assertEquals(got, service === "payments" ? { ...passed, ...ofPayments } : passed, service);
    }
  });

  it("P2: passes listed headers only, whatever the browser adds", async () => {
    let got = new Headers();
    const request = new Request("http://app/x", {
      method: "POST",
      body: "{}",
      headers: {
        "content-type": "application/json",
        "x-id-token": "t",
        "x-checkout": "forged",
        "x-client-ip": "forged",
        authorization: "Bearer x",
        cookie: "chk=1",
        forwarded: "for=1",
        "x-forwarded-host": "evil.test",
      },
    });
    await through(request, (sent) => {
      got = sent.headers;
      return Promise.resolve(Response.json({}));
    });
    assertEquals([...got.keys()].sort(), ["content-type", "x-checkout", "x-id-token"]);
    assertEquals(got.get("x-checkout"), "ours");
  });

  for (const service of SERVICE_NAMES) {
    it(`P2: the ${service} service gets no header by which a caller could pose as another or as this server`, async () => {
      const forged = ["cookie", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
        .concat(["x-client-ip", "via", "te", "proxy-authorization", "x-http-method-override", "x-original-url"])
        .concat(["traceparent", "x-request-id", "x-checkout-hash", "if-none-match", "range", "referer"]);
      const credentials = ["authorization", "x-api-key"];
      let got = new Headers();
      const headers = Object.fromEntries([...forged, ...credentials, "x-id-token"].map((name) => [name, "forged"]));
      await through(new Request("http://app/x", { headers: { ...headers, connection: "x-id-token" } }), (sent) => {
        got = sent.headers;
        return Promise.resolve(Response.json({}));
      }, { service });
      const passed = ["x-checkout", "x-id-token", ...(service === "payments" ? credentials : [])];
      assertEquals([...got.keys()].sort(), passed.sort());
    });

    it(`P3: nothing of the ${service} service's answer sets a cookie, a policy, an address or a grant`, async () => {
      const kept = ["set-cookie", "location", "refresh", "link", "server", "x-powered-by", "clear-site-data", "nel"]
        .concat(["access-control-allow-credentials", "strict-transport-security", "report-to", "reporting-endpoints"])
        .concat(["service-worker-allowed", "sourcemap", "www-authenticate", "alt-svc", "cache-control", "etag"])
        .concat(["cross-origin-opener-policy", "permissions-policy", "referrer-policy", "x-frame-options"]);
      const upstream: Upstream = () =>
        Promise.resolve(Response.json({}, { headers: Object.fromEntries(kept.map((name) => [name, "theirs"])) }));
      for (const allowPages of [false, true]) {
        const answer = await through(new Request("http://app/x"), upstream, { service, allowPages });
        assertEquals([...answer.headers.keys()], ["content-type"], `pages: ${allowPages}`);
      }
    });
  }

  for (const name of ["x-country", "x-claimed-country", "x-number-country"]) {
    it(`passes ${name} as two letters, and drops any other value of that header`, async () => {
      for (const [said, passed] of [["DE", "DE"], ["de", null], ["DEU", null], ["D<", null]] as const) {
        let got = new Headers();
        await through(new Request("http://app/x", { headers: { [name]: said } }), (sent) => {
          got = sent.headers;
          return Promise.resolve(Response.json({}));
        });
        assertEquals(got.get(name), passed, said);
      }
    });
  }

  it("P3: passes back listed headers, never cookies, CORS grants or policies of the upstream", async () => {
    const answer = await through(new Request("http://app/x"), () =>
      Promise.resolve(Response.json({}, {
        headers: {
          "set-cookie": "a=1",
          "access-control-allow-origin": "*",
          "content-security-policy": "default-src *",
          server: "x",
          "retry-after": "5",
          "cache-control": "public, max-age=60",
        },
      })));
    assertEquals([...answer.headers.keys()].sort(), ["content-type", "retry-after"]);
  });

  it("passes back what the payments service grants to merchants' pages, and only from there", async () => {
    const granted = {
      "access-control-allow-headers": "authorization",
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-origin": "https://shop.example",
      "access-control-expose-headers": "x-request-id",
      "access-control-max-age": "600",
      allow: "GET",
      "idempotent-replayed": "true",
      "ignored-fields": "colour",
      vary: "Origin",
    };
    const shared = {
      "content-type": "application/json",
      "content-disposition": "attachment",
      "retry-after": "5",
      "x-request-id": "r",
    };
    const upstream: Upstream = () => Promise.resolve(Response.json({}, { headers: { ...granted, ...shared } }));
    for (const service of SERVICE_NAMES) {
      const { headers } = await through(new Request("http://app/x"), upstream, { service });
      const passed = service === "payments" ? { ...granted, ...shared } : shared;
      assertEquals(Object.fromEntries(headers), passed, service);
    }
  });

  const refused: readonly (readonly [string, Upstream])[] = [
    ["a redirect", () => Promise.resolve(new Response(null, { status: 307, headers: { location: "http://sink" } }))],
    [
      "a redirect that says it is JSON",
      () => Promise.resolve(Response.json({ at: "sink" }, { status: 307, headers: { location: "http://sink" } })),
    ],
    ["a page", () => Promise.resolve(new Response("<h1>", { headers: { "content-type": "text/html" } }))],
    [
      "a page whose type mentions JSON",
      () => Promise.resolve(new Response("<h1>", { headers: { "content-type": "text/html; a=application/json" } })),
    ],
    [
      "a picture with script",
      () => Promise.resolve(new Response("<h1>", { headers: { "content-type": "image/svg+xml" } })),
    ],
    ["a text of no type", () => Promise.resolve(new Response(new TextEncoder().encode("<h1>")))],
    ["no answer at all", () => Promise.reject(new TypeError("connection refused"))],
  ];
  for (const [name, upstream] of refused) {
    it(`P3, P4: turns ${name} of an upstream into 502 without its text`, async () => {
      const error = await assertRejects(() => through(new Request("http://app/x"), upstream), HTTPException);
      assertEquals([error.status, /sink|h1|refused/.test(error.message)], [502, false]);
    });
  }

  it("P4: a visitor who leaves ends the call of the service", async () => {
    const visitor = new AbortController();
    let hasEnded = false;
    const upstream: Upstream = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          hasEnded = true;
          reject(signal.reason);
        });
        visitor.abort();
        setTimeout(() => reject(new TypeError("still running")), 100);
      });
    await assertRejects(() => through(new Request("http://app/x", { signal: visitor.signal }), upstream));
    assertEquals(hasEnded, true);
  });

  it("P4: follows no redirect over a real connection, whatever the upstream sends", async () => {
    const hits: string[] = [];
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ method, url }) => {
      const { pathname } = new URL(url);
      hits.push(`${method} ${pathname}`);
      if (pathname === "/sink") return Response.json({ secret: "sink" });
      return new Response(null, { status: Number(pathname.slice(1)), headers: { location: "/sink" } });
    });
    const upstream = createRemotes().at(`http://127.0.0.1:${server.addr.port}`);
    for (const status of [301, 302, 303, 307, 308]) {
      for (const method of ["GET", "POST"]) {
        const request = new Request("http://app/x", { method, ...(method === "GET" ? {} : { body: "{}" }) });
        const onward: Upstream = (sent) =>
          upstream(new Request(`http://127.0.0.1:${server.addr.port}${new URL(sent.url).pathname}`, sent));
        const error = await assertRejects(() => through(request, onward, { path: `/${status}` }), HTTPException);
        assertEquals(error.status, 502, `${method} ${status}`);
      }
    }
    assertEquals(hits.filter((hit) => hit.endsWith("/sink")), []);
    assertEquals(hits.length, 10);
    await server.shutdown();
  });

  const paths: readonly (readonly [string, boolean])[] = [
    ["/rec/subscriptions/abc-1", true],
    ["/send-activation/a%40b.example", true],
    ["", true],
    // What the payments service takes as codes of workflows and references of holders.
    ["/merchant/workflows/a.b_c~d-1/executions", true],
    ["/merchant/workflows/.../executions", true],
    [`/merchant/holders/${encodeURIComponent("Grö\u00dfe 1:2|3;4,5+6&7=8")}/instruments`, true],
    ["/rec/subscriptions/..%2f..%2fadmin", false],
    ["/rec/subscriptions/x%3fadmin=1", false],
    ["/rec/../admin", false],
    ["/rec/%2e%2e/admin", false],
    ["//evil.test/x", false],
    ["/a\\b", false],
    ["/a%5cb", false],
    ["/user@evil.test", false],
    ["/a%00b", false],
    ["/a%252fb", false],
    ["/rec/..%2F..%2Fadmin", false],
    ["/a%5Cb", false],
    ["/rec/subscriptions/x%3Fadmin=1", false],
    ["/rec/subscriptions/x%23", false],
    ["/rec/.%2E/admin", false],
    ["/rec/%2E%2E/admin", false],
    ["/rec/./admin", false],
    ["/rec/%2e/admin", false],
    ["/rec//admin", false],
    ["rec/admin", false],
  ];
  for (const [path, isSafe] of paths) {
    it(`P1: ${isSafe ? "lets" : "does not let"} the path ${JSON.stringify(path)} through`, async () => {
      assertEquals(isSafePath(path), isSafe);
      if (isSafe) return;
      let hits = 0;
      const upstream: Upstream = () => Promise.resolve(Response.json({ hits: ++hits }));
      await assertRejects(() => through(new Request("http://app/x"), upstream, { path }), HTTPException);
      assertEquals(hits, 0);
    });
  }
});
