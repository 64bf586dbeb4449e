/** The score that the last alert replaced; null in rows that the previous release wrote. */
import type { Migration } from "kysely/migration";

export const scoresBefore: Migration = {
  async up({ schema }) {
    await schema.alterTable("members_watches").addColumn("before_score", "integer").execute();
  },
};
