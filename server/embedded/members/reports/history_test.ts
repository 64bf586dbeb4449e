/** History by pages, and a stored report exactly as it was, for its owner only. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { historySchema, reportBodySchema, reportSchema } from "../../../wire/members/report.ts";
import { type MembersFixture, openMembersFixture, subscription } from "../testing/fixture.ts";

let h: MembersFixture;
beforeEach(async () => {
  h = await openMembersFixture();
  h.rows.set("sub-ada", subscription("sub-ada", { credits: 100 }));
});
afterEach(() => h.close());

async function report(at: number) {
  const body = {
    user_id: "ada",
    phone_number: `+1650253${1000 + at}`,
    subscription_id: "sub-ada",
    name: "",
    email: "",
  };
  return readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body })).body);
}
const page = async (before: string, as = "ada") =>
  readAnswer(historySchema, (await h.call("GET", `/report/history?before=${before}`, { as })).body);

describe("GET /report/history", () => {
  it("returns every look-up once over all pages, newest first, including those with equal times", async () => {
    for (let at = 0; at < 45; at++) {
      await report(at);
      if (at % 3 === 0) h.clock.advance(1_000);
    }
    const seen: string[] = [];
    let before = "";
    do {
      const { rows, next } = await page(before);
      seen.push(...rows.map((row) => row.report_id));
      before = next;
    } while (before !== "");
    assertEquals([seen.length, new Set(seen).size], [45, 45]);
    assertEquals((await page("", "eve")).rows, []);
  });
  it("formats every number for display, with its country", async () => {
    await report(0);
    const [row] = (await page("")).rows;
    assertMatch(row?.e164 ?? "", /^\+1\d{10}$/);
    assertEquals([row?.number, row?.country], [row?.e164.replace(/^\+1(\d{3})(\d{3})/, "+1 $1-$2-"), "US"]);
  });
  it("refuses an invented cursor, and visitors", async () => {
    for (const before of ["x", "1.2", "1.' or 1=1"]) {
      assertEquals(
        (await h.call("GET", `/report/history?before=${encodeURIComponent(before)}`, { as: "ada" })).status,
        400,
      );
    }
    assertEquals((await h.call("GET", "/report/history")).status, 401);
  });
});

describe("GET /report/stored/{id}", () => {
  it("returns the report as it was, whatever was reported since", async () => {
    const { left: _left, error: _error, ...then } = await report(0);
    for (const uid of ["a", "b", "c"]) {
      const body = { phone_number: then.facts.e164, bad: true, kind: "fraud" };
      await h.call("POST", "/report/of-number", { as: uid, body });
    }
    const now = readAnswer(reportBodySchema, (await h.call("GET", `/report/stored/${then.id}`, { as: "ada" })).body);
    assertEquals(now, then);
  });
  it("does not find another member's report", async () => {
    const { id } = await report(0);
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    const other = await h.call("GET", `/report/stored/${id}`, { as: "eve" });
    const none = await h.call("GET", `/report/stored/${"0".repeat(32)}`, { as: "eve" });
    assertEquals([other.status, none.status, strip(other.text)], [404, 404, strip(none.text)]);
  });
});
