/** No outside text keeps a thread busy (SECURITY X3): a checker tests every expression of the product. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { listSources } from "./import_graph.ts";
import { type Expression, findExpressions, slowness } from "./regular_expressions.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const PRODUCT = /^(?:sdk|iframe|server|client)\//;
const NOT_RUN = /_test\.tsx?$|\.d\.ts$|\/testing\//;

/** Where an expression is created at run time, and why no outside text can make it slow. */
const MADE: Readonly<Record<string, string>> = {
  "client/features/tracking/error_report_options.ts": "escaped address of a setting",
  "iframe/elements/element_rules.ts":
    "the merchant's own rule, tried on at most 1,000 characters of what one shopper types: it holds up that tab alone",
  "iframe/elements/pattern_mask.ts": "the merchant's own mask, tried on one character",
  "sdk/card_form/extras/address_state.ts": "postal code rule of our own countries list, tried on at most 32 characters",
  "sdk/development/check_style.ts": "our own list of the form's fields, in the development build",
  "sdk/dynamic/dynamic_rules.ts": "pattern of the service's schema, tried on at most 256 characters",
  "sdk/elements/check_element.ts": "only whether the merchant's rule can be read",
  "server/routes/app/spa.ts": "name of an encoding from a table",
};

const files = listSources(ROOT).filter((file) => PRODUCT.test(file) && !NOT_RUN.test(file));
const found = await Promise.all(
  files.map(async (file) => findExpressions(file, await Deno.readTextFile(`${ROOT}/${file}`))),
);

describe("regular expressions", () => {
  it("SECURITY X3: take linear time on any text", async () => {
    const distinct = new Map<string, Expression>();
    for (const row of found.flatMap(({ literals }) => literals)) distinct.set(`${row.source}/${row.flags}`, row);
    const slow: string[] = [];
    for (const row of distinct.values()) {
      const why = await slowness(row);
      if (why !== undefined) slow.push(`${row.path}:${row.line} /${row.source}/${row.flags}: ${why}`);
    }
    assertEquals(slow, []);
  });

  it("SECURITY X3: are created at run time only where the table says why that is safe", () => {
    const places = new Set(found.flatMap(({ made }) => made));
    assertEquals([...places].sort(), Object.keys(MADE).sort());
  });

  for (const [source, flags] of [["(a+)+$", ""], ["[^@]+@[^@]+\\.[^@]+", "g"], ["\\s+$", ""]] as const) {
    it(`the checker sees that /${source}/${flags} is slow`, async () => {
      assertMatch(await slowness({ source, flags }) ?? "", /polynomial|exponential/);
    });
  }
});
