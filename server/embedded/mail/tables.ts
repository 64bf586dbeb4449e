/** Tables of the mail service. */
import type { Generated } from "kysely";

export interface MailTables {
  /** The email outbox: with SMTP a worker sends its rows; without, the mailbox page shows them. */
  mail_outbox: {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_ms: number;
    /** Null until handed to SMTP; without SMTP it stays null. */
    sent_ms: number | null;
    attempts: number;
    next_ms: number;
    error: string;
    /** Unsubscribe address for the List-Unsubscribe headers; empty for emails that must be sent. */
    unsubscribe_url: Generated<string>;
  };
}

export interface Mail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Empty for emails without an unsubscribe address. */
  readonly unsubscribeUrl: string;
  /** ISO 8601. */
  readonly at: string;
}

declare module "../../db/database.ts" {
  interface Database extends MailTables {}
}
