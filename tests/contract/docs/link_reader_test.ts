/** Only one file of the client reads query parameters of a link. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { QUERY_PARAMETERS } from "../../../client/lib/link/query_params.ts";
import { RETURN_PARAMETER } from "../../../client/features/session/return_target.ts";
import { PAY_PARAMETER } from "../../../server/wire/site/routes.ts";
import { CHOSEN_PARAMETER } from "../../../server/wire/site/screens/sent_screens.ts";

describe("the reader of links", () => {
  it("W-QUERY-11: no other file of the client reads one of them", async () => {
    const reads: string[] = [];
    for (const { path, source } of await sources()) {
      if (!/URLSearchParams|searchParams/.test(source)) continue;
      for (const [, name = ""] of source.matchAll(/\.(?:get|getAll|has)\(([^)]*)\)/g)) reads.push(`${path} ${name}`);
    }
    const names = QUERY_PARAMETERS.map((name) => `"${name}"`);
    const byName = reads.filter((read) => names.some((name) => read.endsWith(` ${name}`)));
    assertEquals(byName, []);
    // A computed name could be any parameter: merging two query strings reads none for its value.
    const hidden = reads.filter((read) => !read.endsWith('"'));
    assertEquals(hidden, [
      "features/session/return_target.ts RETURN_PARAMETER",
      "lib/link/link.ts name",
      "lib/link/link_secret.ts name",
      "pages/funnel/CheckoutPage.tsx CHOSEN_PARAMETER",
    ]);
    for (const own of [CHOSEN_PARAMETER, PAY_PARAMETER, RETURN_PARAMETER]) assertFalse(names.includes(`"${own}"`));
    assert(reads.includes('features/session/purchase_key.ts "continueUrl"'), "the other readers were looked at");
  });
});

interface Source {
  readonly path: string;
  readonly source: string;
}

/** Every source of the client but the reader and the tests. */
async function sources(folder = ""): Promise<readonly Source[]> {
  const root = new URL("../../../client/", import.meta.url);
  const found: Source[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder || ".", root))) {
    const path = `${folder}${name}`;
    if (isDirectory) found.push(...await sources(`${path}/`));
    else if (/(?<!_test)\.tsx?$/.test(name) && path !== "lib/link/query_params.ts") {
      found.push({ path, source: await Deno.readTextFile(new URL(path, root)) });
    }
  }
  return found;
}
