/** What a reader of the merchants' documentation finds, and in which order. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type SearchRow } from "./search_options.ts";

const ROWS: readonly SearchRow[] = [
  {
    id: "text",
    page: "Errors",
    title: "Declines",
    text: "A refund, a second refund, every refund: payrails:client:destroyed, too-many-declines",
  },
  { id: "page", page: "Refund", title: "Amounts", text: "In cents, without a sign, and never more than was captured" },
  {
    id: "title",
    page: "Back end",
    title: "Refund",
    text: "What the shopper gets back, in one part or in several of them",
  },
];

describe("search of the documentation", () => {
  const index = new MiniSearch<SearchRow>(SEARCH_OPTIONS);
  index.addAll(ROWS);
  const found = (query: string) => index.search(query).map(({ id }) => id);
  const rows: readonly (readonly [query: string, why: string, ids: string[]])[] = [
    ["refund", "a title before a page's name before a text", ["title", "page", "text"]],
    ["destroyed", "the last word of a name with colons", ["text"]],
    ["payrails:client:destroyed", "a whole name", ["text"]],
    ["capt", "the start of a word", ["page"]],
    ["destroied", "a word with a wrong letter", ["text"]],
    ["desdroied", "no word with two wrong letters", []],
    ["refund shopper", "only a section with every word", ["title"]],
    ["too-many-declines", "a code with hyphens", ["text"]],
    ["many", "no middle of a code with hyphens", []],
    [" : ", "nothing for marks alone", []],
  ];
  for (const [query, why, ids] of rows) it(`"${query}" finds ${why}`, () => assertEquals(found(query), ids));

  it("a result names its section and its page", () => {
    assertEquals(index.search("shopper").map(({ title, page }) => [title, page]), [["Refund", "Back end"]]);
  });
});
