/** The console's sign-in through an identity provider, against a small provider on loopback. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { serverArguments } from "../../scripts/start/server_process.ts";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { type ConsoleBrowser, type ConsoleFixture, openConsole } from "../../tests/support/console/console_fixture.ts";
import { type Claims, type OidcIssuer, startOidcIssuer } from "../../tests/support/console/oidc_issuer.ts";
import { readConfig } from "../config/config.ts";
import { createClock } from "../platform/clock.ts";
import { changeRole, disableOperator, putOperator } from "./operators.ts";

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

/** Goes to the provider and comes back; returns where the browser is then. */
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
const UNVERIFIED = { status: 302, location: "/admin#unverified" };
const SIGNATURE = "ERR_JWS_SIGNATURE_VERIFICATION_FAILED";
const ALGORITHM = "ERR_JOSE_ALG_NOT_ALLOWED";

interface Forged {
  readonly claims?: Claims;
  /** Seconds from now. */
  readonly ends?: number;
  readonly begins?: number;
  readonly forge?: OidcIssuer["forge"];
}

/** Why sign-ins were refused, from the server's log lines. */
function refusalsIn(lines: readonly string[]): readonly unknown[] {
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "console.oidc-refused").map(({ why }) =>
    why
  );
}

const part = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });

function byOwnKey({ kid, brings = false }: { readonly kid: string; readonly brings?: boolean }): OidcIssuer["forge"] {
  return async (claims) => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = brings ? { jwk: await exportJWK(publicKey), jku: "https://evil.example/keys" } : {};
    return await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, ...jwk }).sign(privateKey);
  };
}

function byPublicKey(form: "spki" | "jwk"): OidcIssuer["forge"] {
  return async (claims, { published }) => {
    const secret = form === "spki" ? await exportSPKI(published) : JSON.stringify(await exportJWK(published));
    return await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "1" })
      .sign(new TextEncoder().encode(secret));
  };
}

/** The token of another person, with the claims of an operator. */
const withOtherClaims: OidcIssuer["forge"] = async (claims, { sign }) => {
  const [header, , signature] = (await sign({ ...claims, sub: "person-9", email: "eve@shop.example" })).split(".");
  return `${header}.${part(claims)}.${signature}`;
};

function unsigned(alg: string): OidcIssuer["forge"] {
  return (claims) => Promise.resolve(`${part({ alg, kid: "1" })}.${part(claims)}.`);
}

describe("sign-in by OpenID Connect", () => {
  beforeEach(async () => {
    issuer = await startOidcIssuer(() => clock.now());
    await open();
  });
  afterEach(async () => {
    await fixture.close();
    await issuer.close();
  });

  it("lets in the operator whom the command added, with that role, and continues through a page of its own", async () => {
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
    // From now on the person counts, whatever the address is. The provider marks a new one as unverified.
    for (
      const claims of [{ email: "new@shop.example" }, { email_verified: false }, { email: undefined }, {
        email: "new@shop.example",
        email_verified: "false",
      }]
    ) {
      issuer.claims = { sub: "person-1", ...claims };
      assertEquals((await signIn(fixture.browser())).status, 200, JSON.stringify(claims));
    }
  });

  const subject = async () =>
    (await fixture.context.db.selectFrom("admin_operators").select("oidc_subject").executeTakeFirstOrThrow())
      .oidc_subject;

  it("SECURITY: an operator who was disabled and added again is who next proves the address, not the earlier account", async () => {
    await add();
    assertEquals((await signIn(fixture.browser())).status, 200);
    // A new role of the same operator changes nothing.
    await putOperator(fixture.context, { email: "ann@shop.example", role: "finance" });
    issuer.claims = { sub: "person-2" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
    await disableOperator(fixture.context, "ann@shop.example");
    await putOperator(fixture.context, { email: "ann@shop.example", role: "owner" });
    issuer.claims = { sub: "person-1", email: "left@shop.example" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
    issuer.claims = { sub: "person-2" };
    const browser = fixture.browser();
    assertEquals([(await signIn(browser)).status, await roleOf(browser)], [200, "owner"]);
    issuer.claims = { sub: "person-1" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
  });

  it("ties a row of an earlier provider to the account at the new one, by a verified address", async () => {
    await add();
    const old = "https://old.example person-1";
    await fixture.context.db.updateTable("admin_operators").set({ oidc_subject: old }).execute();
    issuer.claims = { email_verified: false };
    assertEquals([await signIn(fixture.browser()), await subject()], [REFUSED, old]);
    issuer.claims = {};
    assertEquals([(await signIn(fixture.browser())).status, await subject()], [200, `${issuer.issuer} person-1`]);
    issuer.claims = { sub: "person-2" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
  });

  it("O-CONSOLE-31: refuses an invalid token, account or answer, each with its page, log line and audit row", async () => {
    await add();
    const cases: readonly (readonly [string, Forged, "refused" | "unverified", string])[] = [
      ["an address that is not verified", { claims: { email_verified: false } }, "refused", "account"],
      ["no address", { claims: { email: undefined } }, "refused", "account"],
      ["an address that no operator has", { claims: { email: "eve@shop.example" } }, "refused", "account"],
      ["a token for another client", { claims: { aud: "other" } }, "unverified", "aud"],
      ["no audience", { claims: { aud: undefined } }, "unverified", "aud"],
      ["a token for several that does not name this one", { claims: { aud: ["console", "b"] } }, "unverified", "azp"],
      ["a token of another issuer", { claims: { iss: "https://evil.example" } }, "unverified", "iss"],
      ["the nonce of another sign-in", { claims: { nonce: "other" } }, "unverified", "nonce"],
      ["no nonce", { claims: { nonce: undefined } }, "unverified", "nonce"],
      ["an expired token", { ends: -31 }, "unverified", "exp"],
      ["a token without an end", { claims: { exp: undefined } }, "unverified", "exp"],
      ["a token of the future", { begins: 90 }, "unverified", "nbf"],
      ["no subject", { claims: { sub: undefined } }, "unverified", "sub"],
      ["another's key under the published id", { forge: byOwnKey({ kid: "1" }) }, "unverified", SIGNATURE],
      ["another's key under its own id", { forge: byOwnKey({ kid: "2" }) }, "unverified", "ERR_JWKS_NO_MATCHING_KEY"],
      ["a key that the token brings along", { forge: byOwnKey({ kid: "1", brings: true }) }, "unverified", SIGNATURE],
      ["other claims under a good signature", { forge: withOtherClaims }, "unverified", SIGNATURE],
      ["no signature", { forge: unsigned("ES256") }, "unverified", SIGNATURE],
      ["the algorithm none", { forge: unsigned("none") }, "unverified", ALGORITHM],
      ["the public key as a shared secret", { forge: byPublicKey("spki") }, "unverified", ALGORITHM],
      ["the published JSON as a shared secret", { forge: byPublicKey("jwk") }, "unverified", ALGORITHM],
      ["no token at all", { forge: () => Promise.resolve("a.b.c") }, "unverified", "ERR_JWS_INVALID"],
    ];
    for (const [name, forged, page, why] of cases) {
      // Within the limit of sign-ins from one address.
      clock.advance(600_000);
      const nowS = Math.floor(clock.now() / 1_000);
      const times = {
        ...(forged.ends === undefined ? {} : { exp: nowS + forged.ends }),
        ...(forged.begins === undefined ? {} : { nbf: nowS + forged.begins }),
      };
      Object.assign(issuer, { claims: { ...forged.claims, ...times }, forge: forged.forge });
      fixture.lines.length = 0;
      const browser = fixture.browser();
      assertEquals([await signIn(browser), await roleOf(browser)], [
        { status: 302, location: `/admin#${page}` },
        undefined,
      ], name);
      assertEquals(refusalsIn(fixture.lines), [why], name);
      const [row] = await fixture.context.db.selectFrom("admin_audit").selectAll().orderBy("n", "desc").limit(1)
        .execute();
      assertEquals([row?.what, row?.facts_json], ["sign_in_refused", `[["way","oidc"],["why","${why}"]]`], name);
    }
    // The provider's own tokens are accepted throughout, even when its clock is half a minute off.
    const nowS = Math.floor(clock.now() / 1_000);
    for (const claims of [{}, { exp: nowS - 28 }, { nbf: nowS + 28 }]) {
      Object.assign(issuer, { claims, forge: undefined });
      assertEquals((await signIn(fixture.browser())).status, 200);
    }
  });

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
    assertEquals(await signIn(fixture.browser(), fixture.browser()), UNVERIFIED);
    const browser = fixture.browser();
    const returned = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
    const cookie = browser.cookies.get("adm_oidc") ?? "";
    assertEquals((await browser.get(returned)).status, 200);
    browser.cookies.set("adm_oidc", cookie);
    assertEquals((await browser.get(returned)).headers.get("location"), UNVERIFIED.location);
    const late = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
    clock.advance(600_000);
    assertEquals((await browser.get(late)).headers.get("location"), UNVERIFIED.location);
    const other = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
    assertEquals((await browser.get(`${other}x`)).headers.get("location"), UNVERIFIED.location);
    await browser.get("/admin/oidc/start");
    const invented = new URL(other);
    invented.searchParams.set("code", "invented");
    assertEquals((await browser.get(invented.href)).headers.get("location"), UNVERIFIED.location);
    assertEquals((await browser.get("/admin/oidc/callback")).headers.get("location"), UNVERIFIED.location);
    assertEquals(refusalsIn(fixture.lines), ["browser", "state", "state", "state", "browser", "answer"]);
    const rows = await fixture.context.db.selectFrom("admin_audit").select("what").where("what", "=", "sign_in_refused")
      .execute();
    assertEquals(rows.length, 6);
  });

  it("SECURITY: a code that the provider does not know is refused", async () => {
    await add();
    const browser = fixture.browser();
    const returned = new URL(
      await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? ""),
    );
    returned.searchParams.set("code", "invented");
    assertEquals((await browser.get(returned.href)).headers.get("location"), UNVERIFIED.location);
    assertEquals(refusalsIn(fixture.lines), ["code"]);
  });

  it("SECURITY: a disabled operator stays out", async () => {
    await add();
    assertEquals((await signIn(fixture.browser())).status, 200);
    await disableOperator(fixture.context, "ann@shop.example");
    assertEquals(await signIn(fixture.browser()), REFUSED);
  });

  it("SECURITY: no account is tied to a disabled operator, and a disabled one stays out under another address with a role", async () => {
    await fixture.close();
    await open({ ADMIN_OIDC_ROLE_CLAIM: "groups" });
    await add();
    await disableOperator(fixture.context, "ann@shop.example");
    issuer.claims = { groups: "owner" };
    assertEquals([await signIn(fixture.browser()), await subject()], [REFUSED, null]);
    await add();
    assertEquals((await signIn(fixture.browser())).status, 200);
    await disableOperator(fixture.context, "ann@shop.example");
    issuer.claims = { groups: "owner", email: "new@shop.example" };
    assertEquals(await signIn(fixture.browser()), REFUSED);
  });

  it("SECURITY: an operator who is disabled while the sign-in runs gets no other role, and is not let in again", async () => {
    const { id, email } = await add();
    const rows = () => fixture.context.db.selectFrom("admin_operators").select(["role", "disabled_ms"]).execute();
    assertEquals((await changeRole(fixture.context, { id, role: "finance" }))?.role, "finance");
    await disableOperator(fixture.context, email);
    const before = await rows();
    assertEquals([await changeRole(fixture.context, { id, role: "owner" }), await rows()], [undefined, before]);
    assert(before[0]?.disabled_ms !== null);
  });

  it("takes the role from a claim, at every sign-in, and needs no existing row", async () => {
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
    // The claim changes the role of an operator, but does not let a disabled one in.
    const [{ email } = { email: "" }] = await fixture.context.db.selectFrom("admin_operators").select("email")
      .execute();
    await disableOperator(fixture.context, email);
    issuer.claims = { groups: "support" };
    assertEquals([await signIn(later), await roleOf(later)], [REFUSED, undefined]);
  });

  it("lets thirty whole sign-ins in, leads the next to the sign-in screen, and does not ask the provider", async () => {
    await add();
    for (let at = 0; at < 30; at++) assertEquals((await signIn(fixture.browser())).status, 200, `${at + 1}`);
    const browser = fixture.browser();
    const flows = () => fixture.context.db.selectFrom("admin_oidc_flows").select("state_hash").execute();
    for (const path of ["start", "callback?state=a&code=b"]) {
      const { status, headers } = await browser.get(`/admin/oidc/${path}`);
      assertEquals([status, headers.get("location")], [302, "/admin#too-many"], path);
    }
    assertEquals(await flows(), []);
  });

  it("returns with a refusal when the provider is down or points elsewhere, and logs why without personal data", async () => {
    await fixture.close();
    await open({ ADMIN_OIDC_ISSUER: `${issuer.issuer}/elsewhere` });
    const answer = await fixture.browser().get("/admin/oidc/start");
    assertEquals(answer.headers.get("location"), "/admin#provider-down");
    assert(fixture.lines.some((line) => line.includes("console.oidc-failed")));
  });

  it("SECURITY: calls no address of the provider's on a host that the settings do not name, or by another protocol", async () => {
    await add();
    let calls = 0;
    const elsewhere = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
      calls += 1;
      return Response.json({ id_token: "x", keys: [] });
    });
    const at = `http://127.0.0.1:${elsewhere.addr.port}`;
    try {
      for (const address of [`${at}/token`, `${issuer.issuer.replace("http:", "https:")}/token`]) {
        for (const name of ["token_endpoint", "jwks_uri"]) {
          issuer.metadata = {};
          fixture.lines.length = 0;
          const browser = fixture.browser();
          const returned = await issuer.visit((await browser.get("/admin/oidc/start")).headers.get("location") ?? "");
          issuer.metadata = { [name]: address };
          const { headers } = await browser.get(returned, { "sec-fetch-site": "cross-site" });
          assertEquals([headers.get("location"), calls], ["/admin#provider-down", 0], `${name} ${address}`);
          const why = `The identity provider's endpoint at ${new URL(address).host} is not in ADMIN_OIDC_HOSTS`;
          assert(fixture.lines.some((line) => line.includes(why)), `${name} ${address}`);
        }
      }
    } finally {
      await elsewhere.shutdown();
    }
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
      [{ ADMIN: "on", ...OIDC, ADMIN_OIDC_HOSTS: "a.example,b.example" }, "host names separated by spaces"],
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
