/**
 * The database itself keeps whom an act concerned, as it keeps the log: no update, no delete. On SQLite, whose
 * `insert or replace` fires neither trigger, it also refuses a number that is taken.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../engine.ts";

export const keptSubjects: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  },
};

const SUBJECTS = "rows of admin_act_subjects do not change";

const SQLITE = [
  ...["update", "delete"].map((change) =>
    `create trigger admin_act_subjects_no_${change} before ${change} on admin_act_subjects ` +
    `begin select raise(abort, '${SUBJECTS}'); end`
  ),
  "create trigger admin_audit_no_replace before insert on admin_audit " +
  "when exists (select 1 from admin_audit where n = new.n) " +
  "begin select raise(abort, 'rows of admin_audit do not change'); end",
];

const POSTGRES = [
  "create function admin_act_subjects_keep() returns trigger language plpgsql as " +
  `$$ begin raise exception '${SUBJECTS}'; end $$`,
  "create trigger admin_act_subjects_keep_rows before update or delete on admin_act_subjects " +
  "for each row execute function admin_act_subjects_keep()",
  "create trigger admin_act_subjects_keep_table before truncate on admin_act_subjects " +
  "for each statement execute function admin_act_subjects_keep()",
];
