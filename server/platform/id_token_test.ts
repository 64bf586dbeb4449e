/** Valid tokens identify a member; every other token is refused. */
import { after, beforeEach, describe, it } from "@std/testing/bdd";
import { install } from "@sinonjs/fake-timers";
import { HTTPException } from "hono/http-exception";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { createClock, type VirtualClock } from "./clock.ts";
import { createIdTokenVerifier, KEYS_PATH, type VerifyIdToken } from "./id_token.ts";

const PROJECT = "trustcheck-local";
const NOW_S = 1_800_000_000;
const ours = await generateKeyPair("RS256", { extractable: true });
const strangers = await generateKeyPair("RS256", { extractable: true });
const rotated = await generateKeyPair("RS256", { extractable: true });
const publicPem = await exportSPKI(ours.publicKey);
const publish = async (key: CryptoKey, kid: string) => ({ ...await exportJWK(key), kid, alg: "RS256", use: "sig" });

let clock: VirtualClock;
let published: unknown[];
let reads: number;
let isDown: boolean;
let verify: VerifyIdToken;

beforeEach(async () => {
  clock = createClock(() => NOW_S * 1_000);
  published = [await publish(ours.publicKey, "k1")];
  reads = 0;
  isDown = false;
  verify = createIdTokenVerifier({
    projectId: PROJECT,
    clock,
    issuer: (request) => {
      reads += 1;
      assertEquals(new URL(request.url).pathname, KEYS_PATH);
      return Promise.resolve(
        isDown
          ? new Response("", { status: 503 })
          : Response.json({ keys: published }, { headers: { "cache-control": "public, max-age=3600" } }),
      );
    },
  });
});

const CLAIMS: Readonly<Record<string, unknown>> = {
  iss: `https://securetoken.google.com/${PROJECT}`,
  aud: PROJECT,
  sub: "uid-1",
  user_id: "uid-1",
  iat: NOW_S - 10,
  exp: NOW_S + 3_590,
  auth_time: NOW_S - 10,
  email: "ada@example.com",
  email_verified: true,
  name: "Ada",
  firebase: { identities: {}, sign_in_provider: "google.com" },
};
type Header = Record<string, unknown> & { alg: string };
function sign(
  claims: Readonly<Record<string, unknown>> = {},
  { key = ours.privateKey, header = {} }: { key?: CryptoKey | Uint8Array; header?: Partial<Header> } = {},
): Promise<string> {
  const all = Object.fromEntries(Object.entries({ ...CLAIMS, ...claims }).filter(([, value]) => value !== undefined));
  return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: "k1", typ: "JWT", ...header }).sign(key);
}
const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });
async function changed(change: (parts: [string, string, string]) => readonly string[]): Promise<string> {
  const [head = "", body = "", signature = ""] = (await sign()).split(".");
  return change([head, body, signature]).join(".");
}
const hmacWith = (secret: string) => sign({}, { key: new TextEncoder().encode(secret), header: { alg: "HS256" } });
const rsaPss = async () => {
  const pair = await generateKeyPair("PS256");
  return await sign({}, { key: pair.privateKey, header: { alg: "PS256" } });
};
const anotherSize = async () => {
  const pair = await generateKeyPair("RS512");
  return await sign({}, { key: pair.privateKey, header: { alg: "RS512" } });
};
const emulatorToken = () =>
  `${encode({ alg: "none", typ: "JWT" })}.${encode({ ...CLAIMS, iss: `https://securetoken.google.com/${PROJECT}` })}.`;

const WRONG: Readonly<Record<string, () => string | Promise<string>>> = {
  "no text": () => "",
  "a text that is not a token": () => "not-a-token",
  "a token longer than any real one": () => `${"a".repeat(9_000)}.b.c`,
  "two parts instead of three": async () => (await sign()).split(".").slice(0, 2).join("."),
  "an expired one": () => sign({ exp: NOW_S - 31 }),
  "one without an expiry": () => sign({ exp: undefined }),
  "one issued in the future": () => sign({ iat: NOW_S + 31 }),
  "one without a time of issue": () => sign({ iat: undefined }),
  "one whose sign-in is in the future": () => sign({ auth_time: NOW_S + 31 }),
  "one without a time of sign-in": () => sign({ auth_time: undefined }),
  "one whose time of sign-in is a text": () => sign({ auth_time: "yesterday" }),
  "one not valid yet": () => sign({ nbf: NOW_S + 31 }),
  "one of another project": () => sign({ aud: "another-project" }),
  "one without an audience": () => sign({ aud: undefined }),
  "one of another issuer": () => sign({ iss: `https://evil.test/${PROJECT}` }),
  "one of another project's issuer": () => sign({ iss: "https://securetoken.google.com/another-project" }),
  "one of the same project's session cookies": () => sign({ iss: `https://session.firebase.google.com/${PROJECT}` }),
  "one of an issuer whose name continues ours": () =>
    sign({ iss: `https://securetoken.google.com/${PROJECT}/another-project` }),
  "one of our issuer without its project": () => sign({ iss: "https://securetoken.google.com/" }),
  "one of our issuer without encryption": () => sign({ iss: `http://securetoken.google.com/${PROJECT}` }),
  "one without an issuer": () => sign({ iss: undefined }),
  "one without a person": () => sign({ sub: undefined }),
  "one whose person is empty": () => sign({ sub: "" }),
  "one whose person has 129 characters": () => sign({ sub: "u".repeat(129) }),
  "one whose person is a number": () => sign({ sub: 7 }),
  "one with a key id we do not know": () => sign({}, { header: { kid: "k9" } }),
  "one signed by a stranger under our key id": () => sign({}, { key: strangers.privateKey }),
  "one whose signature is cut": () => changed(([head, body, signature]) => [head, body, signature.slice(0, -8)]),
  "one whose claims were changed": () =>
    changed(([head, , signature]) => [head, encode({ ...CLAIMS, sub: "somebody-else" }), signature]),
  "one with alg none": () => new UnsecuredJWT({ ...CLAIMS }).encode(),
  "one of the identity emulator": emulatorToken,
  "one with alg None under our key id": () =>
    changed(([, body, signature]) => [encode({ alg: "None", kid: "k1" }), body, signature]),
  "HS256 with our public key as the secret": () => hmacWith(publicPem),
  "HS256 with our public key as one line": () => hmacWith(publicPem.replaceAll("\n", "")),
  "PS256": rsaPss,
  "RS512": anotherSize,
  "one that brings its own key": async () =>
    await sign({}, {
      key: strangers.privateKey,
      header: { kid: "k9", jwk: await exportJWK(strangers.publicKey), jku: "https://evil.test/keys" },
    }),
  "one with an unknown critical header": () =>
    changed(([, body, signature]) => [encode({ alg: "RS256", kid: "k1", crit: ["x"], x: 1 }), body, signature]),
};

describe("identity tokens", () => {
  it("a valid token identifies its member", async () => {
    const { authTimeMs = 0, ...member } = await verify(await sign()) ?? {};
    assertEquals(member, {
      uid: "uid-1",
      email: "ada@example.com",
      emailVerified: true,
      name: "Ada",
      provider: "google.com",
    });
    assertEquals(authTimeMs % 1_000, 0);
    assert(authTimeMs > 0);
    const bare = await verify(await sign({ email: undefined, email_verified: "true", name: 5, firebase: null }));
    assertEquals({ ...bare, authTimeMs }, {
      uid: "uid-1",
      email: "",
      emailVerified: false,
      name: "",
      provider: "",
      authTimeMs,
    });
  });

  it("tolerate clocks that differ by half a minute", async () => {
    for (
      const claims of [{ exp: NOW_S - 29 }, { iat: NOW_S + 29 }, { auth_time: NOW_S + 29 }, { sub: "u".repeat(128) }]
    ) {
      assertEquals((await verify(await sign(claims)))?.email, "ada@example.com", JSON.stringify(claims));
    }
  });

  for (const [kind, make] of Object.entries(WRONG)) {
    it(`SU3: refuses ${kind}`, async () => assertEquals(await verify(await make()), undefined));
  }
});

describe("the algorithm", () => {
  for (const alg of ["RS384", "RS512", "PS256"]) {
    it(`SU3: is RS256 only: refuses ${alg} with our own key, even where the key set names no algorithm`, async () => {
      published = [{ ...await exportJWK(ours.publicKey), kid: "k1" }];
      const key = await importJWK(await exportJWK(ours.privateKey), alg);
      assertEquals(await verify(await sign({}, { key, header: { alg } })), undefined);
      assertEquals((await verify(await sign()))?.uid, "uid-1");
    });
  }
});

describe("a token that was accepted before", () => {
  it("SU3: still expires on time", async () => {
    const token = await sign({ exp: NOW_S + 100 });
    assertEquals((await verify(token))?.uid, "uid-1");
    clock.advance(129_000);
    assertEquals((await verify(token))?.uid, "uid-1");
    clock.advance(1_000);
    assertEquals(await verify(token), undefined);
  });

  it("SU3: is refused once its key is withdrawn", async () => {
    const token = await sign({ exp: NOW_S + 9_000 });
    assertEquals((await verify(token))?.uid, "uid-1");
    published = [await publish(rotated.publicKey, "k2")];
    clock.advance(3_600_000);
    assertEquals(await verify(token), undefined);
  });

  it("SU3: is refused once another key has its key's id", async () => {
    const token = await sign({ exp: NOW_S + 9_000 });
    assertEquals((await verify(token))?.uid, "uid-1");
    published = [await publish(rotated.publicKey, "k1")];
    clock.advance(3_600_000);
    assertEquals(await verify(token), undefined);
    assertEquals((await verify(await sign({ exp: NOW_S + 9_000 }, { key: rotated.privateKey })))?.uid, "uid-1");
  });

  it("SU3: does not cover other claims: changed claims with its signature are refused", async () => {
    const good = await sign();
    await verify(good);
    const [head, , signature] = good.split(".");
    assertEquals(await verify(`${head}.${encode({ ...CLAIMS, sub: "somebody-else" })}.${signature}`), undefined);
  });
});

describe("the keys of the issuer", () => {
  it("are fetched once while they are fresh, even by simultaneous calls, and again when they are stale", async () => {
    const token = await sign({ exp: NOW_S + 9_000 });
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    clock.advance(3_599_000);
    await verify(token);
    assertEquals(reads, 1);
    clock.advance(1_000);
    await verify(token);
    assertEquals(reads, 2);
  });

  it("are fetched again for a new key id, and not for every invented one", async () => {
    await verify(await sign());
    published.push(await publish(rotated.publicKey, "k2"));
    const time = install({ toFake: ["Date"], now: Date.now() + 60_000 });
    after(() => time.uninstall());
    const fresh = await sign({}, { key: rotated.privateKey, header: { kid: "k2" } });
    assertEquals((await verify(fresh))?.uid, "uid-1");
    for (let guess = 0; guess < 20; guess++) await verify(await sign({}, { header: { kid: `made-up-${guess}` } }));
    assertEquals(reads, 2);
  });

  it("stay valid for an hour while the issuer cannot be reached", async () => {
    const token = await sign({ exp: NOW_S + 90_000 });
    await verify(token);
    isDown = true;
    clock.advance(7_199_000);
    assertEquals((await verify(token))?.uid, "uid-1");
    clock.advance(1_000);
    await assertRejects(() => verify(token), HTTPException, "Try again in a minute");
  });

  it("that cannot be fetched are a server error, not a refused sign-in", async () => {
    isDown = true;
    const refused = await assertRejects(() => sign().then(verify), HTTPException, "Try again in a minute");
    assertEquals(refused.status, 503);
    isDown = false;
    assertEquals((await verify(await sign()))?.uid, "uid-1");
  });
});
