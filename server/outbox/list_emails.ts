/** Emails of a person or a purchase, for the operator's console: who got which kind when, never what they say. */
import type { Db } from "../db/open.ts";
import { NEVER_MS } from "./outbox.ts";
import { spellingsOf } from "./recipients.ts";

export interface EmailFacts {
  readonly id: string;
  readonly kind: string;
  /** Empty once erased. */
  readonly recipient: string;
  /** Empty once erased. */
  readonly subject: string;
  readonly createdMs: number;
  readonly sentMs: number | undefined;
  readonly attempts: number;
  readonly error: string;
  readonly state: "waiting" | "sent" | "failed" | "erased";
  readonly purchaseId: string;
}

interface EmailQuery {
  readonly purchaseIds: readonly string[];
  /** Emails to this address as well; empty for none. */
  readonly to?: string;
  /** All when left out. */
  readonly limit?: number;
}

/** Newest first. */
export async function listEmails(db: Db, { purchaseIds, to = "", limit }: EmailQuery): Promise<readonly EmailFacts[]> {
  const spellings = to === "" ? [] : await spellingsOf(db, to);
  if (purchaseIds.length === 0 && spellings.length === 0) return [];
  const rows = await db.selectFrom("mail_outbox")
    .select([
      "id",
      "kind",
      "recipient",
      "subject",
      "created_ms",
      "sent_ms",
      "attempts",
      "error",
      "next_ms",
      "subscription_id",
    ])
    .where((eb) =>
      eb.or([
        ...(purchaseIds.length === 0 ? [] : [eb("subscription_id", "in", purchaseIds)]),
        ...(spellings.length === 0 ? [] : [eb("recipient", "in", spellings)]),
      ])
    ).orderBy("created_ms", "desc").orderBy("id")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0)).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    createdMs: row.created_ms,
    sentMs: row.sent_ms ?? undefined,
    attempts: row.attempts,
    error: row.error,
    state: stateOf(row),
    purchaseId: row.subscription_id,
  }));
}

/** The address of one email; undefined when it is unknown or erased. */
export async function recipientOf(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("mail_outbox").select("recipient").where("id", "=", id).executeTakeFirst();
  return row === undefined || row.recipient === "" ? undefined : row.recipient;
}

function stateOf({ recipient, sent_ms, next_ms }: { recipient: string; sent_ms: number | null; next_ms: number }) {
  if (recipient === "") return "erased";
  if (sent_ms !== null) return "sent";
  return next_ms === NEVER_MS ? "failed" : "waiting";
}
