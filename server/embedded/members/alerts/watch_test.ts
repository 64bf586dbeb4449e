/** Alerts: who may create them, what they report, how often, and how they end. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { type KyselyPlugin, sql } from "kysely";
import * as z from "zod/mini";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { emailsIn, NO_SMTP, type WrittenEmail } from "../../../../tests/support/outbox.ts";
import { openMigrated } from "../../../db/testing/migrated.ts";
import { watchesSchema, watchSchema } from "../../../wire/members/alerts.ts";
import { reportSchema } from "../../../wire/members/report.ts";
import { createAlertWork } from "../members.ts";
import { type MembersFixture, NUMBER, openMembersFixture, subscription } from "../testing/fixture.ts";
import { CHECK_EVERY_MS, EMAIL_EVERY_MS, MAX_ALERTS } from "./constants.ts";

let h: MembersFixture;
const mails = () => emailsIn(h.db);
beforeEach(async () => {
  h = await openMembersFixture();
});
afterEach(() => h.close());

const work = (stopping?: AbortSignal) =>
  createAlertWork({
    db: h.db,
    clock: h.clock,
    sender: NO_SMTP,
    publicOrigin: "http://localhost:8000",
    base: "/trustcheck",
  })(stopping);
const watch = (as: string, phone_number = NUMBER, headers = {}) =>
  h.call("POST", "/report/watch", { as, body: { phone_number }, headers });
const list = async (as: string) =>
  readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as })).body).watches.map(({ e164 }) => e164);
const say = (as: string) =>
  h.call("POST", "/report/of-number", { as, body: { phone_number: NUMBER, bad: true, kind: "fraud" } });
async function sayThrice(): Promise<void> {
  for (const as of ["ann", "bob", "cid"]) await say(as);
}
const secretIn = ({ unsubscribe_url }: WrittenEmail) =>
  unsubscribe_url.slice(unsubscribe_url.lastIndexOf("/") + 1).replace(/\?.*/, "");

describe("an alert for a number", () => {
  it("is for members with a confirmed address, and exists once per number however often it is requested", async () => {
    assertEquals((await h.call("POST", "/report/watch", { body: { phone_number: NUMBER } })).status, 401);
    assertEquals((await watch("ada!")).status, 403);
    assertEquals((await watch("ada", "hello")).status, 422);
    const first = readAnswer(watchSchema, (await watch("ada")).body);
    const again = readAnswer(watchSchema, (await watch("ada", "+1 650 253 0000")).body);
    assertEquals([again.id, first.email], [first.id, "ada@example.com"]);
    assertEquals([await list("ada"), await list("eve")], [[NUMBER], []]);
  });

  it("takes a number in national format with its country, and names the member's own latest report on it", async () => {
    const body = { phone_number: "(650) 253-0000", country: "US" };
    const first = readAnswer(watchSchema, (await h.call("POST", "/report/watch", { as: "ada", body })).body);
    assertEquals([first.e164, first.report_id], [NUMBER, ""]);
    const check = async () => {
      h.clock.advance(2 * CHECK_EVERY_MS);
      const body = { user_id: "ada", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
      return readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body })).body).id;
    };
    const [earlier, latest] = [await check(), await check()];
    assert(earlier !== latest);
    const own = async () =>
      readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as: "ada" })).body).watches[0]?.report_id;
    assertEquals(await own(), latest);
    assertEquals(readAnswer(watchSchema, (await watch("ada")).body).report_id, latest);
    await watch("eve");
    const [others] = readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as: "eve" })).body).watches;
    assertEquals(others?.report_id, "", "another member's report is not theirs to open");
  });

  it(`is limited to ${MAX_ALERTS} numbers; one more is refused with advice`, async () => {
    for (let at = 0; at < MAX_ALERTS; at++) await watch("ada", `+1650253${String(1_000 + at)}`);
    const more = await watch("ada");
    assertEquals(more.status, 409);
    assertMatch(more.text, /Turn off one/);
    assertEquals((await list("ada")).length, MAX_ALERTS);
  });

  it("keeps the limit when all requests arrive at once", async () => {
    const numbers = Array.from({ length: MAX_ALERTS + 5 }, (_, at) => `+1650253${String(1_000 + at)}`);
    const answers = await Promise.all(numbers.map((number) => watch("ada", number)));
    assertEquals(answers.filter(({ status }) => status === 409).length, 5);
    assertEquals((await list("ada")).length, MAX_ALERTS);
  });

  it("R26: begins no further number once the server stops, and the next run checks the rest", async () => {
    for (const as of ["ada", "eve"]) await watch(as);
    h.clock.advance(CHECK_EVERY_MS);
    const stopping = new AbortController();
    const due = async () =>
      (await h.db.selectFrom("members_watches").select("id").where("due_ms", "<=", h.clock.now()).execute()).length;
    assertEquals([await work(AbortSignal.abort()), await due()], [0, 2]);
    // The server is told to stop while the first number is checked.
    const { db } = h;
    const telling: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === "UpdateQueryNode") stopping.abort();
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    h = { ...h, db: db.withPlugin(telling) };
    assertEquals([await work(stopping.signal), await due()], [1, 1]);
    h = { ...h, db };
    assertEquals([await work(), await due()], [1, 0]);
  });

  it("reports new member reports at once, with old and new score; sends nothing while the score stays the same", async () => {
    await watch("ada");
    h.clock.advance(CHECK_EVERY_MS);
    assertEquals(await work(), 1);
    assertEquals((await mails()).length, 0);
    const [calm] = readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as: "ada" })).body).watches;
    assertEquals([calm?.score, calm?.band, calm?.changed, calm?.before], [0, "none", "", null]);
    await sayThrice();
    await work();
    const [alert] = await mails();
    assertEquals(alert?.to, "ada@example.com");
    const [told] = readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as: "ada" })).body).watches;
    assert(told !== undefined && told.score > 0 && told.band !== undefined && told.country === "US");
    assertEquals(told.changed, new Date(h.clock.now()).toISOString(), "the list says what the email said");
    assertEquals(told.before, 0, "and what the score was before");
    assertMatch(alert?.text ?? "", /There's an update on \+1 650-253-0000, one of the numbers you have alerts for/);
    assertMatch(alert?.text ?? "", /risk score rose from 0 to \d+ out of 100/);
    assertMatch(alert?.text ?? "", /It's now been reported by 3 members \(previously 0 members\)/);
    await work();
    assertEquals((await mails()).length, 1);
  });

  it("has the score of the report it opens, for the member's country and own number, and keeps it", async () => {
    await h.call("POST", "/profile/own-number", { as: "ada", body: { phone_number: "+1 650 253 0199", country: "" } });
    const headers = { "x-country": "US" };
    // A known one-ring area, seen from another country, and a number like the member's own.
    for (const [e164, expected] of [["+18095551234", 25], [NUMBER, 15]] as const) {
      const { score } = readAnswer(watchSchema, (await watch("ada", e164, headers)).body);
      const body = { user_id: "ada", phone_number: e164, subscription_id: "sub-ada", name: "", email: "" };
      const report = readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body, headers })).body);
      assertEquals([score, report.score.value], [expected, expected]);
    }
    h.clock.advance(CHECK_EVERY_MS);
    assertEquals([await work(), await mails()], [2, []]);
  });

  it("says nothing of a number that was watched by a release which kept no country", async () => {
    await watch("ada", "+18095551234");
    h.clock.advance(CHECK_EVERY_MS);
    assertEquals([await work(), await mails()], [1, []]);
  });

  it("says nothing of a drift within a band, and counts it from the last email", async () => {
    await say("ann");
    await watch("ada");
    const { score } = await h.db.selectFrom("members_watches").select("score").executeTakeFirstOrThrow();
    const checked = async (before: number) => {
      await h.db.updateTable("members_watches").set({ score: before }).execute();
      h.clock.advance(CHECK_EVERY_MS);
      await work();
      return (await mails()).length;
    };
    assertEquals([await checked(score + 1), await checked(score + 4)], [0, 0]);
    assertEquals(await checked(score + 5), 1);
  });

  it("is not written once the member has switched it off, though the check had begun", async () => {
    await watch("ada");
    await say("ann");
    await sql`create trigger switched_off after update of due_ms on members_watches when new.due_ms > old.due_ms
      begin delete from members_watches where id = new.id; end`.execute(h.db);
    assertEquals([await work(), await mails()], [1, []]);
    assertEquals(await h.db.selectFrom("members_watch_links").selectAll().execute(), []);
  });

  for (const language of ["de", "es"]) {
    it(`leads to pages in its own language by each of its links (${language})`, async () => {
      await watch("ada", NUMBER, { "accept-language": language });
      await sayThrice();
      await work();
      const [alert] = await mails();
      const links = alert?.text.match(/https?:\S+/g) ?? [];
      assertEquals(links.map((link) => new URL(link).searchParams.get("lang")), [language, language]);
    });
  }

  it("leads to what it told: the number checked again within the day has the new reports, for free", async () => {
    const body = { user_id: "ada", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
    const check = async () => readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body })).body);
    const before = await check();
    await sayThrice();
    const [after, again] = [await check(), await check()];
    assertEquals([before, after].map(({ memberReports, left }) => [memberReports.count, left.today]), [[0, 19], [
      3,
      19,
    ]]);
    assert(after.id !== before.id && (after.score.value ?? 0) > (before.score.value ?? 0));
    assertEquals([again.id, again.left.today], [after.id, 19], "without news it is the same report");
  });

  it("is written in the language of the page that created it, and so is the page behind its link", async () => {
    await watch("ada", NUMBER, { "accept-language": "de" });
    await sayThrice();
    await work();
    const [alert] = await mails();
    assertMatch(alert?.text ?? "", /Es gibt Neues zu .*\. Für diese Nummer haben Sie Benachrichtigungen eingeschaltet/);
    assertMatch(alert?.text ?? "", /Der Risikowert ist von 0 auf \d+ \(von 100\) gestiegen/);
    assertMatch(alert?.html ?? "", /<html lang="de">/);
    assertMatch(alert?.unsubscribe_url ?? "", /\?lang=de$/);
  });

  it("follows the member to another address, and to the language in which the number is watched again", async () => {
    await watch("ada");
    const again = readAnswer(watchSchema, (await watch("ada:lovelace", NUMBER, { "accept-language": "de" })).body);
    assertEquals(again.email, "lovelace@example.com");
    await sayThrice();
    await work();
    assertEquals((await mails()).map(({ to, subject }) => [to, subject]), [
      ["lovelace@example.com", "Neues zu +1 650-253-0000"],
    ]);
  });

  const changes: readonly (readonly [what: string, seen: (as: string) => Promise<unknown>])[] = [
    ["their profile is read", (as) => h.call("GET", "/profile", { as })],
    ["their alerts are listed", (as) => h.call("GET", "/report/watch", { as })],
    ["they watch another number", (as) => watch(as, "+16502530002")],
  ];
  for (const [what, seen] of changes) {
    it(`goes to the confirmed address that the member has now, for every number, once ${what}`, async () => {
      const numbers = [NUMBER, "+16502530001"];
      for (const number of numbers) await watch("ada", number);
      await watch("eve");
      await seen("ada:lovelace");
      // One that is not confirmed may be another person's.
      await seen("ada:typed!");
      const stored = await h.db.selectFrom("members_watches").select("email").where("user_id", "=", "ada").execute();
      assertEquals(new Set(stored.map(({ email }) => email)), new Set(["lovelace@example.com"]));
      for (const phone_number of numbers) {
        await h.call("POST", "/report/of-number", { as: "ann", body: { phone_number, bad: true, kind: "fraud" } });
      }
      await work();
      assertEquals((await mails()).map(({ to }) => to).toSorted(), [
        "eve@example.com",
        "lovelace@example.com",
        "lovelace@example.com",
      ]);
    });
  }

  it("is sent at most once a day; later changes wait for the next email", async () => {
    await watch("ada");
    await say("ann");
    await work();
    await say("bob");
    await work();
    assertEquals((await mails()).length, 1);
    h.clock.advance(EMAIL_EVERY_MS);
    await work();
    assertEquals((await mails()).length, 2);
    assertMatch((await mails())[1]?.text ?? "", /It's now been reported by 2 members \(previously 1 member\)/);
  });

  it("is also sent when a member report is withdrawn", async () => {
    await say("ann");
    await watch("ada");
    const said = z.parse(
      z.object({ reports: z.array(z.object({ id: z.string() })) }),
      (await h.call("GET", "/report/of-number", { as: "ann" })).body,
    );
    await h.call("DELETE", `/report/of-number/${said.reports[0]?.id}`, { as: "ann" });
    await work();
    assertEquals((await mails()).length, 1);
  });

  it("is also sent when the number is disputed", async () => {
    for (let at = 0; at < 8; at++) await say(`m${at}`);
    await watch("ada");
    h.clock.advance(EMAIL_EVERY_MS);
    await work();
    assertEquals(await mails(), []);
    const disputed = { phone_number: NUMBER, reason: "mine", text: "" };
    assertEquals((await h.call("POST", "/report/dispute", { as: "own", body: disputed })).status, 200);
    assertEquals([await work(), (await mails()).map(({ to }) => to)], [1, ["ada@example.com"]]);
  });

  it("is sent once by five simultaneous servers; an alert that could not be written is written later, with one link", async () => {
    await watch("ada");
    await say("ann");
    await sql`create trigger no_room before insert on mail_outbox begin select raise(abort, 'no room'); end`
      .execute(h.db);
    await work().then(() => assert(false, "must fail"), () => undefined);
    assertEquals(await h.db.selectFrom("members_watch_links").selectAll().execute(), []);
    await sql`drop trigger no_room`.execute(h.db);
    h.clock.advance(CHECK_EVERY_MS);
    await Promise.all(Array.from({ length: 5 }, work));
    assertEquals((await mails()).length, 1);
  });

  it("is ended by the member, by the link of any of its emails and with the account, and by no other requester", async () => {
    const { id } = readAnswer(watchSchema, (await watch("ada")).body);
    assertEquals((await h.call("DELETE", `/report/watch/${id}`, { as: "eve" })).status, 404);
    await say("ann");
    await work();
    const [alert] = await mails();
    const secret = alert === undefined ? "" : secretIn(alert);
    assert(secret.length >= 43);
    assertFalse(JSON.stringify(await h.db.selectFrom("members_watch_links").selectAll().execute()).includes(secret));
    assertEquals((await h.call("POST", `/report/end-watch/${"x".repeat(43)}`)).status, 404);
    for (const _ of ["their email program", "the person"]) {
      assertEquals((await h.call("POST", `/report/end-watch/${secret}`)).status, 200);
    }
    assertEquals(await list("ada"), []);
    const again = readAnswer(watchSchema, (await watch("ada")).body);
    assertEquals((await h.call("DELETE", `/report/watch/${again.id}`, { as: "ada" })).status, 200);
    await watch("ada");
    await h.call("POST", "/profile/delete", { as: "ada", body: { confirm: "delete" } });
    assertEquals(await h.db.selectFrom("members_watches").selectAll().execute(), []);
  });
});

onBothEngines("an alert for a number that was bought before the sign-in", (place) => {
  it("names its report once the purchase is the member's", async () => {
    await h.close();
    h = await openMembersFixture({ db: await openMigrated(place()) });
    h.rows.set("sub-ada", subscription("sub-ada", { user_id: "" }));
    const body = { user_id: "", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
    const bought = await h.call("POST", "/report", { headers: { "x-checkout": "cookie" }, body });
    const { id } = readAnswer(reportSchema, bought.body);
    const named = async (as: string) => readAnswer(watchSchema, (await watch(as)).body).report_id;
    assertEquals(await named("ada"), "");
    h.rows.set("sub-ada", subscription("sub-ada"));
    await h.call("GET", "/profile?subscription_id=sub-ada", { as: "ada" });
    assertEquals([await named("ada"), await named("eve")], [id, ""]);
    const { watches } = readAnswer(watchesSchema, (await h.call("GET", "/report/watch", { as: "ada" })).body);
    assertEquals(watches.map(({ report_id }) => report_id), [id]);
    assertEquals((await h.call("GET", `/report/stored/${id}`, { as: "ada" })).status, 200);
  });
});
