/**
 * `deno task audit verify [n:hash ...] [file ...]`: verifies the audit log against heads that were kept elsewhere, such
 * as the server's own log lines, and names the first broken row.
 */
import { connectDatabase } from "../db/open.ts";
import type { DatabasePlace } from "../platform/database_place.ts";
import { type Broken, headsIn, verifyAudit } from "./verify.ts";

const WHY: Readonly<Record<Broken["why"], string>> = {
  missing: "a row was deleted or renumbered here",
  changed: "its content is not what was written",
  unlinked: "it does not follow the row before it",
  cut: "rows from here on were cut off, as a kept head shows",
  headless: "the head that the database keeps of the log is gone, so rows may be cut off",
  named: "rows from here on were cut off, as an act, a preview or an operator in this database shows",
  replaced: "the kept head of this row has another hash: the log was rewritten",
};

export interface AuditReport {
  readonly isWhole: boolean;
  readonly text: string;
}

/** Arguments are heads (`17:<hash>`) or files with heads. */
export async function runAuditTask(args: readonly string[], database: DatabasePlace): Promise<AuditReport> {
  const [command, ...given] = args;
  if (command !== "verify") throw new RangeError("Usage: audit verify [n:hash ...] [file ...]");
  const kept = [];
  for (const each of given) {
    const heads = headsIn(/^\d+:/.test(each) ? each : await readHeads(each));
    if (heads.length === 0) throw new RangeError(`${each} names no head`);
    kept.push(...heads);
  }
  const db = connectDatabase(database);
  try {
    const { rows, head, broken } = await verifyAudit(db, kept);
    if (broken !== undefined) return { isWhole: false, text: `Row ${broken.n} is broken: ${WHY[broken.why]}` };
    const compared = kept.length === 0 ? "compared with no kept head" : `compared with ${kept.length} kept heads`;
    return { isWhole: true, text: `${rows} rows are whole, ${compared}. Head: ${head?.n ?? 0}:${head?.hash ?? ""}` };
  } finally {
    await db.destroy();
  }
}

async function readHeads(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    throw new RangeError(`${file} cannot be read`, { cause: error });
  }
}
