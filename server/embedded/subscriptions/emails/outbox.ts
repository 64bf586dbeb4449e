/** Letters leave after the fact they tell is stored; a mail service that is down delays them, nothing else. */
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

interface About {
  /** One letter per key, ever. */
  readonly key: string;
  readonly subscriptionId: string;
  readonly kind: string;
  readonly to: string;
  readonly nowMs: number;
  /** Ends mails of this kind; empty or left out for letters that must be sent. */
  readonly unsubscribeUrl?: string;
}

const BATCH = 50;

export function emailRow(letter: Email, about: About): EmailRow {
  const { key, subscriptionId, kind, to, nowMs, unsubscribeUrl = "" } = about;
  return {
    id: newId("letter"),
    dedupe_key: key,
    subscription_id: subscriptionId,
    kind,
    recipient: to,
    ...letter,
    created_ms: nowMs,
    sent_ms: null,
    attempts: 0,
    next_ms: nowMs,
    unsubscribe_url: unsubscribeUrl,
  };
}

/** Sends what is due without keeping the caller waiting. */
export function deliverSoon(context: SubscriptionContext): void {
  context.soon("letters", () => deliverEmails(context));
}

/** Hands every due letter to the mail service, a batch at a time; answers how many it took. */
export async function deliverEmails(deps: SubscriptionsDeps): Promise<number> {
  const { db, clock } = deps;
  let sent = 0;
  while (true) {
    const batch = await takeBatch(deps);
    if (batch === undefined) return sent;
    const taken: string[] = [];
    for (const letter of batch) if (await handOver(deps, letter)) taken.push(letter.id);
    if (taken.length === 0) continue;
    // The words hold links with secrets: once the mail service has them they are not kept twice.
    await db.updateTable("subs_letters")
      .set({ sent_ms: clock.now(), text: "", html: "", unsubscribe_url: "" }).where("id", "in", taken).execute();
    sent += taken.length;
  }
}

type Stored = Selectable<SubscriptionsTables["subs_letters"]>;

/** Due letters that are ours alone until the first retry; undefined when none is due. */
async function takeBatch({ db, clock }: SubscriptionsDeps): Promise<readonly Stored[] | undefined> {
  const nowMs = clock.now();
  const skips = isPostgres(db);
  return await db.transaction().execute(async (trx) => {
    const waiting = trx.selectFrom("subs_letters").select("id").where("sent_ms", "is", null)
      .where("next_ms", "<=", nowMs).orderBy("next_ms").limit(BATCH);
    // Servers that deliver at the same time take other letters instead of waiting for each other's.
    const ids = (await (skips ? waiting.forUpdate().skipLocked() : waiting).execute()).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    return await trx.updateTable("subs_letters")
      .set((eb) => ({ attempts: eb("attempts", "+", 1), next_ms: nowMs + EMAIL_RETRY_MS })).where("id", "in", ids)
      .returningAll().execute();
  });
}

/** False when the mail service did not take it; then it is tried again, later each time. */
async function handOver({ db, clock, mail, log }: SubscriptionsDeps, letter: Stored): Promise<boolean> {
  const { id, kind, recipient: to, subject, text, html, unsubscribe_url, attempts } = letter;
  // A member who deleted their account gets no more mail; what it would have said stays in the books.
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

/** `id` lets the mail service recognize a letter it already took. */
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

/** Of letters about a payment that never became a subscription; they are deleted sooner than the books. */
export const NO_SUBSCRIPTION = "";
