/** Tables of the mail service. */
import type { Generated } from "kysely";

export interface MailTables {
  /** Every mail asked for; with SMTP a worker sends it, without it the mailbox page is where it arrives. */
  mail_outbox: {
    id: string;
    kind: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_ms: number;
    /** null until handed to SMTP; without SMTP it stays null. */
    sent_ms: number | null;
    attempts: number;
    next_ms: number;
    error: string;
    /** Goes into the List-Unsubscribe headers; empty for mails that must be sent. */
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
  /** Empty where the mail cannot be ended. */
  readonly unsubscribeUrl: string;
  /** ISO 8601. */
  readonly at: string;
}

declare module "../../db/database.ts" {
  interface Database extends MailTables {}
}
