/** The tables in docs/requirements agree with the tests that name their rows. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { listSources } from "./import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const TABLES = ["web-app", "checkout-sdk"];
const STATES = ["proven", "weak", "part", "missing", "decided"];

interface Row {
  readonly id: string;
  readonly state: string;
  readonly test: string;
  readonly rule: string;
  readonly note: string;
}

async function readTable(name: string): Promise<readonly Row[]> {
  const [head, ...lines] = (await Deno.readTextFile(`${ROOT}/docs/requirements/${name}.tsv`)).trimEnd().split("\n");
  assertEquals(head, "id\tstate\ttest\trule\tnote");
  return lines.map((line) => {
    const [id = "", state = "", test = "", rule = "", note = ""] = line.split("\t");
    return { id, state, test, rule, note };
  });
}

/** Ids in the texts of a test file; `S-POLL-04..07` names four. */
function idsIn(text: string): ReadonlySet<string> {
  const texts = [...text.matchAll(/"[^"\n]{1,400}"|`[^`]{1,400}`|'[^'\n]{1,400}'/g)].map(([literal]) => literal);
  const named = texts.flatMap((literal) => [...literal.matchAll(/\b([SW]-[A-Z0-9]+)-(\d\d)(?:\.\.(\d\d))?/g)]);
  return new Set(
    named.flatMap(([, area = "", from = "", to = from]) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, at) => `${area}-${String(Number(from) + at).padStart(2, "0")}`,
      )
    ),
  );
}

const rows = (await Promise.all(TABLES.map(readTable))).flat();
const tests = (await listSources(ROOT)).filter((file) => /_test\.tsx?$/.test(file));
const named = new Map<string, ReadonlySet<string>>();
for (const file of tests) named.set(file, idsIn(await Deno.readTextFile(`${ROOT}/${file}`)));

describe("requirements", () => {
  it("each has one row, a known state and a rule in words", () => {
    assertEquals(new Set(rows.map(({ id }) => id)).size, rows.length);
    assertEquals(rows.filter(({ id }) => !/^[SW]-[A-Z0-9]{2,12}-\d\d$/.test(id)), []);
    assertEquals(rows.filter(({ state }) => !STATES.includes(state)), []);
    assertEquals(rows.filter(({ rule }) => rule.length < 8), []);
  });

  it("every id in a test title has a row", () => {
    const known = new Set(rows.map(({ id }) => id));
    const unknown = [...named].flatMap(([file, ids]) =>
      [...ids].filter((id) => !known.has(id)).map((id) => [file, id])
    );
    assertEquals(unknown, []);
  });

  it("a proven or decided row names a test that carries its id", () => {
    const wrong = rows.filter(({ id, state, test }) =>
      (state === "proven" || state === "decided" || test !== "") && !named.get(test)?.has(id)
    );
    assertEquals(wrong, []);
  });

  it("an unproven row says what is missing, or what was decided", () => {
    assertEquals(rows.filter(({ state, note }) => state !== "proven" && note.length < 10), []);
  });

  it("the tables are complete", () => {
    assert(rows.filter(({ id }) => id.startsWith("W-")).length >= 263);
    assert(rows.filter(({ id }) => id.startsWith("S-")).length >= 409);
  });
});
