/** The disputes that wait for the merchant's answer, as the payments service last told, for metrics. */
import type { Db } from "../../../db/open.ts";

export async function countDisputesToAnswer(db: Db): Promise<number> {
  const { count } = await db.selectFrom("subs_disputes").where("state", "=", "needs_response")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}
