/** Letters leave after the fact they tell is stored; a mail service that is down delays them, nothing else. */
import type { Insertable } from "kysely";
import { LETTER_RETRY_MAX_MS, LETTER_RETRY_MS } from "./constants.ts";
import type { Parts, SubscriptionsDeps } from "./deps.ts";
import { newId, newSecret, sha256Hex } from "./ids.ts";
import type { SubscriptionsTables } from "./tables.ts";

export type LetterRow = Insertable<SubscriptionsTables["subs_letters"]>;
export interface Letter {
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
}

const BATCH = 50;

export function letterRow(letter: Letter, { key, subscriptionId, kind, to, nowMs }: About): LetterRow {
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
  };
}

export interface CancelLink {
  readonly url: string;
  readonly row: SubscriptionsTables["subs_capabilities"];
}

/** A link that can cancel this one subscription and nothing else; its row is stored with the letter that carries it. */
export async function cancelLink({ clock, settings }: SubscriptionsDeps, subscriptionId: string): Promise<CancelLink> {
  const secret = newSecret();
  const row = {
    hash: await sha256Hex(secret),
    kind: "cancel" as const,
    subscription_id: subscriptionId,
    created_ms: clock.now(),
    expires_ms: null,
  };
  return { url: `${settings.publicOrigin}${settings.base}/unsubscription?c=${secret}`, row };
}

/** Sends what is due without keeping anybody waiting. */
export function deliverSoon(parts: Parts): void {
  parts.soon("letters", () => deliverLetters(parts));
}

/** Hands every due letter to the mail service; answers how many it took. */
export async function deliverLetters({ db, clock, mail, log }: SubscriptionsDeps): Promise<number> {
  let sent = 0;
  while (true) {
    const due = await db.selectFrom("subs_letters").selectAll().where("sent_ms", "is", null)
      .where("next_ms", "<=", clock.now()).orderBy("next_ms").limit(BATCH).execute();
    if (due.length === 0) return sent;
    for (const letter of due) {
      const waitMs = Math.min(LETTER_RETRY_MAX_MS, LETTER_RETRY_MS * 2 ** letter.attempts);
      const { numUpdatedRows } = await db.updateTable("subs_letters")
        .set({ attempts: letter.attempts + 1, next_ms: clock.now() + waitMs })
        .where("id", "=", letter.id).where("attempts", "=", letter.attempts).executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      const { id, kind, recipient: to, subject, text, html } = letter;
      const isTaken = await post(mail, { id, kind, to, subject, text, html }).catch((error: unknown) => {
        log.warn("letter.undelivered", { kind, error });
        return false;
      });
      if (!isTaken) continue;
      // The words hold links with secrets: once the mail service has them they are not kept twice.
      await db.updateTable("subs_letters").set({ sent_ms: clock.now(), text: "", html: "" }).where("id", "=", id)
        .execute();
      sent += 1;
    }
  }
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
