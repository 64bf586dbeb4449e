/** What retention deletes and what it keeps: links, requests, checkouts, limits and consents, on both engines. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { onBothEngines } from "../../../tests/support/engines.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { connectDatabase, type Db } from "../../db/open.ts";
import { createSharedLimits } from "../../db/rate_limits.ts";
import { countAttempt } from "../../embedded/identity/sessions/lockout.ts";
import { agreedChangeText } from "../../embedded/subscriptions/testing/agreed_text.ts";
import { ANN, buy, openSubscriptionsFixture, prepare } from "../../embedded/subscriptions/testing/fixture.ts";
import { NEVER_MS } from "../../outbox/outbox.ts";
import { consentSchema } from "../../wire/billing/purchase.ts";
import { DAY_MS } from "../../wire/billing/schedule.ts";
import { createDataRetention } from "./data_retention.ts";
import { BATCH } from "./expiring_rows.ts";

const ann = { checkout: ANN };
const REQUEST = { email: "ann@example.com", product: "TCK", host: "localhost", emailing: true };

/**
 * The tables of which Postgres would read every row, or every entry of an index, even if it may avoid sequential scans.
 */
async function scansOf(db: Db, statement: string): Promise<readonly string[]> {
  const explained = await sql.raw<{ "QUERY PLAN": string }>(`explain ${statement}`).execute(db);
  const lines = explained.rows.map((row) => row["QUERY PLAN"]);
  const scans: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, table] = /Seq Scan on (\w+)/.exec(line) ?? [];
    if (table !== undefined) scans.push(table);
    const [, index] = /Index (?:Only )?Scan (?:using|on) (\w+)/.exec(line) ?? [];
    const [, condition] = /Index Cond: (.*)/.exec(lines[at + 1] ?? "") ?? [];
    if (index === undefined || condition === undefined) continue;
    const { rows: [first] } = await sql<{ table: string; column: string }>`
      select c.relname as table, a.attname as column from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indexrelid = to_regclass(${index})`.execute(db);
    if (first !== undefined && !condition.includes(first.column)) scans.push(first.table);
  }
  return scans;
}

onBothEngines("data retention", (place) => {
  it("deletes links, requests, checkouts and limits after their periods; keeps consents for three years and a year after the end", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const id = await buy(h, "tck_3month_plan");
    await prepare(h, "tck_weekly_3dtrial");
    await h.call("GET", "/init/session?plan_id=tck_3d5_1m3999", ann);
    await h.call("POST", "/cancel-request", {}, REQUEST);
    await h.call("POST", "/send-activation/ann@example.com");
    await eventually(async () =>
      await h.db.selectFrom("subs_requests").select("id").where("done_ms", "is", null).executeTakeFirst() === undefined
    );
    await h.ports.sender.sendDue();
    await createSharedLimits(h.ports).take({ name: "test", points: 1, windowMs: 1_000 }, "here");
    const count = async (table: "subs_capabilities" | "subs_consents" | "subs_checkouts" | "subs_requests") =>
      (await h.db.selectFrom(table).selectAll().execute()).length;
    const kinds = async () =>
      (await h.db.selectFrom("subs_capabilities").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);
    const left =
      async () => [await count("subs_consents"), await count("subs_checkouts"), await count("subs_requests")];

    assertEquals(await forget(), 0);
    const before = await left();
    assert(before[0] === 2 && before[2] === 2, String(before));
    assert((await kinds()).includes("activate") && (await kinds()).includes("withdraw"));

    h.clock.advance(8 * DAY_MS);
    await forget();
    assertEquals([await count("subs_requests"), (await kinds()).includes("activate")], [0, false]);
    assertEquals((await h.db.selectFrom("app_limits").selectAll().execute()).length, 0);

    h.clock.advance(30 * DAY_MS);
    await forget();
    assertEquals([(await kinds()).includes("withdraw"), (await kinds()).includes("cancel")], [false, true]);
    const states = await h.db.selectFrom("subs_checkouts").select("state").execute();
    assert(states.every(({ state }) => state === "done" || state === "open"), JSON.stringify(states));

    const change = { kind: "switch", plan_id: "tck_weekly_3dtrial" } as const;
    const { body } = await h.call("POST", `/changes-of/${id}/preview`, ann, { change });
    const shown = consentSchema.shape.shown.parse(body.shown);
    const agreed = { change, shown, ...agreedChangeText(change, shown) };
    assertEquals((await h.call("POST", `/changes-of/${id}`, ann, agreed)).status, 200);

    // The plan runs for four years: its consent stays, and the one to its change; that of the abandoned checkout is deleted.
    h.clock.advance(4 * 366 * DAY_MS);
    // One whose charge an operator has to decide about has no next charge, and can still be cancelled.
    await h.db.updateTable("subs_subscriptions").set({ next_charge_ms: null }).execute();
    await forget();
    assert((await kinds()).includes("cancel"));
    await h.db.updateTable("subs_subscriptions").set({ current_period_end_ms: h.clock.now() + DAY_MS }).execute();
    await forget();
    assertEquals(await count("subs_consents"), 2);
    await h.call("POST", `/cancel-subscription/${id}`, ann);
    h.clock.advance(300 * DAY_MS);
    await forget();
    assertEquals([await count("subs_consents"), await kinds()], [2, []]);
    h.clock.advance(100 * DAY_MS);
    await forget();
    assertEquals(await count("subs_consents"), 0);
    await h.close();
  });

  it("deletes what a paid source said about a number once its day is over", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const until_ms = h.clock.now() + DAY_MS;
    await h.db.insertInto("members_source_facts").values({ key: "k", facts: "{}", until_ms }).execute();
    assertEquals(await forget(), 0);
    h.clock.advance(DAY_MS);
    assertEquals(await forget(), 1);
    await h.close();
  });

  it("does nothing again within the hour, so that frequent runs cost nothing", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    await forget();
    await h.db.insertInto("app_limits").values({ key: "old", since_ms: 0, count: 1 }).execute();
    assertEquals(await forget(), 0);
    h.clock.advance(3_600_000);
    assertEquals(await forget(), 1);
    await h.close();
  });

  it("deletes one batch at a time and continues at once while more is left", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const rows = Array.from({ length: BATCH + 5 }, (_, at) => ({ key: `old ${at}`, since_ms: 0, count: 1 }));
    for (let at = 0; at < rows.length; at += 300) {
      await h.db.insertInto("app_limits").values(rows.slice(at, at + 300)).execute();
    }
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    assertEquals([await forget(), await forget(), await forget()], [BATCH, 5, 0]);
    await h.close();
  });

  it("a kind that fails does not keep others from being deleted, is named, and is retried after a minute", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    await h.db.schema.alterTable("funnel_events").renameTo("away").execute();
    await h.db.insertInto("app_limits").values({ key: "beside", since_ms: 0, count: 1 }).execute();
    await assertRejects(() => forget(), Error, "events of the funnel");
    assertEquals(await h.db.selectFrom("app_limits").select("key").where("key", "=", "beside").execute(), []);
    await h.db.schema.alterTable("away").renameTo("funnel_events").execute();
    await h.db.insertInto("funnel_events").values({ id: "old", name: "n", fields_json: "{}", created_ms: 0 }).execute();
    assertEquals(await forget(), 0);
    h.clock.advance(60_000);
    assertEquals(await forget(), 1);
    await h.close();
  });

  it("finds consents that are no longer needed after pages of consents that are", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const id = await buy(h, "tck_3month_plan");
    const startMs = h.clock.now();
    const charge = await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const consent = await h.db.selectFrom("subs_consents").selectAll().where("id", "=", charge.consent_id ?? "")
      .executeTakeFirstOrThrow();
    // Most were given at the same moment, as after an import.
    const needed = Array.from({ length: BATCH + 5 }, (_, at) => `needed ${at}`);
    for (let at = 0; at < needed.length; at += 50) {
      const names = needed.slice(at, at + 50);
      await h.db.insertInto("subs_consents").values(names.map((name) => ({ ...consent, id: name }))).execute();
      const charges = names.map((name) => ({ ...charge, id: name, charge_key: name, consent_id: name, receipt: "" }));
      await h.db.insertInto("subs_charges").values(charges).execute();
    }
    const unused = ["zz unused", "zz unused later"].map((name, at) => ({
      ...consent,
      id: name,
      created_ms: startMs + at,
    }));
    await h.db.insertInto("subs_consents").values(unused).execute();
    h.clock.advance(4 * 366 * DAY_MS);
    await h.db.updateTable("subs_subscriptions").set({ current_period_end_ms: h.clock.now() + DAY_MS }).execute();
    await createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } })();
    const left = await h.db.selectFrom("subs_consents").select("id").execute();
    assertEquals(left.map((row) => row.id).toSorted(), [...needed, consent.id].toSorted());
    await h.db.deleteFrom("subs_consents").execute();
    await h.db.deleteFrom("subs_charges").where("subscription_id", "=", id).execute();
    await h.db.deleteFrom("subs_subscriptions").where("id", "=", id).execute();
    await h.close();
  });

  it("deletes consents that nothing was bought by after 90 days, and no other before its three years", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const startMs = h.clock.now();
    const id = await buy(h, "tck_3month_plan");
    const charge = await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
      .executeTakeFirstOrThrow();
    const bought = await h.db.selectFrom("subs_consents").selectAll().where("id", "=", charge.consent_id ?? "")
      .executeTakeFirstOrThrow();
    const consent = { ...bought, created_ms: startMs, used_by: null };
    await h.db.insertInto("subs_consents").values([
      { ...consent, id: "unused" },
      { ...consent, id: "unused later", created_ms: startMs + DAY_MS },
      { ...consent, id: "charged" },
      { ...consent, id: "changed plan", used_by: "change:2" },
    ]).execute();
    const named = { id: "c", charge_key: "c", consent_id: "charged", receipt: "" };
    await h.db.insertInto("subs_charges").values({ ...charge, ...named }).execute();
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const left = async () => {
      await forget();
      return (await h.db.selectFrom("subs_consents").select("id").execute()).map((row) => row.id).toSorted();
    };
    h.clock.advance(90 * DAY_MS);
    assertEquals(await left(), [bought.id, "changed plan", "charged", "unused", "unused later"].toSorted());
    h.clock.advance(DAY_MS);
    assertEquals(await left(), [bought.id, "changed plan", "charged", "unused later"].toSorted());
    h.clock.advance(DAY_MS);
    assertEquals(await left(), [bought.id, "changed plan", "charged"].toSorted());
    await h.close();
  });

  it("begins no further kind of rows once the server stops", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    await h.db.insertInto("app_limits").values({ key: "left", since_ms: 0, count: 1 }).execute();
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    assertEquals(await forget(AbortSignal.abort()), 0);
    assertEquals((await h.db.selectFrom("app_limits").select("key").where("key", "=", "left").execute()).length, 1);
    await h.close();
  });

  it("on Postgres finds the rows of every table that grows with the members by an index", async () => {
    const at = place();
    if (at.kind === "sqlite") return;
    const h = await openSubscriptionsFixture({ place: at });
    const [consent] = await h.db.selectFrom("subs_consents").selectAll().execute();
    assert(consent !== undefined);
    await h.db.insertInto("subs_consents").values({ ...consent, id: "old", created_ms: 0 }).execute();
    const link = { hash: "old", kind: "cancel" as const, subscription_id: "", created_ms: 0, expires_ms: null };
    await h.db.insertInto("subs_capabilities").values(link).execute();
    const statements: string[] = [];
    const db = connectDatabase(at, { onStatement: (statement) => statements.push(statement) });
    await createDataRetention({ ...h.ports, db, keeping: { funnelEventDays: 90 } })();
    await db.destroy();
    const scanned = new Set<string>();
    await h.db.connection().execute(async (connection) => {
      await sql`set enable_seqscan = off`.execute(connection);
      for (const statement of statements) {
        for (const table of await scansOf(connection, statement.replace(/\$\d+/g, "'1'"))) scanned.add(table);
      }
      await sql`reset enable_seqscan`.execute(connection);
    });
    assert(statements.filter((statement) => statement.startsWith("delete")).length > 15, String(statements.length));
    // Rows of a week, a day or less.
    const some = [...scanned].filter((table) => !table.startsWith("admin_"));
    assertEquals(some.sort(), ["id_pending", "id_phone_sessions", "subs_requests"]);
    await h.close();
  });

  it("deletes the links of an alert 30 days after its end, and none of one that runs", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const nowMs = h.clock.now();
    await h.db.insertInto("members_watch_links").values([
      { secret_hash: "ended", watch_id: "a", ended_ms: nowMs },
      { secret_hash: "ended later", watch_id: "b", ended_ms: nowMs + DAY_MS },
      { secret_hash: "runs", watch_id: "c", ended_ms: null },
    ]).execute();
    h.clock.advance(30 * DAY_MS + 1);
    await forget();
    const left = await h.db.selectFrom("members_watch_links").select("secret_hash").orderBy("secret_hash").execute();
    assertEquals(left.map(({ secret_hash }) => secret_hash), ["ended later", "runs"]);
    await h.close();
  });

  it("deletes codes of emails and text messages, and challenges, with the addresses and numbers in them", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const startMs = h.clock.now();
    const code = { kind: "VERIFY_EMAIL", email: "ann@mail.example", new_email: "", ended_ms: null };
    const message = { phone_number: "+16502530177", code_hash: "c", uid: "", tries: 0, ended_ms: null };
    for (const [name, ms] of [["old", startMs], ["new", startMs + 60_000]] as const) {
      await h.db.insertInto("id_codes").values({ ...code, code_hash: name, created_ms: ms, expires_ms: ms }).execute();
      await h.db.insertInto("id_phone_sessions").values({ ...message, session_hash: name, created_ms: ms }).execute();
      await h.db.insertInto("id_pending")
        .values({ pending_hash: name, uid: "ann", provider: "password", created_ms: ms }).execute();
      await h.db.insertInto("passkey_challenges").values({ challenge: name, uid: "ann", created_ms: ms }).execute();
    }
    const left = async () =>
      [
        (await h.db.selectFrom("id_codes").select("code_hash").execute()).map(({ code_hash }) => code_hash),
        (await h.db.selectFrom("id_phone_sessions").select("session_hash").execute()).map((row) => row.session_hash),
        (await h.db.selectFrom("id_pending").select("pending_hash").execute()).map((row) => row.pending_hash),
        (await h.db.selectFrom("passkey_challenges").select("challenge").execute()).map(({ challenge }) => challenge),
      ].map((names) => names.toSorted());
    const both = ["new", "old"];
    h.clock.advance(3_600_000);
    await forget();
    assertEquals(await left(), [both, both, both, ["new"]]);
    h.clock.advance(DAY_MS - 3_600_000);
    await forget();
    assertEquals(await left(), [both, ["new"], ["new"], []]);
    h.clock.advance(6 * DAY_MS);
    await forget();
    assertEquals(await left(), [["new"], [], [], []]);
    await h.close();
  });

  it("deletes the count of wrong passwords of an address a week after the last, and no earlier", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const addresses = async () =>
      (await h.db.selectFrom("id_attempts").select("email").orderBy("email").execute()).map(({ email }) => email);
    await countAttempt("again@mail.example", h.ports);
    await countAttempt("once@mail.example", h.ports);
    h.clock.advance(4 * DAY_MS);
    await countAttempt("again@mail.example", h.ports);
    h.clock.advance(3 * DAY_MS - 1);
    await forget();
    assertEquals(await addresses(), ["again@mail.example", "once@mail.example"]);
    h.clock.advance(3_600_000);
    await forget();
    assertEquals(await addresses(), ["again@mail.example"]);
    h.clock.advance(4 * DAY_MS);
    await forget();
    assertEquals(await addresses(), []);
    await h.close();
  });

  it("deletes a refresh token 30 days after a newer one replaced it, and never the newest of a sign-in", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const nowMs = h.clock.now();
    const token = { uid: "ann", family: "tab", provider: "password", auth_time_ms: 0, created_ms: 0 };
    await h.db.insertInto("id_refresh_tokens").values([
      { ...token, token_hash: "first", replaced_ms: nowMs },
      { ...token, token_hash: "second", replaced_ms: nowMs + DAY_MS },
      { ...token, token_hash: "newest", replaced_ms: null },
    ]).execute();
    const left = async () =>
      (await h.db.selectFrom("id_refresh_tokens").select("token_hash").orderBy("token_hash").execute())
        .map(({ token_hash }) => token_hash);
    h.clock.advance(30 * DAY_MS - 1);
    await forget();
    assertEquals(await left(), ["first", "newest", "second"]);
    h.clock.advance(3_600_000);
    await forget();
    assertEquals(await left(), ["newest", "second"]);
    h.clock.advance(400 * DAY_MS);
    await forget();
    assertEquals(await left(), ["newest"]);
    await h.close();
  });

  it("O-CONSOLE-25: deletes what the console needs for minutes: previews, sessions, challenges, sign-ins under way and links", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const forget = createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } });
    const startMs = h.clock.now();
    const minutes = (count: number) => startMs + count * 60_000;
    const preview = {
      operator_id: "op",
      session_hash: "s",
      wish_json: `{"act":"answer_dispute","text":"Ann lives in Mountain View"}`,
      effects_json: "{}",
      audit: null,
      answer_json: "",
      created_ms: startMs,
    };
    await h.db.insertInto("admin_previews").values([
      { ...preview, hash: "open", state: "open", lease_ms: 0, expires_ms: minutes(10) },
      { ...preview, hash: "done", state: "done", lease_ms: minutes(9), expires_ms: minutes(10) },
      { ...preview, hash: "later", state: "open", lease_ms: 0, expires_ms: minutes(61) },
      { ...preview, hash: "runs", state: "running", lease_ms: minutes(61), expires_ms: minutes(10) },
    ]).execute();
    const session = { operator_id: "op", way: "passkey" as const };
    await h.db.insertInto("admin_sessions").values([
      { ...session, hash: "idle", created_ms: startMs, seen_ms: minutes(30) },
      { ...session, hash: "long", created_ms: minutes(-7 * 60), seen_ms: minutes(59) },
      { ...session, hash: "busy", created_ms: startMs, seen_ms: minutes(59) },
    ]).execute();
    const flow = { browser_hash: "b", verifier: "v", nonce: "n" };
    for (const [name, created_ms] of [["old", startMs], ["new", minutes(1)]] as const) {
      await h.db.insertInto("admin_challenges").values({ challenge: name, operator_id: "", created_ms }).execute();
      await h.db.insertInto("admin_oidc_flows").values({ ...flow, state_hash: name, created_ms }).execute();
    }
    const link = { operator_id: "op" };
    await h.db.insertInto("admin_enrolments").values([
      { ...link, hash: "used-up", expires_ms: minutes(60) },
      { ...link, hash: "waits", expires_ms: minutes(61) },
    ]).execute();
    const left = async () => ({
      previews: await h.db.selectFrom("admin_previews").select("hash").orderBy("hash").execute(),
      sessions: await h.db.selectFrom("admin_sessions").select("hash").execute(),
      challenges: await h.db.selectFrom("admin_challenges").select("challenge").execute(),
      flows: await h.db.selectFrom("admin_oidc_flows").select("state_hash").execute(),
      links: await h.db.selectFrom("admin_enrolments").select("hash").execute(),
    });
    assertEquals(await forget(), 0);
    h.clock.advance(3_600_000);
    assertEquals(await forget(), 7);
    assertEquals(await left(), {
      previews: [{ hash: "later" }, { hash: "runs" }],
      sessions: [{ hash: "busy" }],
      challenges: [{ challenge: "new" }],
      flows: [{ state_hash: "new" }],
      links: [{ hash: "waits" }],
    });
    await h.close();
  });

  it("deletes emails that were sent or given up a month ago and keeps those that wait", async () => {
    const h = await openSubscriptionsFixture({ place: place() });
    const sentMs = h.clock.now();
    const mail = { kind: "k", recipient: "a@b.example", subject: "s", text: "t", html: "h", attempts: 0, error: "" };
    for (const [id, sent_ms] of [["sent", sentMs], ["waits", null]] as const) {
      await h.db.insertInto("mail_outbox").values({ ...mail, id, sent_ms, created_ms: sentMs, next_ms: sentMs })
        .execute();
    }
    const refused = { ...mail, id: "refused", sent_ms: null, created_ms: sentMs, next_ms: NEVER_MS };
    await h.db.insertInto("mail_outbox").values(refused).execute();
    h.clock.advance(31 * DAY_MS);
    await createDataRetention({ ...h.ports, keeping: { funnelEventDays: 90 } })();
    assertEquals(await h.db.selectFrom("mail_outbox").select("id").execute(), [{ id: "waits" }]);
    await h.close();
  });
});
