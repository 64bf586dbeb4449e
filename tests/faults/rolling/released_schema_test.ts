/**
 * The tables that the previous release knows, kept in the repository, against those of this one: everything that it
 * reads and writes is still there. It needs no history, so it runs in a shallow checkout too; `mixed_releases_test.ts`
 * starts that release's code.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";

const CHANGELOG = new URL("../../../CHANGELOG.md", import.meta.url);
const APPROVED = new URL("../../approved/schema/", import.meta.url);
/** `table.column type`, `not null` and a default. */
const COLUMN = /^(\w+)\.(\w+) (.+?)( not null)?( default .+)?$/;
/** Above the kept tables: the release that they are of. */
const HEADING = /^release (\S+)\n/;

interface Column {
  readonly type: string;
  readonly mustBeSet: boolean;
  readonly isNullable: boolean;
}

async function columnsOf(file: string): Promise<ReadonlyMap<string, Column>> {
  const found = new Map<string, Column>();
  for (const line of (await Deno.readTextFile(new URL(file, APPROVED))).split("\n")) {
    const [, table, column, type = "", notNull, preset] = COLUMN.exec(line) ?? [];
    if (table === undefined) continue;
    const isNullable = notNull === undefined;
    found.set(`${table}.${column}`, { type, isNullable, mustBeSet: !isNullable && preset === undefined });
  }
  return found;
}

it("the tables that are kept are those of the newest release in the changelog", async () => {
  const kept = await Deno.readTextFile(new URL("postgres_released.txt", APPROVED));
  const newest = /^## (\d+\.\d+\.\d+) /m.exec(await Deno.readTextFile(CHANGELOG))?.[1] ?? "none";
  const [, release] = HEADING.exec(kept) ?? [];
  // Only a release renews them: until the next release, this test compares with them.
  if (release !== newest && Deno.env.get("ACCEPT_TEXTS") === "1") {
    const now = await Deno.readTextFile(new URL("postgres.txt", APPROVED));
    return await Deno.writeTextFile(new URL("postgres_released.txt", APPROVED), `release ${newest}\n${now}`);
  }
  assertEquals(release, newest, "A release was added to the changelog: keep its tables with ACCEPT_TEXTS=1");
});

it("SECURITY X7: the tables of this release keep every column of the previous release, and ask it for no new one", async () => {
  const [before, now] = [await columnsOf("postgres_released.txt"), await columnsOf("postgres.txt")];
  assert(before.size > 300, `${before.size} columns`);
  const tables = new Set([...before.keys()].map((name) => name.split(".")[0]));
  const broken = [
    ...[...before].filter(([name, { type }]) => now.get(name)?.type !== type).map(([name]) =>
      `${name} is not as it was`
    ),
    ...[...before].filter(([name, { isNullable }]) => isNullable && now.get(name)?.isNullable === false)
      .map(([name]) => `${name} takes no null any more`),
    ...[...now].filter(([name, { mustBeSet }]) =>
      mustBeSet && tables.has(name.split(".")[0]) && before.get(name)?.mustBeSet !== true
    ).map(([name]) => `${name} has to be set, which the previous release does not`),
  ];
  assertEquals(broken, []);
});
