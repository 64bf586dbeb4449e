/** The chain of the audit log: a thousand edits of every kind are found, and the first broken row is named. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import * as fc from "fast-check";
import { sql } from "kysely";
import { onBothEngines } from "../../tests/support/engines.ts";
import { isPostgres } from "../db/engine.ts";
import { type Db, openDatabase } from "../db/open.ts";
import type { DatabasePlace } from "../platform/database_place.ts";
import { createClock } from "../platform/clock.ts";
import { createLog, silentLog } from "../platform/log.ts";
import { disableOperator, putOperator } from "../operators/operators.ts";
import { type AuditPorts, canonical, GENESIS, hashOf, type Head, readHead, record } from "./chain.ts";
import type { AuditRow } from "./tables.ts";
import { parseHead } from "./kept_heads.ts";
import { runAuditTask } from "./task.ts";
import { allRows, type KnownOperators, type LoggedRow, readOperators, verifyAudit, verifyRows } from "./verify.ts";

const ROWS = 40;
const EDITS = 1_000;
const OPERATORS = 3;

async function write(ports: AuditPorts, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const id = `op_${at % 2}`;
    const isAct = at % 3 === 0;
    await record(ports, {
      what: isAct ? "refund" : "searched",
      operator: { id, role: "support" },
      subject: { kind: "charge", id: `charge_${at}` },
      reason: at % 2 === 0 ? "goodwill" : "",
      facts: { minor: at, currency: "USD" },
      ...(isAct ? { concerned: [`sub_${at}`, `charge_${at}`] } : {}),
    });
    const row = {
      email: `${id}@shop.example`,
      role: "support",
      oidc_subject: null,
      disabled_ms: null,
      seen_ms: null,
    } as const;
    await ports.db.insertInto("admin_operators").values({ ...row, id, created_ms: 0 })
      .onConflict((on) => on.column("id").doNothing()).execute();
  }
}
/** Operators as the command adds them, one of them disabled. */
async function addOperators(ports: AuditPorts): Promise<void> {
  for (let at = 0; at < OPERATORS; at++) {
    await putOperator(ports, { email: `operator-${at}@shop.example`, role: "support" });
  }
  await disableOperator(ports, "operator-0@shop.example");
}
const headsIn = (lines: readonly string[]) => lines.flatMap((line) => parseHead(line) ?? []);
const subjectsOf = (db: Db) =>
  db.selectFrom("admin_act_subjects").selectAll().orderBy("n").orderBy("subject_id").execute();
const rowsOf = (db: Db) => db.selectFrom("admin_audit").selectAll().orderBy("n").execute();

const at = fc.nat({ max: ROWS - 1 });
type Edit =
  | { readonly kind: "change"; readonly at: number; readonly field: keyof AuditRow; readonly add: number }
  | { readonly kind: "delete" | "insert" | "copy"; readonly at: number }
  | { readonly kind: "swap"; readonly at: number; readonly other: number; readonly renumbers: boolean }
  | { readonly kind: "cut" | "reseal" | "rewrite"; readonly at: number }
  | { readonly kind: "subjects"; readonly at: number; readonly how: "drop" | "rename" | "add" }
  | {
    readonly kind: "operator";
    readonly at: number;
    readonly how: "rename" | "swap" | "remove" | "promote" | "disable" | "enable" | "add";
  };
const FIELDS = [
  "n",
  "at_ms",
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
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant("change" as const),
    at,
    field: fc.constantFrom(...FIELDS),
    add: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constantFrom("delete" as const, "insert" as const, "copy" as const), at }),
  fc.record({ kind: fc.constant("swap" as const), at, other: at, renumbers: fc.boolean() })
    .filter((swap) => swap.at !== swap.other),
  fc.record({ kind: fc.constantFrom("cut" as const, "reseal" as const, "rewrite" as const), at }),
  fc.record({ kind: fc.constant("subjects" as const), at, how: fc.constantFrom("drop", "rename", "add") }),
  fc.record({
    kind: fc.constant("operator" as const),
    at: fc.nat({ max: OPERATORS - 1 }),
    how: fc.constantFrom("rename", "swap", "remove", "promote", "disable", "enable", "add"),
  }).filter(({ at, how }) => how !== (at === 0 ? "disable" : "enable")),
);

/** The first row gone, the last one gone, all gone, and the whole log written again. */
const CORNERS: [Edit][] = [
  [{ kind: "delete", at: 0 }],
  [{ kind: "delete", at: ROWS - 1 }],
  [{ kind: "cut", at: 0 }],
  [{ kind: "reseal", at: 0 }],
  [{ kind: "reseal", at: ROWS - 1 }],
  [{ kind: "rewrite", at: 0 }],
];

/** The operators after the edit. */
function editedOperators(known: KnownOperators, change: Edit): KnownOperators {
  if (change.kind !== "operator") return known;
  const operators = known.operators.map((operator) => ({ ...operator }));
  const [operator, next] = [operators[change.at], operators[(change.at + 1) % OPERATORS]];
  if (operator === undefined || next === undefined) throw new RangeError("No such operator");
  switch (change.how) {
    case "rename":
      operator.email = `x${operator.email}`;
      break;
    case "swap":
      [operator.email, next.email] = [next.email, operator.email];
      break;
    case "remove":
      operators.splice(change.at, 1);
      break;
    case "promote":
      operator.role = "owner";
      break;
    case "disable":
    case "enable":
      operator.isDisabled = change.how === "disable";
      break;
    case "add":
      operators.push({ ...operator, id: "op_invented", email: "invented@shop.example" });
  }
  return { ...known, operators };
}

/** The ids after the edit. An act without any, and what is no act, can only get one. */
function editedSubjects(concerned: readonly string[], how: "drop" | "rename" | "add"): readonly string[] {
  const [first, ...rest] = concerned;
  if (how === "add" || first === undefined) return [...concerned, "sub_invented"];
  return how === "drop" ? rest : [`${first}x`, ...rest];
}

/** The rows after the edit, in the order in which the database would give them. */
function edited(rows: readonly LoggedRow[], change: Edit): readonly LoggedRow[] {
  const copy = rows.map((row) => ({ ...row }));
  if (change.kind === "operator") return copy;
  const row = copy[change.at];
  if (row === undefined) throw new RangeError("No such row");
  switch (change.kind) {
    case "change": {
      const value = row[change.field];
      const other = typeof value === "number" ? value + change.add * ROWS : `${value}${change.add}`;
      copy[change.at] = { ...row, [change.field]: other };
      break;
    }
    case "delete":
      copy.splice(change.at, 1);
      break;
    case "insert":
    case "copy": {
      const added = { ...row, reason: change.kind === "copy" ? row.reason : "invented" };
      copy.splice(change.at, 0, { ...added, hash: hashOf(added) });
      for (const [index, each] of copy.entries()) each.n = index + 1;
      break;
    }
    case "swap": {
      const other = copy[change.other];
      if (other === undefined) throw new RangeError("No such row");
      [copy[change.at], copy[change.other]] = [other, row];
      if (change.renumbers) { for (const [index, each] of copy.entries()) each.n = index + 1; }
      break;
    }
    case "subjects":
      copy[change.at] = { ...row, concerned: editedSubjects(row.concerned, change.how) };
      break;
    case "cut":
      copy.splice(change.at);
      break;
    case "reseal":
      // The row has a correct hash again, but the next row still follows the original one.
      row.reason += " forged";
      row.hash = hashOf(row);
      break;
    case "rewrite": {
      // All rows from here on get correct hashes again: only a head that was kept elsewhere reveals it.
      let before = copy[change.at - 1]?.hash ?? GENESIS;
      row.reason += " forged";
      for (const each of copy.slice(change.at)) {
        each.before_hash = before;
        each.hash = before = hashOf(each);
      }
    }
  }
  return change.kind === "swap" && !change.renumbers ? copy : copy.toSorted((a, b) => a.n - b.n);
}

onBothEngines("the audit log", (place) => {
  it(`O-AUDIT-01: finds ${EDITS} edits of every kind, and names a row that is not after the edit`, async () => {
    const db = await openDatabase(place());
    try {
      const ports = { db, clock: createClock(), log: silentLog };
      await addOperators(ports);
      await write(ports, ROWS - OPERATORS - 1);
      const rows = await Array.fromAsync(allRows(db));
      const known = await readOperators(db);
      // The edits change those whom the command added, in their order.
      const commands = known.operators.filter(({ email }) => email.startsWith("operator-"));
      const others = known.operators.filter((operator) => !commands.includes(operator));
      const operators = {
        ...known,
        operators: [...commands.toSorted((a, b) => a.email < b.email ? -1 : 1), ...others],
      };
      const head = await readHead(db) ?? { n: 0, hash: "" };
      assertEquals(await verifyRows(rows, [head], operators), { rows: ROWS, head });
      assertEquals(await verifyAudit(db, [head]), { rows: ROWS, head });
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(edit, async (change) => {
          const { broken } = await verifyRows(edited(rows, change), [head], editedOperators(operators, change));
          assert(broken !== undefined, JSON.stringify(change));
          if (change.kind === "rewrite") assertEquals(broken, { n: ROWS, why: "replaced" });
          else if (change.kind === "reseal") {
            const isLast = change.at === ROWS - 1;
            assertEquals(broken, isLast ? { n: ROWS, why: "replaced" } : { n: change.at + 2, why: "unlinked" });
          } else if (change.kind === "subjects") assertEquals(broken, { n: change.at + 1, why: "subjects" });
          else if (change.kind === "operator") {
            const isAdded = change.how === "add";
            // The row that disabled the first one is the newest about it; a swap concerns two.
            const isElsewhere = change.at === 0 || change.how === "swap";
            if (isAdded) assertEquals(broken, { n: ROWS + 1, why: "named" });
            else {assert(
                broken.why === "operator" && (isElsewhere || broken.n === change.at + 1),
                JSON.stringify([change, broken]),
              );}
          } else if (change.kind === "cut") assertEquals(broken, { n: change.at + 1, why: "cut" });
          else if (change.kind === "delete") assertEquals(broken.n, change.at + 1);
          else if (change.kind === "change") assertEquals(broken.n, change.at + 1, JSON.stringify(change));
          else assert(broken.n <= change.at + 2, JSON.stringify([change, broken]));
          seen.set(change.kind, (seen.get(change.kind) ?? 0) + 1);
        }),
        { numRuns: EDITS, examples: CORNERS },
      );
      assertEquals([...seen.keys()].toSorted(), [
        "change",
        "copy",
        "cut",
        "delete",
        "insert",
        "operator",
        "reseal",
        "rewrite",
        "subjects",
        "swap",
      ]);
      assertEquals([...seen.values()].reduce((sum, many) => sum + many), EDITS);
    } finally {
      await db.destroy();
    }
  });

  it("O-AUDIT-02: refuses updates and deletes in the database itself, and the whole table on Postgres", async () => {
    const db = await openDatabase(place());
    try {
      await write({ db, clock: createClock(), log: silentLog }, 2);
      const before = await rowsOf(db);
      const subjects = await subjectsOf(db);
      assert(before.length > 1 && subjects.length > 1);
      await assertRejects(() => db.updateTable("admin_audit").set({ reason: "forged" }).execute());
      await assertRejects(() => db.deleteFrom("admin_audit").where("n", "=", 1).execute());
      await assertRejects(() => db.updateTable("admin_act_subjects").set({ subject_id: "forged" }).execute());
      await assertRejects(() => db.deleteFrom("admin_act_subjects").execute());
      if (isPostgres(db)) {
        for (const table of ["admin_audit", "admin_act_subjects"]) {
          await assertRejects(() => sql`truncate ${sql.table(table)}`.execute(db));
        }
      } else {
        const first = before[0];
        assert(first !== undefined);
        await assertRejects(() => db.replaceInto("admin_audit").values({ ...first, reason: "forged" }).execute());
      }
      assertEquals([await rowsOf(db), await subjectsOf(db)], [before, subjects]);
    } finally {
      await db.destroy();
    }
  });

  it("O-AUDIT-03: keeps one chain when many write at once, and a row is there only with its transaction", async () => {
    const db = await openDatabase(place());
    try {
      const ports = { db, clock: createClock(), log: silentLog };
      const from = (await readHead(db))?.n ?? 0;
      await Promise.all(Array.from({ length: 12 }, (_, n) => record(ports, { what: "viewed", facts: { n } })));
      const { rows, broken } = await verifyAudit(db);
      assertEquals([rows, broken], [from + 12, undefined]);
    } finally {
      await db.destroy();
    }
  });

  const headAt = (db: Db, n: number) =>
    db.selectFrom("admin_audit").select(["n", "hash"]).where("n", "=", n).executeTakeFirstOrThrow();

  it("O-AUDIT-06: finds that all rows are gone, with their head or with a head that was set back, and records nothing more", async () => {
    const db = await openDatabase(place());
    const ports = { db, clock: createClock(), log: silentLog };
    const empty = { n: 0, hash: GENESIS };
    const verify = async () => (await runAuditTask(["verify"], place())).text;
    const setHead = (head: Head) => db.updateTable("admin_audit_head").set(head).execute();
    try {
      await unlock(db);
      for (const table of ["admin_audit", "admin_act_subjects", "admin_operators"] as const) {
        await db.deleteFrom(table).execute();
      }
      await setHead(empty);
      assertEquals(await verifyAudit(db), { rows: 0, head: undefined }, "a log that nothing was written to is whole");
      const operator = await putOperator(ports, { email: "owner@shop.example", role: "owner" });
      await write(ports, 3);
      assertEquals(await verifyAudit(db), { rows: 4, head: await readHead(db) });

      const head = await readHead(db) ?? empty;
      for (const set of [await headAt(db, 3), await headAt(db, 1), empty]) {
        await setHead(set);
        assertMatch(await verify(), new RegExp(`^Row ${set.n + 1} is broken: the head .* was set back`));
      }
      await setHead(head);
      assertEquals((await verifyAudit(db)).broken, undefined);

      await db.deleteFrom("admin_audit").execute();
      await setHead(empty);
      assertMatch(await verify(), /^Row 1 is broken: .* as an act, a preview or an operator in this database shows\.$/);
      assert(operator.id !== "");
      for (const table of ["admin_operators", "admin_act_subjects"] as const) await db.deleteFrom(table).execute();
      await db.insertInto("admin_act_subjects").values({ subject_id: "sub_1", n: 1 }).execute();
      assertEquals((await verifyAudit(db)).broken, { n: 1, why: "named" });
      await db.deleteFrom("admin_act_subjects").execute();
      assertEquals((await verifyAudit(db)).broken, undefined);

      await db.deleteFrom("admin_audit_head").execute();
      assertMatch(await verify(), /^Row 1 is broken: the head that the database keeps of the log is gone/);
      await assertRejects(() => write(ports, 1), Error, "The head of the audit log is gone");
      assertEquals(await rowsOf(db), []);
      await db.insertInto("admin_audit_head").values({ id: "head", ...empty }).execute();
    } finally {
      await db.destroy();
    }
  });

  it("O-AUDIT-07: finds in the database that whom an act concerned, or who its operator is, was changed", async () => {
    const db = await openDatabase(place());
    try {
      const ports = { db, clock: createClock(), log: silentLog };
      const verify = async () => (await runAuditTask(["verify"], place())).text;
      await unlock(db);
      const added = await putOperator(ports, { email: "sam@shop.example", role: "support" });
      const { n: n0 } = await readHead(db) ?? { n: 0 };
      const act = await record(ports, {
        what: "refund",
        operator: { id: added.id, role: "support" },
        subject: { kind: "charge", id: "charge_9" },
        reason: "asked for\u{1f600}",
        concerned: ["charge_9", "sub_9"],
      });
      const other = await record(ports, { what: "searched", operator: { id: added.id, role: "support" } });
      assertMatch(await verify(), /rows are whole/);
      const subject = { subject_id: "sub_9", n: act };
      const moved = `Row ${act} is broken: the act stands on other timelines than those that it was written for.`;
      const restore = async () => {
        await db.deleteFrom("admin_act_subjects").where("n", ">=", act).execute();
        await db.insertInto("admin_act_subjects").values([subject, { subject_id: "charge_9", n: act }]).execute();
        assertMatch(await verify(), /rows are whole/);
      };
      await db.deleteFrom("admin_act_subjects").where("subject_id", "=", "sub_9").execute();
      assertEquals(await verify(), moved);
      await restore();
      await db.updateTable("admin_act_subjects").set({ subject_id: "sub_8" }).where("subject_id", "=", "sub_9")
        .execute();
      assertEquals(await verify(), moved);
      await restore();
      await db.insertInto("admin_act_subjects").values({ subject_id: "sub_8", n: act }).execute();
      assertEquals(await verify(), moved);
      await restore();
      await db.insertInto("admin_act_subjects").values({ subject_id: "sub_9", n: other }).execute();
      assertEquals(await verify(), moved.replace(String(act), String(other)));
      await restore();

      const gone =
        `Row ${n0} is broken: its operator is gone, or has another address, role or state than the log says.`;
      const operator = db.updateTable("admin_operators").where("id", "=", added.id);
      for (const set of [{ email: "bob@shop.example" }, { role: "owner" as const }, { disabled_ms: 1 }]) {
        await operator.set(set).execute();
        assertEquals(await verify(), gone, JSON.stringify(set));
        await operator.set({ email: added.email, role: added.role, disabled_ms: null }).execute();
        assertMatch(await verify(), /rows are whole/);
      }
      await db.deleteFrom("admin_operators").where("id", "=", added.id).execute();
      assertEquals(await verify(), gone);
      await db.insertInto("admin_operators").values(added).execute();
      assertMatch(await verify(), /rows are whole/);
      await disableOperator(ports, added.email);
      await putOperator(ports, { email: added.email, role: "finance" });
      assertMatch(await verify(), /rows are whole/);
      const intruder = { ...added, id: "op_intruder", email: "eve@shop.example" };
      await db.insertInto("admin_operators").values(intruder).execute();
      assertMatch(await verify(), /as an act, a preview or an operator in this database shows/);
      await db.deleteFrom("admin_operators").where("id", "=", intruder.id).execute();
      if (!isPostgres(db)) {
        // The driver ends a text at its first NUL, which Postgres does not take.
        await sql`update admin_act_subjects set subject_id = subject_id || char(0) || 'x' where n = ${act}`.execute(db);
        assertEquals(await verify(), moved);
        await restore();
        await sql`update admin_audit set reason = reason || char(0) || 'x' where n = ${act}`.execute(db);
        assertEquals(await verify(), `Row ${act} is broken: its content is not what was written.`);
        await sql`update admin_audit set reason = substr(reason, 1, 10) where n = ${act}`.execute(db);
        assertMatch(await verify(), /rows are whole/);
        await sql`update admin_operators set email = email || char(0) || 'x' where id = ${added.id}`.execute(db);
        assertMatch(await verify(), /its operator is gone/);
        await operator.set({ email: added.email }).execute();
      }
    } finally {
      await db.destroy();
    }
  });

  it("O-AUDIT-04: says in a sentence that there is no log where it was looked for, and makes no file there", async () => {
    const folder = await Deno.makeTempDir();
    try {
      const none = { kind: "sqlite", path: `${folder}/gone/trustcheck.db` } as const;
      const empty = { kind: "sqlite", path: `${folder}/empty.db` } as const;
      await Deno.writeTextFile(empty.path, "");
      const verify = (where: DatabasePlace) => runAuditTask(["verify"], where);
      await assertRejects(
        () => verify(none),
        RangeError,
        `There is no database at ${none.path}. Start this command with`,
      );
      await assertRejects(() => verify(empty), RangeError, `${empty.path} holds no audit log. Start this command with`);
      const file = { kind: "sqlite", path: `${folder}/none.db` } as const;
      await assertRejects(() => verify(file), RangeError, "There is no database");
      assertEquals((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["empty.db"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("O-AUDIT-04: verifies with the logs of several servers, and names each one without a head", async () => {
    const db = await openDatabase(place());
    const lines: string[] = [];
    const folder = await Deno.makeTempDir();
    try {
      const [idle, busy, rotated] = ["idle", "busy", "rotated"].map((name) => `${folder}/${name}.log`);
      await write({ db, clock: createClock(), log: createLog((line) => lines.push(line)) }, 2);
      const [, { n, hash } = { n: 0, hash: "" }] = headsIn(lines);
      await Deno.writeTextFile(`${idle}`, '{"time":"2026-11-23T10:00:00.000Z","event":"server.listening"}\n');
      await Deno.writeTextFile(`${busy}`, lines.map((line) => `Nov 23 10:00:00 host app-1[12]  | ${line}`).join("\n"));
      await Deno.writeTextFile(`${rotated}`, "");
      const whole = (compared: string) => `${n} rows are whole, compared with ${compared}`;
      const verify = (...given: readonly unknown[]) => runAuditTask(["verify", ...given.map(String)], place());
      for (
        const [given, text] of [
          [[], whole(`no kept heads. Head: ${n}:${hash}`)],
          [[busy], whole(`2 kept heads. Head: ${n}:${hash}`)],
          [[idle, busy], whole(`2 kept heads. ${idle} holds no head. Head: ${n}:${hash}`)],
          [
            [rotated, `${n}:${hash}`, idle],
            whole(`1 kept heads. ${rotated} holds no head. ${idle} holds no head. Head: ${n}:${hash}`),
          ],
        ] as const
      ) assertEquals(await verify(...given), { isWhole: true, text });
      await assertRejects(() => verify(idle, rotated), RangeError, whole(`no kept heads. ${idle} holds no head.`));
      assertEquals(await verify(idle, `${n + 1}:${hash}`), {
        isWhole: false,
        text: `Row ${n + 1} is broken: rows from here on were cut off, as a kept head shows. ${idle} holds no head.`,
      });
    } finally {
      await db.destroy();
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("O-AUDIT-04, O-AUDIT-06: the command names the first broken row, and heads in log lines or a head that is gone reveal a cut", async () => {
    const db = await openDatabase(place());
    const lines: string[] = [];
    const ports = { db, clock: createClock(), log: createLog((line) => lines.push(line)) };
    const file = await Deno.makeTempFile();
    try {
      await write(ports, 3);
      await Deno.writeTextFile(file, lines.join("\n"));
      const heads = headsIn(lines);
      const last = heads.at(-1) ?? { n: 0, hash: "" };
      assertEquals([heads.length, last], [3, await readHead(db)]);
      const whole = await runAuditTask(["verify", file, `${last.n}:${last.hash}`], place());
      assertEquals([whole.isWhole, whole.text.includes("compared with 4 kept heads")], [true, true]);
      await unlock(db);
      await db.deleteFrom("admin_audit").where("n", "=", last.n).execute();
      const previous = heads.at(-2) ?? { n: 0, hash: "" };
      await db.updateTable("admin_audit_head").set(previous).execute();
      assertEquals((await runAuditTask(["verify"], place())).isWhole, true, "nothing inside shows a clean cut");
      assertEquals(await runAuditTask(["verify", file], place()), {
        isWhole: false,
        text: `Row ${last.n} is broken: rows from here on were cut off, as a kept head shows.`,
      });
      // Without the head that the database itself keeps, missing rows at the end would not show.
      await db.deleteFrom("admin_audit_head").execute();
      assertEquals(await runAuditTask(["verify"], place()), {
        isWhole: false,
        text: `Row ${last.n} is broken: the head that the database keeps of the log is gone, so rows may be cut off.`,
      });
      await db.updateTable("admin_audit").set({ reason: "forged" }).where("n", "=", 2).execute();
      const changed = await runAuditTask(["verify"], place());
      assertEquals(changed.text, "Row 2 is broken: its content is not what was written.");
      await assertRejects(() => runAuditTask([], place()), RangeError);
      await assertRejects(() => runAuditTask(["verify", `1:${"g".repeat(64)}`], place()), RangeError, "is no head");
    } finally {
      await db.destroy();
      await Deno.remove(file);
    }
  });
});

/** What an attacker with all rights in the database does first. */
async function unlock(db: Db): Promise<void> {
  for (const table of ["admin_audit", "admin_act_subjects"]) {
    if (isPostgres(db)) {
      for (const what of ["rows", "table"]) {
        await sql.raw(`drop trigger if exists ${table}_keep_${what} on ${table}`).execute(db);
      }
    } else {
      for (const what of ["update", "delete", "replace"]) {
        await sql.raw(`drop trigger if exists ${table}_no_${what}`).execute(db);
      }
    }
  }
}

describe("the canonical form of a row", () => {
  it("distinguishes what a joined text would not: every field has its own place", () => {
    const row = {
      n: 1,
      at_ms: 2,
      operator_id: "a",
      role: "b",
      what: "c",
      subject_kind: "d",
      subject_id: "e",
      reason: 'f"',
      facts_json: "[]",
      before_hash: GENESIS,
    };
    assertEquals(canonical(row), `[1,2,"a","b","c","d","e","f\\"","[]","${GENESIS}"]`);
  });
});

describe("a long audit log", () => {
  it("is compared with a head for each row in one pass over the heads", async () => {
    const count = 50_000;
    const rows: LoggedRow[] = [];
    for (let n = 1; n <= count; n++) {
      const content = {
        n,
        at_ms: n,
        operator_id: "",
        role: "",
        what: "searched",
        subject_kind: "",
        subject_id: "",
        reason: "",
        facts_json: "[]",
        before_hash: rows.at(-1)?.hash ?? GENESIS,
      };
      rows.push({ ...content, hash: hashOf(content), concerned: [], isCutShort: false });
    }
    let reads = 0;
    const headOf = ({ n, hash }: LoggedRow): Head => ({
      get n() {
        reads += 1;
        if (reads > 10 * count) throw new Error("Each row is compared with each head");
        return n;
      },
      hash,
    });
    const heads = rows.map(headOf);
    assertEquals((await verifyRows(rows, heads)).rows, count);
    const other = headOf({ ...rows[count - 1] as LoggedRow, hash: GENESIS });
    reads = 0;
    assertEquals((await verifyRows(rows, [...heads, other])).broken, { n: count, why: "replaced" });
  });
});
