/** The registry check: its sample, name comparison, terms for each search, entitlement, the licensed source. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { PLANS, unlockIds } from "../../../wire/billing/plans.ts";
import { registryAboutSchema, registryResultSchema } from "../../../wire/members/registry.ts";
import { type MembersFixture, openMembersFixture, product, subscription } from "../testing/fixture.ts";
import { SENTENCES } from "../../../wire/site/service_sentences.ts";
import { createLicensedRegistry } from "./licensed.ts";
import { nameMatches, nameParts } from "./name_key.ts";
import { SEARCHES_PER_HOUR } from "../api/registry_routes.ts";
import { SAMPLE_PEOPLE, samplePeople } from "./sample.ts";

describe("the sample", () => {
  const people = samplePeople();
  it("has at least 2,000 people, each labelled as a sample and from a place that does not exist", () => {
    assert(people.length === SAMPLE_PEOPLE && people.length >= 2_000);
    assert(people.every(({ id, place }) => /^SAMPLE-\d{4}$/.test(id) && /Example|Placeholder|Nowhere/.test(place)));
    assertEquals(new Set(people.map((person) => person.id)).size, people.length);
  });
  it("contains equal names, accents and aliases", () => {
    const names = people.map((person) => person.name);
    assert(names.length - new Set(names).size >= 100);
    assert(names.filter((name) => /[^\p{ASCII}]/u.test(name)).length >= 1_000);
    assert(people.filter((person) => person.aliases.length > 0).length >= 500);
  });
  it("is the same at every start", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(people));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
    assertEquals(hash, "f241917a582a11eb");
  });
});

describe("comparing names", () => {
  const same: readonly (readonly [string, string])[] = [
    ["łukasz dabrowiak", "Łukasz Dąbrowiak"],
    ["Soren Jorgesen", "Søren Jørgesen"],
    ["WEISSENBACH zoe", "Zoë Weißenbach"],
    ["yildizli yagmur", "Yağmur Yıldızlı"],
    ["thornbury vale james", "James Thornbury-Vale"],
    ["Anna Abend", "Anna Abendroth"],
    ["Dorde", "Đorđe Příhoda"],
    ["mueller", "Jürgen Müller"],
    ["Juergen Mueller", "Jürgen Müller"],
    ["Jürgen Müller", "Juergen Mueller"],
    ["Jo\u0308rg", "Joerg Aasen"],
    ["åsen joerg", "Jörg Aasen"],
    ["Soeren Joergesen", "Søren Jørgesen"],
  ];
  for (const [asked, name] of same) {
    it(`finds ${name} by ${asked}`, () => assert(nameMatches(nameParts(asked), nameParts(name))));
  }
  for (
    const [asked, name] of [["Anna Anna", "Anna Abendroth"], ["Ann Abendroth", "Anna Abendroth"], [
      "Samul",
      "Samuel Abend",
    ], ["", "Anna"]]
  ) {
    it(`does not find ${name} by "${asked}"`, () =>
      assert(!nameMatches(nameParts(asked ?? ""), nameParts(name ?? ""))));
  }
});

describe("POST /report/registry", () => {
  let h: MembersFixture;
  beforeEach(async () => {
    h = await openMembersFixture();
    h.rows.set("sub-ada", subscription("sub-ada", { products: [product("tck_sex_offender_otp")] }));
  });
  afterEach(() => h.close());
  const search = (name: string, change: Record<string, unknown> = {}, as = "ada") =>
    h.call("POST", "/report/registry", { as, body: { name, accepted_terms: "sample-1", ...change } });
  const person = samplePeople()[4];

  it("W-PLAN-17: is unlocked by each product of the group and by no other", async () => {
    for (const plan of PLANS) {
      h.rows.set("sub-ada", subscription("sub-ada", { products: [product(plan.id)] }));
      const expected = unlockIds("sex_offender").includes(plan.id) ? 200 : 403;
      assertEquals((await search("Anna Strandvik")).status, expected, plan.id);
      assertEquals((await h.call("GET", "/report/registry", { as: "ada" })).status, expected, plan.id);
    }
    assertEquals((await search("Anna", {}, "eve")).status, 403);
    assertEquals((await h.call("GET", "/report/registry")).status, 401);
  });
  it("finds by name and by alias, says which, and that equal names do not mean the same person", async () => {
    assert(person !== undefined);
    const [alias = ""] = person.aliases;
    const byName = readAnswer(registryResultSchema, (await search(person.name)).body);
    assert(byName.hits.some((hit) => hit.id === person.id && hit.matched === "name") && byName.is_sample);
    assertMatch(byName.notice, /isn't a matching person/);
    const byAlias = readAnswer(registryResultSchema, (await search(alias)).body);
    const hit = byAlias.hits.find((row) => row.id === person.id);
    assertEquals([hit?.matched, hit?.matched_text], ["alias", alias]);
  });
  it("shows at most fifty entries and gives the total", async () => {
    const { hits, total } = readAnswer(registryResultSchema, (await search("anna")).body);
    assert(hits.length <= 50 && total >= hits.length);
  });
  it("requires the current terms to be accepted for each search, and stores a row for each", async () => {
    const about = readAnswer(registryAboutSchema, (await h.call("GET", "/report/registry", { as: "ada" })).body);
    assert(about.is_sample && about.terms.length >= 3);
    assertEquals((await search("Anna", { accepted_terms: "" })).status, 409);
    assertEquals((await search("Anna", { accepted_terms: "sample-0" })).status, 409);
    assertEquals((await search("A")).status, 422);
    assertEquals((await search("Anna", { uid: "eve" })).status, 400);
    assertEquals((await h.db.selectFrom("members_registry_searches").selectAll().execute()).length, 0);
    await search("Anna");
    await search("Anna");
    const rows = await h.db.selectFrom("members_registry_searches").selectAll().execute();
    assertEquals(rows.map((row) => [row.user_id, row.terms_version]), [["ada", "sample-1"], ["ada", "sample-1"]]);
  });
  it("limits the searches of a member on all servers together, so that the data cannot be copied", async () => {
    for (let at = 0; at < SEARCHES_PER_HOUR; at++) await search("Anna");
    assertEquals((await search("Anna")).status, 429);
    const other = await openMembersFixture({ db: h.db, clock: h.clock });
    other.rows.set("sub-ada", subscription("sub-ada", { products: [product("tck_sex_offender_otp")] }));
    const body = { name: "Anna", accepted_terms: "sample-1" };
    assertEquals(
      (await other.call("POST", "/report/registry", { as: "ada", body })).status,
      429,
      "on all servers together",
    );
    await other.close();
  });
  it("answers 409 on a server with real payments and no licensed source", async () => {
    const bare = await openMembersFixture({ registry: "none" });
    bare.rows.set("sub-ada", subscription("sub-ada", { products: [product("tck_sex_offender_otp")] }));
    assertEquals((await bare.call("GET", "/report/registry", { as: "ada" })).status, 409);
    await bare.close();
  });
});

describe("a licensed source", () => {
  const hit = {
    id: "x",
    name: "N",
    aliases: [],
    birth_year: 1970,
    place: "P",
    matched: "name",
    matched_text: "N",
  };
  const ask = async (answer: () => Promise<Response>) => {
    const seen: Request[] = [];
    const source = createLicensedRegistry({
      url: "https://registry.example/v1",
      key: "k",
      fetch: (request) => {
        seen.push(request);
        return answer();
      },
    });
    const outcome = await source.search("Anna").catch((error: unknown) => String(error));
    return { outcome, request: seen[0], source };
  };
  it("is called with its key, and its entries are not marked as a sample", async () => {
    const { outcome, request, source } = await ask(() => Promise.resolve(Response.json({ hits: [hit], total: 1 })));
    const { registry_term_protect, registry_term_use, registry_term_match } = SENTENCES;
    assertEquals(source.about.terms, [registry_term_protect, registry_term_use, registry_term_match]);
    assertEquals([request?.url, request?.headers.get("authorization")], [
      "https://registry.example/v1/search",
      "Bearer k",
    ]);
    assertEquals(typeof outcome === "string" ? outcome : outcome.total, 1);
    assertEquals(source.about.is_sample, false);
  });
  for (
    const [title, answer] of [
      ["an error", () => Promise.resolve(new Response("no", { status: 500 }))],
      ["a redirect", () => Promise.resolve(new Response(null, { status: 302, headers: { location: "http://x" } }))],
      ["something else", () => Promise.resolve(Response.json({ hits: [{ id: 1 }] }))],
      ["no JSON", () => Promise.resolve(new Response("<p>"))],
      ["nothing", () => Promise.reject(new Error("down"))],
    ] as const
  ) {
    it(`that answers with ${title} finds nothing and reports the failure`, async () => {
      assertMatch(String((await ask(answer)).outcome), /isn't responding/);
    });
  }
});
