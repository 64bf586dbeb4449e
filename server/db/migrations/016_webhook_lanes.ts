/** Index that finds earlier webhooks of an execution, which later ones wait for. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const webhookLanes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("pay_webhooks_lane").on("pay_webhooks").columns(["execution_id", "created_ms"])
      .execute();
  },
};
