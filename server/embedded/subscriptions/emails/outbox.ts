/**
 * The email outbox. Emails are sent after what they report is stored, so an unavailable mail service only delays them.
 */
import type { Insertable, Selectable } from "kysely";
import { isPostgres } from "../../../db/engine.ts";
import { EMAIL_RETRY_MAX_MS, EMAIL_RETRY_MS } from "../context/constants.ts";
import type { SubscriptionContext, SubscriptionsDeps } from "../context/context.ts";
import { newId } from "../db/ids.ts";
import type { SubscriptionsTables } from "../db/tables.ts";

export type EmailRow = Insertable<SubscriptionsTables["subs_letters"]>;
export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface OutboxEntry {
  /** Unique: one email per key. */
  readonly key: string;
  readonly subscriptionId: string;
  readonly kind: string;
  readonly to: string;
  readonly nowMs: number;
  /** Unsubscribes from this kind of email. Empty or left out for emails that must be sent. */
  readonly unsubscribeUrl?: string;
}

const BATCH = 50;

/** The outbox row of an email, due at once. */
export function emailRow(email: Email, about: OutboxEntry): EmailRow {
  const { key, subscriptionId, kind, to, nowMs, unsubscribeUrl = "" } = about;
  return {
    id: newId("letter"),
    dedupe_key: key,
    subscription_id: subscriptionId,
    kind,
    recipient: to,
    ...email,
    created_ms: nowMs,
    sent_ms: null,
    attempts: 0,
    next_ms: nowMs,
    unsubscribe_url: unsubscribeUrl,
  };
}

/** Sends due emails in the background. */
export function deliverSoon(context: SubscriptionContext): void {
  context.soon("emails", () => deliverEmails(context));
}

/** Hands every due email to the mail service, a batch at a time. Answers how many it accepted. */
export async function deliverEmails(deps: SubscriptionsDeps): Promise<number> {
  const { db, clock } = deps;
  let sent = 0;
  while (true) {
    const batch = await takeBatch(deps);
    if (batch === undefined) return sent;
    const taken: string[] = [];
    for (const email of batch) if (await send(deps, email)) taken.push(email.id);
    if (taken.length === 0) continue;
    // The content holds links with secrets. Once the mail service has it, the outbox does not keep a second copy.
    await db.updateTable("subs_letters")
      .set({ sent_ms: clock.now(), text: "", html: "", unsubscribe_url: "" }).where("id", "in", taken).execute();
    sent += taken.length;
  }
}

type StoredEmail = Selectable<SubscriptionsTables["subs_letters"]>;

/** Due emails that this server claims until the first retry; undefined when none is due. */
async function takeBatch({ db, clock }: SubscriptionsDeps): Promise<readonly StoredEmail[] | undefined> {
  const nowMs = clock.now();
  const skips = isPostgres(db);
  return await db.transaction().execute(async (trx) => {
    const waiting = trx.selectFrom("subs_letters").select("id").where("sent_ms", "is", null)
      .where("next_ms", "<=", nowMs).orderBy("next_ms").limit(BATCH);
    // Servers that send at the same time claim other emails instead of waiting for each other.
    const ids = (await (skips ? waiting.forUpdate().skipLocked() : waiting).execute()).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    return await trx.updateTable("subs_letters")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), next_ms: nowMs + EMAIL_RETRY_MS })).where("id", "in", ids)
      .returningAll().execute();
  });
}

/** False when the mail service did not accept the email, which is then retried at growing intervals. */
async function send({ db, clock, mail, log }: SubscriptionsDeps, email: StoredEmail): Promise<boolean> {
  const { id, kind, recipient: to, subject, text, html, unsubscribe_url, attempts } = email;
  // A member who deleted their account gets no more emails.
  if (to === "") return true;
  const ending = unsubscribe_url === "" ? {} : { unsubscribe_url };
  const isTaken = await post(mail, { id, kind, to, subject, text, html, ...ending }).catch((error: unknown) => {
    log.warn("letter.undelivered", { kind, error });
    return false;
  });
  if (isTaken) return true;
  const waitMs = Math.min(EMAIL_RETRY_MAX_MS, EMAIL_RETRY_MS * 2 ** (attempts - 1));
  await db.updateTable("subs_letters").set({ next_ms: clock.now() + waitMs }).where("id", "=", id).execute();
  return false;
}

/** `id` lets the mail service recognize an email it already accepted. */
async function post(mail: SubscriptionsDeps["mail"], message: Readonly<Record<string, string>>): Promise<boolean> {
  const answer = await mail(
    new Request("http://mail/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    }),
  );
  await answer.body?.cancel();
  return answer.ok;
}

/** The subscription id of emails about payments that never became a subscription. They are deleted sooner. */
export const NO_SUBSCRIPTION = "";
