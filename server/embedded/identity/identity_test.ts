/** The identity REST API as the sign-in client calls it: accounts, email links, tokens, and refusals. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertMatch, assertRejects } from "@std/assert";
import { scryptSync } from "node:crypto";
import { decodeJwt } from "jose";
import { type KyselyPlugin, type QueryId, sql } from "kysely";
import * as z from "zod/mini";
import { createClock, type VirtualClock } from "../../platform/clock.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { openMigrated } from "../../db/testing/migrated.ts";
import { createIdTokenVerifier } from "../../platform/id_token.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { emailsIn, NO_SMTP } from "../../../tests/support/outbox.ts";
import { createIdentity } from "./identity.ts";
import type { PasswordPolicy } from "./context/context.ts";

const PROJECT = "trustcheck-local";
const MINUTE_MS = 60_000;
const answerSchema = z.object({
  localId: z.optional(z.string()),
  email: z.optional(z.string()),
  idToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  user_id: z.optional(z.string()),
  expires_in: z.optional(z.string()),
  isNewUser: z.optional(z.boolean()),
  sessionInfo: z.optional(z.string()),
  users: z.optional(z.array(z.record(z.string(), z.unknown()))),
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
});
type Answer = z.infer<typeof answerSchema>;

const keysDir = await Deno.makeTempDir();
let db: Db;
let clock: VirtualClock;
let identity: Upstream;
const mails = () => emailsIn(db);

interface OpenOptions {
  readonly policy?: PasswordPolicy;
  /** That of the product when undefined. */
  readonly cost?: number | undefined;
}

/** Scrypt's smallest cost; in production each password costs a quarter of a second. */
const CHEAP = 2;

async function open({ policy, cost }: OpenOptions = { cost: CHEAP }): Promise<void> {
  const settings = {
    projectId: PROJECT,
    keysDir,
    publicOrigin: "http://localhost:8000",
    base: "/trustcheck",
    authorizedDomains: ["localhost", "127.0.0.1"],
    canText: true,
    passwordCost: cost,
    ...(policy === undefined ? {} : { passwordPolicy: policy }),
  };
  const forgetPasskeys = (uid: string) => Promise.resolve(void forgotten.push(uid));
  identity = await createIdentity({ db, clock, log: silentLog, sender: NO_SMTP, settings, forgetPasskeys });
}
/** The accounts whose passkeys were deleted. */
let forgotten: string[] = [];
beforeEach(async () => {
  forgotten = [];
  db = await openMigrated();
  clock = createClock(() => Date.parse("2026-11-21T10:00:00Z"));
  await open();
});
afterEach(() => db.destroy());

async function call(name: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await identity(
    new Request(`http://identity/identitytoolkit.googleapis.com/v1/accounts:${name}?key=local`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    }),
  );
  return z.parse(answerSchema, await answer.json());
}
async function refresh(token: string): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
  const answer = await identity(
    new Request("http://identity/securetoken.googleapis.com/v1/token?key=local", { method: "POST", body }),
  );
  return z.parse(answerSchema, await answer.json());
}
async function get(path: string): Promise<unknown> {
  return (await identity(new Request(`http://identity${path}`))).json();
}
const idp = (email: string, providerId = "google.com", name = "Ada") =>
  call("signInWithIdp", {
    postBody: new URLSearchParams({ id_token: JSON.stringify({ email, name }), providerId }).toString(),
    requestUri: "http://localhost",
    returnSecureToken: true,
  });
const ADA = { email: "ada@example.com", password: "correct horse" };
const failure = (answer: Answer) => answer.error?.message ?? "none";
const verify = (token: string | undefined) =>
  createIdTokenVerifier({ projectId: PROJECT, issuer: identity, clock })(token ?? "");
function linkIn(text: string): URL {
  return new URL(/http\S+/.exec(text)?.[0] ?? "none:");
}
async function mailLink(email = ADA.email): Promise<string> {
  assertEquals(failure(await call("sendOobCode", { requestType: "EMAIL_SIGNIN", email })), "none");
  return linkIn((await mails()).at(-1)?.text ?? "").searchParams.get("oobCode") ?? "";
}

async function codeOf(body: object): Promise<string> {
  assertEquals(failure(await call("sendOobCode", body)), "none");
  return linkIn((await mails()).at(-1)?.text ?? "").searchParams.get("oobCode") ?? "";
}
const linkGoogle = (idToken: string | undefined, email: string) =>
  call("signInWithIdp", {
    postBody: new URLSearchParams({ id_token: JSON.stringify({ email, name: "" }), providerId: "google.com" })
      .toString(),
    idToken,
  });

describe("emails in the language of the client", () => {
  const rows = [
    [{ "x-firebase-locale": "de" }, "de", "Mit diesem Link melden Sie sich bei TrustCheck an."],
    [
      { "x-firebase-locale": "es-MX", "accept-language": "de" },
      "es",
      "Usa este enlace para iniciar sesión en TrustCheck.",
    ],
    [{ "accept-language": "de-AT,en;q=0.5" }, "de", "Mit diesem Link melden Sie sich bei TrustCheck an."],
    [{ "x-firebase-locale": "<script>" }, "en", "Use this link to sign in to TrustCheck."],
    [{}, "en", "Use this link to sign in to TrustCheck."],
  ] as const;
  for (const [headers, language, sentence] of rows) {
    it(`${JSON.stringify(headers)}: ${language}`, async () => {
      await call("sendOobCode", { requestType: "EMAIL_SIGNIN", email: ADA.email }, headers);
      const { text, html } = (await mails())[0] ?? { text: "", html: "" };
      assert(text.startsWith(sentence), text);
      assert(html.startsWith(`<!doctype html><html lang="${language}">`), html);
      assertEquals(linkIn(text).searchParams.get("lang"), language);
    });
  }
});

describe("tokens", () => {
  it("carry the claims that verifier and client need, and verify with the published keys", async () => {
    const { idToken, localId } = await idp("Ada@Example.com");
    const claims = decodeJwt(idToken ?? "");
    const nowS = Date.parse("2026-11-21T10:00:00Z") / 1_000;
    assertEquals([claims.sub, claims.user_id, claims.aud], [localId, localId, PROJECT]);
    assertEquals([claims.iat, claims.exp, claims.auth_time], [nowS, nowS + 3_600, nowS]);
    assertEquals(await verify(idToken), {
      uid: localId ?? "",
      email: "ada@example.com",
      emailVerified: true,
      name: "Ada",
      provider: "google.com",
      authTimeMs: nowS * 1_000,
    });
  });

  it("W-IDLIB-06: are refreshed with a new refresh token each time; the old one expires shortly after, and its later use revokes the family", async () => {
    const first = (await idp(ADA.email)).refreshToken ?? "";
    const { refreshToken: bobs = "" } = await idp("bob@example.com");
    clock.advance(50 * MINUTE_MS);
    const second = await refresh(first);
    assert(second.refresh_token !== first && second.expires_in === "3600");
    assertEquals((await verify(second.id_token))?.email, ADA.email);
    assertEquals(decodeJwt(second.id_token ?? "").auth_time, Date.parse("2026-11-21T10:00:00Z") / 1_000);
    assertEquals(failure(await refresh(first)), "none");
    const third = await refresh(second.refresh_token ?? "");
    clock.advance(2 * MINUTE_MS);
    assertEquals(failure(await refresh(first)), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(third.refresh_token ?? "")), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(second.refresh_token ?? "")), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(bobs)), "none");
  });

  it("W-IDLIB-13: are refreshed again with the replaced token while the answer with its successor is lost", async () => {
    const { refreshToken: first = "" } = await idp(ADA.email);
    assertEquals(failure(await refresh(first)), "none");
    for (const waitS of [60.5, 60, 120, 240, 480, 960]) {
      clock.advance(waitS * 1_000);
      assertEquals(failure(await refresh(first)), "none", String(waitS));
    }
    const last = await refresh(first);
    assertEquals(failure(await refresh(last.refresh_token ?? "")), "none");
  });

  it("publish only the public keys, with a cache time", async () => {
    const answer = await identity(
      new Request("http://identity/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"),
    );
    assertMatch(answer.headers.get("cache-control") ?? "", /max-age=\d+/);
    const text = await answer.text();
    assertMatch(text, /"kid":"[\w-]+"/);
    assertFalse(/"(d|p|q|dp|dq|qi)":/.test(text));
  });

  it("keep their key over restarts", async () => {
    const { idToken } = await idp(ADA.email);
    await open();
    assertEquals((await verify(idToken))?.email, ADA.email);
  });
});

describe("passwords", () => {
  it("W-IDLIB-04, W-IDLIB-05: sign members up and in, and are never stored", async () => {
    const made = await call("signUp", ADA);
    assertEquals((await verify(made.idToken))?.emailVerified, false);
    const again = await call("signInWithPassword", { ...ADA, email: " ADA@example.com" });
    assertEquals(again.localId, made.localId);
    const stored = JSON.stringify(await db.selectFrom("id_users").selectAll().execute());
    assertFalse(stored.includes(ADA.password));
    assertEquals(failure(await call("signUp", ADA)), "EMAIL_EXISTS");
  });

  it("are hashed and checked with the scrypt parameters of OWASP", async () => {
    await call("signUp", { ...ADA, email: "cheap@example.com" });
    await open({ cost: undefined });
    await call("signUp", ADA);
    const { password } = await db.selectFrom("id_users").select("password").where("email", "=", ADA.email)
      .executeTakeFirstOrThrow();
    const [, salt = "", hash] = password.split("$");
    const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
    assertEquals(scryptSync(ADA.password, Uint8Array.fromHex(salt), 32, options).toString("hex"), hash);
    assertEquals(failure(await call("signInWithPassword", ADA)), "none");
    const cheap = await call("signInWithPassword", { ...ADA, email: "cheap@example.com" });
    assertEquals(failure(cheap), "INVALID_LOGIN_CREDENTIALS");
  });

  it("get the same response for an unknown address and a wrong password", async () => {
    await call("signUp", ADA);
    const wrong = await call("signInWithPassword", { ...ADA, password: "wrong one" });
    const unknown = await call("signInWithPassword", { ...ADA, email: "nobody@example.com" });
    assertEquals(wrong, unknown);
    assertEquals(failure(wrong), "INVALID_LOGIN_CREDENTIALS");
    await idp("only-google@example.com");
    assertEquals(await call("signInWithPassword", { email: "only-google@example.com", password: "guess it" }), wrong);
  });

  it("lock an address after ten wrong attempts, with or without an account, and unlock it later", async () => {
    await call("signUp", ADA);
    for (const email of [ADA.email, "nobody@example.com"]) {
      const guess = () => call("signInWithPassword", { email, password: "wrong one" });
      const all = (await Promise.all(Array.from({ length: 12 }, guess))).map(failure);
      assertEquals(all.filter((code) => code === "INVALID_LOGIN_CREDENTIALS").length, 10);
      assertEquals(failure(await guess()), "TOO_MANY_ATTEMPTS_TRY_LATER");
    }
    clock.advance(15 * MINUTE_MS - 1);
    assertEquals(failure(await call("signInWithPassword", ADA)), "TOO_MANY_ATTEMPTS_TRY_LATER");
    clock.advance(1);
    assertEquals(failure(await call("signInWithPassword", ADA)), "none");
  });

  it("reset the count of wrong attempts after a correct one", async () => {
    await call("signUp", ADA);
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 8; guess++) await call("signInWithPassword", { ...ADA, password: "wrong one" });
      assertEquals(failure(await call("signInWithPassword", ADA)), "none");
    }
  });

  it("W-IDLIB-07, W-VALID-11: need six characters by default", async () => {
    const policy = JSON.stringify(await get("/identitytoolkit.googleapis.com/v2/passwordPolicy"));
    assertMatch(policy, /"customStrengthOptions":\{"minPasswordLength":6\}/);
    assertMatch(failure(await call("signUp", { ...ADA, password: "12345" })), /^WEAK_PASSWORD : .*6/);
    assertEquals(failure(await call("signUp", { ...ADA, password: "123456" })), "none");
  });

  it("W-VALID-12, W-VALID-13: follow every option of the policy, which the service publishes", async () => {
    const policy = {
      minLength: 8,
      maxLength: 12,
      lowercase: true,
      uppercase: true,
      numeric: true,
      nonAlphanumeric: true,
    };
    await open({ policy, cost: CHEAP });
    const reported = JSON.stringify(await get("/identitytoolkit.googleapis.com/v2/passwordPolicy"));
    for (const name of ["Lowercase", "Uppercase", "Numeric", "NonAlphanumeric"]) {
      assert(reported.includes(`"contains${name}Character":true`), name);
    }
    assert(reported.includes('"maxPasswordLength":12'));
    const rows: readonly (readonly [password: string, ...broken: string[]])[] = [
      ["aB1-", "at least 8 characters"],
      ["aB1-aB1-aB1-x", "at most 12 characters"],
      ["AB1-AB1-", "a lower case character"],
      ["ab1-ab1-", "an upper case character"],
      ["aBc-aBc-", "a numeric character"],
      ["aB1aB1aB", "a non-alphanumeric character"],
      ["a1", "at least 8 characters", "an upper case character", "a non-alphanumeric character"],
    ];
    for (const [password, ...broken] of rows) {
      const sentences = broken.map((what) => `Password must contain ${what}`).join(", ");
      assertEquals(
        failure(await call("signUp", { ...ADA, password })),
        `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${sentences}]`,
      );
    }
    assertEquals(failure(await call("signUp", { ...ADA, password: "aB1-aB1-" })), "none");
  });

  it("W-VALID-12: have no maximum length unless the policy sets one, and each character counts", async () => {
    const password = "horse".repeat(2_000);
    const { idToken } = await call("signUp", { ...ADA, password });
    assertEquals(failure(await call("signInWithPassword", { ...ADA, password })), "none");
    const wrong = await call("signInWithPassword", { ...ADA, password: `${password}!` });
    assertEquals(failure(wrong), "INVALID_LOGIN_CREDENTIALS");
    assertEquals(failure(await call("update", { idToken, password: `${password}!` })), "none");
    assertEquals(failure(await call("signInWithPassword", { ...ADA, password: `${password}!` })), "none");
  });

  it("when changed, end the account's other sign-ins", async () => {
    const first = await call("signUp", ADA);
    const { refreshToken: bobs = "" } = await call("signUp", { ...ADA, email: "bob@example.com" });
    clock.advance(MINUTE_MS);
    const changed = await call("update", { idToken: first.idToken, password: "another horse" });
    assertEquals(failure(await call("lookup", { idToken: changed.idToken })), "none");
    assertEquals(failure(await call("lookup", { idToken: first.idToken })), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(first.refreshToken ?? "")), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(bobs)), "none");
  });

  it("are reset for a confirmed account too, which ends its sign-ins, its old password and its lock", async () => {
    const { idToken } = await call("signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() });
    const old = await call("signUp", { idToken, ...ADA });
    const { refreshToken: bobs = "" } = await idp("bob@example.com");
    const wrong = { ...ADA, password: "wrong one" };
    for (let guess = 0; guess < 10; guess++) await call("signInWithPassword", wrong);
    assertEquals(failure(await call("signInWithPassword", ADA)), "TOO_MANY_ATTEMPTS_TRY_LATER");
    const oobCode = await codeOf({ requestType: "PASSWORD_RESET", email: ADA.email });
    assertEquals(failure(await call("resetPassword", { oobCode, newPassword: "new horse" })), "none");
    const kept = await db.selectFrom("id_refresh_tokens").select("uid").where("uid", "=", old.localId ?? "").execute();
    assertEquals(kept, []);
    assertEquals(failure(await call("lookup", { idToken: old.idToken })), "TOKEN_EXPIRED");
    assertEquals(failure(await refresh(old.refreshToken ?? "")), "TOKEN_EXPIRED");
    assertEquals(failure(await call("signInWithPassword", ADA)), "INVALID_LOGIN_CREDENTIALS");
    assertEquals(failure(await call("signInWithPassword", { ...ADA, password: "new horse" })), "none");
    assertEquals(failure(await refresh(bobs)), "none");
  });

  it("are reset by an email, and the response is the same for an address without an account", async () => {
    await call("signUp", ADA);
    const known = await call("sendOobCode", { requestType: "PASSWORD_RESET", email: ADA.email });
    const unknown = await call("sendOobCode", { requestType: "PASSWORD_RESET", email: "zoe@example.com" });
    assertEquals([known.email, unknown.email, (await mails()).length], [ADA.email, "zoe@example.com", 1]);
    const oobCode = linkIn((await mails())[0]?.text ?? "").searchParams.get("oobCode");
    assertEquals((await call("resetPassword", { oobCode })).email, ADA.email);
    assertEquals(failure(await call("resetPassword", { oobCode, newPassword: "new horse" })), "none");
    assertEquals(failure(await call("resetPassword", { oobCode, newPassword: "newer horse" })), "INVALID_OOB_CODE");
    assertEquals(failure(await call("signInWithPassword", { ...ADA, password: "new horse" })), "none");
  });
});

describe("email links", () => {
  it("keep working while the email that would replace them cannot be written", async () => {
    const older = await mailLink();
    await sql`create trigger no_room before insert on mail_outbox begin select raise(abort, 'no room'); end`.execute(
      db,
    );
    // A fault has no body that the client can read.
    await assertRejects(() => call("sendOobCode", { requestType: "EMAIL_SIGNIN", email: ADA.email }));
    await sql`drop trigger no_room`.execute(db);
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode: older })), "none");
  });

  it("W-IDLIB-04: sign in once, within an hour, and create the account if there is none", async () => {
    const oobCode = await mailLink();
    const [mail] = await mails();
    assertEquals([mail?.to, mail?.kind], [ADA.email, "sign_in_link"]);
    const link = linkIn(mail?.text ?? "");
    assertEquals([link.origin, link.pathname], ["http://localhost:8000", "/trustcheck/sign-in"]);
    assertEquals([link.searchParams.get("mode"), link.searchParams.get("apiKey")], ["signIn", "local"]);
    assert(oobCode.length >= 43);
    const made = await call("signInWithEmailLink", { email: "Ada@example.com", oobCode });
    assertEquals([made.isNewUser, (await verify(made.idToken))?.emailVerified], [true, true]);
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode })), "INVALID_OOB_CODE");
  });

  it("are refused when the account that took the address first is gone again", async () => {
    const oobCode = await mailLink();
    await sql`create trigger taken before insert on id_users begin select raise(ignore); end`.execute(db);
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode })), "USER_NOT_FOUND");
  });

  it("open an account that takes a password afterwards, which signs in", async () => {
    const { idToken } = await call("signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() });
    assertEquals(failure(await call("signInWithPassword", ADA)), "INVALID_LOGIN_CREDENTIALS");
    const other = { idToken, email: "eve@example.com", password: ADA.password };
    assertEquals(failure(await call("signUp", other)), "EMAIL_EXISTS");
    const added = await call("signUp", { idToken, ...ADA });
    const signedIn = await call("signInWithPassword", ADA);
    assertEquals([failure(added), signedIn.localId, added.localId], ["none", added.localId, signedIn.localId]);
    assertEquals(failure(signedIn), "none");
  });

  it("are refused when an hour old, replaced, unknown or another account's", async () => {
    const old = await mailLink();
    clock.advance(60 * MINUTE_MS);
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode: old })), "EXPIRED_OOB_CODE");
    const replaced = await mailLink();
    const newest = await mailLink();
    assertEquals(
      failure(await call("signInWithEmailLink", { email: ADA.email, oobCode: replaced })),
      "INVALID_OOB_CODE",
    );
    assertEquals(
      failure(await call("signInWithEmailLink", { email: "eve@example.com", oobCode: newest })),
      "INVALID_EMAIL",
    );
    assertEquals(
      failure(await call("signInWithEmailLink", { email: ADA.email, oobCode: "x".repeat(43) })),
      "INVALID_OOB_CODE",
    );
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode: newest })), "none");
    for (const oobCode of [old, newest]) {
      assertEquals(failure(await call("signInWithEmailLink", { email: "eve@example.com", oobCode })), "INVALID_EMAIL");
    }
  });

  it("are refused to a member who is signed in with another address, and stay valid for their owner", async () => {
    const { idToken } = await idp("eve@example.com");
    const oobCode = await mailLink();
    const open = (token?: string) => call("signInWithEmailLink", { email: ADA.email, oobCode, idToken: token ?? "" });
    assertEquals([failure(await open(idToken)), failure(await open())], ["EMAIL_EXISTS", "none"]);
  });

  it("work once when opened twenty times at once", async () => {
    const oobCode = await mailLink();
    const all = Array.from({ length: 20 }, () => call("signInWithEmailLink", { email: ADA.email, oobCode }));
    assertEquals((await Promise.all(all)).filter((answer) => answer.error === undefined).length, 1);
  });

  it("are limited to five an hour per address, stored as hashes, and return only to our own hosts", async () => {
    const code = await mailLink();
    assertFalse(JSON.stringify(await db.selectFrom("id_codes").selectAll().execute()).includes(code));
    for (let sent = 1; sent < 5; sent++) await mailLink();
    const ask = (change: object) => call("sendOobCode", { requestType: "EMAIL_SIGNIN", email: ADA.email, ...change });
    clock.advance(60 * MINUTE_MS - 1);
    assertEquals(failure(await ask({})), "TOO_MANY_ATTEMPTS_TRY_LATER");
    clock.advance(1);
    assertEquals(failure(await ask({})), "none");
    assertEquals(
      failure(await ask({ email: "b@example.com", continueUrl: "https://evil.test/" })),
      "UNAUTHORIZED_DOMAIN",
    );
    assertEquals(
      failure(await ask({ email: "b@example.com", continueUrl: "http://localhost:8000/trustcheck/" })),
      "none",
    );
  });

  it("go to exactly one address", async () => {
    for (const email of ["", "a", "a@b", "a@b.c\r\nBcc: d@e.f", "a@b.c,d@e.f", "<a@b.c>", `${"a".repeat(320)}@b.co`]) {
      assertMatch(failure(await call("sendOobCode", { requestType: "EMAIL_SIGNIN", email })), /_EMAIL$/, email);
    }
    assertEquals((await mails()).length, 0);
  });
});

describe("a code of an email", () => {
  const change = { newEmail: "new@example.com" };
  const KINDS = { EMAIL_SIGNIN: {}, PASSWORD_RESET: {}, VERIFY_EMAIL: {}, VERIFY_AND_CHANGE_EMAIL: change };
  const CALLS: Readonly<Record<string, readonly [body: object, ...kinds: string[]]>> = {
    signInWithEmailLink: [{ email: ADA.email }, "EMAIL_SIGNIN"],
    resetPassword: [{ newPassword: "new horse" }, "PASSWORD_RESET"],
    update: [{}, "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"],
  };
  for (const [kind, asked] of Object.entries(KINDS)) {
    it(`${kind}: does what its email says and nothing else, which does not use it up`, async () => {
      const { idToken } = await idp(ADA.email);
      const oobCode = await codeOf({ requestType: kind, email: ADA.email, idToken, ...asked });
      for (const [name, [body, ...kinds]] of Object.entries(CALLS)) {
        if (kinds.includes(kind)) continue;
        assertEquals(failure(await call(name, { ...body, oobCode })), "INVALID_OOB_CODE", name);
      }
      for (const [name, [body, ...kinds]] of Object.entries(CALLS)) {
        if (kinds.includes(kind)) assertEquals(failure(await call(name, { ...body, oobCode })), "none", name);
      }
    });
  }
});

describe("providers", () => {
  it("W-IDLIB-04: Google and Apple sign in, again into the same account, and with one address into one account", async () => {
    const google = await idp(ADA.email);
    const again = await idp(ADA.email);
    const apple = await idp(ADA.email, "apple.com");
    assertEquals([google.isNewUser, again.isNewUser], [true, false]);
    assertEquals([again.localId, apple.localId], [google.localId, google.localId]);
    const { users } = await call("lookup", { idToken: apple.idToken });
    assertMatch(JSON.stringify(users), /"providerId":"apple.com".*"providerId":"google.com"/);
  });

  it("give an unconfirmed account to the proven owner of its address, not to the stranger who created it", async () => {
    const squatter = await call("signUp", ADA);
    clock.advance(MINUTE_MS);
    await idp(ADA.email);
    assertEquals(failure(await call("signInWithPassword", ADA)), "INVALID_LOGIN_CREDENTIALS");
    assertEquals(failure(await refresh(squatter.refreshToken ?? "")), "TOKEN_EXPIRED");
    assertEquals(failure(await call("lookup", { idToken: squatter.idToken })), "TOKEN_EXPIRED");
  });

  it("are linked to one account, also when two ask for it at the same time", async () => {
    const GRACE = "grace@example.com";
    const [ada, bob] = [await call("signUp", ADA), await call("signUp", { ...ADA, email: "bob@example.com" })];
    const usual = [db, identity] as const;
    db = db.withPlugin(afterReads(2, async () => {
      [db, identity] = usual;
      assertEquals(failure(await linkGoogle(bob.idToken, GRACE)), "none");
    }));
    await open();
    for (let time = 0; time < 2; time++) {
      assertEquals(failure(await linkGoogle(ada.idToken, GRACE)), "FEDERATED_USER_ID_ALREADY_LINKED");
    }
    const links = await db.selectFrom("id_links").select("uid").execute();
    assertEquals(links, [{ uid: bob.localId ?? "" }]);
  });

  it("refuse unknown providers and malformed responses", async () => {
    assertEquals(failure(await idp(ADA.email, "evil.test")), "OPERATION_NOT_ALLOWED");
    assertEquals(
      failure(await call("signInWithIdp", { postBody: "providerId=google.com&id_token=x" })),
      "INVALID_IDP_RESPONSE",
    );
  });
});

describe("an account that a stranger created and its owner proves", () => {
  const EVIL = "evil@example.com";
  const NEW_PASSWORD = "new horse";
  /** The stranger's account, with all that may open it, and a code that moves it to the stranger's own address. */
  async function squat() {
    const { localId, idToken } = await call("signUp", ADA);
    assertEquals((await linkGoogle(idToken, EVIL)).localId, localId);
    await db.updateTable("id_users").set({ phone_number: "+16502530000" }).execute();
    const change = await codeOf({ requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: EVIL });
    clock.advance(MINUTE_MS);
    return { localId, idToken, change };
  }
  const proofs: Readonly<Record<string, () => Promise<Answer>>> = {
    "an email link": async () => call("signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() }),
    "a provider": () => idp(ADA.email, "apple.com"),
    "a new password": async () => {
      const oobCode = await codeOf({ requestType: "PASSWORD_RESET", email: ADA.email });
      assertEquals(failure(await call("resetPassword", { oobCode, newPassword: NEW_PASSWORD })), "none");
      return await call("signInWithPassword", { ...ADA, password: NEW_PASSWORD });
    },
  };
  for (const [way, prove] of Object.entries(proofs)) {
    it(`keeps nothing with which the stranger opens or moves it, when it is proven by ${way}`, async () => {
      const { localId, change } = await squat();
      const bob = await idp("bob@example.com");
      const bobsChange = { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "bobby@example.com" };
      const bobsCode = await codeOf({ ...bobsChange, idToken: bob.idToken });
      const owner = await prove();
      assertEquals([owner.localId, (await verify(owner.idToken))?.emailVerified], [localId, true]);
      assertEquals(failure(await call("update", { oobCode: change })), "INVALID_OOB_CODE");
      assert((await linkGoogle("", EVIL)).localId !== localId);
      const [user] = (await call("lookup", { idToken: owner.idToken })).users ?? [];
      assertEquals([user?.email, user?.phoneNumber], [ADA.email, undefined]);
      assertEquals(forgotten, [localId]);
      assertEquals(failure(await refresh(bob.refreshToken ?? "")), "none");
      assertEquals(failure(await call("update", { oobCode: bobsCode })), "none");
      const bobs = await db.selectFrom("id_links").select("provider_id").where("uid", "=", bob.localId ?? "").execute();
      assertEquals(bobs, [{ provider_id: "google.com" }]);
    });
  }

  it("keeps no passkey either when its address is confirmed by the link for that", async () => {
    const { localId, idToken } = await squat();
    assertEquals(
      failure(await call("update", { oobCode: await codeOf({ requestType: "VERIFY_EMAIL", idToken }) })),
      "none",
    );
    assertEquals(forgotten, [localId]);
    assertEquals(
      failure(await call("update", { oobCode: await codeOf({ requestType: "VERIFY_EMAIL", idToken }) })),
      "none",
    );
    assertEquals(forgotten, [localId]);
  });

  it("keeps no sign-in of the second in which it is proven, for a stranger who signs in all the time", async () => {
    await squat();
    const { idToken } = await call("signInWithPassword", ADA);
    const owner = await call("signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() });
    assertEquals(failure(await call("lookup", { idToken })), "TOKEN_EXPIRED");
    assertEquals(failure(await call("signUp", { idToken, ...ADA })), "TOKEN_EXPIRED");
    assertEquals(failure(await call("lookup", { idToken: owner.idToken })), "none");
    assertEquals((await verify(owner.idToken))?.uid, owner.localId);
  });

  it("stays the owner's when the stranger changes or enters the password at the same time", async () => {
    await open({ cost: undefined });
    const { idToken } = await squat();
    const fresh = (await call("signInWithPassword", ADA)).idToken ?? idToken;
    const oobCode = await mailLink();
    clock.advance(MINUTE_MS);
    const late = [
      call("update", { idToken: fresh, password: "another horse", displayName: "Eve" }),
      call("signInWithPassword", ADA),
    ];
    const owner = await call("signInWithEmailLink", { email: ADA.email, oobCode });
    assertEquals((await Promise.all(late)).map(failure), ["TOKEN_EXPIRED", "INVALID_LOGIN_CREDENTIALS"]);
    const stored = await db.selectFrom("id_users").select([
      "password",
      "email_verified",
      "phone_number",
      "display_name",
    ])
      .where("uid", "=", owner.localId ?? "").execute();
    assertEquals(stored, [{ password: "", email_verified: 1, phone_number: null, display_name: "" }]);
  });

  const google = new URLSearchParams({
    id_token: JSON.stringify({ email: EVIL, sub: "evil", name: "Eve" }),
    providerId: "google.com",
  }).toString();
  /** The stranger's calls, and the number of the account's reads after which the owner has proven it. */
  const LATE: Readonly<Record<string, readonly [number, (idToken: string | undefined) => Promise<Answer>]>> = {
    "adds a password": [1, (idToken) => call("signUp", { ...ADA, idToken })],
    "links an account of a provider": [2, (idToken) => call("signInWithIdp", { postBody: google, idToken })],
    "signs in with a linked account of a provider": [1, () => call("signInWithIdp", { postBody: google })],
    "links a phone": [1, async (idToken) => {
      const { sessionInfo } = await call("sendVerificationCode", { phoneNumber: "+442079460000" });
      const code = /\d{6}/.exec((await mails()).at(-1)?.text ?? "")?.[0];
      return await call("signInWithPhoneNumber", { sessionInfo, code, idToken });
    }],
  };
  for (const [act, [reads, run]] of Object.entries(LATE)) {
    it(`stays the owner's when the stranger ${act} while it is proven`, async () => {
      await squat();
      const { idToken } = await call("signInWithPassword", ADA);
      assertEquals(failure(await call("signInWithIdp", { postBody: google, idToken })), "none");
      if (reads === 2) await db.deleteFrom("id_links").execute();
      const oobCode = await mailLink();
      clock.advance(MINUTE_MS);
      const usual = [db, identity] as const;
      db = db.withPlugin(afterReads(reads, async () => {
        [db, identity] = usual;
        assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode })), "none");
      }));
      await open();
      assertEquals(failure(await run(idToken)), "TOKEN_EXPIRED");
      const [kept] = await db.selectFrom("id_users").selectAll().execute();
      assertEquals([kept?.email_verified, kept?.password, kept?.phone_number], [1, "", null]);
      assertEquals(await db.selectFrom("id_links").selectAll().execute(), []);
    });
  }
});

/** Does something between a call's reads of an account and what it writes. */
function afterReads(reads: number, then: () => Promise<void>): KyselyPlugin {
  const ofAccounts = new WeakSet<QueryId>();
  let left = reads;
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes('"id_users"')) ofAccounts.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (ofAccounts.has(queryId) && --left === 0) await then();
      return result;
    },
  };
}

describe("accounts", () => {
  it("are not moved by a code that was asked for before the last change of the password", async () => {
    const { idToken } = await call("signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() });
    await call("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "new@example.com" });
    const oobCode = linkIn((await mails()).at(-1)?.text ?? "").searchParams.get("oobCode");
    clock.advance(MINUTE_MS);
    assertEquals(failure(await call("update", { idToken, password: "another horse" })), "none");
    assertEquals(failure(await call("update", { oobCode })), "INVALID_OOB_CODE");
  });

  it("W-IDLIB-03: are looked up and deleted, without leaving any rows", async () => {
    const { idToken, localId, refreshToken } = await idp(ADA.email);
    const { users } = await call("lookup", { idToken });
    assertEquals([users?.[0]?.localId, users?.[0]?.displayName], [localId, "Ada"]);
    assertEquals(failure(await call("delete", { idToken })), "none");
    assertEquals(failure(await call("lookup", { idToken })), "USER_NOT_FOUND");
    assertEquals(failure(await refresh(refreshToken ?? "")), "TOKEN_EXPIRED");
    for (const table of ["id_users", "id_links", "id_refresh_tokens", "id_codes"] as const) {
      assertEquals((await db.selectFrom(table).selectAll().execute()).length, 0, table);
    }
  });

  it("need a sign-in of the last 5 minutes to be deleted or to change what opens them, not for a name", async () => {
    const { idToken } = await idp(ADA.email);
    const apple = new URLSearchParams({
      id_token: JSON.stringify({ email: "eve@example.com" }),
      providerId: "apple.com",
    });
    const calls = [
      ["update", { displayName: "Ada L.", photoUrl: "https://example.com/ada.png" }],
      ["update", { deleteAttribute: ["DISPLAY_NAME", "PHOTO_URL"] }],
      ["sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "new@example.com" }],
      ["signUp", { password: "a horse" }],
      ["signInWithIdp", { postBody: apple.toString() }],
      ["signInWithEmailLink", { email: ADA.email, oobCode: await mailLink() }],
      ["update", { deleteProvider: ["apple.com"] }],
      ["update", { password: "another horse" }],
      ["delete", {}],
    ] as const;
    clock.advance(5 * MINUTE_MS + 1_000);
    for (const [at, [name, body]] of calls.entries()) {
      const end = failure(await call(name, { idToken, ...body }));
      assertEquals(end, at < 2 ? "none" : "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", `${at} ${name}`);
    }
    assertEquals((await db.selectFrom("id_refresh_tokens").select("uid").execute()).length, 1);
    let fresh = (await idp(ADA.email)).idToken;
    clock.advance(5 * MINUTE_MS - 1_000);
    for (const [name, body] of calls) {
      const answer = await call(name, { idToken: fresh, ...body });
      assertEquals(failure(answer), "none", name);
      fresh = answer.idToken ?? fresh;
    }
  });

  it("lose the sign-in methods, name and picture that are taken away, and no other account does", async () => {
    const { idToken } = await idp(ADA.email);
    await idp(ADA.email, "apple.com");
    await call("signUp", { idToken, ...ADA });
    const NUMBER = "+16502530000";
    await db.updateTable("id_users").set({ phone_number: NUMBER, photo_url: "https://example.com/ada.png" }).execute();
    const bob = await idp("bob@example.com");
    const ways = async () => {
      const [user] = (await call("lookup", { idToken })).users ?? [];
      const providers = z.parse(z.array(z.object({ providerId: z.string() })), user?.providerUserInfo);
      return [user?.displayName, user?.photoUrl, ...providers.map(({ providerId }) => providerId)];
    };
    const update = async (body: object) => assertEquals(failure(await call("update", { idToken, ...body })), "none");
    assertEquals(await ways(), ["Ada", "https://example.com/ada.png", "password", "apple.com", "google.com", "phone"]);
    await update({ deleteProvider: ["google.com", "phone"], deleteAttribute: ["PHOTO_URL"] });
    assertEquals(await ways(), ["Ada", undefined, "password", "apple.com"]);
    await update({ deleteProvider: ["password"], deleteAttribute: ["DISPLAY_NAME"] });
    assertEquals(await ways(), ["", undefined, "apple.com"]);
    assertEquals(failure(await call("signInWithPassword", ADA)), "INVALID_LOGIN_CREDENTIALS");
    const bobs = await db.selectFrom("id_links").select("provider_id").where("uid", "=", bob.localId ?? "").execute();
    assertEquals(bobs, [{ provider_id: "google.com" }]);
  });

  it("refuse tokens that are forged, expired, or of a disabled account", async () => {
    const signedIn = await idp(ADA.email);
    const { localId, refreshToken, idToken } = await call("signUp", { ...ADA, idToken: signedIn.idToken });
    const oobCode = await mailLink();
    assertEquals(failure(await call("lookup", { idToken: `${idToken?.slice(0, -6)}AAAAAA` })), "INVALID_ID_TOKEN");
    assertEquals(failure(await call("lookup", {})), "MISSING_ID_TOKEN");
    await db.updateTable("id_users").set({ is_disabled: 1 }).where("uid", "=", localId ?? "").execute();
    assertEquals(failure(await call("lookup", { idToken })), "USER_DISABLED");
    assertEquals(failure(await refresh(refreshToken ?? "")), "USER_DISABLED");
    assertEquals(failure(await idp(ADA.email)), "USER_DISABLED");
    assertEquals(failure(await call("signInWithEmailLink", { email: ADA.email, oobCode })), "USER_DISABLED");
    assertEquals(failure(await call("signInWithPassword", ADA)), "USER_DISABLED");
    clock.advance(61 * MINUTE_MS);
    assertEquals(failure(await call("lookup", { idToken })), "INVALID_ID_TOKEN");
  });

  it("change their name, and their address only through an email to the new one", async () => {
    const { idToken } = await idp(ADA.email);
    assertEquals(failure(await call("update", { idToken, displayName: "Ada L." })), "none");
    assertEquals(failure(await call("update", { idToken, email: "new@example.com" })), "OPERATION_NOT_ALLOWED");
    await call("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "new@example.com" });
    assertEquals((await mails()).at(-1)?.to, "new@example.com");
    const oobCode = linkIn((await mails()).at(-1)?.text ?? "").searchParams.get("oobCode");
    assertEquals((await call("update", { oobCode })).email, "new@example.com");
    const { users } = await call("lookup", { idToken });
    assertEquals([users?.[0]?.email, users?.[0]?.displayName], ["new@example.com", "Ada L."]);
  });

  describe("that change to an address of another account", () => {
    const NEW = "new@example.com";
    const change = async (email: string) => {
      const { idToken } = await idp(email);
      return await codeOf({ requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: NEW });
    };

    it("keep the one they have", async () => {
      const oobCode = await change(ADA.email);
      await idp(NEW);
      assertEquals(failure(await call("update", { oobCode })), "EMAIL_EXISTS");
      assertEquals((await idp(ADA.email)).isNewUser, false);
    });

    it("keep the one they have, when the other account takes it at the same time", async () => {
      const [adas, bobs] = [await change(ADA.email), await change("bob@example.com")];
      const usual = [db, identity] as const;
      db = db.withPlugin(afterReads(1, async () => {
        [db, identity] = usual;
        assertEquals(failure(await call("update", { oobCode: bobs })), "none");
      }));
      await open();
      assertEquals(failure(await call("update", { oobCode: adas })), "EMAIL_EXISTS");
      const stored = await db.selectFrom("id_users").select("email").orderBy("email").execute();
      assertEquals(stored, [{ email: ADA.email }, { email: NEW }]);
    });
  });

  it("W-IDLIB-07: have no captcha, and only our hosts are authorized domains", async () => {
    const captcha = JSON.stringify(await get("/identitytoolkit.googleapis.com/v2/recaptchaConfig"));
    assertMatch(captcha, /"EMAIL_PASSWORD_PROVIDER","enforcementState":"OFF"/);
    const projects = JSON.stringify(await get("/identitytoolkit.googleapis.com/v1/projects"));
    assertMatch(projects, /"authorizedDomains":\["localhost","127.0.0.1"\]/);
    assertEquals(JSON.stringify(await call("createAuthUri", { identifier: ADA.email })).includes("google"), false);
  });

  it("get bad requests answered in the API's own shape", async () => {
    const bad = await identity(
      new Request("http://identity/identitytoolkit.googleapis.com/v1/accounts:lookup", { method: "POST", body: "{" }),
    );
    assertEquals([bad.status, (await bad.json()).error.code], [415, 415]);
    const none = await identity(new Request("http://identity/identitytoolkit.googleapis.com/v1/accounts:nothing"));
    assertEquals([none.status, (await none.json()).error.message], [404, "NOT_FOUND"]);
  });
});

onBothEngines("two accounts at once", (place) => {
  it("take one address, or one account of a provider, once", async () => {
    await db.destroy();
    db = await openDatabase(place());
    await open();
    const both = ["ada@example.com", "bob@example.com"];
    const tokens: (string | undefined)[] = [];
    const codes: string[] = [];
    for (const email of both) {
      const { idToken } = await idp(email);
      tokens.push(idToken);
      codes.push(
        await codeOf({ requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: "new@example.com" }),
      );
    }
    const linked = await Promise.all(tokens.map((idToken) => linkGoogle(idToken, "grace@example.com")));
    assertEquals(linked.map(failure).sort(), ["FEDERATED_USER_ID_ALREADY_LINKED", "none"]);
    const changed = await Promise.all(codes.map((oobCode) => call("update", { oobCode })));
    assertEquals(changed.map(failure).sort(), ["EMAIL_EXISTS", "none"]);
  });
});

describe("the simulated provider pages", () => {
  it("are labelled as simulated, and contain no inline script or style", async () => {
    for (const [provider, name] of [["google.com", "Google"], ["apple.com", "Apple"]] as const) {
      const answer = await identity(new Request(`http://identity/emulator/auth/handler?providerId=${provider}`));
      const html = await answer.text();
      assertEquals(answer.status, 200);
      assertMatch(html, /<h1>Choose an account<\/h1>/);
      assertMatch(html, new RegExp(`${name} simulator`));
      assertFalse(/<script>|<style|style=|\son\w+=|javascript:/i.test(html));
    }
    const evil = await identity(new Request("http://identity/emulator/auth/handler?providerId=<script>"));
    assertEquals([evil.status, (await evil.text()).includes("<script>")], [404, false]);
    for (
      const [path, type] of [["gapi.js", "javascript"], ["handler.js", "javascript"], ["style.css", "css"]] as const
    ) {
      const answer = await identity(new Request(`http://identity/emulator/auth/${path}`));
      assertMatch(answer.headers.get("content-type") ?? "", new RegExp(type));
      await answer.body?.cancel();
    }
  });
});
