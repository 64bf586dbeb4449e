/** Ends a renewal's charge that was declined or refunded, with its event and its email. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import { type EmailContent, enqueueEmails } from "../../../outbox/outbox.ts";
import type { Renewal } from "../context/context.ts";
import { recordEvent } from "../db/record_event.ts";
import type { ChargeRow } from "../db/tables.ts";
import { type ActionLinks, storeActionLinks } from "../emails/action_links.ts";

interface ChargeEnd {
  readonly state: "failed" | "refunded";
  readonly error: string;
  readonly nowMs: number;
}

/** Closes a charge that was in flight and returns its execution. Undefined when another server closed it first. */
export async function finishCharge(
  trx: Transaction<Database>,
  charge: ChargeRow,
  { state, error, nowMs }: ChargeEnd,
): Promise<Pick<ChargeRow, "execution_id"> | undefined> {
  return await trx.updateTable("subs_charges").set({ state, error, settled_ms: nowMs })
    .where("id", "=", charge.id).where("state", "=", "sending").where("attempt", "=", charge.attempt)
    .returning("execution_id").executeTakeFirst();
}

interface RenewalNotice {
  readonly name: "declined" | "refunded";
  /** What support and audits read about it later. */
  readonly detail: Readonly<Record<string, string | number | null>>;
  /** Undefined when the member can do nothing about it. */
  readonly email: EmailContent | undefined;
  readonly actionLinks: ActionLinks;
  readonly nowMs: number;
}

/** Writes event and email in the transaction of what they report. */
export async function recordRenewalNotice(
  trx: Transaction<Database>,
  { charge, row }: Renewal,
  { name, detail, email, actionLinks, nowMs }: RenewalNotice,
): Promise<void> {
  await recordEvent(trx, { subscriptionId: row.id, name, detail, nowMs });
  if (email === undefined) return;
  await storeActionLinks(trx, actionLinks.links);
  const key = `${name}:${charge.subscription_id}:${charge.charge_key}:${charge.attempt}`;
  const about = { key, subscriptionId: row.id, kind: name, to: row.email, nowMs };
  await enqueueEmails(trx, [{ ...email, ...about }]);
}
