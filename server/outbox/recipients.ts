/** The spellings of one address in the outbox, which keeps an address as it was typed. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../db/database.ts";
import type { Db } from "../db/open.ts";

/** The recipients of stored emails that are this address but for capital letters. */
export async function spellingsOf(db: Db | Transaction<Database>, address: string): Promise<readonly string[]> {
  const key = address.toLowerCase();
  // SQLite knows the capitals of ASCII only. Any letter stands in place of another one, and JavaScript decides.
  const pattern = key.replace(/[\\%_]/g, "\\$&").replace(/[^\p{ASCII}]/gu, "_");
  const rows = await db.selectFrom("mail_outbox").select("recipient").distinct()
    .where(sql<boolean>`lower(recipient) like ${pattern} escape '\\'`).execute();
  return rows.map(({ recipient }) => recipient).filter((recipient) => recipient.toLowerCase() === key);
}
