/** A list is paid from the packs of all of a member's plans, one credit a row. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { readAnswer } from "../../../../tests/support/answers.ts";
import { batchEventSchema } from "../../../wire/members/batch.ts";
import { type MembersFixture, openMembersFixture, subscription } from "../testing/fixture.ts";

describe("a list and several packs", () => {
  let h: MembersFixture;
  beforeEach(async () => {
    h = await openMembersFixture();
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 2 }));
    h.rows.set("sub-old", subscription("sub-old", { credits: 2, status: "ended" }));
    h.rows.set("sub-bob", subscription("sub-bob", { credits: 9, user_id: "bob" }));
  });
  afterEach(() => h.close());

  async function check(count: number, subscription_id = "sub-ada") {
    const csv = Array.from({ length: count }, (_, at) => `+1650253${1000 + at}`).join("\n");
    const body = { subscription_id, name: "list", csv, country: "US" };
    const answer = await h.call("POST", "/report/batch", { as: "ada", body });
    if (answer.status !== 200) return [answer.status];
    const events = answer.text.trimEnd().split("\n").map((line) => readAnswer(batchEventSchema, JSON.parse(line)));
    const last = events.at(-1);
    assert(last?.type === "done");
    return [...events.flatMap((event) => event.type === "row" ? [event.row.state] : []), last.spent, last.credits];
  }
  const credits = () => [...h.rows.values()].map((row) => row.credits);

  it("is paid from the named plan first, then from the member's others, and from no other member's", async () => {
    assertEquals(await check(3), ["checked", "checked", "checked", 3, 1]);
    assertEquals(credits(), [0, 1, 9]);
    assertEquals(await check(5), ["repeated", "repeated", "repeated", "checked", "no_credit", 1, 0]);
    assertEquals(credits(), [0, 0, 9]);
  });

  it("repeats free what another list of the day paid for, whichever plan it named", async () => {
    assertEquals(await check(3), ["checked", "checked", "checked", 3, 1]);
    assertEquals(await check(4, "sub-old"), ["repeated", "repeated", "repeated", "checked", 1, 0]);
    assertEquals(await check(2, "sub-old"), ["repeated", "repeated", 0, 0]);
    assertEquals(credits(), [0, 0, 9]);
  });

  it("is refused when no plan of the member has a credit", async () => {
    for (const id of ["sub-ada", "sub-old"]) h.rows.set(id, subscription(id, { credits: 0 }));
    assertEquals(await check(2), [402]);
    assertEquals(credits(), [0, 0, 9]);
  });

  it("begins although the named plan has none left", async () => {
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 0 }));
    assertEquals(await check(2), ["checked", "checked", 2, 0]);
  });
});
