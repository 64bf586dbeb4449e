/** Each type of line has the name on the screen that the emails and documents give it. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { SENTENCES } from "../../../server/wire/site/service_sentences.ts";
import { lineTypeName } from "./line_types.ts";

const PREFIX = "found_line_";

it("a line type has the same name on the screen as in what services say; one that is not known has none", () => {
  const rows = Object.entries(SENTENCES).filter(([key]) => key.startsWith(PREFIX));
  const { unknown, ...said } = Object.fromEntries(rows.map(([key, text]) => [key.slice(PREFIX.length), text]));
  assert(Object.keys(said).length > 10 && unknown !== undefined);
  assertEquals(Object.fromEntries(Object.keys(said).map((type) => [type, lineTypeName(type)])), said);
  assertEquals([lineTypeName("unknown"), lineTypeName("")], ["Unknown", "Unknown"]);
});
