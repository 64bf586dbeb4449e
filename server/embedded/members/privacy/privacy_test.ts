/** The member's own data: the own number, the export, and a deletion that leaves no row. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { strFromU8, unzipSync } from "fflate";
import { HTTPException } from "hono/http-exception";
import { sql } from "kysely";
import { onBothEngines, onPostgres } from "../../../../tests/support/engines.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import { openMigrated } from "../../../db/testing/migrated.ts";
import { silentLog } from "../../../platform/log.ts";
import { reportSchema } from "../../../wire/members/report.ts";
import { deletedSchema } from "../../../wire/members/privacy.ts";
import { EXPORTS } from "../api/privacy_routes.ts";
import { refuseDeleted } from "../context/deleted_members.ts";
import { type MembersFixture, NUMBER, openMembersFixture, product, subscription } from "../testing/fixture.ts";

let h: MembersFixture;
beforeEach(async () => {
  h = await openMembersFixture();
  h.rows.set(
    "sub-ada",
    subscription("sub-ada", {
      credits: 5,
      next_charge: { at: "2026-12-01T00:00:00.000Z", cents: 1999 },
      products: [product("tck_ultimate_pack_otp")],
    }),
  );
  h.rows.set("sub-eve", subscription("sub-eve", { user_id: "eve", credits: 5 }));
});
afterEach(() => h.close());

const setOwn = (phone_number: string, country = "") =>
  h.call("POST", "/profile/own-number", { as: "ada", body: { phone_number, country } });
async function live(as: string) {
  await h.call("GET", `/profile?subscription_id=sub-${as}`, { as });
  const body = { user_id: as, phone_number: NUMBER, subscription_id: `sub-${as}`, name: "", email: "" };
  const { id } = readAnswer(reportSchema, (await h.call("POST", "/report", { as, body })).body);
  await h.call("GET", `/report/stored/${id}/pdf`, { as });
  const say = { phone_number: "+442079460000", bad: true, kind: "fraud", text: `words of ${as}` };
  await h.call("POST", "/report/of-number", { as, body: say });
  await h.call("POST", "/report/dispute", { as, body: { phone_number: NUMBER, reason: "mine" } });
  const list = { subscription_id: `sub-${as}`, name: "l", csv: "+16502530001", country: "" };
  await h.call("POST", "/report/batch", { as, body: list });
  await h.call("POST", "/report/registry", { as, body: { name: "Anna", accepted_terms: "sample-1" } });
}
const TABLES = [
  "members_profiles",
  "members_profile_subscriptions",
  "members_reports",
  "members_batches",
  "members_number_reports",
  "members_disputes",
  "members_registry_searches",
  "members_report_hashes",
] as const;
async function dump(): Promise<string> {
  const tables = await Promise.all(TABLES.map((table) => h.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(tables.map((rows) => rows.map((row) => JSON.stringify(row)).sort()));
}

describe("POST /profile/own-number", () => {
  it("stores the number normalized, lets the score detect look-alikes, and removes it again", async () => {
    assertEquals((await setOwn("(650) 253-0199", "US")).body, { own_number: "+16502530199" });
    const body = { user_id: "ada", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
    const { score } = readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body })).body);
    assertEquals(score.reasons.map((reason) => reason.rule), ["NEIGHBOUR"]);
    assertEquals((await setOwn(" ")).body, { own_number: "" });
  });
  it("refuses text that is not a number, and visitors", async () => {
    assertEquals((await setOwn("hello")).status, 422);
    assertEquals((await h.call("POST", "/profile/own-number", { body: {} })).status, 401);
  });
});

describe("GET /profile/export", () => {
  it("contains everything about the member and nothing about others", async () => {
    await live("ada");
    await live("eve");
    const answer = await h.call("GET", "/profile/export", { as: "ada" });
    assertEquals(answer.headers.get("content-type"), "application/zip");
    const files = Object.entries(unzipSync(answer.bytes)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
    const all = files.map(([, text]) => text).join("\n");
    assertEquals(files.map(([name]) => name).sort(), [
      "README.txt",
      "agreements.json",
      "charges.json",
      "lists.json",
      "numbers-i-reported.json",
      "numbers-i-watch.json",
      "profile.json",
      "purchase-details.json",
      "registry-searches.json",
      "reports.json",
      "subscriptions.json",
    ]);
    for (const part of ["ada@example.com", NUMBER, "words of ada", "+16502530001", "Anna", "sub-ada"]) {
      assert(all.includes(part), part);
    }
    for (const part of ["words of eve", "eve@example.com", "sub-eve"]) assert(!all.includes(part), part);
  });
  it("contains all numbers a member reported, and the date of a withdrawn dispute", async () => {
    const reports = Array.from({ length: 201 }, (_, at) => ({
      id: `report${at}`,
      e164: `+1650253${String(at).padStart(4, "0")}`,
      reporter_id: "ada",
      is_bad: 1,
      kind: "fraud",
      text: "",
      at_ms: at,
    }));
    await h.db.insertInto("members_number_reports").values(reports).execute();
    const body = { phone_number: NUMBER, reason: "mine", text: "" };
    assertEquals((await h.call("POST", "/report/dispute", { as: "ada", body })).status, 200);
    const { id } = await h.db.selectFrom("members_disputes").select("id").executeTakeFirstOrThrow();
    await h.call("DELETE", `/report/of-number/${id}`, { as: "ada" });
    const { bytes } = await h.call("GET", "/profile/export", { as: "ada" });
    const told = JSON.parse(strFromU8(unzipSync(bytes)["numbers-i-reported.json"] ?? new Uint8Array()));
    assertEquals([told.reports.length, told.disputes.length], [201, 0]);
    assertEquals(told.withdrawnDisputes, [{ e164: NUMBER, at: "2026-11-21T10:00:00.000Z" }]);
  });
  it("T11: of a member with five thousand look-ups is complete and takes far less than a minute", async () => {
    const body = await live("ada").then(() => h.db.selectFrom("members_reports").selectAll().executeTakeFirstOrThrow());
    for (let at = 0; at < 5_000; at += 500) {
      const rows = Array.from(
        { length: 500 },
        (_, more) => ({ ...body, id: (at + more).toString(16).padStart(32, "0") }),
      );
      await h.db.insertInto("members_reports").values(rows).execute();
    }
    const startedMs = performance.now();
    const { bytes } = await h.call("GET", "/profile/export", { as: "ada" });
    const tookMs = performance.now() - startedMs;
    const file = unzipSync(bytes)["reports.json"] ?? new Uint8Array();
    const reports: unknown = JSON.parse(strFromU8(file));
    assert(Array.isArray(reports) && reports.length >= 5_000, strFromU8(file.slice(0, 200)));
    assert(tookMs < 60_000, `${tookMs.toFixed(0)} ms`);
  });
  it("is for members", async () => assertEquals((await h.call("GET", "/profile/export")).status, 401));
  it("may be asked for five times within ten minutes", async () => {
    const ask = async (as: string) => (await h.call("GET", "/profile/export", { as })).status;
    for (let n = 0; n < EXPORTS.points; n++) assertEquals(await ask("ada"), 200);
    assertEquals([await ask("ada"), await ask("eve")], [429, 200]);
    h.clock.advance(EXPORTS.windowMs);
    assertEquals(await ask("ada"), 200);
  });
});

describe("POST /profile/delete", () => {
  const remove = () => h.call("POST", "/profile/delete", { as: "ada", body: { confirm: "delete" } });
  it("deletes every row of the member and no row of others", async () => {
    await live("eve");
    const others = await dump();
    await live("ada");
    assert((await dump()).includes("ada"));
    const { removed } = readAnswer(deletedSchema, (await remove()).body);
    assertEquals([removed.profile, removed.reports, removed.number_reports], [1, 2, 1]);
    assertEquals(await dump(), others);
  });
  it("cancels what still renews first", async () => {
    const { cancelled, invoices } = readAnswer(deletedSchema, (await remove()).body);
    assertEquals([cancelled, h.cancelled, invoices], [1, ["sub-ada"], 1]);
  });
  it("cancels a plan that waits for another card, which has no next charge, and none that is over", async () => {
    for (const status of ["past_due", "cancelled", "ended"] as const) {
      h.rows.set(`sub-${status}`, subscription(`sub-${status}`, { status }));
    }
    await remove();
    assertEquals(h.cancelled, ["sub-ada", "sub-past_due"]);
  });
  it("also deletes the look-ups of a purchase that the member never claimed, and cancels it", async () => {
    const next_charge = { at: "2026-12-01T00:00:00.000Z", cents: 1999 };
    h.rows.set("sub-loose", subscription("sub-loose", { user_id: "", credits: 5, next_charge }));
    const body = { user_id: "", phone_number: NUMBER, subscription_id: "sub-loose", name: "", email: "" };
    assertEquals((await h.call("POST", "/report", { headers: { "x-checkout": "cookie" }, body })).status, 200);
    const { cancelled, removed } = readAnswer(deletedSchema, (await remove()).body);
    assertEquals([cancelled, removed.reports, h.cancelled], [2, 1, ["sub-ada", "sub-loose"]]);
    assertEquals(await h.db.selectFrom("members_reports").select("id").execute(), []);
  });
  it("deletes nothing when the plan cannot be cancelled", async () => {
    await live("ada");
    const before = await dump();
    h.failCancel();
    const answer = await remove();
    assertEquals(answer.status, 503);
    assertMatch(answer.text, /nothing was deleted/);
    assertEquals(await dump(), before);
  });
  it("requires the confirmation word and a sign-in; a second call finds nothing to delete", async () => {
    assertEquals((await h.call("POST", "/profile/delete", { as: "ada", body: {} })).status, 400);
    assertEquals((await h.call("POST", "/profile/delete", { body: { confirm: "delete" } })).status, 401);
    await live("ada");
    await remove();
    const { removed } = readAnswer(deletedSchema, (await remove()).body);
    assertEquals(Object.values(removed).reduce((sum, count) => sum + count, 0), 0);
  });
  it("a token of before, on another open device, writes nothing again; one of a later sign-in does", async () => {
    let authTimeMs = h.clock.now();
    const ada = { uid: "ada", email: "ada@example.com", emailVerified: true, name: "Ada", provider: "" };
    await h.close();
    h = await openMembersFixture({ verifyIdToken: () => Promise.resolve({ ...ada, authTimeMs }) });
    await live("ada");
    assertEquals((await remove()).status, 200);
    const say = { phone_number: "+442079460000", bad: true, kind: "fraud", text: "words" };
    for (let minutes = 0; minutes < 60; minutes += 20) {
      const seen = await h.call("GET", "/profile", { as: "ada" });
      const said = await h.call("POST", "/report/of-number", { as: "ada", body: say });
      assertEquals([seen.status, (await setOwn(NUMBER)).status, said.status], [401, 401, 401], seen.text);
      h.clock.advance(20 * 60_000 - 1);
    }
    for (const table of TABLES) {
      assertEquals(await h.db.selectFrom(table).selectAll().execute(), [], table);
    }
    authTimeMs = h.clock.now();
    assertEquals((await h.call("GET", "/profile", { as: "ada" })).status, 200);
  });
});

/** Holds the answers of the paid source until `release`; it then knows nothing. */
function holdSource() {
  const { fetch } = globalThis;
  const released = Promise.withResolvers<void>();
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    await released.promise;
    throw new TypeError("no network");
  };
  return {
    asked: () => asked,
    release: () => {
      globalThis.fetch = fetch;
      released.resolve();
    },
  };
}

onBothEngines("look-ups that are under way while the account is deleted", (place) => {
  it("T11: store nothing of the member afterwards", async () => {
    await h.close();
    const errors: string[] = [];
    h = await openMembersFixture({
      db: await openMigrated(place()),
      lookupSource: { kind: "ipqs", key: "k" },
      log: { ...silentLog, error: (event) => void errors.push(event) },
    });
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 5 }));
    const list = { subscription_id: "sub-ada", name: "l", csv: "+16502530001\n+16502530002", country: "" };
    const one = { user_id: "ada", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
    const source = holdSource();
    try {
      const running = [["/report/batch", list], ["/report", one]] as const;
      const answers = running.map(([path, body]) => h.call("POST", path, { as: "ada", body }));
      await eventually(() => source.asked() === 2);
      const gone = await h.call("POST", "/profile/delete", { as: "ada", body: { confirm: "delete" } });
      assertEquals(gone.status, 200, gone.text);
      source.release();
      const [listed, reported] = await Promise.all(answers);
      assertEquals(reported?.status, 401);
      assertMatch(listed?.text ?? "", /"type":"failed"/);
    } finally {
      source.release();
    }
    assertEquals([await dump(), errors], [JSON.stringify(TABLES.map(() => [])), []]);
  });
});

onPostgres("a deletion beside a write of the member that has begun", (place) => {
  it("T11: waits for it, and deletes what it wrote", async () => {
    await h.close();
    h = await openMembersFixture({ db: await openMigrated(place()) });
    const { db, clock } = h;
    const ada = { uid: "ada", email: "", emailVerified: true, name: "", provider: "", authTimeMs: 0 };
    let deletion: Promise<{ readonly status: number }> | undefined;
    await db.transaction().execute(async (trx) => {
      await refuseDeleted(ada, { trx, clock });
      const row = { id: "b1", user_id: "ada", subscription_id: "sub-ada", name: "l", body: "[]", at_ms: clock.now() };
      await trx.insertInto("members_batches").values(row).execute();
      deletion = h.call("POST", "/profile/delete", { as: "ada", body: { confirm: "delete" } });
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length > 0;
      });
    });
    assertEquals((await deletion)?.status, 200);
    assertEquals(await db.selectFrom("members_batches").select("id").execute(), []);
    const late = db.transaction().execute((trx) => refuseDeleted(ada, { trx, clock }));
    await assertRejects(() => late, HTTPException);
  });
});

describe("a call whose body is still on its way while the account is deleted", () => {
  /** Sends headers, deletes the account once the server waits for the body, and then sends the body. */
  async function deleteDuring(path: string, body: object): Promise<number> {
    const text = new TextEncoder().encode(JSON.stringify(body));
    let hasDeleted = false;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const gone = await h.call("POST", "/profile/delete", { as: "ada", body: { confirm: "delete" } });
        hasDeleted = gone.status === 200;
        controller.enqueue(text);
        controller.close();
      },
    }, { highWaterMark: 0 });
    const { status } = await h.call("POST", path, { as: "ada", stream });
    assert(hasDeleted, path);
    return status;
  }
  const say = { phone_number: "+442079460000", bad: true, kind: "fraud", text: "words" };
  for (
    const [path, body] of [
      ["/report/of-number", say],
      ["/report/dispute", { phone_number: NUMBER, reason: "mine" }],
      ["/report/watch", { phone_number: NUMBER }],
      ["/report/registry", { name: "Anna", accepted_terms: "sample-1" }],
      ["/profile/own-number", { phone_number: NUMBER, country: "" }],
    ] as const
  ) {
    it(`T11: POST ${path} stores nothing of the member`, async () => {
      assertEquals(await deleteDuring(path, body), 401);
      assertEquals(await dump(), JSON.stringify(TABLES.map(() => [])));
      assertEquals(await h.db.selectFrom("members_watches").select("id").execute(), []);
    });
  }
});
