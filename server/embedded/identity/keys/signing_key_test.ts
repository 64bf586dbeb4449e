/** Keys rotate every quarter, and every valid token stays valid. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { decodeProtectedHeader } from "jose";
import { createClock, type VirtualClock } from "../../../platform/clock.ts";
import { createIdTokenVerifier } from "../../../platform/id_token.ts";
import {
  ANNOUNCED_MS,
  KEYS_MAX_AGE_S,
  openSigningKey,
  OVERLAP_MS,
  QUARTER_MS,
  type SigningKey,
} from "./signing_key.ts";

const QUARTER = 200;
const LAST_HOUR = (QUARTER + 1) * QUARTER_MS - 3_600_000;
const MINUTE_MS = 60_000;

let dir: string;
let clock: VirtualClock;
beforeEach(async () => {
  dir = await Deno.makeTempDir({ prefix: "trustcheck-" });
  clock = createClock(() => LAST_HOUR);
});
afterEach(() => Deno.remove(dir, { recursive: true }));

const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const publishedBy = async (key: SigningKey) => (await key.publicSet()).keys.map(({ kid }) => kid);
function tokenOf(key: SigningKey): Promise<string> {
  const nowS = Math.floor(clock.now() / 1_000);
  const times = { iat: nowS, auth_time: nowS, exp: nowS + 3_600 };
  return key.sign({ iss: "https://securetoken.google.com/p", aud: "p", sub: "ada", ...times });
}

describe("the signing key", () => {
  it("changes each quarter: the new key is published before it signs, the old one until its last token has expired", async () => {
    const key = await openSigningKey(dir, clock);
    const old = kidOf(await tokenOf(key));
    clock.advance(3_600_000);
    const [next, ...others] = await publishedBy(key);
    assert(next !== old);
    assertEquals([others, kidOf(await tokenOf(key))], [[old], old]);
    clock.advance(ANNOUNCED_MS - MINUTE_MS);
    assertEquals(kidOf(await tokenOf(key)), old);
    clock.advance(MINUTE_MS);
    assertEquals([kidOf(await tokenOf(key)), await publishedBy(key)], [next, [next, old]]);
    clock.advance(OVERLAP_MS - ANNOUNCED_MS);
    assertEquals(await publishedBy(key), [next]);
    assert(ANNOUNCED_MS >= KEYS_MAX_AGE_S * 1_000 && OVERLAP_MS >= ANNOUNCED_MS + 3_600_000);
  });

  it("keeps every token valid for its hour during a change, and the verifier fetches the new key by itself", async () => {
    const key = await openSigningKey(dir, clock);
    const issuer = async () =>
      Response.json(await key.publicSet(), { headers: { "cache-control": `max-age=${KEYS_MAX_AGE_S}` } });
    const verify = createIdTokenVerifier({ projectId: "p", issuer, clock });
    const held: { readonly token: string; readonly untilMs: number }[] = [];
    for (let step = 0; step < 40; step++) {
      held.push({ token: await tokenOf(key), untilMs: clock.now() + 3_600_000 });
      for (const { token, untilMs } of held) {
        if (clock.now() < untilMs) assertEquals((await verify(token))?.uid, "ada", `step ${step}`);
      }
      clock.advance(10 * MINUTE_MS);
    }
    assertEquals(new Set(held.map(({ token }) => kidOf(token))).size, 2);
  });

  it("is the same for servers that share the folder, and over restarts", async () => {
    const keys = await Promise.all([openSigningKey(dir, clock), openSigningKey(dir, clock)]);
    clock.advance(3_600_000 + OVERLAP_MS);
    const kids = await Promise.all(
      [...keys, await openSigningKey(dir, clock)].map(async (key) => kidOf(await tokenOf(key))),
    );
    assertEquals(new Set(kids).size, 1);
  });

  it("from before quarterly keys continues to sign", async () => {
    const old = kidOf(await tokenOf(await openSigningKey(dir, clock)));
    await Deno.rename(`${dir}/identity_signing_key_${QUARTER}.json`, `${dir}/identity_signing_key.json`);
    assertEquals(kidOf(await tokenOf(await openSigningKey(dir, clock))), old);
    assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name), [`identity_signing_key_${QUARTER}.json`]);
  });

  it("of a past quarter can no longer sign once its last token has expired, on any server", async () => {
    const servers = [await openSigningKey(dir, clock), await openSigningKey(dir, clock)];
    const file = `${dir}/identity_signing_key_${QUARTER}.json`;
    const secretParts = () =>
      Object.keys(JSON.parse(Deno.readTextFileSync(file))).filter((part) => !"kty n e".includes(part));
    const { n } = JSON.parse(Deno.readTextFileSync(file));
    clock.advance(3_600_000 + OVERLAP_MS - MINUTE_MS);
    await Promise.all(servers.map(tokenOf));
    assert(secretParts().includes("d"));
    clock.advance(MINUTE_MS);
    const kids = await Promise.all(servers.map(async (key) => kidOf(await tokenOf(key))));
    assertEquals([new Set(kids).size, secretParts(), JSON.parse(Deno.readTextFileSync(file)).n], [1, [], n]);
    assertEquals([...Deno.readDirSync(dir)].length, 2);
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  });

  it("of a quarter in which no server ran is retired at the next start", async () => {
    await openSigningKey(dir, clock);
    clock.advance(5 * QUARTER_MS);
    await openSigningKey(dir, clock);
    assertEquals(Object.keys(JSON.parse(Deno.readTextFileSync(`${dir}/identity_signing_key_${QUARTER}.json`))), [
      "kty",
      "n",
      "e",
    ]);
  });

  it("that was retired by a clock running ahead is replaced by a new one", async () => {
    const ahead = createClock(() => LAST_HOUR + QUARTER_MS);
    await openSigningKey(dir, clock);
    await openSigningKey(dir, ahead);
    const key = await openSigningKey(dir, clock);
    assertEquals(await publishedBy(key), [kidOf(await tokenOf(key))]);
  });
});
