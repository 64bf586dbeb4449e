/** The console's sign-in through an identity provider, against a small provider on loopback. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { serverArguments } from "../../scripts/start/server_process.ts";
import { type ConsoleBrowser, type ConsoleFixture, openConsole } from "../../tests/support/console/console_fixture.ts";
import { type OidcIssuer, startOidcIssuer } from "../../tests/support/console/oidc_issuer.ts";
import { readConfig } from "../config/config.ts";
import { createClock } from "../platform/clock.ts";
import { disableOperator, putOperator } from "./operators.ts";

const clock = createClock();
let issuer: OidcIssuer;
let fixture: ConsoleFixture;
async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  fixture = await openConsole({
    clock,
    env: {
      ADMIN_OIDC_ISSUER: issuer.issuer,
      ADMIN_OIDC_CLIENT_ID: issuer.clientId,
      ADMIN_OIDC_CLIENT_SECRET: issuer.clientSecret,
      ADMIN_OIDC_NAME: "Shop Login",
      ...env,
    },
  });
}
beforeEach(async () => {
  issuer = await startOidcIssuer(() => clock.now());
  await open();
});
afterEach(async () => {
  await fixture.close();
  await issuer.close();
});

/** Goes to the provider and comes back; answers where the browser is then. */
async function signIn(browser: ConsoleBrowser, back = browser): Promise<{ status: number; location: string }> {
  const started = await browser.get("/admin/oidc/start");
  assertEquals(started.status, 302);
  const returned = await issuer.visit(started.headers.get("location") ?? "");
  const { status, headers } = await back.get(returned, { "sec-fetch-site": "cross-site" });
  return { status, location: headers.get("location") ?? "" };
}
const roleOf = async (browser: ConsoleBrowser) => (await browser.get("/api/admin/session")).body.operator?.role;
const add = (email = "ann@shop.example", role = "support" as const) => putOperator(fixture.context, { email, role });
const REFUSED = { status: 302, location: "/admin#refused" };

describe("sign-in by OpenID Connect", () => {
  it("lets in the operator whom the command added, with that role, and goes on by a page of its own", async () => {
    await add();
    const browser = fixture.browser();
    const started = await browser.get("/admin/oidc/start");
    const asked = new URL(started.headers.get("location") ?? "").searchParams;
    assertEquals([asked.get("response_type"), asked.get("code_challenge_method"), asked.get("scope")], [
      "code",
      "S256",
      "openid email",
    ]);
    assertMatch(started.headers.get("set-cookie") ?? "", /HttpOnly; SameSite=Lax/);
    const back = await browser.get(await issuer.visit(started.headers.get("location") ?? ""));
    assertEquals(back.status, 200);
    assertStringIncludes(new TextDecoder().decode(back.body), 'content="0;url=/admin"');
    assertEquals([await roleOf(browser), browser.cookies.has("adm_oidc")], ["support", false]);
    assertEquals((await browser.get("/api/admin/session")).body.signed_in_with, "oidc");
  });

  it("O-CONSOLE-07: ties the row to the person at the provider: a later owner of the address is refused", async () => {
    await add();
    assertEquals((await signIn(fixture.browser())).status, 200);
    issuer.claims = { sub: "person-2" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
    issuer.claims = { sub: "person-1", email: "new@shop.example" };
    assertEquals((await signIn(fixture.browser())).status, 200);
  });

  for (
    const [name, claims] of [
      ["an address that is not verified", { email_verified: false }],
      ["no address", { email: undefined }],
      ["an address that no operator has", { email: "eve@shop.example" }],
      ["a token for another client", { aud: "other" }],
      ["a token for several clients that does not name this one", { aud: ["console", "other"] }],
      ["a token of another issuer", { iss: "https://evil.example" }],
      ["the nonce of another sign-in", { nonce: "other" }],
      ["no nonce", { nonce: undefined }],
      ["an expired token", { exp: 1 }],
      ["no subject", { sub: undefined }],
    ] as const
  ) {
    it(`SECURITY: refuses ${name}`, async () => {
      await add();
      issuer.claims = { ...claims };
      const browser = fixture.browser();
      assertEquals([await signIn(browser), await roleOf(browser)], [REFUSED, undefined]);
      const rows = await fixture.context.db.selectFrom("admin_audit").select("what").orderBy("n", "desc").execute();
      assertEquals(rows[0]?.what, "sign_in_refused");
    });
  }

  for (const [alg, status] of [["RS256", 200], ["PS256", 200], ["EdDSA", 200], ["RS512", 302]] as const) {
    it(`SECURITY: ${status === 200 ? "takes" : "refuses"} a token that is signed with ${alg}`, async () => {
      await fixture.close();
      await issuer.close();
      issuer = await startOidcIssuer(() => clock.now(), alg);
      await open();
      await add();
      assertEquals((await signIn(fixture.browser())).status, status);
    });
  }

  it("SECURITY: a sign-in belongs to the browser that began it, works once, and for ten minutes", async () => {
    await add();
    assertEquals(await signIn(fixture.browser(), fixture.browser()), REFUSED);
    const browser = fixture.browser();
    const returned = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
    const cookie = browser.cookies.get("adm_oidc") ?? "";
    assertEquals((await browser.get(returned)).status, 200);
    browser.cookies.set("adm_oidc", cookie);
    assertEquals((await browser.get(returned)).headers.get("location"), "/admin#refused");
    const late = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
    clock.advance(600_000);
    assertEquals((await browser.get(late)).headers.get("location"), "/admin#refused");
    assertEquals((await browser.get("/admin/oidc/callback")).headers.get("location"), "/admin#refused");
  });

  it("SECURITY: a disabled operator stays out", async () => {
    await add();
    assertEquals((await signIn(fixture.browser())).status, 200);
    await disableOperator(fixture.context, "ann@shop.example");
    assertEquals(await signIn(fixture.browser()), REFUSED);
  });

  it("takes the role from a claim, at every sign-in, and needs no row made before", async () => {
    await fixture.close();
    await open({ ADMIN_OIDC_ROLE_CLAIM: "groups" });
    const browser = fixture.browser();
    issuer.claims = { groups: ["staff", "finance", "support"] };
    assertEquals([(await signIn(browser)).status, await roleOf(browser)], [200, "finance"]);
    issuer.claims = { groups: "owner" };
    assertEquals([(await signIn(browser)).status, await roleOf(browser)], [200, "owner"]);
    issuer.claims = { groups: ["staff"] };
    const later = fixture.browser();
    assertEquals([await signIn(later), await roleOf(later)], [REFUSED, undefined]);
  });

  it("goes back with a refusal when the provider is down or points elsewhere, and logs why without personal data", async () => {
    await fixture.close();
    await open({ ADMIN_OIDC_ISSUER: `${issuer.issuer}/elsewhere` });
    const answer = await fixture.browser().get("/admin/oidc/start");
    assertEquals(answer.headers.get("location"), "/admin#refused");
    assert(fixture.lines.some((line) => line.includes("console.oidc-failed")));
  });
});

describe("settings of the console", () => {
  const OIDC = { ADMIN_OIDC_ISSUER: "https://id.example", ADMIN_OIDC_CLIENT_ID: "c", ADMIN_OIDC_CLIENT_SECRET: "s" };
  it("lets the server reach the provider and no other host", () => {
    const config = readConfig({ ADMIN: "on", ...OIDC, ADMIN_OIDC_HOSTS: "keys.example token.example:8443" });
    const net = serverArguments(config).find((argument) => argument.startsWith("--allow-net=")) ?? "";
    for (const host of ["id.example:443", "keys.example:443", "token.example:8443"]) assertStringIncludes(net, host);
    const admin = readConfig({ ADMIN: "on", ...OIDC }).admin;
    assertEquals(admin.mode === "on" ? [admin.oidc?.name, admin.oidc?.roleClaim] : [], ["id.example", ""]);
    assertEquals(readConfig(OIDC).admin, { mode: "off" });
  });
  for (
    const [env, text] of [
      [{ ADMIN: "yes" }, "ADMIN must be on or off"],
      [{ ADMIN: "on", ADMIN_OIDC_ISSUER: "http://id.example" }, "ADMIN_OIDC_ISSUER must be an https address"],
      [{ ADMIN: "on", ADMIN_OIDC_ISSUER: "https://id.example/?a" }, "ADMIN_OIDC_ISSUER must be"],
      [{ ADMIN: "on", ADMIN_OIDC_ISSUER: "https://id.example" }, "Set ADMIN_OIDC_CLIENT_ID"],
      [{ ADMIN: "on", ...OIDC, ADMIN_OIDC_HOSTS: "a/b" }, "ADMIN_OIDC_HOSTS must be host names"],
      [{
        ADMIN: "on",
        DEMO: "1",
        PUBLIC_ORIGIN: "http://app.example",
        FRAME_ORIGIN: "http://card.example",
      }, "Set PUBLIC_ORIGIN to an https address"],
    ] as const
  ) {
    it(`refuse ${JSON.stringify(env)}`, () => assertStringIncludes(assertThrows(() => readConfig(env)).message, text));
  }
});
