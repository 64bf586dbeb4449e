/** Operators read the limits of the product in a table, and a changed limit shows there in review. */
import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { limitsOf, limitsTable } from "./limits.ts";
import { logEventsOf, logEventsTable } from "./log_events.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const TABLES = `${ROOT}/docs/operations`;

async function compare(name: string, table: string): Promise<void> {
  if (Deno.env.get("ACCEPT_TEXTS") === "1") await Deno.writeTextFile(`${TABLES}/${name}`, table);
  const told = await Deno.readTextFile(`${TABLES}/${name}`);
  assertEquals(table.split("\n"), told.split("\n"), `${name} tells something else; ACCEPT_TEXTS=1 renews it`);
}

describe("the operators' tables", () => {
  it("have every limit of the product with its value", async () =>
    await compare("limits.tsv", await limitsTable(ROOT)));

  it("have every event that the server logs by name", async () =>
    await compare("log-events.tsv", await logEventsTable(ROOT)));

  it("spell events in one way: a part of the server, a dot, what happened; words in lower case with hyphens", async () => {
    const [, ...rows] = (await logEventsTable(ROOT)).trim().split("\n").map((row) => row.split("\t")[1] ?? "");
    assertEquals(rows.filter((event) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(event)), []);
  });

  it("find an event where it is logged, and take the name of background work for none", () => {
    const text = [
      'log.warn("a.b", { x: 1 });',
      "this.deps.log.error(`c`);",
      'context.runInBackground("work", promise);',
      'console.error("no");',
      "log.info(name);",
      'list.info("none");',
    ].join("\n");
    assertEquals(logEventsOf(text), [["warn", "a.b"], ["error", "c"]]);
    assertThrows(() => logEventsOf('log[isBad ? "error" : "warn"]("a.b", {});'), Error, "log[isBad");
  });

  it("reads products, sums, powers, lists and other constants, and leaves out what is not a number", () => {
    const text = [
      "/** Kept for an hour. Then gone. */",
      "const KEEP_MS = 60 * 60_000;",
      "export const TWICE_MS = (KEEP_MS + KEEP_MS) as number;",
      "const PAUSES_MS = [20, 1_000] as const;",
      "const COST = 2 ** 4 - 1 / 2;",
      "const LEAST = -3;",
      'const NAME = "x";',
      "const NONE = [];",
      "const OTHER = IMPORTED * 2;",
      "const small = 1;",
    ].join("\n");
    assertEquals(limitsOf("a.ts", text).map(({ name, values, words }) => [name, values, words]), [
      ["KEEP_MS", [3_600_000], "Kept for an hour."],
      ["TWICE_MS", [7_200_000], ""],
      ["PAUSES_MS", [20, 1_000], ""],
      ["COST", [15.5], ""],
      ["LEAST", [-3], ""],
    ]);
  });
});
