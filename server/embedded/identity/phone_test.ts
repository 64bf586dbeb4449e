/** Phone numbers: sign-in, linking, second factor, and a custom token after a passkey. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import * as z from "zod/mini";
import { createClock, type VirtualClock } from "../../platform/clock.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { openMigrated } from "../../db/testing/migrated.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { emailsIn, NO_SMTP } from "../../../tests/support/outbox.ts";
import { createIdentity } from "./identity.ts";

const MINUTE_MS = 60_000;
const NUMBER = "+16502530000";
const ADA = { email: "ada@example.com", password: "correct horse" };
const answerSchema = z.looseObject({
  localId: z.optional(z.string()),
  idToken: z.optional(z.string()),
  sessionInfo: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  isNewUser: z.optional(z.boolean()),
  token: z.optional(z.string()),
  mfaPendingCredential: z.optional(z.string()),
  mfaInfo: z.optional(z.array(z.object({ mfaEnrollmentId: z.string(), phoneInfo: z.string() }))),
  phoneSessionInfo: z.optional(z.object({ sessionInfo: z.string() })),
  phoneResponseInfo: z.optional(z.object({ sessionInfo: z.string() })),
  error: z.optional(z.object({ message: z.string() })),
});
type Answer = z.infer<typeof answerSchema>;

const keysDir = await Deno.makeTempDir();
let db: Db;
let clock: VirtualClock;
let identity: Upstream;
const texts = () => emailsIn(db);

async function open(canText = true): Promise<void> {
  const settings = {
    projectId: "trustcheck-local",
    keysDir,
    publicOrigin: "http://localhost:8000",
    base: "/trustcheck",
    authorizedDomains: ["localhost"],
    canText,
    // Scrypt's smallest cost; in production each password costs a quarter of a second.
    passwordCost: 2,
  };
  identity = await createIdentity({ db, clock, log: silentLog, sender: NO_SMTP, settings });
}
beforeEach(async () => {
  db = await openMigrated();
  clock = createClock(() => Date.parse("2026-11-21T10:00:00Z"));
  await open();
});
afterEach(() => db.destroy());

async function post(path: string, body: unknown): Promise<Answer> {
  const answer = await identity(
    new Request(`http://identity${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  );
  return z.parse(answerSchema, await answer.json());
}
const call = (name: string, body: unknown) => post(`/identitytoolkit.googleapis.com/v1/accounts:${name}?key=k`, body);
const factor = (name: string, body: unknown) => post(`/identitytoolkit.googleapis.com/v2/accounts/${name}?key=k`, body);
const failure = ({ error }: Answer) => error?.message ?? "none";
const newestCode = async () => /\d{6}/.exec((await texts()).at(-1)?.text ?? "")?.[0] ?? "";
const wrongCode = async () => await newestCode() === "000000" ? "000001" : "000000";

async function ask(phoneNumber = NUMBER): Promise<string> {
  return (await call("sendVerificationCode", { phoneNumber })).sessionInfo ?? "";
}
async function signIn(idToken = ""): Promise<Answer> {
  const sessionInfo = await ask();
  return await call("signInWithPhoneNumber", { sessionInfo, code: await newestCode(), idToken });
}

describe("signing in with a phone number", () => {
  it("W-IDLIB-04, W-IDLIB-08: creates the account the first time and finds it again", async () => {
    const first = await signIn();
    assertEquals([first.isNewUser, first.phoneNumber, (await texts())[0]?.to], [true, NUMBER, NUMBER]);
    const again = await signIn();
    assertEquals([again.isNewUser, again.localId], [false, first.localId]);
    const claims = decodeJwt(again.idToken ?? "");
    assertEquals([claims.phone_number, claims.email], [NUMBER, undefined]);
    assertMatch(JSON.stringify(claims.firebase), /"phone":\["\+16502530000"\].*"sign_in_provider":"phone"/);
    const { users } = await call("lookup", { idToken: again.idToken });
    assertMatch(JSON.stringify(users), /"phoneNumber":"\+16502530000"/);
  });

  it("is refused when the account that took the number first is gone again", async () => {
    await sql`create trigger taken before insert on id_users begin select raise(ignore); end`.execute(db);
    assertEquals(failure(await signIn()), "USER_NOT_FOUND");
  });

  it("accepts a code once, at most five wrong ones, and none after ten minutes", async () => {
    const session = await ask();
    const typed = { sessionInfo: session, code: await newestCode() };
    const both = await Promise.all([call("signInWithPhoneNumber", typed), call("signInWithPhoneNumber", typed)]);
    assertEquals(both.filter((answer) => answer.idToken !== undefined).length, 1);
    assertEquals(failure(await call("signInWithPhoneNumber", typed)), "SESSION_EXPIRED");
    const guessed = await ask();
    for (let guess = 0; guess < 5; guess++) {
      const answer = await call("signInWithPhoneNumber", { sessionInfo: guessed, code: await wrongCode() });
      assertEquals(failure(answer), "INVALID_CODE");
    }
    const late = await call("signInWithPhoneNumber", { sessionInfo: guessed, code: await newestCode() });
    assertEquals(failure(late), "TOO_MANY_ATTEMPTS_TRY_LATER");
    const old = await ask();
    clock.advance(10 * MINUTE_MS);
    assertEquals(
      failure(await call("signInWithPhoneNumber", { sessionInfo: old, code: await newestCode() })),
      "SESSION_EXPIRED",
    );
  });

  it("sends at most five codes an hour to one number, stores none of them, and sends none where text messages cannot arrive", async () => {
    for (let sent = 0; sent < 5; sent++) await ask();
    assertFalse(
      JSON.stringify(await db.selectFrom("id_phone_sessions").selectAll().execute()).includes(await newestCode()),
    );
    clock.advance(60 * MINUTE_MS - 1);
    const sixth = await call("sendVerificationCode", { phoneNumber: NUMBER });
    assertEquals([failure(sixth), (await texts()).length], ["TOO_MANY_ATTEMPTS_TRY_LATER", 5]);
    assertEquals(failure(await call("sendVerificationCode", { phoneNumber: "+442079460000" })), "none");
    clock.advance(1);
    assertEquals(failure(await call("sendVerificationCode", { phoneNumber: NUMBER })), "none");
    assertEquals((await texts()).length, 7);
    await open(false);
    const refused = await call("sendVerificationCode", { phoneNumber: "+442079460000" });
    assertEquals([failure(refused), (await texts()).length], ["OPERATION_NOT_ALLOWED", 7]);
  });

  const WRONG: readonly (readonly [string, object, string])[] = [
    ["sendVerificationCode", { phoneNumber: "" }, "MISSING_PHONE_NUMBER"],
    ["sendVerificationCode", { phoneNumber: "650 253 0000" }, "INVALID_PHONE_NUMBER"],
    ["sendVerificationCode", { phoneNumber: "+1 650 253 0000\r\nBcc: x" }, "INVALID_PHONE_NUMBER"],
    ["signInWithPhoneNumber", { code: "123456" }, "MISSING_SESSION_INFO"],
    ["signInWithPhoneNumber", { sessionInfo: "x" }, "MISSING_CODE"],
    ["signInWithPhoneNumber", { sessionInfo: "x", code: "123456" }, "INVALID_SESSION_INFO"],
  ];
  for (const [name, body, code] of WRONG) {
    it(`answers ${name} ${JSON.stringify(body)} with ${code}`, async () => {
      assertEquals(failure(await call(name, body)), code);
    });
  }

  it("W-IDLIB-05: links a number to the signed-in account, never one that belongs to another account", async () => {
    const ada = await call("signUp", ADA);
    const linked = await signIn(ada.idToken);
    assertEquals(linked.localId, ada.localId);
    assertEquals((await signIn()).localId, ada.localId);
    const eve = await call("signUp", { ...ADA, email: "eve@example.com" });
    assertEquals(failure(await signIn(eve.idToken)), "PHONE_NUMBER_EXISTS");
  });

  it("links a number only shortly after a sign-in, so that a stolen token cannot add a sign-in method", async () => {
    const { idToken } = await call("signUp", ADA);
    clock.advance(6 * MINUTE_MS);
    assertEquals(failure(await signIn(idToken)), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    assertEquals((await signIn()).isNewUser, true);
  });

  it("is deleted with its account", async () => {
    const { idToken } = await signIn();
    assertEquals(failure(await call("delete", { idToken })), "none");
    assertEquals((await db.selectFrom("id_users").selectAll().execute()).length, 0);
    assertFalse(JSON.stringify(await db.selectFrom("id_phone_sessions").selectAll().execute()).includes(NUMBER));
  });
});

onBothEngines("codes by phone", (place) => {
  it("sends at most five of twelve simultaneous codes to one number", async () => {
    await db.destroy();
    db = await openDatabase(place());
    await open();
    await Promise.all(Array.from({ length: 12 }, () => call("sendVerificationCode", { phoneNumber: NUMBER })));
    const sent = (await texts()).length;
    assert(sent <= 5, `${sent} were sent`);
  });
});

describe("a phone as second factor", () => {
  const idp = () => call("signInWithIdp", { postBody: google(ADA.email) });
  async function enroll(): Promise<Answer> {
    const { idToken } = await idp();
    const started = await factor("mfaEnrollment:start", { idToken, phoneEnrollmentInfo: { phoneNumber: NUMBER } });
    const phoneVerificationInfo = { sessionInfo: started.phoneSessionInfo?.sessionInfo, code: await newestCode() };
    return await factor("mfaEnrollment:finalize", { idToken, displayName: "My phone", phoneVerificationInfo });
  }

  it("W-IDLIB-08: is required at the next sign-in, whose first step gives no access", async () => {
    assert((await enroll()).idToken !== undefined);
    const half = await idp();
    assertEquals([half.idToken, half.mfaInfo?.[0]?.phoneInfo], [undefined, "+*******0000"]);
    const { mfaPendingCredential, mfaInfo } = half;
    const started = await factor("mfaSignIn:start", {
      mfaPendingCredential,
      mfaEnrollmentId: mfaInfo?.[0]?.mfaEnrollmentId,
      phoneSignInInfo: { recaptchaToken: "x" },
    });
    const sessionInfo = started.phoneResponseInfo?.sessionInfo;
    const finish = (code: string) =>
      factor("mfaSignIn:finalize", { mfaPendingCredential, phoneVerificationInfo: { sessionInfo, code } });
    assertEquals(failure(await finish(await wrongCode())), "INVALID_CODE");
    const done = await finish(await newestCode());
    const { users } = await call("lookup", { idToken: done.idToken });
    assertMatch(JSON.stringify(users), /"mfaInfo":\[\{.*"displayName":"My phone"/);
    assertEquals(failure(await finish(await newestCode())), "INVALID_MFA_PENDING_CREDENTIAL");
  });

  it("is removed when withdrawn shortly after a sign-in; a pending sign-in waits ten minutes", async () => {
    const { idToken } = await enroll();
    const { mfaPendingCredential, mfaInfo } = await idp();
    const mfaEnrollmentId = mfaInfo?.[0]?.mfaEnrollmentId;
    assertEquals(failure(await factor("mfaEnrollment:withdraw", { idToken })), "MFA_ENROLLMENT_NOT_FOUND");
    assertEquals(failure(await factor("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId })), "none");
    assert((await idp()).idToken !== undefined);
    clock.advance(10 * MINUTE_MS);
    const late = await factor("mfaSignIn:start", { mfaPendingCredential, mfaEnrollmentId });
    assertEquals(failure(late), "INVALID_MFA_PENDING_CREDENTIAL");
    const old = await factor("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId });
    assertEquals(failure(old), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  });

  it("is enrolled only shortly after a sign-in, when its code is asked for and when it is typed", async () => {
    const { idToken } = await idp();
    const start = () => factor("mfaEnrollment:start", { idToken, phoneEnrollmentInfo: { phoneNumber: NUMBER } });
    const started = await start();
    const phoneVerificationInfo = { sessionInfo: started.phoneSessionInfo?.sessionInfo, code: await newestCode() };
    clock.advance(6 * MINUTE_MS);
    const ends = [await start(), await factor("mfaEnrollment:finalize", { idToken, phoneVerificationInfo })];
    assertEquals(ends.map(failure), ["CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]);
    assertEquals(await db.selectFrom("id_factors").selectAll().execute(), []);
  });

  it("is withdrawn by no other account", async () => {
    await enroll();
    const { id } = await db.selectFrom("id_factors").select("id").executeTakeFirstOrThrow();
    const { idToken } = await call("signInWithIdp", { postBody: google("eve@example.com") });
    const withdrawn = await factor("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId: id });
    assertEquals(failure(withdrawn), "MFA_ENROLLMENT_NOT_FOUND");
    assertEquals(await db.selectFrom("id_factors").select("id").execute(), [{ id }]);
  });

  it("is never the phone number that the account signs in with", async () => {
    const enrolled = await enroll();
    assertEquals(failure(await signIn(enrolled.idToken)), "UNSUPPORTED_FIRST_FACTOR");
    const bob = await call("signInWithIdp", { postBody: google("bob@example.com") });
    const linked = await (async () => {
      const sessionInfo = await ask("+442079460000");
      return await call("signInWithPhoneNumber", { sessionInfo, code: await newestCode(), idToken: bob.idToken });
    })();
    const again = await factor("mfaEnrollment:start", {
      idToken: linked.idToken,
      phoneEnrollmentInfo: { phoneNumber: "+442079460000" },
    });
    assertEquals(failure(again), "UNSUPPORTED_FIRST_FACTOR");
  });

  it("is one of five, and no phone of the account, even when several were asked for before one was added", async () => {
    const { idToken } = await call("signInWithIdp", { postBody: google(ADA.email) });
    const start = async (phoneNumber: string) => {
      const asked = await factor("mfaEnrollment:start", { idToken, phoneEnrollmentInfo: { phoneNumber } });
      assertEquals(failure(asked), "none");
      return { sessionInfo: asked.phoneSessionInfo?.sessionInfo, code: await newestCode() };
    };
    const finish = (phoneVerificationInfo: unknown) =>
      factor("mfaEnrollment:finalize", { idToken, phoneVerificationInfo });
    const typed: unknown[] = [];
    for (let at = 0; at < 6; at++) typed.push(await start(`+165025300${10 + at}`));
    const twice = [await start("+16502530009"), await start("+16502530009")];
    const own = await start(NUMBER);
    const sessionInfo = await ask(NUMBER);
    assertEquals(
      failure(await call("signInWithPhoneNumber", { sessionInfo, code: await newestCode(), idToken })),
      "none",
    );
    assertEquals(failure(await finish(own)), "UNSUPPORTED_FIRST_FACTOR");
    assertEquals((await Promise.all(twice.map(finish))).map(failure).sort(), ["SECOND_FACTOR_EXISTS", "none"]);
    const ends = (await Promise.all(typed.map(finish))).map(failure);
    assertEquals(ends.filter((end) => end === "none").length, 4);
    assertEquals(new Set(ends), new Set(["none", "SECOND_FACTOR_LIMIT_EXCEEDED"]));
    assertEquals((await db.selectFrom("id_factors").selectAll().execute()).length, 5);
  });

  it("is refused for an unconfirmed address, twice for one number, and with another account's code", async () => {
    const { idToken } = await call("signUp", { ...ADA, email: "new@example.com" });
    const start = (token: string | undefined, phoneNumber = NUMBER) =>
      factor("mfaEnrollment:start", { idToken: token, phoneEnrollmentInfo: { phoneNumber } });
    assertEquals(failure(await start(idToken)), "UNVERIFIED_EMAIL");
    const ada = await enroll();
    assertEquals(failure(await start(ada.idToken)), "SECOND_FACTOR_EXISTS");
    const eve = await call("signInWithIdp", { postBody: google("eve@example.com") });
    const started = await start(eve.idToken, "+442079460000");
    const stolen = { sessionInfo: started.phoneSessionInfo?.sessionInfo, code: await newestCode() };
    const answer = await factor("mfaEnrollment:finalize", { idToken: ada.idToken, phoneVerificationInfo: stolen });
    assertEquals(failure(answer), "INVALID_SESSION_INFO");
  });
});

describe("a custom token", () => {
  it("signs its account in without a second factor, for five minutes, and is not an ID token or vice versa", async () => {
    const ada = await call("signUp", ADA);
    const { token } = await post("/custom_tokens", { uid: ada.localId });
    const signedIn = await call("signInWithCustomToken", { token });
    assertEquals(signedIn.localId, ada.localId);
    assertEquals(failure(await call("lookup", { idToken: token })), "INVALID_ID_TOKEN");
    const swapped = await call("signInWithCustomToken", { token: signedIn.idToken });
    assertEquals(failure(swapped), "INVALID_CUSTOM_TOKEN");
    clock.advance(5 * MINUTE_MS);
    assertEquals(failure(await call("signInWithCustomToken", { token })), "INVALID_CUSTOM_TOKEN");
    assertEquals(failure(await call("signInWithCustomToken", {})), "MISSING_CUSTOM_TOKEN");
  });
});

function google(email: string): string {
  const claims = JSON.stringify({ email, name: "Ada" });
  return new URLSearchParams({ providerId: "google.com", id_token: claims }).toString();
}
