/** What code, tests and documents cite is in the repository: a row of docs/requirements or a page of docs/decisions. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const STATES = ["proven", "weak", "part", "missing", "decided"];
/** Tables with the shape of their ids and the words that precede an id where it is cited. */
const TABLES = [
  { name: "web-app", id: /^W-[A-Z0-9]{2,12}-\d\d$/, cited: "" },
  { name: "checkout-sdk", id: /^S-[A-Z0-9]{2,12}-\d\d$/, cited: "" },
  { name: "operations", id: /^O-[A-Z]{5,7}-\d\d$/, cited: "" },
  { name: "security", id: /^[A-Z]{1,2}\d{1,2}$/, cited: "SECURITY " },
  { name: "consumer-trust", id: /^T\d{1,2}$/, cited: "TRUST " },
] as const;

const RANGE = /\b([OSW]-[A-Z0-9]{2,12})-(\d\d)(?:\.\.(\d\d))?(?!\d)/g;
/** `SECURITY X4, E7`: one word, then a list. */
const LISTED = /\b(SECURITY|TRUST) ([A-Z]{1,2}\d+\b(?:(?:, | and )[A-Z]{1,2}\d+\b)*)/g;
/** Names of papers that are not in the repository; a citation of one is never valid. */
const OUTSIDE =
  /\b(?:DECISION[S]\b|CONTRAC[T]\.md|COMPA[T] \d[\d.]*|LOO[K]\.md|USERS_AS[K]|[Ss]pec [SW] \d|(?:SECURITY|TRUST) \d[\d.]*)/g;
const PAGE = /\bdocs\/decisions\/[\w/-]+\.md/g;
/**
 * Titles name rows of the security and trust tables also by the id alone, in front of a colon: `R6, S-POLL-07: ...`.
 */
const ONE_ID = String.raw`(?:[OSW]-[A-Z0-9]+-\d\d(?:\.\.\d\d)?|(?:SECURITY |TRUST )?[A-Z]{1,2}\d{1,2})`;
const TITLE = new RegExp(String.raw`["\x60'](${ONE_ID}(?:, ${ONE_ID}| ${ONE_ID}| and ${ONE_ID})*):`, "g");
const BARE_ID = /(?<![-\w])[A-Z]{1,2}\d{1,2}(?![-\w])/g;

interface Row {
  readonly id: string;
  /** As it is cited: `SECURITY X1`, `W-CALL-05`. */
  readonly citation: string;
  readonly state: string;
  readonly test: string;
  readonly rule: string;
  readonly note: string;
}

async function readTable({ name, cited }: typeof TABLES[number]): Promise<readonly Row[]> {
  const [head, ...lines] = (await Deno.readTextFile(`${ROOT}/docs/requirements/${name}.tsv`)).trimEnd().split("\n");
  assertEquals(head, "id\tstate\ttest\trule\tnote");
  return lines.map((line) => {
    const [id = "", state = "", test = "", rule = "", note = ""] = line.split("\t");
    return { id, citation: `${cited}${id}`, state, test, rule, note };
  });
}

/** Every file that may cite: sources, styles and documents, without those that are not committed and ignored. */
async function listCiting(): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    cwd: ROOT,
  }).output();
  const files = new TextDecoder().decode(stdout).split("\0").filter((file) => /\.(tsx?|css|html|md|tsv)$/.test(file));
  const there = await Promise.all(files.map((file) => Deno.stat(`${ROOT}/${file}`).then(() => true, () => false)));
  return files.filter((_, at) => there[at]);
}

/** `S-POLL-04..07` names four rows. */
function rangesIn(text: string): readonly string[] {
  return [...text.matchAll(RANGE)].flatMap(([, area = "", from = "", to = from]) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, at) => `${area}-${String(Number(from) + at).padStart(2, "0")}`,
    )
  );
}

/** Everything a text cites, in the words of `Row.citation`, and the pages of docs/decisions by their path. */
function citationsIn(text: string): ReadonlySet<string> {
  const listed = [...text.matchAll(LISTED)].flatMap(([, table = "", list = ""]) =>
    list.split(/, | and /).map((id) => `${table} ${id}`)
  );
  const whole = [...text.matchAll(OUTSIDE), ...text.matchAll(PAGE)].map(([citation]) => citation);
  return new Set([...rangesIn(text), ...listed, ...whole]);
}

/** What the titles of a test file cite. */
function titlesIn(text: string): ReadonlySet<string> {
  const literals = [...text.matchAll(/"[^"\n]{1,400}"|`[^`]{1,400}`|'[^'\n]{1,400}'/g)].map(([literal]) => literal);
  const bare = [...text.matchAll(TITLE)].flatMap(([, ids = ""]) =>
    [...ids.matchAll(BARE_ID)].map(([id]) => `${id.startsWith("T") ? "TRUST" : "SECURITY"} ${id}`)
  );
  return new Set([...literals.flatMap((literal) => [...citationsIn(literal)]), ...bare]);
}

const rows = (await Promise.all(TABLES.map(readTable))).flat();
const cited = new Map<string, ReadonlySet<string>>();
const titles = new Map<string, ReadonlySet<string>>();
for (const file of await listCiting()) {
  const text = await Deno.readTextFile(`${ROOT}/${file}`);
  cited.set(file, citationsIn(text));
  if (/_test\.tsx?$/.test(file)) titles.set(file, titlesIn(text));
}
const pages = [...cited.keys()].filter((file) => /^docs\/decisions\/.+\.md$/.test(file));

describe("requirements", () => {
  it("each has one row, a known state and a rule in words", async () => {
    for (const table of TABLES) {
      const wrong = (await readTable(table)).filter(({ id }) => !table.id.test(id));
      assertEquals(wrong, [], table.name);
    }
    assertEquals(new Set(rows.map(({ citation }) => citation)).size, rows.length);
    assertEquals(rows.filter(({ state }) => !STATES.includes(state)), []);
    assertEquals(rows.filter(({ rule }) => rule.length < 8), []);
  });

  it("every id and every decision that code, a test or a document cites is in the repository", () => {
    const known = new Set([...rows.map(({ citation }) => citation), ...pages]);
    const unknown = [...cited, ...titles].flatMap(([file, citations]) =>
      [...citations].filter((citation) => !known.has(citation)).map((citation) => `${file}: ${citation}`)
    );
    assertEquals([...new Set(unknown)], []);
  });

  it("the walk reads lists, ranges, pages and titles", () => {
    const [list, range] = [`SECURITY${" "}X4, E7 and CS1`, `S-POLL${"-"}04..06`];
    assertEquals([...citationsIn(list)], ["SECURITY X4", "SECURITY E7", "SECURITY CS1"]);
    assertEquals([...citationsIn(range)], ["S-POLL-04", "S-POLL-05", "S-POLL-06"]);
    assertEquals([...citationsIn(`TRUST${" "}1.5`)], [`TRUST${" "}1.5`]);
    assertEquals([...titlesIn(`it("R6, T${1}: same key")`)], ["SECURITY R6", "TRUST T1"]);
  });

  it("a row that is proven or decided names a test whose titles carry its id", () => {
    const wrong = rows.filter(({ citation, state, test }) =>
      (state === "proven" || state === "decided" || test !== "") && !titles.get(test)?.has(citation)
    );
    assertEquals(wrong, []);
  });

  it("a row that is not proven says what is missing, or what was decided", () => {
    assertEquals(rows.filter(({ state, note }) => state !== "proven" && note.length < 10), []);
  });

  it("the tables hold all rows of both specifications", () => {
    assert(rows.filter(({ id }) => id.startsWith("W-")).length >= 263);
    assert(rows.filter(({ id }) => id.startsWith("S-")).length >= 409);
  });
});

describe("decisions", () => {
  it("the index links every page, and every link of it leads to one", async () => {
    const index = await Deno.readTextFile(`${ROOT}/docs/decisions/README.md`);
    const linked = [...index.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, page]) => `docs/decisions/${page}`);
    assertEquals(linked.sort(), pages.filter((page) => !page.endsWith("/README.md")).sort());
  });

  it("each page has its context, the choice, and what would change it", async () => {
    for (const page of pages.filter((file) => !file.endsWith("/README.md"))) {
      const text = await Deno.readTextFile(`${ROOT}/${page}`);
      for (const part of ["**Context.**", "**Choice.**", "**What would change our mind.**"]) {
        assert(text.includes(part), `${page}: ${part}`);
      }
    }
  });
});
