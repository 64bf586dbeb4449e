/** Keys rotate every quarter, and every valid token stays valid. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { decodeProtectedHeader } from "jose";
import { createClock, type VirtualClock } from "../../../platform/clock.ts";
import { createIdTokenVerifier } from "../../../platform/id_token.ts";
import {
  addSigningKey,
  ANNOUNCED_MS,
  KEYS_MAX_AGE_S,
  openSigningKey,
  OVERLAP_MS,
  QUARTER_MS,
  quartersBehind,
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

/** The operator makes the next key during the quarter; the key of a past quarter stays unchanged. */
const makeNext = () => addSigningKey(dir, clock.now());
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const publishedBy = async (key: SigningKey) => (await key.publicSet()).keys.map(({ kid }) => kid);
function tokenOf(key: SigningKey): Promise<string> {
  const nowS = Math.floor(clock.now() / 1_000);
  const times = { iat: nowS, auth_time: nowS, exp: nowS + 3_600 };
  return key.sign({ iss: "https://securetoken.google.com/p", aud: "p", sub: "ada", ...times });
}

describe("the signing key", () => {
  it("counts the quarters since the newest key", async () => {
    assertEquals(await quartersBehind(dir, clock.now()), 0, "a folder without keys belongs to another server");
    await openSigningKey(dir, clock);
    assertEquals(await quartersBehind(dir, clock.now()), 0);
    assertEquals(await quartersBehind(dir, clock.now() + 2 * QUARTER_MS), 2);
    await makeNext();
    assertEquals(await quartersBehind(dir, clock.now()), 0);
    assertEquals(await quartersBehind(dir, clock.now() + 2 * QUARTER_MS), 1);
  });

  it("changes each quarter: the new key is published before it signs, the old one until its last token has expired", async () => {
    const key = await openSigningKey(dir, clock);
    const old = kidOf(await tokenOf(key));
    await makeNext();
    assertEquals(await publishedBy(key), [old]);
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
    await makeNext();
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
    await makeNext();
    clock.advance(3_600_000 + OVERLAP_MS);
    const kids = await Promise.all(
      [...keys, await openSigningKey(dir, clock)].map(async (key) => kidOf(await tokenOf(key))),
    );
    assertEquals(new Set(kids).size, 1);
  });

  it("continues across the quarter when the folder has no newer key, and servers write nothing into it", async () => {
    const key = await openSigningKey(dir, clock);
    const old = kidOf(await tokenOf(key));
    const files = () => [...Deno.readDirSync(dir)].map(({ name }) => [name, Deno.readTextFileSync(`${dir}/${name}`)]);
    const before = files();
    await Deno.chmod(dir, 0o500);
    try {
      for (const ms of [3_600_000, OVERLAP_MS, QUARTER_MS, 4 * QUARTER_MS]) {
        clock.advance(ms);
        const again = await openSigningKey(dir, clock);
        for (const server of [key, again]) {
          const token = await tokenOf(server);
          assertEquals([kidOf(token), await publishedBy(server)], [old, [old]]);
          assert(await again.read(token, { nowMs: clock.now(), audience: "p" }) !== undefined);
        }
      }
    } finally {
      await Deno.chmod(dir, 0o700);
    }
    assertEquals(files(), before);
  });

  it("can no longer sign once its last token has expired and the operator made the next one", async () => {
    const server = await openSigningKey(dir, clock);
    await makeNext();
    const file = `${dir}/identity_signing_key_${QUARTER}.json`;
    const secretParts = () =>
      Object.keys(JSON.parse(Deno.readTextFileSync(file))).filter((part) => !"kty n e".includes(part));
    const { n } = JSON.parse(Deno.readTextFileSync(file));
    clock.advance(3_600_000 + OVERLAP_MS - MINUTE_MS);
    await makeNext();
    assert(secretParts().includes("d"));
    clock.advance(MINUTE_MS);
    await makeNext();
    assertEquals([secretParts(), JSON.parse(Deno.readTextFileSync(file)).n], [[], n]);
    assertEquals(kidOf(await tokenOf(server)), kidOf(await tokenOf(await openSigningKey(dir, clock))));
    assertEquals([...Deno.readDirSync(dir)].length, 3);
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  });

  it("that is still in use is not retired when a quarter without its own key gets the next one", async () => {
    const server = await openSigningKey(dir, clock);
    clock.advance(5 * QUARTER_MS);
    const old = kidOf(await tokenOf(server));
    await makeNext();
    assertEquals(kidOf(await tokenOf(await openSigningKey(dir, clock))), old);
    clock.advance(QUARTER_MS);
    assert(kidOf(await tokenOf(server)) !== old);
  });
});
