/** The queue of emails, for metrics. */
import type { Db } from "../db/open.ts";
import type { QueueRow } from "../platform/telemetry/queue.ts";
import { NEVER_MS } from "./outbox.ts";

/** Emails that were given up are not waiting. Call it only where emails leave by SMTP: elsewhere they all stay. */
export async function emailQueue(db: Db): Promise<QueueRow> {
  return await db.selectFrom("mail_outbox").where("sent_ms", "is", null).where("next_ms", "<", NEVER_MS)
    .select(({ fn }) => [
      fn.countAll<number>().as("depth"),
      fn.min<number | null>("created_ms").as("oldestMs"),
      fn.min<number | null>("next_ms").as("dueMs"),
    ]).executeTakeFirstOrThrow();
}
