/** Pages of the audit log, newest first. */
import type { Db } from "../db/open.ts";
import { ROLES } from "../wire/admin/roles.ts";
import { type Audit, AUDITED } from "../wire/admin/audit.ts";
import { SUBJECTS } from "../wire/admin/fields.ts";
import { readHead, shownFacts } from "./chain.ts";
import type { AuditRow } from "./tables.ts";

export interface AuditQuery {
  /** Rows with lower numbers only. */
  readonly before?: number | undefined;
  readonly operator?: string | undefined;
  readonly what?: string | undefined;
  readonly limit: number;
}

/** `emails` answers the address of an operator's id; an unknown one is shown by its id. */
export async function listAudit(
  db: Db,
  { before, operator, what, limit }: AuditQuery,
  emails: ReadonlyMap<string, string>,
): Promise<Audit> {
  const rows = await db.selectFrom("admin_audit").selectAll()
    .$if(before !== undefined, (some) => some.where("n", "<", before ?? 0))
    .$if(operator !== undefined, (some) => some.where("operator_id", "=", operator ?? ""))
    .$if(what !== undefined, (some) => some.where("what", "=", what ?? ""))
    .orderBy("n", "desc").limit(limit + 1).execute();
  const page = rows.slice(0, limit);
  const head = await readHead(db);
  return {
    rows: page.flatMap((row) => viewRow(row, emails)),
    next: rows.length > limit ? page.at(-1)?.n ?? null : null,
    head: head === undefined || head.n === 0 ? null : head,
  };
}

function viewRow(row: AuditRow, emails: ReadonlyMap<string, string>): Audit["rows"] {
  const what = AUDITED.find((known) => known === row.what);
  const role = ROLES.find((known) => known === row.role);
  const kind = SUBJECTS.find((known) => known === row.subject_kind);
  if (what === undefined) return [];
  return [{
    n: row.n,
    at: new Date(row.at_ms).toISOString(),
    operator: role === undefined
      ? null
      : { id: row.operator_id, email: emails.get(row.operator_id) ?? row.operator_id, role },
    what,
    subject: kind === undefined ? null : { kind, id: row.subject_id },
    reason: row.reason,
    facts: shownFacts(row),
    hash: row.hash,
  }];
}
