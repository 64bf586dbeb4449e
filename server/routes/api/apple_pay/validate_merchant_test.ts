/** Merchant validation calls Apple's gateways only, and reveals nothing of Apple's error texts. */
import { after, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { Hono } from "hono";
import type { AppEnv } from "../../../app_env.ts";
import { createApp } from "../../../app.ts";
import { readConfig } from "../../../config/config.ts";
import { ConfigError } from "../../../config/values.ts";
import { onError } from "../../../http/guard.ts";
import { readGatewayUrl } from "./gateway.ts";
import { fakeContext } from "../../../../tests/support/app/fake_context.ts";
import { createLog } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { siteOf } from "../../app/spa.ts";
import { applePayRoutes } from "./validate_merchant.ts";

const GOOD = "https://apple-pay-gateway.apple.com/paymentservices/startSession";
/** A key and its certificate, made for this test by openssl. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGuTqBSQT33PXkp/B
Rezjs8BrNKAKRd5J+3N9JsYY/A2hRANCAATnTDqnYUA6SSw2s4iWVjBWXcGKpJxc
80s2XobgQLORqWggR9FJ1gGWY8EYBn44YX7RUiZvLT5VGd+nFm5jqUYD
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjjCCATOgAwIBAgIUDcK3eZw07X2h4eBSCt2x7INX0cgwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbWVyY2hhbnQuZXhhbXBsZTAgFw0yNjEyMDExMzIzMTVaGA8y
MTI2MTEwNzEzMjMxNVowGzEZMBcGA1UEAwwQbWVyY2hhbnQuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOdMOqdhQDpJLDaziJZWMFZdwYqknFzzSzZe
huBAs5GpaCBH0UnWAZZjwRgGfjhhftFSJm8tPlUZ36cWbmOpRgOjUzBRMB0GA1Ud
DgQWBBTpGsqQzs4Te+Lv2bNpsniZPd2jQjAfBgNVHSMEGDAWgBTpGsqQzs4Te+Lv
2bNpsniZPd2jQjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCC
eEbJfLMSbiCYCKsPfgiENOC8MFh0GjUU7brfcSch6QIhAMSxyahkhLYbLrqA+e87
DA6E6cSTspX9J0z4aqkjuoEb
-----END CERTIFICATE-----
`;
const FOLDER = await Deno.makeTempDir({ prefix: "trustcheck-apple-" });
after(() => Deno.remove(FOLDER, { recursive: true }));
const fileOf = (name: string, text: string): string => {
  Deno.writeTextFileSync(`${FOLDER}/${name}`, text);
  return `${FOLDER}/${name}`;
};
const LIVE = {
  APPLE_PAY_MERCHANT_ID: "merchant.example",
  APPLE_PAY_CERT_FILE: fileOf("cert.pem", CERTIFICATE),
  APPLE_PAY_KEY_FILE: fileOf("key.pem", KEY),
};

interface Asking {
  readonly env?: Record<string, string>;
  readonly gateway?: Upstream;
  readonly deadlineMs?: number;
  /** The answer to the last of so many requests; 1 when left out. */
  readonly times?: number;
}

async function ask(body: unknown, { env = {}, gateway, deadlineMs, times = 1 }: Asking = {}) {
  const fake = await fakeContext({ env });
  const app = new Hono<AppEnv>();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  app.onError(onError({ log }));
  app.use(async (c, next) => {
    c.set("ip", "192.0.2.1");
    await next();
  });
  app.route("/", applePayRoutes({ ...fake.context, log }, gateway, deadlineMs));
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const send = () => app.request("http://localhost:8000/api/apple-pay/validate-merchant", init);
  for (let sent = 1; sent < times; sent++) await send();
  const answer = await send();
  await fake.close();
  return { status: answer.status, text: await answer.text(), logged: lines.join("\n") };
}

describe("POST /api/apple-pay/validate-merchant", () => {
  it("W-CALL-16: sends Apple the merchant, our own domain and the kind of initiative, and answers its session", async () => {
    const sent: string[] = [];
    const gateway: Upstream = async (request) => {
      sent.push(`${request.url} ${await request.text()}`);
      return Response.json({ merchantSessionIdentifier: "s1" });
    };
    const answer = await ask({ validationURL: GOOD, domain: "localhost" }, { env: LIVE, gateway });
    assertEquals([answer.status, JSON.parse(answer.text)], [200, { merchantSessionIdentifier: "s1" }]);
    assertEquals(sent, [
      `${GOOD} {"merchantIdentifier":"merchant.example","displayName":"TrustCheck","initiative":"web",` +
      `"initiativeContext":"localhost"}`,
    ]);
  });

  const refused: readonly unknown[] = [
    "http://apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com.evil.test/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com@evil.test/paymentservices/startSession",
    "https://evil.test#apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://evil.test/paymentservices/startSession?apple-pay-gateway.apple.com",
    "https://apple-pay-gateway.apple.com:8443/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com:443/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com\\@evil.test/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com./paymentservices/startSession",
    "https://аpple-pay-gateway.apple.com/paymentservices/startSession",
    "https://APPLE-PAY-GATEWAY.apple.com/paymentservices/startSession",
    "https://user@apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession",
    "https://apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession",
    "https://developer.apple.com/paymentservices/startSession",
    "https://evil.apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://evil-apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://169.254.169.254/paymentservices/startSession",
    "https://[::1]/paymentservices/startSession",
    "https://0x7f.1/paymentservices/startSession",
    "file:///etc/passwd",
    "gopher://apple-pay-gateway.apple.com/paymentservices/startSession",
    "data:application/json,{}",
    "//apple-pay-gateway.apple.com/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com/paymentservices/startSession/../x",
    "https://apple-pay-gateway.apple.com/paymentservices/other",
    "https://apple-pay-gateway.apple.com/paymentservices/startSession/",
    "https://apple-pay-gateway.apple.com/paymentservices/startSessions",
    "https://apple-pay-gateway.apple.com/paymentservices/startSession/x",
    "https://apple-pay-gateway.apple.com/x/paymentservices/startSession",
    "https://apple-pay-gateway.apple.com//paymentservices/startSession",
    "https://apple-pay-gateway.apple.com/",
    `${GOOD}?x=1`,
    `${GOOD}#x`,
    ` ${GOOD}`,
    `${GOOD}${"/".repeat(10_000)}`,
    "",
    [GOOD],
    null,
    5,
  ];
  it("AP1, AP3: makes no request for an address that only looks like Apple's", async () => {
    let asked = 0;
    const gateway: Upstream = () => Promise.resolve(Response.json({ asked: ++asked }));
    for (const validationURL of refused) {
      const { status } = await ask({ validationURL, domain: "localhost" }, { env: LIVE, gateway });
      assertEquals(status, 400, JSON.stringify(validationURL).slice(0, 80));
    }
    for (
      const domain of [
        "evil.test",
        "evil-localhost",
        "evil.localhost",
        "localhost.evil.test",
        "localhost.",
        "LOCALHOST",
      ]
        .concat(["localhost:8000", "evil.test,localhost", " localhost", ""])
    ) {
      assertEquals((await ask({ validationURL: GOOD, domain }, { env: LIVE, gateway })).status, 400, domain);
    }
    assertEquals(asked, 0);
  });

  const answering = (answer: () => Response): Upstream => () => Promise.resolve(answer());
  const faults: readonly (readonly [name: string, gateway: Upstream, logged: Readonly<Record<string, unknown>>])[] = [
    [
      "a redirect",
      answering(() => new Response(null, { status: 302, headers: { location: "https://sink" } })),
      { status: 302 },
    ],
    ["too much", answering(() => Response.json({ text: "x".repeat(100_000) })), {
      status: 200,
      error: "Error",
    }],
    [
      "a page",
      answering(() => new Response("<h1>SECRET", { headers: { "content-type": "text/html" } })),
      { status: 200 },
    ],
    [
      "a refusal",
      answering(() => Response.json({ statusMessage: "SECRET certificate" }, { status: 417 })),
      { status: 417 },
    ],
    ["nothing", () => Promise.reject(new TypeError("SECRET key")), { error: "TypeError" }],
    [
      "an alert of TLS",
      () =>
        Promise.reject(new TypeError("SECRET url", { cause: new Error("received fatal alert: CertificateExpired") })),
      { error: "TypeError", alert: "CertificateExpired" },
    ],
    [
      "a session as a page",
      answering(() =>
        new Response('{"merchantSessionIdentifier":"SECRET"}', { headers: { "content-type": "text/html" } })
      ),
      { status: 200 },
    ],
    ["no object", answering(() => Response.json(null)), { status: 200 }],
    ["a text", answering(() => Response.json("SECRET")), { status: 200 }],
    ["a list", answering(() => Response.json(["SECRET"])), { status: 200 }],
    [
      "broken JSON",
      answering(() => new Response("{", { headers: { "content-type": "application/json" } })),
      { status: 200, error: "SyntaxError" },
    ],
  ];
  for (const [name, gateway, cause] of faults) {
    it(`AP2: answers 502 with its own message and logs the cause when the gateway answers ${name}`, async () => {
      const answer = await ask({ validationURL: GOOD, domain: "localhost" }, { env: LIVE, gateway });
      assertEquals([answer.status, /SECRET|sink/.test(answer.text + answer.logged)], [502, false]);
      assertStringIncludes(answer.logged, "request.failed");
      const { time: _, level: __, ...logged } = JSON.parse(answer.logged.split("\n")[0] ?? "");
      assertEquals(logged, { event: "apple-pay.no-session", ...cause });
      assertStringIncludes(answer.text, "You haven't been charged");
    });
  }

  it("AP2: follows no redirect of a gateway over a real connection, and stops at the deadline", async () => {
    const hits: string[] = [];
    const sink = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
      hits.push(new URL(url).pathname);
      if (url.endsWith("/sink")) return Response.json({ merchantSessionIdentifier: "SECRET" });
      return new Response(null, { status: url.endsWith("/307") ? 307 : 302, headers: { location: "/sink" } });
    });
    for (const status of ["302", "307"]) {
      const gateway: Upstream = (request) =>
        fetch(new Request(`http://127.0.0.1:${sink.addr.port}/${status}`, request));
      const answer = await ask({ validationURL: GOOD, domain: "localhost" }, { env: LIVE, gateway });
      assertEquals([answer.status, answer.text.includes("SECRET")], [502, false]);
    }
    assertEquals(hits, ["/302", "/307"]);
    await sink.shutdown();
    const silent: Upstream = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const startedMs = performance.now();
    const late = await ask({ validationURL: GOOD, domain: "localhost" }, {
      env: LIVE,
      gateway: silent,
      deadlineMs: 50,
    });
    assertEquals(late.status, 502);
    assert(performance.now() - startedMs < 30_000);
  });

  it("AP2: waits ten seconds for the gateway and no longer", async () => {
    const { timeout } = AbortSignal;
    const waits: number[] = [];
    Object.assign(AbortSignal, {
      timeout: (ms: number) => {
        waits.push(ms);
        return timeout.call(AbortSignal, ms);
      },
    });
    try {
      const gateway: Upstream = () => Promise.resolve(Response.json({ merchantSessionIdentifier: "s1" }));
      await ask({ validationURL: GOOD, domain: "localhost" }, { env: LIVE, gateway });
    } finally {
      Object.assign(AbortSignal, { timeout });
    }
    assertEquals(waits, [10_000]);
  });

  it("asks Apple at most 60 times in ten minutes for one network", async () => {
    let asked = 0;
    const gateway: Upstream = () => {
      asked++;
      return Promise.resolve(Response.json({ merchantSessionIdentifier: "s1" }));
    };
    const call = { validationURL: GOOD, domain: "localhost" };
    assertEquals((await ask(call, { env: LIVE, gateway, times: 60 })).status, 200);
    const refused = await ask(call, { env: LIVE, gateway, times: 61 });
    assertEquals([refused.status, asked], [429, 120]);
    assertStringIncludes(refused.text, "Too many requests from your network");
  });

  it("AP1: rejects an address longer than any of Apple's without parsing it", () => {
    const hosts = ["apple-pay-gateway.apple.com"];
    assertEquals(readGatewayUrl(GOOD, hosts)?.href, GOOD);
    const { URL } = globalThis;
    try {
      Object.assign(globalThis, { URL: undefined });
      assertEquals(readGatewayUrl(`https://${"a.".repeat(500_000)}apple.com/`, hosts), undefined);
    } finally {
      Object.assign(globalThis, { URL });
    }
  });

  it("answers a simulated session on loopback, after the same checks", async () => {
    const answer = await ask({ validationURL: GOOD, domain: "localhost" });
    assertMatch(JSON.parse(answer.text).merchantSessionIdentifier, /^stand-in-/);
    assertEquals((await ask({ validationURL: "https://evil.test/", domain: "localhost" })).status, 400);
  });
});

describe("Apple Pay settings", () => {
  const publicEnv = { PUBLIC_ORIGIN: "https://a.example", FRAME_ORIGIN: "https://b.example", DEMO: "1" };
  it("allow sandbox hosts only with the test setting, and older hosts only with theirs", () => {
    const hosts = (env: Record<string, string>) => {
      const { applePay } = readConfig(env);
      return applePay.mode === "off" ? [] : applePay.hosts;
    };
    const sandbox = "https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession";
    const old = "https://cn-apple-pay-gateway-sh-pod2.apple.com/paymentservices/paymentSession";
    assertEquals(readGatewayUrl(sandbox, hosts({})), undefined);
    assertEquals(readGatewayUrl(sandbox, hosts({ APPLE_PAY_TEST: "1" }))?.href, sandbox);
    assertEquals(readGatewayUrl(old, hosts({})), undefined);
    assertEquals(readGatewayUrl(old, hosts({ APPLE_PAY_OLD_HOSTS: "1" }))?.href, old);
  });
  it("AP4: stop the start with the sandbox on a public host, and without the certificate", () => {
    const real = { ...publicEnv, DEMO: "", PRODUCTION_PAYMENTS_URL: "https://pay.example", APPLE_PAY_TEST: "1" };
    assertStringIncludes(assertThrows(() => readConfig(real), ConfigError).message, "APPLE_PAY_TEST");
    assertStringIncludes(
      assertThrows(() => readConfig({ ...real, ...LIVE }), ConfigError).message,
      "APPLE_PAY_TEST",
    );
    for (const name of ["APPLE_PAY_CERT_FILE", "APPLE_PAY_KEY_FILE"]) {
      const half = { ...publicEnv, ...LIVE, [name]: "" };
      assertStringIncludes(assertThrows(() => readConfig(half), ConfigError).message, `Set ${name}`);
    }
  });
  const domain = fileOf("domain", "7B2270...");
  for (const name of ["APPLE_PAY_CERT_FILE", "APPLE_PAY_KEY_FILE", "APPLE_PAY_DOMAIN_FILE"]) {
    it(`stop the start by its name when the file of ${name} is missing`, () => {
      const missing = `${FOLDER}/missing.pem`;
      const env = { ...LIVE, APPLE_PAY_DOMAIN_FILE: domain, [name]: missing };
      const { message } = assertThrows(() => readConfig(env), ConfigError);
      assertEquals(message, `${name} must name a file that the server can read: ${missing} is not`);
    });
  }
  it("stop the start when certificate and key are none, or do not belong together", () => {
    for (const name of ["APPLE_PAY_CERT_FILE", "APPLE_PAY_KEY_FILE"]) {
      const { message } = assertThrows(() => readConfig({ ...LIVE, [name]: domain }), ConfigError);
      assertStringIncludes(message, "APPLE_PAY_CERT_FILE and APPLE_PAY_KEY_FILE must name");
    }
  });
});

describe("the domain of Apple Pay", () => {
  const ADDRESS = "http://localhost:8000/.well-known/apple-developer-merchantid-domain-association";

  it("is verified by the file of the setting", async () => {
    const domainFile = await Deno.makeTempFile();
    await Deno.writeTextFile(domainFile, "7B2270...");
    const answerTo = async (env: Record<string, string>) => {
      const fake = await fakeContext({ env });
      const answer = await createApp(fake.context).request(ADDRESS, { headers: { host: "localhost:8000" } });
      const text = await answer.text();
      await fake.close();
      return [answer.status, answer.ok ? text : ""];
    };
    assertEquals(await answerTo({ ...LIVE, APPLE_PAY_DOMAIN_FILE: domainFile }), [200, "7B2270..."]);
    assertEquals(await answerTo(LIVE), [404, ""]);
    await Deno.remove(domainFile);
  });

  it("is the only host that offers the button", async () => {
    const fake = await fakeContext();
    const offered = ["localhost", "127.0.0.1"].map((host) => siteOf({ ...fake.context, host }).applePay);
    assertEquals(offered, [true, false]);
    await fake.close();
  });
});
