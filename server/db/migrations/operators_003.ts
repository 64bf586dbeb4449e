/** The head of the audit log is there from the start, so that its absence shows that it was deleted. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const GENESIS = "0".repeat(64);

export const auditHead: Migration = {
  async up(db: Kysely<unknown>) {
    // A log whose head is already gone stays without one.
    await sql.raw(
      `insert into admin_audit_head (id, n, hash) select 'head', 0, '${GENESIS}' ` +
        "where not exists (select 1 from admin_audit) and not exists (select 1 from admin_audit_head)",
    ).execute(db);
  },
};
