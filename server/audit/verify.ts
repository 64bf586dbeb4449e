/**
 * Verifies the audit log: every row is intact and follows the previous one, and every kept head is still in the log.
 */
import type { Db } from "../db/open.ts";
import { type Expression, sql } from "kysely";
import { ACTS } from "../wire/admin/acts.ts";
import { factsOf, GENESIS, hashOf, hashOfConcerned, hashOfIdentity, type Head, readHead } from "./chain.ts";
import type { AuditRow } from "./tables.ts";

const PAGE = 1_000;

/** What is wrong, and where it begins. */
export interface Broken {
  readonly n: number;
  readonly why:
    | "missing"
    | "changed"
    | "unlinked"
    | "cut"
    | "replaced"
    | "headless"
    | "behind"
    | "named"
    | "subjects"
    | "operator";
}

export type Verified = { readonly rows: number; readonly head: Head | undefined; readonly broken?: Broken };

/** A row with what the database holds beside it. */
export interface LoggedRow extends AuditRow {
  /** Ids in `admin_act_subjects`. */
  readonly concerned: readonly string[];
  /** True when the database holds more text than can be read: SQLite's driver ends a text at its first NUL. */
  readonly isCutShort: boolean;
}

/** The operators at a time when the log had this many rows. */
export interface KnownOperators {
  readonly rows: number;
  readonly operators: readonly KnownOperator[];
}
export interface KnownOperator {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly isDisabled: boolean;
}

/**
 * Walks the rows in their order and returns the first that is broken.
 * - `missing`: the numbers have a gap before this row.
 * - `changed`: the content is not that of the hash.
 * - `unlinked`: the row does not follow the previous one.
 * - `subjects`: the act is shown on other timelines than those it was written for.
 * - `cut`: a kept head has a higher number than the last row.
 * - `replaced`: the row of a kept head has another hash.
 * - `operator`: the operator whom the row names is gone, or has another address, role or state than the log says.
 */
export async function verifyRows(
  rows: AsyncIterable<LoggedRow> | Iterable<LoggedRow>,
  kept: readonly Head[],
  known?: KnownOperators,
): Promise<Verified> {
  let head: Head | undefined;
  let count = 0;
  const named = new Map<string, NamedOperator>();
  const namedLater = new Map<string, NamedOperator>();
  const keptHashes = Map.groupBy(kept, ({ n }) => n);
  const broken = (n: number, why: Broken["why"]): Verified => ({ rows: count, head, broken: { n, why } });
  for await (const row of rows) {
    const { hash, concerned, isCutShort, ...content } = row;
    const expected = (head?.n ?? 0) + 1;
    if (row.n !== expected) return broken(expected, "missing");
    if (hashOf(content) !== hash || isCutShort) return broken(row.n, "changed");
    if (row.before_hash !== (head?.hash ?? GENESIS)) return broken(row.n, "unlinked");
    if (keptHashes.get(row.n)?.some((each) => each.hash !== hash)) return broken(row.n, "replaced");
    if (!hasItsSubjects(row, concerned)) return broken(row.n, "subjects");
    nameOperators(row.n <= (known?.rows ?? 0) ? named : namedLater, row);
    head = { n: row.n, hash };
    count += 1;
  }
  const last = head?.n ?? 0;
  if (kept.some(({ n }) => n > last)) return broken(last + 1, "cut");
  const { operators = [] } = known ?? {};
  const other = known === undefined ? undefined : otherOperator(named, operators);
  if (other !== undefined) return broken(other, "operator");
  // Each operator was added by a row.
  return operators.every(({ id }) => named.has(id) || namedLater.has(id))
    ? { rows: count, head }
    : broken(last + 1, "named");
}

/** An act of before the fact was written may stand on any timeline; every other row without it on none. */
function hasItsSubjects(row: AuditRow, concerned: readonly string[]): boolean {
  const bound = factsOf(row).find(([name]) => name === "concerned")?.[1];
  if (bound !== undefined) return bound === hashOfConcerned(concerned);
  return concerned.length === 0 || ACTS.some((act) => act === row.what);
}

interface NamedOperator {
  /** The newest row that says who this is, or else the first that names them. */
  n: number;
  identity?: string | undefined;
  role?: string | undefined;
  isDisabled?: boolean;
}

function nameOperators(named: Map<string, NamedOperator>, row: AuditRow): void {
  const facts = new Map(factsOf(row));
  const isAdded = row.what === "operator_added";
  const id = isAdded || row.what === "operator_disabled" ? facts.get("operator") ?? "" : row.operator_id;
  if (id === "") return;
  const before = named.get(id);
  if (isAdded) {
    const identity = facts.get("identity");
    named.set(id, { n: row.n, identity, role: facts.get("role"), isDisabled: false });
  } else if (before === undefined) named.set(id, { n: row.n });
  else if (row.what === "operator_disabled") named.set(id, { ...before, n: row.n, isDisabled: true });
}

/** Number of the first row whose operator is not as the log says. */
function otherOperator(
  named: ReadonlyMap<string, NamedOperator>,
  operators: readonly KnownOperator[],
): number | undefined {
  const found = new Map(operators.map((operator) => [operator.id, operator]));
  const others = [...named].filter(([id, { identity, role, isDisabled }]) => {
    const operator = found.get(id);
    return operator === undefined ||
      identity !== undefined && identity !== hashOfIdentity(operator) ||
      role !== undefined && role !== operator.role ||
      isDisabled !== undefined && isDisabled !== operator.isDisabled;
  });
  return others.length === 0 ? undefined : Math.min(...others.map(([, { n }]) => n));
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
  const heads = own === undefined || own.n === 0 ? kept : [...kept, own];
  const verified = await verifyRows(allRows(db), heads, await readOperators(db));
  if (verified.broken !== undefined) return verified;
  const n = verified.rows + 1;
  const since = await readHead(db);
  if (own === undefined || since === undefined) return { ...verified, broken: { n, why: "headless" } };
  if (since.n < verified.rows) return { ...verified, broken: { n: since.n + 1, why: "behind" } };
  return named <= verified.rows ? verified : { ...verified, broken: { n, why: "named" } };
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

/** In one statement with the head, so that an operator who is added meanwhile is not missed. */
export async function readOperators(db: Db): Promise<KnownOperators> {
  const rows = await db.selectFrom("admin_audit_head").leftJoin("admin_operators", (on) => on.onTrue())
    .select(["n", "admin_operators.id", "email", "role", "disabled_ms"])
    .select(bytesOf(sql.ref("admin_operators.id"), sql.ref("email")).as("bytes")).execute();
  return {
    rows: rows[0]?.n ?? 0,
    operators: rows.flatMap(({ id, email, role, disabled_ms, bytes }) =>
      id === null || email === null || role === null ? [] : [{
        id,
        email: isCutShort([id, email], bytes) ? `${email} cut short` : email,
        role,
        isDisabled: disabled_ms !== null,
      }]
    ),
  };
}

const TEXTS = [
  "operator_id",
  "role",
  "what",
  "subject_kind",
  "subject_id",
  "reason",
  "facts_json",
  "before_hash",
  "hash",
] as const satisfies readonly (keyof AuditRow)[];

export async function* allRows(db: Db): AsyncGenerator<LoggedRow> {
  let after: number | undefined;
  while (true) {
    const from = after;
    const rows = await db.selectFrom("admin_audit").selectAll().select(
      bytesOf(...TEXTS.map((text) => sql.ref(text))).as("bytes"),
    )
      .$if(from !== undefined, (query) => query.where("n", ">", from ?? 0)).orderBy("n").limit(PAGE).execute();
    const last = rows.at(-1);
    const subjects = await db.selectFrom("admin_act_subjects").select(["subject_id", "n"])
      .select(bytesOf(sql.ref("subject_id")).as("bytes"))
      .$if(from !== undefined, (query) => query.where("n", ">", from ?? 0)).where("n", "<=", last?.n ?? 0)
      .orderBy("n").execute();
    const concerned = Map.groupBy(subjects, ({ n }) => Math.max(n, 1));
    for (const { bytes, ...row } of rows) {
      yield {
        ...row,
        concerned: (concerned.get(row.n) ?? []).map(({ subject_id, bytes }) =>
          isCutShort([subject_id], bytes) ? `${subject_id} cut short` : subject_id
        ),
        isCutShort: isCutShort(TEXTS.map((text) => row[text]), bytes),
      };
    }
    if (last === undefined || rows.length < PAGE) return;
    after = last.n;
  }
}

/** How many bytes the database holds of these texts. SQLite's own `length` ends at the first NUL, as its driver does. */
function bytesOf(...columns: readonly Expression<unknown>[]) {
  const lengths = columns.map((column) => sql`coalesce(octet_length(${column}), 0)`);
  return sql<number>`${sql.join(lengths, sql` + `)}`;
}

function isCutShort(texts: readonly string[], bytes: number): boolean {
  return new TextEncoder().encode(texts.join("")).length !== Number(bytes);
}
