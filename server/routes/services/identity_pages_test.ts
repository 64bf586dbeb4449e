/** The provider's sign-in pages on our own host. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { Hono } from "hono";
import { createApp } from "../../app.ts";
import type { AppEnv } from "../../app_env.ts";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";
import { identityPageRoutes, identityPagesHost, PAGES } from "./identity_pages.ts";

const FIREBASE = {
  FIREBASE_PROJECT_ID: "shop-1",
  FIREBASE_API_KEY: "k",
  FIREBASE_AUTH_DOMAIN: "localhost",
  FIREBASE_APP_ID: "a",
};
const PAGE = { "content-type": "text/html; charset=utf-8", "set-cookie": "a=1", "content-security-policy": "none" };

describe("the identity provider's pages", () => {
  const page = () => new Response("<p>page", { headers: PAGE });
  /** The pages for visitors of one address; `asked` is what the provider was asked for. */
  async function openPages(answer: (request: Request) => Response | Promise<Response> = page, deadlineMs?: number) {
    const fake = await fakeContext({ env: FIREBASE });
    const asked: Request[] = [];
    const app = new Hono<AppEnv>();
    app.use(async (c, next) => {
      c.set("ip", c.req.header("x-from") ?? "192.0.2.1");
      await next();
    });
    app.route(
      "/",
      identityPageRoutes(fake.context, async (request) => {
        asked.push(request);
        return await answer(request);
      }, deadlineMs),
    );
    const send = async (path: string, init?: RequestInit) => await app.request(`http://localhost:8000${path}`, init);
    return { send, asked, close: fake.close };
  }
  async function ask(path: string, init?: RequestInit, answer = page) {
    const { send, asked, close } = await openPages(answer);
    try {
      const { status, headers } = await send(path, init);
      return { status, headers, asked };
    } finally {
      await close();
    }
  }

  it("are those of the project, with our headers and without its cookies", async () => {
    const { status, headers, asked } = await ask("/__/auth/handler?apiKey=k", { headers: { cookie: "chk=secret" } });
    assertEquals([status, headers.get("content-type")], [200, PAGE["content-type"]]);
    assertEquals([headers.get("set-cookie"), headers.get("cache-control")], [null, "no-store"]);
    assertMatch(headers.get("content-security-policy") ?? "", /frame-ancestors 'self' http:\/\/localhost /);
    assertEquals(asked.map(({ url }) => url), ["https://shop-1.firebaseapp.com/__/auth/handler?apiKey=k"]);
    assertEquals(asked[0]?.headers.get("cookie"), null);
  });

  it("pass Apple's form on, which comes from another site", async () => {
    const { asked } = await ask("/__/auth/handler", { method: "POST", body: new URLSearchParams({ code: "c" }) });
    assertEquals([asked[0]?.method, await asked[0]?.text()], ["POST", "code=c"]);
    const fake = await fakeContext();
    const headers = { host: "localhost:8000", "sec-fetch-site": "cross-site", origin: "https://appleid.apple.com" };
    const statusOf = async (path: string) =>
      (await createApp(fake.context).request(`http://localhost:8000${path}`, { method: "POST", headers })).status;
    assertEquals([await statusOf("/__/auth/handler"), await statusOf("/__/auth/iframe")], [404, 403]);
    await fake.close();
  });

  it("are only these, and only pages, scripts and JSON", async () => {
    for (
      const path of ["/__/auth/links", "/__/auth/..%2fhosting", "/__/auth/handler/more", "/__/firebase/9/firebase.js"]
    ) {
      const { status, asked } = await ask(path);
      assertEquals([status, asked.length], [404, 0], path);
    }
    const refused = [
      () => new Response("", { status: 302, headers: { location: "https://evil.example/" } }),
      () => new Response("x", { headers: { "content-type": "application/octet-stream" } }),
      () => Response.error(),
    ];
    for (const answer of refused) assertEquals((await ask("/__/auth/handler", {}, answer)).status >= 500, true);
  });

  it("give up a provider that does not answer, and follow none of its redirects", async () => {
    let isGivenUp = false;
    const silent = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        const late = setTimeout(() => reject(new Error("was not given up")), 60_000);
        signal.addEventListener("abort", () => {
          clearTimeout(late);
          isGivenUp = true;
          reject(signal.reason);
        });
      });
    const { send, asked, close } = await openPages(silent, 50);
    const { status } = await send("/__/auth/handler");
    assertEquals([status, isGivenUp, asked[0]?.redirect], [502, true, "manual"]);
    await close();
  });

  it("are asked of the provider only so often for one network", async () => {
    const { send, asked, close } = await openPages();
    const open = async (from: string) => (await send("/__/auth/handler", { headers: { "x-from": from } })).status;
    const statuses = new Set<number>();
    for (let n = 0; n < PAGES.one.points; n++) statuses.add(await open("192.0.2.1"));
    const refused = await open("192.0.2.1");
    assertEquals([[...statuses], refused, asked.length], [[200], 429, PAGES.one.points]);
    assertEquals(await open("198.51.100.1"), 200);
    await close();
  });

  it("are served only where the sign-in domain is a host of this server", async () => {
    const identity = { mode: "firebase", projectId: "shop-1", authDomain: "shop-1.firebaseapp.com" } as const;
    const rest = { apiKey: "k", appId: "a", serviceAccountFile: "" };
    assertEquals(identityPagesHost({ identity: { ...identity, ...rest }, appHosts: ["shop.example"] }), undefined);
    const fake = await fakeContext({ env: { ...FIREBASE, FIREBASE_AUTH_DOMAIN: "shop-1.firebaseapp.com" } });
    const answer = await createApp(fake.context).request("http://localhost:8000/__/auth/handler", {
      headers: { host: "localhost:8000" },
    });
    assertEquals(answer.status, 404);
    await fake.close();
  });
});
