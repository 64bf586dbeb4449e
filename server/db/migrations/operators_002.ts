/** Whom an act of the console concerns: the purchases, charges and executions whose timelines show it. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const ACTS = "'refund', 'cancel', 'pause', 'resume', 'resend'";

export const actSubjects: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createTable("admin_act_subjects")
      .addColumn("subject_id", "text", (c) => c.notNull())
      .addColumn("n", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("admin_act_subjects_key", ["subject_id", "n"])
      .execute();
    await sql.raw(
      "insert into admin_act_subjects (subject_id, n) select subject_id, n from admin_audit " +
        `where subject_kind in ('purchase', 'charge') and what in (${ACTS})`,
    ).execute(db);
  },
};
