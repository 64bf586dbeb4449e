/**
 * `deno task audit verify [n:hash ...] [file ...]`: verifies the audit log against heads that were kept elsewhere, such
 * as the server's own log lines, and names the first broken row.
 */
import { connectExisting } from "../db/open.ts";
import type { DatabasePlace } from "../platform/database_place.ts";
import type { Head } from "./chain.ts";
import { parseHead, readHeads } from "./kept_heads.ts";
import { type Broken, verifyAudit } from "./verify.ts";

const WHY: Readonly<Record<Broken["why"], string>> = {
  missing: "a row was deleted or renumbered here",
  changed: "its content is not what was written",
  unlinked: "it does not follow the row before it",
  cut: "rows from here on were cut off, as a kept head shows",
  headless: "the head that the database keeps of the log is gone, so rows may be cut off",
  behind: "the head that the database keeps of the log was set back to the row before, so nothing more is recorded",
  named: "rows from here on were cut off, as an act, a preview or an operator in this database shows",
  subjects: "the act stands on other timelines than those that it was written for",
  operator: "its operator is gone, or has another address, role or state than the log says",
  replaced: "the kept head of this row has another hash: the log was rewritten",
};

export interface AuditReport {
  readonly isWhole: boolean;
  readonly text: string;
}

/**
 * Arguments are heads (`17:<hash>`) or files with heads. A file without one, such as the log of a server that was idle,
 * is named with the result. Throws RangeError when the rows are intact but nothing that was given has a head, since
 * missing rows would not show.
 */
export async function runAuditTask(args: readonly string[], database: DatabasePlace): Promise<AuditReport> {
  const [command, ...given] = args;
  if (command !== "verify") throw new RangeError("Usage: audit verify [n:hash ...] [file ...]");
  const sources = await Promise.all(given.map(readSource));
  const kept = sources.flatMap(({ heads }) => heads);
  const without = sources.filter(({ heads }) => heads.length === 0).map(({ name }) => ` ${name} holds no head.`).join(
    "",
  );
  const db = await connectExisting(database, { table: "admin_audit", name: "audit log" });
  try {
    const { rows, head, broken } = await verifyAudit(db, kept);
    if (broken !== undefined) {
      return { isWhole: false, text: `Row ${broken.n} is broken: ${WHY[broken.why]}.${without}` };
    }
    const compared = `${rows} rows are whole, compared with ${
      kept.length === 0 ? "no" : kept.length
    } kept heads.${without}`;
    if (given.length > 0 && kept.length === 0) throw new RangeError(`${compared} A cut would not show`);
    return { isWhole: true, text: `${compared} Head: ${head?.n ?? 0}:${head?.hash ?? ""}` };
  } finally {
    await db.destroy();
  }
}

interface Source {
  readonly name: string;
  readonly heads: readonly Head[];
}

async function readSource(given: string): Promise<Source> {
  if (!/^\d+:/.test(given)) return { name: given, heads: await readLog(given) };
  const head = parseHead(given);
  if (head === undefined) throw new RangeError(`${given} is no head; a head is a number, a colon and 64 digits`);
  return { name: given, heads: [head] };
}

async function readLog(file: string): Promise<readonly Head[]> {
  try {
    return await readHeads((await Deno.open(file)).readable);
  } catch (error) {
    throw new RangeError(`${file} cannot be read`, { cause: error });
  }
}
