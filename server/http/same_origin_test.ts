/**
 * SECURITY E1: requests that a page of another origin can send with a visitor's cookies, against every address that
 * writes.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { fakeContext } from "../../tests/support/app/fake_context.ts";
import { createApp } from "../app.ts";

const HOST = "localhost:8000";
const OWN = "http://localhost:8000";
const WRITES = ["POST", "PUT", "PATCH", "DELETE"];
const SECRET = "s".repeat(43);
const ID = `sub_${"i".repeat(24)}`;

/** Headers of a form post or of a fetch without preflight, as each browser sends them. */
const FOREIGN: Readonly<Record<string, HeadersInit>> = {
  "a page of another site": { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
  "a page of the same site": { "sec-fetch-site": "same-site", origin: "http://localhost:9999" },
  "a sandboxed page": { "sec-fetch-site": "cross-site", origin: "null" },
  "an old browser's page of another site": { origin: "https://evil.test" },
  "an old browser's page of the same site": { origin: "http://localhost:9999" },
  "an old browser's sandboxed page": { origin: "null" },
  "a page over another protocol": { origin: "https://localhost:8000" },
};
const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  // Browsers send these without preflight as well: only the type before the semicolon counts.
  "text/plain; application/json",
  "text/plain;charset=application/json",
  undefined,
] as const;

/** Calls with a proof of their own instead of cookies: a bearer token, a signature. */
const WITHOUT_COOKIES = ["/services/payments/*", "/services/subscriptions/payments-notices"];
/** Bodies that are not JSON: browser reports, the identity client's protocol. */
const OTHER_TYPES = [
  "/csp-report",
  "/services/identity/*",
  "/services/errors/*",
  "/identitytoolkit.googleapis.com/*",
  "/securetoken.googleapis.com/*",
  "/emulator/auth/*",
];
/** Forms without script: cancel, withdraw, unsubscribe. */
const FORMS = [
  "/api/cancel-request",
  "/api/withdraw-request",
  "/api/cancel-subscription/:content",
  "/api/withdraw/:content",
  "/api/end-mails/:content",
  "/api/end-watch/:secret",
];

async function withApp(
  run: (
    send: (path: string, init: RequestInit) => Promise<Response>,
    seen: readonly unknown[],
    writes: readonly { readonly method: string; readonly path: string }[],
  ) => Promise<void>,
): Promise<void> {
  const fake = await fakeContext();
  try {
    const app = createApp(fake.context);
    const writes = app.routes.filter(({ method, path }) => [...WRITES, "ALL"].includes(method) && path !== "/*")
      .flatMap(({ method, path }) => (method === "ALL" ? WRITES : [method]).map((method) => ({ method, path })))
      .filter(({ method, path }, at, all) =>
        all.findIndex((other) => other.method === method && other.path === path) === at
      );
    const send = async (path: string, init: RequestInit) =>
      await app.request(`${OWN}${path}`, {
        ...init,
        headers: { host: HOST, ...init.headers as Record<string, string> },
      });
    await run(send, fake.seen, writes);
  } finally {
    await fake.close();
  }
}

const addressOf = (path: string, content = ID) =>
  path.replace(/:content|:secret/, content).replace(":label", "trustcheck").replace(":email", "a%40b.example")
    .replace(/:\w+/g, "x").replace("*", "x");
const bodyOf = (method: string, type: string | undefined) =>
  method === "DELETE" ? {} : { body: type?.startsWith("multipart") ? "--x--" : '{"email":"a@b.example"}' };
const typed = (type: string | undefined) => type === undefined ? {} : { "content-type": type };

describe("SECURITY E1: a page of another origin", () => {
  it("changes nothing at any address, whatever it sends: 403, and no service is called", () =>
    withApp(async (send, seen, writes) => {
      const known = writes.map(({ path }) => path);
      for (const path of [...WITHOUT_COOKIES, ...OTHER_TYPES, ...FORMS]) {
        assert(known.includes(path), `${path} is gone`);
      }
      assert(writes.length > 25, String(writes.length));
      for (const { method, path } of writes.filter((write) => !WITHOUT_COOKIES.includes(write.path))) {
        for (const [who, headers] of Object.entries(FOREIGN)) {
          for (const type of TYPES) {
            const init = { method, headers: { ...headers, ...typed(type) }, ...bodyOf(method, type) };
            const { status } = await send(addressOf(path), init);
            assertEquals(status, 403, `${method} ${path}, ${who}, ${type}`);
          }
        }
      }
      assertEquals(seen, []);
    }));

  it("cannot send a form's content type: 415, even without browser headers", () =>
    withApp(async (send, seen, writes) => {
      const exempt = [...WITHOUT_COOKIES, ...OTHER_TYPES, ...FORMS];
      for (const { method, path } of writes.filter((write) => !exempt.includes(write.path))) {
        for (const type of TYPES.filter((one) => one !== undefined)) {
          for (const headers of [{}, { "sec-fetch-site": "same-origin", origin: OWN }]) {
            const init = { method, headers: { ...headers, ...typed(type) }, ...bodyOf(method, type) };
            const { status } = await send(addressOf(path), init);
            assertEquals(status, 415, `${method} ${path}, ${type}`);
          }
        }
      }
      for (const path of FORMS) {
        for (const type of ["text/plain", "multipart/form-data; boundary=x"]) {
          const init = { method: "POST", headers: { "content-type": type }, body: "{}" };
          assertEquals((await send(addressOf(path), init)).status, 415, path);
        }
      }
      assertEquals(seen, []);
    }));

  it("opens no checkout through a link or an image", () =>
    withApp(async (send, seen) => {
      for (const path of ["/init/session?plan_id=x", "/services/subscriptions/init/session?plan_id=x"]) {
        for (const [who, headers] of Object.entries(FOREIGN)) {
          assertEquals((await send(path, { headers })).status, 403, who);
        }
      }
      assertEquals(seen, []);
    }));

  it("cancels no plan whose id it knows; our own form can, and so can the secret of an emailed link from any origin", () =>
    withApp(async (send, seen) => {
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const post = async (content: string, headers: HeadersInit) =>
        (await send(`/api/cancel-subscription/${content}`, {
          method: "POST",
          headers: { ...type, ...headers },
          body: "a=1",
        }))
          .status;
      for (const headers of [...Object.values(FOREIGN), {}]) assertEquals(await post(ID, headers), 403);
      assertEquals(seen.length, 0);
      assertEquals(await post(ID, { "sec-fetch-site": "same-origin", origin: "null" }), 200);
      assertEquals(await post(ID, { origin: OWN }), 200);
      for (const headers of [...Object.values(FOREIGN), {}]) assertEquals(await post(SECRET, headers), 200);
      assertEquals(seen.length, 2 + 8);
    }));

  it("may call the payments service and the webhook route, which read no cookie", () =>
    withApp(async (send, seen) => {
      for (const headers of Object.values(FOREIGN)) {
        for (
          const path of ["/services/payments/client/executions/1/authorize", "/services/subscriptions/payments-notices"]
        ) {
          const init = {
            method: "POST",
            headers: { ...headers, "content-type": "text/plain", cookie: "chk=1" },
            body: "{}",
          };
          assertEquals((await send(path, init)).status, 200, path);
        }
      }
      assertEquals(seen.length, 2 * Object.keys(FOREIGN).length);
      assertEquals(seen.some((call) => JSON.stringify(call).includes("chk=1")), false);
    }));
});
