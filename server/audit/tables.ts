/** The audit log and its head. Triggers refuse updates and deletes of log and subjects on both engines. */
import type { Selectable } from "kysely";

export interface AuditTables {
  admin_audit: {
    /** 1 for the first row, without gaps. */
    n: number;
    at_ms: number;
    /** Empty for the command line and for refused sign-ins. */
    operator_id: string;
    /** The operator's role at the time; empty without an operator. */
    role: string;
    what: string;
    subject_kind: string;
    subject_id: string;
    reason: string;
    /** JSON list of [name, value]. */
    facts_json: string;
    /** Hash of the previous row; zeros for the first. */
    before_hash: string;
    hash: string;
  };
  /** One row, with the number and hash of the newest row of the log. */
  admin_audit_head: { id: string; n: number; hash: string };
  /**
   * Whose timelines show the row of an act: ids of purchases, charges, executions... The row has a hash of them.
   */
  admin_act_subjects: { subject_id: string; n: number };
}

export type AuditRow = Selectable<AuditTables["admin_audit"]>;

declare module "../db/database.ts" {
  interface Database extends AuditTables {}
}
