/**
 * Verifies the audit log: every row is intact and follows the previous one, and every kept head is still in the log.
 */
import type { Db } from "../db/open.ts";
import { GENESIS, hashOf, type Head, readHead } from "./chain.ts";
import type { AuditRow } from "./tables.ts";

const PAGE = 1_000;

/** What is wrong, and where it begins. */
export interface Broken {
  readonly n: number;
  readonly why: "missing" | "changed" | "unlinked" | "cut" | "replaced" | "headless" | "behind" | "named";
}

export type Verified = { readonly rows: number; readonly head: Head | undefined; readonly broken?: Broken };

/**
 * Walks the rows in their order and returns the first that is broken.
 * - `missing`: the numbers have a gap before this row.
 * - `changed`: the content is not that of the hash.
 * - `unlinked`: the row does not follow the previous one.
 * - `cut`: a kept head has a higher number than the last row.
 * - `replaced`: the row of a kept head has another hash.
 */
export async function verifyRows(
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  kept: readonly Head[],
): Promise<Verified> {
  let head: Head | undefined;
  let count = 0;
  const broken = (n: number, why: Broken["why"]): Verified => ({ rows: count, head, broken: { n, why } });
  for await (const row of rows) {
    const { hash, ...content } = row;
    const expected = (head?.n ?? 0) + 1;
    if (row.n !== expected) return broken(expected, "missing");
    if (hashOf(content) !== hash) return broken(row.n, "changed");
    if (row.before_hash !== (head?.hash ?? GENESIS)) return broken(row.n, "unlinked");
    if (kept.some(({ n, hash: keptHash }) => n === row.n && keptHash !== hash)) return broken(row.n, "replaced");
    head = { n: row.n, hash };
    count += 1;
  }
  const last = head?.n ?? 0;
  if (kept.some(({ n }) => n > last)) return broken(last + 1, "cut");
  return { rows: count, head };
}

/**
 * Verifies the log of this database, with the database's own head and those that were kept elsewhere.
 * - `headless`: the database's own head is gone; without it, missing rows at the end, even all of them, would not show.
 * - `behind`: the database's own head was set back. A server that writes meanwhile only moves it forward.
 * - `named`: another table of the database names a row after the last one.
 */
export async function verifyAudit(db: Db, kept: readonly Head[] = []): Promise<Verified> {
  const own = await readHead(db);
  const named = await highestNamed(db);
  const verified = await verifyRows(allRows(db), own === undefined || own.n === 0 ? kept : [...kept, own]);
  if (verified.broken !== undefined) return verified;
  const n = verified.rows + 1;
  const since = await readHead(db);
  if (own === undefined || since === undefined) return { ...verified, broken: { n, why: "headless" } };
  if (since.n < verified.rows) return { ...verified, broken: { n: since.n + 1, why: "behind" } };
  return named > verified.rows ? { ...verified, broken: { n, why: "named" } } : verified;
}

/** The rows that have to exist: acts and previews refer to theirs, and each operator was added by one. */
async function highestNamed(db: Db): Promise<number> {
  const { act, preview, operators } = await db.selectNoFrom((eb) => [
    eb.selectFrom("admin_act_subjects").select((each) => each.fn.max("n").as("n")).as("act"),
    eb.selectFrom("admin_previews").select((each) => each.fn.max("audit").as("n")).as("preview"),
    eb.selectFrom("admin_operators").select((each) => each.fn.countAll().as("n")).as("operators"),
  ]).executeTakeFirstOrThrow();
  return Math.max(Number(act), Number(preview), Number(operators));
}

async function* allRows(db: Db): AsyncGenerator<AuditRow> {
  let after: number | undefined;
  while (true) {
    const from = after;
    const rows = await db.selectFrom("admin_audit").selectAll()
      .$if(from !== undefined, (query) => query.where("n", ">", from ?? 0)).orderBy("n").limit(PAGE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.n;
  }
}

const HEAD_TEXT = /^(\d{1,10}):([0-9a-f.]{64,71})$/;

/**
 * Heads in any text, such as a file of log lines: `17:<hash>` words, and lines of the event `audit.head`, even with a
 * prefix that a log collector has added.
 */
export function headsIn(text: string): readonly Head[] {
  return text.split("\n").flatMap((line) => {
    const logged = line.includes('"audit.head"') ? parseLogged(line) : undefined;
    if (logged !== undefined) return [logged];
    const [, n, hash = ""] = HEAD_TEXT.exec(line.trim()) ?? [];
    return n === undefined ? [] : [{ n: Number(n), hash: hash.replaceAll(".", "") }];
  });
}

function parseLogged(line: string): Head | undefined {
  try {
    const { event, n, hash } = JSON.parse(line.slice(line.indexOf("{")));
    return event === "audit.head" && typeof n === "number" && typeof hash === "string"
      ? { n, hash: hash.replaceAll(".", "") }
      : undefined;
  } catch {
    return undefined;
  }
}
