/** Indexes of due work hold only due rows; links can be found by plan and by age. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const dueIndexes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    // No query looks up a lease by its holder, and every claim had to update this index.
    await schema.dropIndex("subs_subscriptions_lease").execute();
    await schema.dropIndex("subs_letters_due").execute();
    await schema.createIndex("subs_letters_waiting").on("subs_letters").column("next_ms").where(
      sql.ref("sent_ms"),
      "is",
      null,
    )
      .execute();
    await schema.createIndex("subs_requests_waiting").on("subs_requests").column("at_ms").where(
      sql.ref("done_ms"),
      "is",
      null,
    )
      .execute();
    await schema.createIndex("subs_capabilities_age").on("subs_capabilities").column("created_ms").execute();
    await schema.createIndex("subs_capabilities_subscription").on("subs_capabilities").column("subscription_id")
      .where(sql.ref("expires_ms"), "is not", null).execute();
  },
};
