/** Remembers an abandoned checkout until the payments service has its cancellation. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const cancelAgain: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("subs_checkouts").addColumn("cancel_ms", "bigint").execute();
    await schema.createIndex("subs_checkouts_cancels").on("subs_checkouts").column("cancel_ms")
      .where(sql.ref("cancel_ms"), "is not", null).execute();
  },
};
