/** Member reports and disputes: one per member and number, who may send them, limits, and their effect on the score. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { numberReportSchema, ownNumberReportsSchema, REPORT_KINDS } from "../../../wire/members/member_reports.ts";
import { reportSchema } from "../../../wire/members/report.ts";
import { MEMBER_REPORTS_PER_HOUR } from "../api/member_report_routes.ts";
import { type MembersFixture, NUMBER, openMembersFixture } from "../testing/fixture.ts";

let h: MembersFixture;
beforeEach(async () => {
  h = await openMembersFixture();
});
afterEach(() => h.close());

const BAD = { phone_number: "+1 650 253 0000", bad: true, kind: "fraud", text: "Asked for gift cards" };
const say = (as: string, change: Record<string, unknown> = {}) =>
  h.call("POST", "/report/of-number", { as, body: { ...BAD, ...change } });
const own = async (as: string) =>
  readAnswer(ownNumberReportsSchema, (await h.call("GET", "/report/of-number", { as })).body);
async function scoreNow() {
  h.clock.advance(25 * 3_600_000);
  const body = { user_id: "ada", phone_number: NUMBER, subscription_id: "sub-ada", name: "", email: "" };
  return readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body })).body);
}

describe("POST /report/of-number", () => {
  it("stores one report per member and number; a second one replaces the first", async () => {
    const first = readAnswer(numberReportSchema, (await say("ada")).body);
    assertEquals([first.e164, first.bad, first.kind], [NUMBER, true, "fraud"]);
    const second = readAnswer(
      numberReportSchema,
      (await say("ada", { bad: false, kind: "known_firm", text: "" })).body,
    );
    assertEquals([second.id, second.bad], [first.id, false]);
    assertEquals((await own("ada")).reports.length, 1);
    assertEquals((await own("eve")).reports, []);
  });
  it("stores one row when the same member sends it ten times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => say("ada")));
    assertEquals(answers.map((answer) => answer.status), Array(10).fill(200));
    assertEquals((await own("ada")).reports.length, 1);
  });
  it("changes the score only once three members have reported the number", async () => {
    for (const uid of ["ann", "bob"]) await say(uid);
    assertEquals((await scoreNow()).score.reasons.map((reason) => reason.rule), []);
    await say("cid");
    const report = await scoreNow();
    assertEquals(report.score.reasons.map((reason) => reason.rule), ["REPORTS"]);
    assertEquals(report.memberReports, { count: 3, bad: 3, disputed: false });
  });
  it("refuses visitors, unconfirmed addresses, the member's own number and text that is not a number, and stores nothing", async () => {
    await h.call("GET", "/profile", { as: "own" });
    await h.db.updateTable("members_profiles").set({ own_number: NUMBER }).where("user_id", "=", "own").execute();
    const cases: readonly (readonly [number, () => ReturnType<typeof say>])[] = [
      [401, () => h.call("POST", "/report/of-number", { body: BAD })],
      [401, () => h.call("POST", "/report/of-number", { body: BAD, headers: { "x-checkout": "cookie" } })],
      [403, () => say("ada!")],
      [409, () => say("own")],
      [422, () => say("ada", { phone_number: "hello" })],
      [400, () => say("ada", { bad: false })],
      [400, () => say("ada", { kind: "murder" })],
      [400, () => say("ada", { text: "x".repeat(501) })],
      [400, () => say("ada", { reporter_id: "bob" })],
    ];
    for (const [status, send] of cases) assertEquals((await send()).status, status);
    assertEquals(await h.db.selectFrom("members_number_reports").selectAll().execute(), []);
  });
  it("accepts twenty an hour from one member, without limiting others", async () => {
    for (let at = 0; at < MEMBER_REPORTS_PER_HOUR; at++) await say("ada", { phone_number: `+1650253${1000 + at}` });
    h.clock.advance(14 * 60_000);
    const { status, body } = await say("ada");
    assertEquals([status, Reflect.get(Object(body), "params")], [429, { count: 20, minutes: 46 }]);
    assertEquals((await say("bob")).status, 200);
  });
  it("counts the reports of one member on all servers together", async () => {
    const other = await openMembersFixture({ db: h.db, clock: h.clock });
    for (let at = 0; at < MEMBER_REPORTS_PER_HOUR; at++) await say("ada", { phone_number: `+1650253${1000 + at}` });
    const onOther = () => other.call("POST", "/report/of-number", { as: "ada", body: BAD });
    assertEquals((await onOther()).status, 429);
    h.clock.advance(3_600_000);
    assertEquals((await onOther()).status, 200);
    await other.close();
  });
  it("removes control characters from the text", async () => {
    const { text } = readAnswer(numberReportSchema, (await say("ada", { text: "a\u202Eb\u0001c\nd" })).body);
    assertEquals(text, "a b c d");
  });
  it("accepts every kind, and derives bad from it", async () => {
    for (const { id, bad } of REPORT_KINDS) assertEquals((await say("ada", { kind: id, bad })).status, 200, id);
  });
});

describe("withdrawing", () => {
  it("removes the member's own report; another member's is not found", async () => {
    const { id } = readAnswer(numberReportSchema, (await say("ada")).body);
    const remove = (path: string, as: string) => h.call("DELETE", `/report/of-number/${path}`, { as });
    const other = await remove(id, "eve");
    const none = await remove(crypto.randomUUID(), "eve");
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    assertEquals([other.status, strip(other.text)], [404, strip(none.text)]);
    assertEquals((await remove(id, "ada")).status, 200);
    assertEquals((await own("ada")).reports, []);
  });
});

describe("POST /report/dispute", () => {
  const dispute = (as: string, phone_number = NUMBER) =>
    h.call("POST", "/report/dispute", { as, body: { phone_number, reason: "mine", text: "" } });
  it("counts with the member's reports, twenty an hour, without limiting others", async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < MEMBER_REPORTS_PER_HOUR; at++) {
      const phone_number = `+1650253${1000 + at}`;
      statuses.add((await (at % 2 === 0 ? say("ada", { phone_number }) : dispute("ada", phone_number))).status);
    }
    const { status, body } = await dispute("ada");
    assertEquals([[...statuses], status], [[200], 429]);
    assertEquals(Reflect.get(Object(body), "params"), { count: 20, minutes: 60 });
    assertEquals((await dispute("bob")).status, 200);
  });
  it("lowers the weight of older reports at once, says so, and hides no report", async () => {
    for (let at = 0; at < 8; at++) await say(`m${at}`);
    const before = await scoreNow();
    assertEquals((await dispute("own")).status, 200);
    const after = await scoreNow();
    assert((after.score.value ?? 0) < (before.score.value ?? 0) && (after.score.value ?? 0) > 0);
    assertEquals(after.memberReports, { count: 8, bad: 8, disputed: true });
  });
  it("counts once, however many members dispute the number", async () => {
    for (let at = 0; at < 8; at++) await say(`m${at}`);
    await dispute("own");
    const once = (await scoreNow()).score.value ?? 0;
    for (const uid of ["x", "y", "z"]) await dispute(uid);
    const often = (await scoreNow()).score.value ?? 0;
    assert(Math.abs(once - often) <= 1, `${once} and ${often}`);
  });
  it("halves earlier reports for 30 days; those that come after it count in full", async () => {
    await dispute("own");
    h.clock.advance(60_000);
    for (let at = 0; at < 8; at++) await say(`m${at}`);
    const whole = await scoreNow();
    assertEquals(whole.memberReports.disputed, false, "no report is older than the dispute");
    await dispute("x");
    assertEquals((await scoreNow()).memberReports.disputed, true);
    h.clock.advance(30 * 86_400_000);
    assertEquals((await scoreNow()).memberReports.disputed, false);
  });
  it("counts once a year, however often the same member sends or withdraws it", async () => {
    const DAY = 86_400_000;
    for (let at = 0; at < 8; at++) await say(`m${at}`);
    const disputed = async () => (await scoreNow()).memberReports.disputed;
    const withdraw = async () => {
      const [row] = (await own("own")).disputes;
      return (await h.call("DELETE", `/report/of-number/${row?.id}`, { as: "own" })).status;
    };
    await dispute("own");
    h.clock.advance(20 * DAY);
    await dispute("own");
    assertEquals([await disputed(), await withdraw(), await disputed()], [true, 200, false]);
    assertEquals((await own("own")).disputes, []);
    await dispute("own");
    assertEquals(await disputed(), true, "the first one goes on");
    h.clock.advance(10 * DAY);
    await dispute("own");
    assertEquals(await disputed(), false);
    h.clock.advance(340 * DAY);
    for (let at = 0; at < 8; at++) await say(`later${at}`);
    await dispute("own");
    assertEquals(await disputed(), true);
  });
  it("is listed once to its sender, and can be withdrawn", async () => {
    await dispute("own");
    await dispute("own");
    const [row, ...more] = (await own("own")).disputes;
    assertEquals([row?.reason, more.length], ["mine", 0]);
    await h.call("DELETE", `/report/of-number/${row?.id}`, { as: "own" });
    assertEquals((await own("own")).disputes, []);
  });
});
