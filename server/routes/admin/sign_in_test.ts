/** The console's sign-in: passkey by a one-time link, session cookie, and what attackers try. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createAuthenticator, PRESENT, PRESENT_AND_VERIFIED } from "../../../tests/support/console/authenticator.ts";
import {
  type ConsoleBrowser,
  type ConsoleFixture,
  openConsole,
  ORIGIN,
} from "../../../tests/support/console/console_fixture.ts";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import { fakeAssets } from "../../../tests/support/app/fake_context.ts";
import { createApp } from "../../app.ts";
import { runOperatorTask } from "../../operators/task.ts";
import type { Assets } from "../../pages/assets.ts";
import { REFUSED_RIGHTS, REFUSED_SIGN_INS } from "./access.ts";
import { sessionSchema } from "../../wire/admin/sign_in.ts";

const TOKEN = /#([\w-]{43})$/;
let fixture: ConsoleFixture;
beforeEach(async () => {
  fixture = await openConsole();
});
afterEach(() => fixture.close());

const task = (...args: string[]) => {
  const { db, log, config } = fixture.context;
  return runOperatorTask(args, { db, log, publicOrigin: config.publicOrigin, now: () => fixture.clock.now() });
};
async function linkOf(...args: string[]): Promise<string> {
  const lines = await task(...args);
  return TOKEN.exec(lines.at(-1) ?? "")?.[1] ?? "";
}
const audited = async () =>
  (await fixture.context.db.selectFrom("admin_audit").select("what").orderBy("n").execute()).map(({ what }) => what);

async function enrol(token: string) {
  const browser = fixture.browser();
  const device = await createAuthenticator(ORIGIN);
  const { body: options } = await browser.post("/api/admin/enrol/options", { token });
  const answer = await device.register(options);
  return { browser, device, enrolled: await browser.post("/api/admin/enrol", { token, answer, name: "Chrome" }) };
}

describe("the console without ADMIN=on", () => {
  const ENTRY = "/admin/assets/console.1.js";
  const OIDC = {
    ADMIN_OIDC_ISSUER: "http://127.0.0.1:9",
    ADMIN_OIDC_CLIENT_ID: "c",
    ADMIN_OIDC_CLIENT_SECRET: "s",
  };
  const adminRoutesOf = ({ context }: ConsoleFixture) =>
    createApp(context).routes.filter(({ method, path }) => method !== "ALL" && /^\/(api\/)?admin\b/.test(path));

  it("O-CONSOLE-01: does not exist: each of its routes, pages and files answers as any unknown address", async () => {
    const read: string[] = [];
    const assets: Assets = {
      ...fakeAssets,
      manifest: { ...fakeAssets.manifest, admin: { entry: ENTRY, styles: "/admin/assets/console.1.css" } },
      app: (request) => {
        read.push(new URL(request.url).pathname);
        return new URL(request.url).pathname === ENTRY ? new Response("script") : undefined;
      },
    };
    const on = await openConsole({ env: OIDC, assets });
    const off = await openConsole({ env: { ...OIDC, ADMIN: "off" }, assets });
    try {
      const routes = adminRoutesOf(on);
      assertEquals(adminRoutesOf(off), []);
      const cases = [
        ...routes.map(({ method, path }) => [method, path.replace(/:\w+/g, "x").replace("*", "figures")] as const),
        ["GET", ENTRY] as const,
      ];
      assert(cases.length > 20 && cases.some(([, path]) => path === "/admin"), `${cases.length} routes`);
      const owner = await off.operator("owner");
      for (const [method, path] of cases) {
        for (const accept of ["text/html", "*/*"]) {
          const ask = (browser: ConsoleBrowser, at: string) =>
            method === "GET" ? browser.get(at, { accept }) : browser.post(at, {}, { accept });
          const known = await ask(on.browser(), path);
          assert(known.status !== 404, `${method} ${path} is a route of the console`);
          // Also a session that was opened while the console was on is of no use.
          for (const browser of [off.browser(), owner]) {
            read.length = 0;
            const [answer, unknown] = [await ask(browser, path), await ask(browser, "/no-such-place")];
            assertEquals([answer.status, unknown.status, read], [404, 404, []], `${method} ${path}`);
            assertEquals(withoutId(answer.body), withoutId(unknown.body), `${method} ${path}`);
          }
        }
      }
    } finally {
      await on.close();
      await off.close();
    }
  });
  const withoutId = (body: unknown) =>
    body instanceof Uint8Array ? new TextDecoder().decode(body) : { ...Object(body), requestId: "" };
});

describe("a passkey of an operator", () => {
  it("is added by the one-time link of the command, and signs in afterwards", async () => {
    const token = await linkOf("add", "Ann@Shop.example", "--role", "owner");
    const { browser, device, enrolled } = await enrol(token);
    assertEquals([enrolled.status, enrolled.body.operator.email, enrolled.body.operator.role], [
      200,
      "ann@shop.example",
      "owner",
    ]);
    assertEquals(sessionSchema.safeParse(enrolled.body).success, true);
    assertEquals((await browser.get("/api/admin/session")).body.signed_in, true);
    const other = fixture.browser();
    const { body: options } = await other.post("/api/admin/sign-in/passkey/options", {});
    const signedIn = await other.post("/api/admin/sign-in/passkey", { answer: await device.sign(options) });
    assertEquals([signedIn.status, signedIn.body.signed_in_with], [200, "passkey"]);
    assertEquals(await audited(), ["operator_added", "passkey_enrolled", "signed_in", "signed_in"]);
    const listed = await fixture.context.db.selectFrom("admin_passkeys").select(["name", "used_ms"]).execute();
    assertEquals(listed.map(({ name, used_ms }) => [name, used_ms !== null]), [["Chrome", true]]);
  });

  it("O-CONSOLE-02: a link works once, for a day, and a newer one replaces it", async () => {
    const first = await linkOf("add", "ann@shop.example", "--role", "support");
    const second = await linkOf("link", "ann@shop.example");
    const optionsOf = (token: string) => fixture.browser().post("/api/admin/enrol/options", { token });
    assertEquals((await optionsOf(first)).body.code, "link_used");
    const { enrolled } = await enrol(second);
    assertEquals(enrolled.status, 200);
    assertEquals((await optionsOf(second)).status, 404);
    const third = await linkOf("link", "ann@shop.example");
    assertEquals((await optionsOf(third)).body.excludeCredentials.length, 1);
    fixture.clock.advance(24 * 3_600_000);
    assertEquals((await optionsOf(third)).status, 404);
  });

  it("SECURITY: an answer for another page, a repeated answer and a member's passkey open no session", async () => {
    const { device } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    const browser = fixture.browser();
    const ask = async () => (await browser.post("/api/admin/sign-in/passkey/options", {})).body;
    const elsewhere = await device.sign(await ask(), { origin: "http://evil.localhost:8000" });
    assertEquals((await browser.post("/api/admin/sign-in/passkey", { answer: elsewhere })).status, 401);
    const good = await device.sign(await ask());
    assertEquals((await browser.post("/api/admin/sign-in/passkey", { answer: good })).status, 200);
    const again = await fixture.browser().post("/api/admin/sign-in/passkey", { answer: good });
    assertEquals([again.status, again.body.code], [401, "sign_in_refused"]);
    const stranger = await createAuthenticator(ORIGIN);
    const unknown = await fixture.browser().post("/api/admin/sign-in/passkey", {
      answer: await stranger.sign(await ask()),
    });
    assertEquals([unknown.status, unknown.body], [401, { ...again.body, requestId: unknown.body.requestId }]);
    assertEquals((await audited()).filter((what) => what === "sign_in_refused").length, 3);
    const late = await ask();
    fixture.clock.advance(5 * 60_000);
    assertEquals((await browser.post("/api/admin/sign-in/passkey", { answer: await device.sign(late) })).status, 401);
  });

  it("SECURITY: a device that was not unlocked by PIN, finger or face adds no passkey and opens no session", async () => {
    const token = await linkOf("add", "ann@shop.example", "--role", "support");
    const browser = fixture.browser();
    const device = await createAuthenticator(ORIGIN);
    const add = async (flags: number) => {
      const { body: options } = await browser.post("/api/admin/enrol/options", { token });
      const answer = await device.register(options, { flags });
      return (await browser.post("/api/admin/enrol", { token, answer, name: "Chrome" })).status;
    };
    const open = async (flags: number) => {
      const { body: options } = await browser.post("/api/admin/sign-in/passkey/options", {});
      const answer = await device.sign(options, { flags });
      return (await browser.post("/api/admin/sign-in/passkey", { answer })).status;
    };
    assertEquals([await add(PRESENT), await add(PRESENT_AND_VERIFIED)], [404, 200]);
    assertEquals([await open(PRESENT), await open(PRESENT_AND_VERIFIED)], [401, 200]);
  });

  it("SECURITY: a challenge serves what it was made for: sign-in, or the passkey of one operator", async () => {
    const [anns, bobs] = [
      await linkOf("add", "ann@shop.example", "--role", "support"),
      await linkOf("add", "bob@shop.example", "--role", "support"),
    ];
    const browser = fixture.browser();
    const device = await createAuthenticator(ORIGIN);
    const optionsOf = async (path: string, body = {}) => (await browser.post(`/api/admin/${path}/options`, body)).body;
    const add = async (options: { readonly challenge: string }) => {
      const answer = await device.register(options);
      return (await browser.post("/api/admin/enrol", { token: anns, answer, name: "Chrome" })).status;
    };
    const open = async (options: { readonly challenge: string }) => {
      const answer = await device.sign(options);
      return (await browser.post("/api/admin/sign-in/passkey", { answer })).status;
    };
    assertEquals(await add(await optionsOf("sign-in/passkey")), 404);
    assertEquals(await add(await optionsOf("enrol", { token: bobs })), 404);
    assertEquals(await add(await optionsOf("enrol", { token: anns })), 200);
    assertEquals(await open(await optionsOf("enrol", { token: bobs })), 401);
    assertEquals(await open(await optionsOf("sign-in/passkey")), 200);
  });

  it("SECURITY: a link that two devices use at the same time adds one passkey", async () => {
    const token = await linkOf("add", "ann@shop.example", "--role", "support");
    const answers: unknown[] = [];
    for (let at = 0; at < 2; at++) {
      const { body: options } = await fixture.browser().post("/api/admin/enrol/options", { token });
      answers.push(await (await createAuthenticator(ORIGIN)).register(options));
    }
    const all = await Promise.all(
      answers.map((answer) => fixture.browser().post("/api/admin/enrol", { token, answer, name: "Chrome" })),
    );
    assertEquals(all.map(({ status }) => status).sort(), [200, 404]);
    assertEquals((await fixture.context.db.selectFrom("admin_passkeys").select("id").execute()).length, 1);
  });

  it("SECURITY: strangers from many addresses fill no audit log; the sign-ins of operators are still rows", async () => {
    await fixture.close();
    fixture = await openConsole({ env: { PUBLIC_ORIGIN: ORIGIN, TRUSTED_HOPS: "1" } });
    const { device } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    const before = (await audited()).length;
    const browser = fixture.browser();
    const ask = async () => (await browser.post("/api/admin/sign-in/passkey/options", {})).body;
    const stranger = await createAuthenticator(ORIGIN);
    const answer = await stranger.sign(await ask());
    for (let n = 0; n < REFUSED_SIGN_INS.points + 5; n++) {
      const from = { "x-forwarded-for": `198.51.100.${n}` };
      assertEquals((await fixture.browser().post("/api/admin/sign-in/passkey", { answer }, from)).status, 401);
    }
    assertEquals((await audited()).length - before, REFUSED_SIGN_INS.points);
    assertEquals(fixture.lines.filter((line) => line.includes("console.sign-in-refused")).length, 5);
    const own = await device.sign(await ask());
    assertEquals((await browser.post("/api/admin/sign-in/passkey", { answer: own })).status, 200);
    assertEquals((await audited()).at(-1), "signed_in");
  });

  it("SECURITY: an operator cannot bury rows of the audit log under rights that are refused", async () => {
    const browser = await fixture.operator("support");
    const before = (await audited()).length;
    for (let n = 0; n < REFUSED_RIGHTS.points + 5; n++) {
      assertEquals((await browser.get("/api/admin/operators")).status, 403);
    }
    assertEquals((await audited()).length - before, REFUSED_RIGHTS.points);
  });

  it("SECURITY: thirty whole tries to sign in from one address are enough for ten minutes", async () => {
    const { device } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    fixture.clock.advance(600_000);
    const begin = () => fixture.browser().post("/api/admin/sign-in/passkey/options", {});
    const answer = async (options: { readonly challenge: string }) =>
      (await fixture.browser().post("/api/admin/sign-in/passkey", { answer: await device.sign(options) })).status;
    for (let at = 0; at < 29; at++) assertEquals(await answer((await begin()).body), 200, `${at + 1}`);
    const { status, body: last } = await begin();
    assertEquals(status, 200);
    const token = "a".repeat(43);
    for (const path of ["sign-in/passkey/options", "enrol/options"]) {
      const late = await fixture.browser().post(`/api/admin/${path}`, { token });
      assertEquals([late.status, late.body.code], [429, "too_many"], path);
    }
    assertEquals(await answer(last), 200, "who has begun may finish");
    fixture.clock.advance(600_000);
    assertEquals((await begin()).status, 200);
  });

  it("SECURITY: answers to no question are limited as well", async () => {
    const { device } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    fixture.clock.advance(600_000);
    const browser = fixture.browser();
    const { body } = await browser.post("/api/admin/sign-in/passkey/options", {});
    const answer = await device.sign({ ...body, challenge: "AAAA" });
    for (let at = 0; at < 30; at++) {
      assertEquals((await browser.post("/api/admin/sign-in/passkey", { answer })).status, 401);
    }
    for (
      const [path, late] of [["sign-in/passkey", { answer }], ["enrol", { token: "a".repeat(43), answer, name: "" }]]
    ) {
      const { status, body } = await browser.post(`/api/admin/${path}`, late);
      assertEquals([status, body.code], [429, "too_many"]);
    }
  });
});

describe("an operator's session", () => {
  it("is an HttpOnly, SameSite=Strict cookie whose value is stored nowhere", async () => {
    const { enrolled, browser } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    assertMatch(enrolled.headers.get("set-cookie") ?? "", /^adm=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const rows = await fixture.context.db.selectFrom("admin_sessions").selectAll().execute();
    assert(!JSON.stringify(rows).includes(browser.cookies.get("adm") ?? "none"));
    assert(!fixture.lines.join().includes("ann@shop"));
  });

  it("O-CONSOLE-03: ends 30 minutes after the last call, and 8 hours after the sign-in", async () => {
    const browser = await fixture.operator("support");
    const isIn = async () => (await browser.get("/api/admin/session")).body.signed_in;
    const work = async (at: typeof browser) => (await at.get("/api/admin/disputes")).status;
    fixture.clock.advance(29 * 60_000);
    assertEquals([await work(browser), await isIn()], [200, true]);
    fixture.clock.advance(29 * 60_000);
    const { body } = await browser.get("/api/admin/session");
    const leftS = (Date.parse(body.ends_at) - Date.parse(body.now)) / 1_000;
    assert(leftS > 50 && leftS <= 60, `a page that asks does not prolong it: ${leftS} s`);
    assertEquals(await isIn(), true);
    fixture.clock.advance(60_000);
    assertEquals([await isIn(), await work(browser)], [false, 401]);
    const busy = await fixture.operator("support");
    for (let at = 0; at < 16; at++) {
      fixture.clock.advance(29 * 60_000);
      assertEquals(await work(busy), 200);
    }
    fixture.clock.advance(16 * 60_000);
    assertEquals((await busy.get("/api/admin/session")).body.signed_in, false);
  });

  it("O-CONSOLE-04: ends at once when the operator signs out or is disabled, and follows a changed role", async () => {
    const [ann, bob] = [
      await fixture.operator("support", "ann@shop.example"),
      await fixture.operator("owner", "bob@shop.example"),
    ];
    assertEquals((await ann.get("/api/admin/session")).body.operator.role, "support");
    await task("add", "ann@shop.example", "--role", "finance");
    assertEquals((await ann.get("/api/admin/session")).body.operator.role, "finance");
    const stolen = new Map(ann.cookies);
    assertEquals((await ann.post("/api/admin/sign-out", {})).body, {});
    assertEquals(ann.cookies.has("adm"), false);
    const thief = fixture.browser();
    thief.cookies.set("adm", stolen.get("adm") ?? "");
    assertEquals((await thief.get("/api/admin/session")).body.signed_in, false);
    await task("disable", "BOB@shop.example");
    assertEquals((await bob.get("/api/admin/session")).body.signed_in, false);
    assertEquals(
      (await task("list")).some((line) => /bob@shop.example {2}owner {2}0 passkeys {2}disabled/.test(line)),
      true,
    );
  });

  it("O-CONSOLE-04: nothing of a disabled operator comes back when the address is added again", async () => {
    const { browser, device } = await enrol(await linkOf("add", "ann@shop.example", "--role", "support"));
    const link = await linkOf("link", "ann@shop.example");
    await task("disable", "ann@shop.example");
    await task("add", "ann@shop.example", "--role", "owner");
    assertEquals((await browser.get("/api/admin/session")).body.signed_in, false, "the session");
    const other = fixture.browser();
    const { body: options } = await other.post("/api/admin/sign-in/passkey/options", {});
    const answer = await device.sign(options);
    assertEquals((await other.post("/api/admin/sign-in/passkey", { answer })).status, 401, "the passkey");
    assertEquals((await other.post("/api/admin/enrol/options", { token: link })).status, 404, "the link");
  });

  it("O-CONSOLE-05: is separate from members' sign-in: neither token nor checkout cookie opens the console", async () => {
    const member = createVisitor(fixture.context);
    const { idToken } = await member.signIn("ada@example.com");
    await member.buy("tck_weekly_3dtrial", "ada@example.com");
    const browser = fixture.browser();
    for (const { name, value } of member.cookies()) browser.cookies.set(name, value);
    browser.cookies.set("adm", member.cookies()[0]?.value ?? "");
    const answer = await browser.get("/api/admin/session", { "x-id-token": idToken });
    assertEquals(answer.body, { signed_in: false, ways: { passkey: true, oidc: null } });
  });

  it("O-CONSOLE-06: writes come from the console's own page as JSON; forms and other pages are refused", async () => {
    const browser = await fixture.operator("owner");
    const out = (headers: Record<string, string>) => browser.post("/api/admin/sign-out", {}, headers);
    for (
      const headers of [
        { origin: "http://evil.localhost:8000" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "content-type": "text/plain" },
        { "content-type": "application/x-www-form-urlencoded" },
        { origin: "" },
      ]
    ) {
      const { status } = await out(headers);
      assert(status === 403 || status === 415, `${JSON.stringify(headers)} ${status}`);
    }
    const silent = await browser.get("/api/admin/session", { "sec-fetch-site": "cross-site" });
    assertEquals([silent.status, silent.body.code], [403, "own_pages_only"]);
    const read = await browser.get("/api/admin/session", { origin: "http://evil.localhost:8000" });
    assertEquals([read.status, read.body.code], [403, "own_pages_only"]);
    assertEquals((await browser.get("/api/admin/session")).body.signed_in, true);
  });
});

describe("the command for operators", () => {
  it("says what to type when something is missing or unknown", async () => {
    for (
      const args of [[], ["add", "ann@shop.example"], ["add", "ann", "--role", "owner"], ["link", "no@shop.example"], [
        "add",
        "ann@shop.example",
        "--role",
        "boss",
      ], ["disable", "no@shop.example"]]
    ) {
      const error = await task(...args).then(() => undefined, (thrown: unknown) => thrown);
      assert(error instanceof RangeError, args.join(" "));
    }
  });
});
