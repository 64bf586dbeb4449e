/** Member reports, bulk checks and deletion are correct on both engines, even with two servers on one database. */
import { readAnswer } from "../support/answers.ts";
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createClock } from "../../server/platform/clock.ts";
import type { DatabasePlace } from "../../server/platform/database_place.ts";
import { type Db, openDatabase } from "../../server/db/open.ts";
import { createMembers } from "../../server/embedded/members/members.ts";
import { subscription } from "../../server/embedded/members/testing/fixture.ts";
import { silentLog } from "../../server/platform/log.ts";
import type { Upstream } from "../../server/platform/http/upstream.ts";
import { batchEventSchema } from "../../server/wire/members/batch.ts";
import { onBothEngines } from "../support/engines.ts";

const CREDITS = 7;

/** One plan of the requester, with seven credits. */
function fakeSubscriptions(): Upstream {
  const spent = new Set<string>();
  return async (request) => {
    const uid = request.headers.get("x-id-token") ?? "";
    const view = () => subscription(`sub-${uid}`, { user_id: uid, credits: CREDITS - spent.size });
    const { pathname } = new URL(request.url);
    if (pathname === "/subscriptions-of-member") return Response.json({ subscriptions: [view()] });
    if (pathname === "/claim-purchases") return Response.json({ claimed: 0 });
    if (pathname === "/forget-member") return Response.json({ invoices: 1 });
    if (pathname !== "/credits/spend") return Response.json(view());
    const { spend_id } = await request.json();
    if (!spent.has(spend_id) && spent.size >= CREDITS) return Response.json({ error: "none" }, { status: 402 });
    spent.add(spend_id);
    return Response.json({ credits: CREDITS - spent.size });
  };
}

/** Two servers on Postgres; a SQLite file belongs to one process. */
async function withServers(
  place: DatabasePlace,
  use: (call: (path: string, uid: string, body: unknown) => Promise<Response>, db: Db) => Promise<void>,
): Promise<void> {
  const first = await openDatabase(place);
  const dbs = place.kind === "postgres" ? [first, await openDatabase(place)] : [first];
  const subscriptions = fakeSubscriptions();
  const verifyIdToken = (uid: string) =>
    Promise.resolve({ uid, email: `${uid}@mail.example`, emailVerified: true, name: uid, provider: "", authTimeMs: 0 });
  const servers = dbs.map((db) =>
    createMembers({ db, clock: createClock(), log: silentLog, subscriptions, verifyIdToken })
  );
  let turn = 0;
  const call = (path: string, uid: string, body: unknown) => {
    const server = servers[turn++ % servers.length];
    const headers = { "content-type": "application/json", "x-id-token": uid };
    const request = new Request(`http://members${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return server === undefined ? Promise.reject(new Error("No server")) : server(request);
  };
  try {
    await use(call, first);
  } finally {
    for (const db of dbs) await db.destroy();
  }
}

onBothEngines("members' reports and lists", (place) => {
  it("stores one report per member and number, however often and on whichever server it arrives", () =>
    withServers(place(), async (call, db) => {
      const said = { phone_number: "+16502530000", bad: true, kind: "fraud" };
      const answers = await Promise.all(Array.from({ length: 12 }, () => call("/report/of-number", "ann", said)));
      assertEquals(answers.map((answer) => answer.status), Array(12).fill(200));
      const rows = await db.selectFrom("members_number_reports").selectAll().where("reporter_id", "=", "ann").execute();
      assertEquals(rows.length, 1);
    }));

  it("simultaneous bulk checks serve exactly as many rows as there are credits, and pay none twice", () =>
    withServers(place(), async (call) => {
      const list = (at: number) => Array.from({ length: 4 }, (_, row) => `+1650253${2000 + at * 2 + row}`).join("\n");
      const answers = await Promise.all(
        Array.from(
          { length: 6 },
          (_, at) => call("/report/batch", "bob", { subscription_id: "sub-bob", name: "", csv: list(at), country: "" }),
        ),
      );
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      // Two lists that pay for a number at the same time make one look-up, so look-ups are counted by number.
      const events = texts.join("").trimEnd().split("\n").map((line) => readAnswer(batchEventSchema, JSON.parse(line)));
      const rows = events.flatMap((event) => event.type === "row" ? [event.row] : []);
      const paid = new Set(rows.filter((row) => row.report_id !== "").map((row) => row.e164));
      assertEquals(paid.size, CREDITS);
    }));

  it("deletion leaves no row of the member", () =>
    withServers(place(), async (call, db) => {
      await call("/profile/own-number", "cid", { phone_number: "+16502530199", country: "" });
      await call("/report/of-number", "cid", { phone_number: "+16502530000", bad: true, kind: "link" });
      const answer = await call("/profile/delete", "cid", { confirm: "delete" });
      assertEquals(answer.status, 200);
      const profiles = await db.selectFrom("members_profiles").selectAll().where("user_id", "=", "cid").execute();
      const reports = await db.selectFrom("members_number_reports").selectAll().where("reporter_id", "=", "cid")
        .execute();
      assertEquals([profiles.length, reports.length], [0, 0]);
    }));
});
