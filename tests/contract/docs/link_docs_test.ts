/** docs/development/links.md describes the effect of every link parameter, and lists no parameter that is not read. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { QUERY_PARAMETERS } from "../../../client/lib/link/query_params.ts";
import { LANGUAGE_PARAMETER } from "../../../server/wire/site/languages.ts";

describe("the page of links", () => {
  it("W-QUERY-12: each of the 27 parameters, and the language, has its effect described", async () => {
    const page = await Deno.readTextFile(new URL("../../../docs/development/links.md", import.meta.url));
    const rows = [...page.matchAll(/^\| (`[^|]+`) +\| (\S[^|]+)\|$/gm)];
    const named = rows.flatMap(([, names = ""]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    assertEquals(named.sort(), [...QUERY_PARAMETERS, LANGUAGE_PARAMETER].sort());
  });
});
