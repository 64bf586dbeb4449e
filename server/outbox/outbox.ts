/**
 * The email outbox: one table for all emails. A service writes an email in the transaction of what it reports, so that
 * neither is stored without the other; the sender sends it after the commit.
 */
import type { Generated, Transaction } from "kysely";
import type { Database } from "../db/database.ts";
import type { Db } from "../db/open.ts";
import { spellingsOf } from "./recipients.ts";

export interface OutboxTables {
  mail_outbox: {
    /**
     * Key of the event that the email reports: one email per key, and the same Message-ID when the event happens again
     * after a backup was restored.
     */
    id: string;
    kind: string;
    /** Email address; the phone number of a text message; empty once erased. */
    recipient: string;
    subject: string;
    text: string;
    html: string;
    /** Unsubscribe address for the List-Unsubscribe headers; empty for emails that must be sent. */
    unsubscribe_url: Generated<string>;
    /** Id of the subscription that the email is about; empty for others. */
    subscription_id: Generated<string>;
    created_ms: number;
    /** Null until an SMTP server has taken it; without SMTP it stays null. */
    sent_ms: number | null;
    attempts: number;
    next_ms: number;
    /** Why the last attempt failed. */
    error: string;
    /** 1 when the reader was erased while the email waited: its content is erased once it is sent. */
    erase_when_sent: Generated<number>;
  };
}

declare module "../db/database.ts" {
  interface Database extends OutboxTables {}
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Email extends EmailContent {
  /** Names the event that the email reports. A second email with the same key is not written. */
  readonly key: string;
  readonly kind: string;
  /** One address, or the phone number of a text message. An erased reader has none, and gets no email. */
  readonly to: string;
  readonly nowMs: number;
  readonly subscriptionId?: string;
  /** One-click unsubscribe address for this kind of email (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

type Writer = Db | Transaction<Database>;

/** Writes emails, due at once. Returns how many are new. Wake the sender after the commit. */
export async function enqueueEmails(db: Writer, emails: readonly Email[]): Promise<number> {
  const rows = emails.filter(({ to }) => to !== "").map(rowOf);
  if (rows.length === 0) return 0;
  const { numInsertedOrUpdatedRows = 0n } = await db.insertInto("mail_outbox").values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing()).executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

function rowOf({ key, kind, to, subject, text, html, nowMs, subscriptionId = "", unsubscribeUrl = "" }: Email) {
  return {
    id: key,
    kind,
    recipient: to,
    subject,
    text,
    html,
    unsubscribe_url: unsubscribeUrl,
    subscription_id: subscriptionId,
    created_ms: nowMs,
    // The mailbox page is the only recipient of text messages: SMTP is never tried.
    sent_ms: to.startsWith("+") ? nowMs : null,
    attempts: 0,
    next_ms: nowMs,
    error: "",
  };
}

/** The next attempt of an email that was given up. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** What is left of an email whose reader was erased. A refusal may name the address. */
export const ERASED = { recipient: "", subject: "", text: "", html: "", unsubscribe_url: "", error: "" } as const;

export interface Erasure {
  readonly subscriptionIds: readonly string[];
  /** All emails to this address as well; empty for none. */
  readonly to: string;
  /** False without SMTP: then an email has arrived as soon as it is written. */
  readonly waitsForSender: boolean;
}

/** Erases a person's emails: at once those that were sent or given up, and waiting ones once they are. */
export async function eraseEmails(db: Writer, { subscriptionIds, to, waitsForSender }: Erasure): Promise<void> {
  const spellings = to === "" ? [] : await spellingsOf(db, to);
  const own = () =>
    db.updateTable("mail_outbox").where((eb) =>
      eb.or([
        ...(subscriptionIds.length === 0 ? [] : [eb("subscription_id", "in", subscriptionIds)]),
        ...(spellings.length === 0 ? [] : [eb("recipient", "in", spellings)]),
      ])
    );
  if (waitsForSender) await own().set({ erase_when_sent: 1 }).where("sent_ms", "is", null).execute();
  const over = () => own().where((eb) => eb.or([eb("sent_ms", "is not", null), eb("next_ms", "=", NEVER_MS)]));
  await (waitsForSender ? over() : own()).set(ERASED).execute();
}
