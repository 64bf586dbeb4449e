/** SECURITY SU3, SU4 over HTTP: every members address with invalid tokens, and with what belongs to others. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { decodeProtectedHeader, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { createApp, createFrameApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { NO_ADDRESS } from "../../support/app/http_visitor.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { addressOf, type OutsideRoute, outsideRoutes } from "../../support/app/outside_routes.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

type Row = readonly [method: string, path: string, body?: unknown];
const REPORT = { user_id: "u", phone_number: "+16502530000", subscription_id: "s", name: "", email: "" };
const BUYER = { plan_id: "tck_weekly_3dtrial", email: "a@b.example", firebase_id: "u" };
const FINAL = { subscription_id: "s", email: "", firebase_id: "u", apple_token: "", attribution: {} };
const SUBS = "/services/subscriptions";

/** Paths as the services declare them; `:id` is filled in. */
const MEMBERS: readonly Row[] = [
  ["GET", "/services/profile"],
  ["POST", "/services/profile/own-number", { phone_number: "" }],
  ["GET", "/services/profile/export"],
  ["POST", "/services/profile/delete", { confirm: "delete" }],
  ["POST", "/services/report", REPORT],
  ["GET", "/services/report/history"],
  ["GET", "/services/report/stored/:id"],
  ["GET", "/services/report/stored/:id/pdf"],
  ["GET", "/services/report/stored/:id/data"],
  ["GET", "/services/report/receipt/:subscription/:charge/pdf"],
  ["POST", "/services/report/batch", { csv: "number\n+16502530000", name: "x", country: "", subscription_id: "s" }],
  ["GET", "/services/report/batch"],
  ["GET", "/services/report/batch/:id"],
  ["GET", "/services/report/batch/:id/csv"],
  ["GET", "/services/report/watch"],
  ["POST", "/services/report/watch", { phone_number: "+16502530000" }],
  ["DELETE", "/services/report/watch/:id"],
  ["GET", "/services/report/of-number"],
  ["POST", "/services/report/of-number", {}],
  ["POST", "/services/report/dispute", {}],
  ["DELETE", "/services/report/of-number/:id"],
  ["GET", "/services/report/registry"],
  ["POST", "/services/report/registry", { name: "Ann Lee", accepted_terms: "1" }],
  ["GET", "/services/report/guide"],
  ["GET", "/services/report/guide/pdf"],
];
const OTHERS: readonly Row[] = [
  ["GET", `${SUBS}/init/session?plan_id=tck_weekly_3dtrial`],
  ["POST", `${SUBS}/subscriptions/:id`, {}],
  ["POST", "/rec/subscriptions/:id", {}],
  ["POST", `${SUBS}/subscriptions-of-member`, {}],
  ["POST", `${SUBS}/charges-of/:id`, {}],
  ["POST", `${SUBS}/card-of/:id`, {}],
  ["POST", `${SUBS}/card-of/:id/session`, {}],
  ["POST", `${SUBS}/card-of/:id/change`, { instrument_id: "x" }],
  ["POST", `${SUBS}/changes-of/:id/preview`, { change: { kind: "resume" } }],
  ["POST", `${SUBS}/changes-of/:id`, { change: { kind: "resume" } }],
  ["POST", `${SUBS}/subs/finalize`, FINAL],
  ["POST", `${SUBS}/subscription-finalize`, FINAL],
  ["POST", "/subs/create", { ...BUYER, apple_token: "", attribution: {} }],
  ["POST", "/subs/create-applepay", { ...BUYER, token: "x", attribution: {}, address: NO_ADDRESS }],
  ["POST", "/services/recurring/create-subscription", { ...BUYER, apple_token: "" }],
  ["GET", "/api/passkeys"],
  ["POST", "/api/passkeys/add/options", {}],
  ["POST", "/api/passkeys/add", { answer: {}, name: "x" }],
  ["DELETE", "/api/passkeys/:id"],
];
/** Public addresses of the members service. */
const OPEN = ["POST /report/check", "GET /report/verify/:hash", "POST /report/end-watch/:secret"];

let folder: string;
let context: Context;
let send: (row: Row, headers?: Record<string, string>, id?: string) => Promise<{ status: number; body: string }>;
before(async () => {
  folder = await Deno.makeTempDir({ prefix: "trustcheck-" });
  await prepareKeys(`${folder}/keys`);
  const config = readConfig({
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    ADMIN: "on",
    METRICS_TOKEN: "a-token-of-the-operators",
  });
  context = await createContext(config, { log: silentLog, assets: fakeAssets });
  const app = createApp(context);
  send = async ([method, path, body], headers = {}, id = "0123456789abcdef0123456789abcdef") => {
    const answer = await app.fetch(
      new Request(`http://localhost:8000${path.replaceAll(/:(id|subscription|charge)\b/g, id)}`, {
        method,
        headers: {
          host: "localhost:8000",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return { status: answer.status, body: text.replace(/"requestId":"[^"]*"/, "") };
  };
});
after(async () => {
  await context.close();
  await Deno.remove(folder, { recursive: true });
});

interface Account {
  readonly idToken: string;
  readonly localId: string;
  readonly refreshToken: string;
}
async function signUp(email: string): Promise<Account> {
  const body = { email, password: "Correct-horse-7", returnSecureToken: true };
  const answer = await send(["POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", body]);
  return JSON.parse(answer.body);
}

/** Signs an account's claims with our own key, after changes. */
async function signerOf({ idToken }: Account) {
  const [file] = [...Deno.readDirSync(`${folder}/keys`)].filter(({ name }) => name.startsWith("identity_signing_key"));
  const jwk: JWK = JSON.parse(await Deno.readTextFile(`${folder}/keys/${file?.name}`));
  const key = await importJWK(jwk, "RS256");
  const { kid = "" } = decodeProtectedHeader(idToken);
  const [, claims = ""] = idToken.split(".");
  const good = JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(claims, { alphabet: "base64url" })));
  const sign = (change: object, header: object = {}, by: Parameters<SignJWT["sign"]>[0] = key) => {
    const all = Object.fromEntries(Object.entries({ ...good, ...change }).filter(([, value]) => value !== undefined));
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid, typ: "JWT", ...header }).sign(by);
  };
  return { sign, good, kid, jwk };
}

/** Signed with our own key, so that only the named defect is wrong. */
async function wrongTokens(account: Account): Promise<Readonly<Record<string, string>>> {
  const { idToken, refreshToken, localId } = account;
  const { sign, good, kid, jwk } = await signerOf(account);
  const [head = "", claims = "", signature = ""] = idToken.split(".");
  const nowS = Math.floor(context.clock.now() / 1_000);
  const stranger = await generateKeyPair("RS256");
  const { n = "", e = "" } = jwk;
  const pem = await exportSPKI(await importJWK({ kty: "RSA", n, e }, "RS256", { extractable: true }) as CryptoKey);
  const encode = (value: unknown) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });
  assertEquals((await send(["GET", "/services/profile"], { "x-id-token": await sign({}) })).status, 200);
  return {
    "an empty text": "",
    "no token at all": "hello",
    "two parts": `${head}.${claims}`,
    "longer than any": `${"a".repeat(9_000)}.b.c`,
    "its signature cut": idToken.slice(0, -6),
    "one letter of the signature changed": `${head}.${claims}.${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`,
    "other claims": `${head}.${encode({ ...good, sub: "somebody" })}.${signature}`,
    "alg none": new UnsecuredJWT({ ...good }).encode(),
    "alg None": `${encode({ alg: "None", kid })}.${claims}.`,
    "HS256 by our public key": await sign({}, { alg: "HS256" }, new TextEncoder().encode(pem)),
    "a stranger's key under our id": await sign({}, {}, stranger.privateKey),
    "an unknown key id": await sign({}, { kid: "k9" }, stranger.privateKey),
    "expired": await sign({ iat: nowS - 7_200, auth_time: nowS - 7_200, exp: nowS - 31 }),
    "without an end": await sign({ exp: undefined }),
    "of tomorrow": await sign({ iat: nowS + 86_400, exp: nowS + 90_000 }),
    "not valid yet": await sign({ nbf: nowS + 60 }),
    "another project": await sign({ aud: "another" }),
    "another issuer": await sign({ iss: "https://securetoken.google.com/another" }),
    "an empty person": await sign({ sub: "" }),
    "without a person": await sign({ sub: undefined }),
    "a person of 129 letters": await sign({ sub: "u".repeat(129) }),
    "without a sign-in": await sign({ auth_time: undefined }),
    "an unknown critical header": `${encode({ alg: "RS256", kid, crit: ["x"], x: 1 })}.${claims}.${signature}`,
    "a refresh token": refreshToken,
    "a uid": localId,
    "two tokens": `${idToken} ${idToken}`,
    "a bearer": `Bearer ${idToken}`,
  };
}

describe("tokens over HTTP", () => {
  it("SU3: the table below lists every address that the members service declares", async () => {
    const declared: string[] = [];
    for (const dir of ["", "/api"]) {
      const root = new URL(`../../../server/embedded/members${dir}/`, import.meta.url);
      for (const { name } of Deno.readDirSync(root)) {
        if (!name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
        const source = await Deno.readTextFile(new URL(name, root));
        for (const [, method = "", path] of source.matchAll(/app\.(get|post|put|patch|delete)\("(\/[^"]+)"/g)) {
          declared.push(`${method.toUpperCase()} ${path}`);
        }
      }
    }
    const listed = MEMBERS.map(([method, path]) => `${method} ${path.replace("/services", "")}`);
    assertEquals([...listed, ...OPEN].toSorted(), declared.toSorted());
  });

  it("SU3: 27 kinds of invalid token are 401 at every address, always with the same message", async () => {
    const account = await signUp("ada@tokens.example");
    const kinds = Object.entries(await wrongTokens(account));
    assertEquals(kinds.length, 27);
    for (const row of [...MEMBERS, ...OTHERS]) {
      const bodies = new Set<string>();
      for (const [kind, token] of kinds) {
        const { status, body } = await send(row, { "x-id-token": token });
        assertEquals(status, 401, `${row[0]} ${row[1]}: ${kind}: ${body}`);
        bodies.add(body);
      }
      assertEquals(bodies.size, 1, `${row[0]} ${row[1]}: ${[...bodies].join(" ")}`);
    }
  });
});

describe("what belongs to others", () => {
  it("SU4: looks like it does not exist: 404 or 403 with equal bodies", async () => {
    const [ada, eve] = [await signUp("ada@others.example"), await signUp("eve@others.example")];
    const { db } = context;
    const mine = { id: "a".repeat(32), user_id: ada.localId };
    const nowMs = context.clock.now();
    await db.insertInto("members_reports").values({
      ...mine,
      subscription_id: "sub_ada",
      e164: "+16502530000",
      score: 7,
      band: "none",
      body: "{}",
      at_ms: nowMs,
    }).execute();
    await db.insertInto("passkeys").values({
      id: mine.id,
      uid: ada.localId,
      public_key: "AAAA",
      counter: 0,
      transports: "",
      name: "Ada's phone",
      is_synced: 0,
      created_ms: nowMs,
      used_ms: null,
    }).execute();
    await db.insertInto("members_number_reports").values({
      id: mine.id,
      e164: "+16502530000",
      reporter_id: ada.localId,
      is_bad: 1,
      kind: "other",
      text: "Ada's words",
      at_ms: nowMs,
    }).execute();
    const rows = [...MEMBERS, ...OTHERS].filter(([, path]) => path.includes(":id"));
    assert(rows.length >= 12, String(rows.length));
    const before = JSON.stringify(await db.selectFrom("passkeys").selectAll().execute());
    for (const row of rows) {
      const headers = { "x-id-token": eve.idToken };
      const theirs = await send(row, headers, mine.id);
      const none = await send(row, headers, "b".repeat(32));
      assertEquals(theirs, none, `${row[0]} ${row[1]}`);
      // The body is validated before the ownership check, for both alike.
      assert([400, 403, 404].includes(theirs.status), `${row[0]} ${row[1]}: ${theirs.status}`);
      assert(!/Ada|650/.test(theirs.body), theirs.body);
    }
    assertEquals(JSON.stringify(await db.selectFrom("passkeys").selectAll().execute()), before);
    assertEquals((await db.selectFrom("members_number_reports").selectAll().execute()).length, 1);
  });
});

describe("extra claims in a token", () => {
  /** Values that differ from call to call. */
  const shapeOf = (text: string) =>
    text.replaceAll(/[\w-]{16,}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{9,}(\.\d+)?|203\.0\.\d+\.\d+|[\w.]+@claims\.example/g, "#");

  it("W-AUTH-10: a member's token with a role in its claims gets the same answer as without, at every route that exists", async () => {
    const bodies = new Map([...MEMBERS, ...OTHERS].map(([method, path, body]) => [`${method} ${path}`, body]));
    const words = ["admin", "staff", "operator", "owner", "support"];
    const ordinary = await signUp("plain@claims.example");
    const privileged = await Promise.all(words.map(async (word) => {
      const claims = { role: word, roles: [word], [word]: true, groups: [word], scope: word, permissions: ["*"] };
      const account = await signUp(`${word}@claims.example`);
      return [word, await (await signerOf(account)).sign(claims)] as const;
    }));
    const doors = { app: createApp(context, ownAddress), frame: createFrameApp(context, ownAddress) };
    let calls = 0;
    function ownAddress() {
      calls += 1;
      return `203.0.${calls >> 8}.${calls & 255}`;
    }
    const origins = { app: context.config.publicOrigin, frame: context.config.frameOrigin };
    const ask = async ({ door, method, path }: OutsideRoute, token: string) => {
      const hasBody = method !== "GET";
      const headers = {
        host: new URL(origins[door]).host,
        origin: origins[door],
        "sec-fetch-site": "same-origin",
        "x-id-token": token,
        authorization: `Bearer ${token}`,
        cookie: `adm=${token}`,
        ...(hasBody ? { "content-type": "application/json" } : {}),
      };
      const sent = bodies.get(`${method} ${path}`) ?? { token, idToken: token };
      const answer = await doors[door].request(origins[door] + addressOf(path, () => "0123456789abcdef"), {
        method,
        headers,
        ...(hasBody ? { body: JSON.stringify(sent) } : {}),
      });
      const type = answer.headers.get("content-type") ?? "";
      const text = /json|text/.test(type) ? shapeOf(await answer.text()) : (await answer.body?.cancel(), "");
      return { status: answer.status, type, text };
    };
    // Accounts end last.
    const isEnd = ({ path }: OutsideRoute) => Number(/delete/.test(path));
    const routes = outsideRoutes(context).toSorted((one, other) => isEnd(one) - isEnd(other));
    const statuses = new Map<string, number>();
    for (const route of routes) {
      if (route.path.startsWith("/metrics") || route.path === "/dev/clock" || route.path === "/dev/live-reload") {
        continue;
      }
      const expected = await ask(route, ordinary.idToken);
      statuses.set(`${route.method} ${route.path}`, expected.status);
      for (const [word, token] of privileged) {
        assertEquals(await ask(route, token), expected, `${route.method} ${route.path} as ${word}`);
      }
    }
    const of = (path: RegExp) => [...statuses].filter(([name]) => path.test(name)).map(([, status]) => status);
    assertEquals([...new Set(of(/^GET \/operator\//))], [404]);
    assert(of(/ \/api\/admin\//).length > 15, String(of(/ \/api\/admin\//)));
    assertEquals(statuses.get("GET /services/profile"), 200, "the tokens are good");
    assertEquals(statuses.get("GET /api/admin/figures"), 401);
  });
});
