/**
 * Look-up counts, codes, lockouts and refresh tokens are correct on both engines, even with two servers on one
 * database.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { createClock, type VirtualClock } from "../../server/platform/clock.ts";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { type Db, openDatabase } from "../../server/db/open.ts";
import { createIdentity } from "../../server/embedded/identity/identity.ts";
import { createMembers } from "../../server/embedded/members/members.ts";
import { silentLog } from "../../server/platform/log.ts";
import type { Upstream } from "../../server/platform/http/upstream.ts";
import { onBothEngines } from "../support/engines.ts";
import { emailsIn, NO_SMTP, type WrittenEmail } from "../support/outbox.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

/** Two servers on Postgres; a SQLite file belongs to one process. */
async function openServers(place: DatabasePlace): Promise<readonly Db[]> {
  const first = await openDatabase(place);
  return place.kind === "postgres" ? [first, await openDatabase(place)] : [first];
}
function turns(upstreams: readonly Upstream[]): Upstream {
  let turn = 0;
  return (request) => {
    const upstream = upstreams[turn++ % upstreams.length];
    return upstream === undefined ? Promise.reject(new Error("No server")) : upstream(request);
  };
}
function post(
  upstream: Upstream,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  return upstream(new Request(`http://service${path}`, init));
}
const statusesOf = (answers: readonly Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** An active plan with some credits. */
function fakeSubscriptions(id: string, credits: number): Upstream {
  const spent = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/credits/spend") {
      return Response.json({
        id,
        subscription_id: id,
        plan_id: "tck_weekly_3dtrial",
        status: "active",
        email: "ada@example.com",
        user_id: "ada",
        started_at: "2026-11-01T00:00:00Z",
        current_period_end: "2026-12-01T00:00:00Z",
        next_charge: null,
        products: [],
        credits: credits - spent.size,
        error: "",
      });
    }
    const { spend_id } = await request.json();
    if (!spent.has(spend_id) && spent.size >= credits) return Response.json({ error: "none" }, { status: 402 });
    spent.add(spend_id);
    return Response.json({ credits: credits - spent.size });
  };
}

async function withIdentity(
  place: DatabasePlace,
  use: (
    identity: Upstream,
    ports: { readonly clock: VirtualClock; readonly mails: () => Promise<readonly WrittenEmail[]> },
  ) => Promise<void>,
): Promise<void> {
  const dbs = await openServers(place);
  const [db] = dbs;
  assert(db);
  const clock = createClock();
  const keysDir = await Deno.makeTempDir();
  await prepareKeys(keysDir, clock.now());
  const settings = {
    projectId: "trustcheck-local",
    keysDir,
    publicOrigin: "http://localhost:8000",
    base: "/trustcheck",
    authorizedDomains: ["localhost"],
    canText: true,
    passwordCost: 2,
  };
  const services = dbs.map((db) => createIdentity({ db, clock, log: silentLog, sender: NO_SMTP, settings }));
  await use(turns(await Promise.all(services)), { clock, mails: () => emailsIn(db) });
  await Promise.all(dbs.map((db) => db.destroy()));
  await Deno.remove(keysDir, { recursive: true });
}
const ACCOUNTS = "/identitytoolkit.googleapis.com/v1/accounts";

onBothEngines("members and identity", (place) => {
  it("SU5: sixty simultaneous look-ups use the daily twenty and ten credits, never more", async () => {
    const dbs = await openServers(place());
    const subscriptions = fakeSubscriptions("sub-race", 10);
    const verifyIdToken = () =>
      Promise.resolve({
        uid: "ada",
        email: "ada@example.com",
        emailVerified: true,
        name: "",
        provider: "",
        authTimeMs: 0,
      });
    const members = turns(
      dbs.map((db) => createMembers({ db, clock: createClock(), log: silentLog, subscriptions, verifyIdToken })),
    );
    const ask = (number: number) => {
      const body = {
        user_id: "ada",
        subscription_id: "sub-race",
        name: "",
        email: "",
        phone_number: `+1650253${number}`,
      };
      return post(members, "/report", body, { "x-id-token": "good" });
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(1_000 + at)));
    assertEquals([statusesOf(answers, 200), statusesOf(answers, 402)], [30, 30]);
    const rows = await dbs[0]?.selectFrom("members_reports").select("e164").where("subscription_id", "=", "sub-race")
      .execute();
    assertEquals(rows?.length, 30);
    const again = await Promise.all(Array.from({ length: 9 }, () => ask(Number(rows?.[0]?.e164.slice(-4)))));
    assertEquals(statusesOf(again, 200), 9);
    const profile = await members(
      new Request("http://service/profile?subscription_id=sub-race", {
        headers: { "x-id-token": "good" },
      }),
    );
    assertEquals((await profile.json()).recent.length, 20);
    await Promise.all(dbs.map((db) => db.destroy()));
  });

  it("an email link works once, however many requests open it at the same time", async () => {
    await withIdentity(place(), async (identity, { mails }) => {
      await post(identity, `${ACCOUNTS}:sendOobCode`, { requestType: "EMAIL_SIGNIN", email: "link@example.com" });
      const oobCode = new URL(/http\S+/.exec((await mails())[0]?.text ?? "")?.[0] ?? "none:").searchParams.get(
        "oobCode",
      );
      const open = () => post(identity, `${ACCOUNTS}:signInWithEmailLink`, { email: "link@example.com", oobCode });
      assertEquals(statusesOf(await Promise.all(Array.from({ length: 20 }, open)), 200), 1);
    });
  });

  it("twelve simultaneous wrong passwords count as twelve; simultaneous sign-ups create one account", async () => {
    await withIdentity(place(), async (identity) => {
      const ada = { email: "race@example.com", password: "correct horse" };
      const made = await Promise.all(Array.from({ length: 4 }, () => post(identity, `${ACCOUNTS}:signUp`, ada)));
      assertEquals(statusesOf(made, 200), 1);
      const guess = () => post(identity, `${ACCOUNTS}:signInWithPassword`, { ...ada, password: "wrong" });
      const codes = await Promise.all(
        Array.from({ length: 12 }, async () => (await (await guess()).json()).error.message),
      );
      assertEquals(codes.filter((code) => code === "INVALID_LOGIN_CREDENTIALS").length, 10);
    });
  });

  it("a refresh token is replaced, late use of an old one ends the sign-in, and deletion leaves no account", async () => {
    await withIdentity(place(), async (identity, { clock }) => {
      const claims = JSON.stringify({ email: "keep@example.com", name: "Keep" });
      const postBody = new URLSearchParams({ id_token: claims, providerId: "google.com" }).toString();
      const { refreshToken, idToken } = await (await post(identity, `${ACCOUNTS}:signInWithIdp`, { postBody })).json();
      const refresh = (token: string) => {
        const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
        return identity(new Request("http://service/securetoken.googleapis.com/v1/token", { method: "POST", body }));
      };
      assertEquals((await refresh(refreshToken)).status, 200);
      clock.advance(61_000);
      const repeated = await refresh(refreshToken);
      assertEquals(repeated.status, 200, "the answer was lost: no successor was used");
      assertEquals((await refresh((await repeated.json()).refresh_token)).status, 200);
      assertEquals((await refresh(refreshToken)).status, 400);
      assertEquals((await post(identity, `${ACCOUNTS}:delete`, { idToken })).status, 200);
      assertEquals((await post(identity, `${ACCOUNTS}:lookup`, { idToken })).status, 400);
    });
  });
});
