/** The guide: complete, of our own length, with sources, and only for its owners. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONTACT_KINDS, guideSchema } from "../../../wire/members/guide.ts";
import { PLANS, unlockIds } from "../../../wire/billing/plans.ts";
import { type MembersFixture, openMembersFixture, product, subscription } from "../testing/fixture.ts";
import { readPdf } from "../testing/pdf_text.ts";
import { GUIDE } from "./guide.ts";

const textOf = () =>
  GUIDE.chapters.flatMap((chapter) => [
    chapter.lead,
    ...chapter.sections.flatMap(({ title, steps = [], paragraphs }) => [title, ...steps, ...paragraphs]),
    ...chapter.short,
  ]).join(" ");

describe("the guide", () => {
  it("has at least twelve chapters and 8,000 words without the sources", () => {
    assert(GUIDE.chapters.length >= 12);
    assert(textOf().split(/\s+/).length >= 8_000, String(textOf().split(/\s+/).length));
  });
  it("has one chapter for each kind of contact of quiz question 3", () => {
    const about = GUIDE.chapters.flatMap((chapter) => chapter.about === null ? [] : [chapter.about]);
    assertEquals([...about].sort(), [...CONTACT_KINDS].sort());
  });
  for (const { id, title, lead, sections, short, sources } of GUIDE.chapters) {
    it(`${id} has its lead, sections, summary and at least three named sources`, () => {
      assert(title !== "" && lead !== "" && sections.length >= 3 && short.length >= 3);
      assert(sections.every((section) => section.paragraphs.length > 0));
      assert(sources.length >= 3 && sources.every(({ who, says }) => who.length > 4 && says.length > 40));
    });
  }
  it("names public sources, and copies no figures from them", () => {
    const known =
      /\b(FTC|FCC|FBI|IC3|NCSC|Ofcom|Polizei|European Union|USPIS|Social Security|NIST|IRS|CFPB|BBB|PSR|National Crime Agency|Ombudsman|Take Five|Stop Scams UK|NCMEC|Microsoft|Europol)\b/;
    for (const { id, sources } of GUIDE.chapters) {
      for (const { who } of sources) assertMatch(who, known, id);
      assert(new Set(sources.map(({ who }) => who)).size >= 2, id);
    }
    const reported = GUIDE.chapters.flatMap(({ sources }) => sources.map(({ says }) => says)).join(" ");
    assert(!/\d+([.,]\d+)? ?(%|percent|million|billion|in ten)/i.test(reported + textOf()));
  });
  it("never calls a number safe and uses no exclamation mark outside quotes", () => {
    const plain = textOf().replace(/"[^"]*"/g, "");
    assert(!/number is safe|safe number/i.test(plain));
    assert(!plain.includes("!"), plain.slice(plain.indexOf("!") - 40, plain.indexOf("!") + 2));
  });
});

describe("GET /report/guide", () => {
  let h: MembersFixture;
  beforeEach(async () => {
    h = await openMembersFixture();
  });
  afterEach(() => h.close());
  it("W-PLAN-16: is unlocked by each product of the group and by no other", async () => {
    for (const plan of PLANS) {
      h.rows.set("sub-ada", subscription("sub-ada", { products: [product(plan.id)] }));
      const expected = unlockIds("guide").includes(plan.id) ? 200 : 403;
      assertEquals((await h.call("GET", "/report/guide", { as: "ada" })).status, expected, plan.id);
    }
    assertEquals((await h.call("GET", "/report/guide", { as: "eve" })).status, 403);
    assertEquals((await h.call("GET", "/report/guide/pdf", { as: "eve" })).status, 403);
    assertEquals((await h.call("GET", "/report/guide")).status, 401);
  });
  it("has the same text on screen and as PDF", async () => {
    h.rows.set("sub-ada", subscription("sub-ada", { products: [product("tck_guide_otp")] }));
    const guide = readAnswer(guideSchema, (await h.call("GET", "/report/guide", { as: "ada" })).body);
    const answer = await h.call("GET", "/report/guide/pdf", { as: "ada" });
    assertMatch(answer.headers.get("content-disposition") ?? "", /attachment/);
    const { text, source } = readPdf(answer.bytes);
    const squashed = text.replace(/\s+/g, "");
    const words = guide.chapters.flatMap(({ sections }) =>
      sections.flatMap(({ steps = [], paragraphs }) => [...steps, ...paragraphs])
    );
    const missing = words.filter((paragraph) => !squashed.includes(paragraph.slice(0, 60).replace(/\s+/g, "")));
    assertEquals(missing, []);
    for (const { id, short, sections } of guide.chapters) {
      const [first, then] = [short[0], sections[0]?.steps?.[0] ?? sections[0]?.paragraphs[0]].map((line = "") =>
        squashed.indexOf(line.slice(0, 60).replace(/\s+/g, ""))
      );
      assert(first !== undefined && then !== undefined && first >= 0 && first < then, `${id}: the points come first`);
    }
    for (const word of ["/JS", "/URI", "/OpenAction"]) assert(!source.includes(word));
  });
});
