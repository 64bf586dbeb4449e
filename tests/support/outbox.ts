/** The email outbox as tests see it. */
import { sql } from "kysely";
import type { Db } from "../../server/db/open.ts";
import { isPostgres } from "../../server/db/engine.ts";
import type { EmailSender } from "../../server/outbox/sender.ts";

/** A server without SMTP: emails stay in the outbox. */
export const NO_SMTP: EmailSender = {
  hasTransport: false,
  wake() {},
  sendDue: () => Promise.resolve(0),
  close: () => Promise.resolve(),
};

export interface WrittenEmail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe_url: string;
}

/** All emails in the outbox, in the order they were written. */
export async function emailsIn(db: Db): Promise<readonly WrittenEmail[]> {
  const rows = await db.selectFrom("mail_outbox").selectAll()
    .orderBy(isPostgres(db) ? sql`created_ms` : sql`rowid`).execute();
  return rows.map(({ id, kind, recipient: to, subject, text, html, unsubscribe_url }) => ({
    id,
    kind,
    to,
    subject,
    text,
    html,
    unsubscribe_url,
  }));
}
