/** Who may call what about passkeys, and what is refused before a device is asked. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp } from "../../app.ts";
import type { Context } from "../../context.ts";
import type { Member } from "../../platform/id_token.ts";
import { compareApproved, emailText } from "../../../tests/support/approved.ts";
import { createAuthenticator, PRESENT, PRESENT_AND_VERIFIED } from "../../../tests/support/console/authenticator.ts";
import { type Fake, fakeContext } from "../../../tests/support/app/fake_context.ts";
import { noticeOf } from "./passkeys.ts";

const MEMBERS: Readonly<Record<string, Member>> = Object.fromEntries(["ada", "eve", "mal!", "tel"].map((uid) => [uid, {
  uid,
  email: uid === "tel" ? "" : `${uid}@example.com`,
  emailVerified: ["ada", "eve"].includes(uid),
  name: "",
  provider: "google.com",
  authTimeMs: Date.now(),
}]));
const ANSWER = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: btoa(JSON.stringify({ type: "webauthn.get", challenge: "x", origin: "http://evil" })) },
  clientExtensionResults: {},
};

let fake: Fake;
let context: Context;
beforeEach(async () => {
  fake = await fakeContext();
  context = {
    ...fake.context,
    verifyIdToken: (token) => Promise.resolve(MEMBERS[token]),
    customToken: (uid) => Promise.resolve(`token of ${uid}`),
  };
});
afterEach(() => fake.close());

async function call(method: string, path: string, token = "", body?: unknown) {
  const answer = await createApp(context).fetch(
    new Request(`http://localhost:8000${path}`, {
      method,
      headers: {
        host: "localhost:8000",
        "x-id-token": token,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, text: await answer.text() };
}
const keep = (id: string, uid: string) =>
  context.db.insertInto("passkeys").values({
    id,
    uid,
    public_key: "AAAA",
    counter: 0,
    transports: "internal",
    name: "Chrome, Linux",
    is_synced: 0,
    created_ms: 0,
    used_ms: null,
  }).execute();

describe("passkey calls", () => {
  for (
    const [method, path] of [["GET", "/api/passkeys"], ["POST", "/api/passkeys/add/options"], [
      "DELETE",
      "/api/passkeys/AAAA",
    ]] as const
  ) {
    it(`${method} ${path} is for members`, async () => {
      assertEquals((await call(method, path, "forged")).status, 401);
    });
  }

  it("a member can neither see nor remove another member's passkey", async () => {
    await keep("AAAA", "ada");
    assertMatch((await call("GET", "/api/passkeys", "ada")).text, /"id":"AAAA","name":"Chrome, Linux"/);
    assertEquals((await call("GET", "/api/passkeys", "eve")).text, '{"passkeys":[]}');
    const theirs = await call("DELETE", "/api/passkeys/AAAA", "eve");
    const none = await call("DELETE", "/api/passkeys/BBBB", "eve");
    assertEquals([theirs.status, none.status], [404, 404]);
    assertEquals((await call("DELETE", "/api/passkeys/AAAA", "ada")).status, 200);
  });

  it("a challenge excludes existing passkeys, and an eleventh passkey is refused before the device is asked", async () => {
    await keep("AAAA", "ada");
    const question = await call("POST", "/api/passkeys/add/options", "ada");
    assertMatch(question.text, /"excludeCredentials":\[\{"id":"AAAA"/);
    assertMatch(question.text, /"residentKey":"required"/);
    assertMatch(question.text, /"userVerification":"required"/);
    for (let at = 1; at < 10; at++) await keep(`AAA${at}`, "ada");
    assertEquals((await call("POST", "/api/passkeys/add/options", "ada")).status, 409);
  });

  it("keeps the challenge of both ceremonies for five minutes, each for its account and no other", async () => {
    const challenges = () =>
      context.db.selectFrom("passkey_challenges").select(["challenge", "uid"]).orderBy("created_ms").orderBy(
        "uid",
        "desc",
      ).execute();
    const own = await call("POST", "/api/passkeys/add/options", "ada");
    const visitor = await call("POST", "/api/passkeys/sign-in/options");
    const challengeOf = ({ text }: { readonly text: string }) => String(JSON.parse(text).challenge);
    const both = [{ challenge: challengeOf(own), uid: "ada" }, { challenge: challengeOf(visitor), uid: "" }];
    assertEquals(await challenges(), both);
    fake.context.clock.advance(4 * 60_000 + 50_000);
    await call("POST", "/api/passkeys/sign-in/options");
    assertEquals((await challenges()).slice(0, 2), both);
    fake.context.clock.advance(10_000);
    await call("POST", "/api/passkeys/sign-in/options");
    assertEquals((await challenges()).filter(({ challenge }) => both.some((old) => old.challenge === challenge)), []);
  });

  it("SECURITY: a device adds and signs in only when unlocked by PIN, finger or face, and to a challenge made for that", async () => {
    const device = await createAuthenticator("http://localhost:8000");
    type Options = { readonly challenge: string };
    const optionsOf = async (path: string, token = ""): Promise<Options> =>
      JSON.parse((await call("POST", `/api/passkeys/${path}/options`, token)).text);
    const add = async (options: Options, flags = PRESENT_AND_VERIFIED) => {
      const answer = await device.register(options, { flags });
      return (await call("POST", "/api/passkeys/add", "ada", { answer, name: "Chrome" })).status;
    };
    const signIn = async (options: Options, flags = PRESENT_AND_VERIFIED) =>
      (await call("POST", "/api/passkeys/sign-in", "", { answer: await device.sign(options, { flags }) })).status;
    assertEquals(await add(await optionsOf("add", "ada"), PRESENT), 422);
    assertEquals(await add(await optionsOf("add", "eve")), 422);
    assertEquals(await add(await optionsOf("sign-in")), 422);
    assertEquals(await add(await optionsOf("add", "ada")), 200);
    assertEquals(await signIn(await optionsOf("sign-in"), PRESENT), 422);
    assertEquals(await signIn(await optionsOf("add", "ada")), 422);
    assertEquals(await signIn(await optionsOf("sign-in")), 200);
  });

  it("the owner is told about a new passkey in an email with the approved text", () =>
    compareApproved(
      "emails/passkey_added",
      (language) => emailText(noticeOf({ name: "Chrome, Linux", language }, fake.context.config)),
    ));

  it("an old sign-in cannot add a passkey, so that a stolen token cannot become one", async () => {
    fake.context.clock.advance(15 * 60_000 + 1_000);
    const question = await call("POST", "/api/passkeys/add/options", "ada");
    assertEquals(question.status, 403);
    assertEquals(
      JSON.parse(question.text).error,
      "Confirm it's you to add a passkey, then add it within 15 minutes.",
    );
    const added = await call("POST", "/api/passkeys/add", "ada", { answer: ANSWER, name: "Chrome" });
    assertEquals(added.status, 403);
  });

  it("an account whose address is not confirmed gets no passkey, which would outlast the proof of its owner", async () => {
    for (const path of ["/api/passkeys/add/options", "/api/passkeys/add"]) {
      const refused = await call("POST", path, "mal!", { answer: ANSWER, name: "Chrome" });
      assertEquals([refused.status, JSON.parse(refused.text).code], [403, "passkey_unconfirmed"], path);
    }
    assertEquals((await call("POST", "/api/passkeys/add/options", "tel")).status, 200);
  });

  it("a member may begin to add twenty within ten minutes, so that no mailbox is flooded", async () => {
    const begin = (token: string) => call("POST", "/api/passkeys/add/options", token);
    for (let at = 0; at < 20; at++) assertEquals((await begin("ada")).status, 200);
    const refused = await begin("ada");
    assertEquals([refused.status, JSON.parse(refused.text).code], [429, "requests_limit"]);
    assertEquals((await begin("eve")).status, 200);
    fake.context.clock.advance(600_000);
    assertEquals((await begin("ada")).status, 200);
  });

  it("the token of a deleted account, which is valid for an hour, adds none; a later sign-in does", async () => {
    await call("POST", "/identitytoolkit.googleapis.com/v1/accounts:delete?key=k", "", { idToken: "ada" });
    const begin = () => call("POST", "/api/passkeys/add/options", "ada");
    assertEquals([(await begin()).status, (await call("POST", "/api/passkeys/add/options", "eve")).status], [401, 200]);
    fake.context.clock.advance(60_000);
    const ada = MEMBERS.ada as Member;
    const again = { ...ada, authTimeMs: fake.context.clock.now() };
    context = { ...context, verifyIdToken: () => Promise.resolve(again) };
    assertEquals((await begin()).status, 200);
  });

  it("an unknown passkey, an invented response and a malformed body sign no member in", async () => {
    const unknown = await call("POST", "/api/passkeys/sign-in", "", { answer: ANSWER });
    await keep("AAAA", "ada");
    const madeUp = await call("POST", "/api/passkeys/sign-in", "", { answer: ANSWER });
    const wrong = await call("POST", "/api/passkeys/sign-in", "", { answer: { id: 1 } });
    assertEquals([unknown.status, wrong.status], [401, 400]);
    assert(madeUp.status === 422 || madeUp.status === 401, String(madeUp.status));
    assert(![unknown, madeUp, wrong].some(({ text }) => text.includes("token of")));
  });

  for (const prefix of ["", "/services/identity"]) {
    it(`are deleted with an account that the identity service deletes itself${prefix === "" ? "" : ", even by its other path"}`, async () => {
      await keep("AAAA", "ada");
      await keep("BBBB", "eve");
      const path = `${prefix}/identitytoolkit.googleapis.com/v1/accounts:delete?key=k`;
      await call("POST", path, "", { idToken: "nobody's" });
      assertEquals((await context.db.selectFrom("passkeys").selectAll().execute()).length, 2);
      assertEquals((await call("POST", path, "", { idToken: "ada" })).status, 200);
      assertEquals(await context.db.selectFrom("passkeys").select("uid").execute(), [{ uid: "eve" }]);
      assertEquals(JSON.parse(fake.seen.at(-1)?.body ?? ""), { idToken: "ada" });
    });
  }

  it("attempts are rate-limited, and the calls do not exist where no sign-in could follow", async () => {
    const app = createApp(context);
    const ask = () =>
      app.fetch(
        new Request("http://localhost:8000/api/passkeys/sign-in/options", {
          method: "POST",
          headers: { host: "localhost:8000" },
        }),
      );
    const all = await Promise.all(Array.from({ length: 31 }, ask));
    assertEquals(all.map(({ status }) => status).filter((status) => status === 429).length, 1);
    // Another server on the same database continues the count.
    assertEquals((await call("POST", "/api/passkeys/sign-in/options")).status, 429);
    context = { ...context, customToken: undefined };
    assertEquals((await call("POST", "/api/passkeys/sign-in/options")).status, 404);
  });
});
