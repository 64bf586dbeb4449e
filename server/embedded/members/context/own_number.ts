/** The number that a member calls their own: the score detects look-alikes of it. */
import type { Db } from "../../../db/open.ts";

/** In E.164, or empty. */
export async function ownNumberOf(uid: string, db: Db): Promise<string> {
  const row = await db.selectFrom("members_profiles").select("own_number").where("user_id", "=", uid)
    .executeTakeFirst();
  return row?.own_number ?? "";
}
