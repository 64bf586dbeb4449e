/**
 * Deletes a member, with the purchases of their verified address that no member has claimed: cancels what still renews,
 * then deletes all of the member's rows in one transaction.
 */
import * as z from "zod/mini";
import type { ExpressionBuilder, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import type { Clock } from "../../../platform/clock.ts";
import { fail, statusBehind } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { Deleted } from "../../../wire/members/privacy.ts";
import { markDeleted } from "../context/deleted_members.ts";
import { post, type Requester } from "../context/requester.ts";
import { subscriptionsOf } from "../context/entitlement.ts";
import { isTheirs, ownedIds } from "../context/own_reports.ts";
import { type Refusal, refusal } from "../../../wire/site/refusal.ts";

const NOT_SEEN = refusal("owned_down");
const NOT_CANCELLED = refusal("delete_not_cancelled");
const NOT_NAMELESS = refusal("delete_not_nameless");
const forgottenSchema = z.object({ invoices: z.int() });

interface DeletePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly subscriptions: Upstream;
  /** Is told the ids of the purchases before any of them loses its account. */
  readonly erases?: (purchases: readonly string[]) => void;
}

/** The subscription service must keep invoices, without the name; everything else is deleted. */
export async function deleteMember(
  uid: string,
  requester: Requester,
  { db, clock, subscriptions, erases }: DeletePorts,
): Promise<Deleted> {
  const must = async (path: string, refused: Refusal) => {
    const answer = await subscriptions(post(path, requester, {}));
    await answer.body?.cancel();
    if (!answer.ok) fail(statusBehind(answer), refused);
  };
  await must("/claim-purchases", NOT_SEEN);
  const purchases = await subscriptionsOf(requester, subscriptions);
  // A plan that waits for another card has no next charge, and renews once its card is renewed.
  const renewing = purchases.filter(({ status }) => status !== "cancelled" && status !== "ended");
  for (const { subscription_id } of renewing) {
    await must(`/cancel-subscription/${encodeURIComponent(subscription_id)}`, NOT_CANCELLED);
  }
  const ids = purchases.map(({ subscription_id }) => subscription_id);
  // From here on, what stays of the purchases names no account.
  erases?.(ids);
  const invoices = await forgetInvoices(requester, subscriptions);
  const removed = await removeRows(uid, [...await ownedIds(uid, db), ...ids], { db, clock });
  return { removed, cancelled: renewing.length, invoices };
}

/** Number of purchases kept for accounting, now without the member's name. */
async function forgetInvoices(requester: Requester, subscriptions: Upstream): Promise<number> {
  const answer = await subscriptions(post("/forget-member", requester, {}));
  const read = forgottenSchema.safeParse(await answer.json().catch(() => undefined));
  return answer.ok && read.success ? read.data.invoices : fail(statusBehind(answer), NOT_NAMELESS);
}

async function removeWatches(uid: string, tx: Transaction<Database>): Promise<number> {
  const mine = (eb: ExpressionBuilder<Database, "members_watch_links">) =>
    eb.selectFrom("members_watches").select("id").where("user_id", "=", uid);
  await tx.deleteFrom("members_watch_links").where("watch_id", "in", mine).execute();
  return Number(
    (await tx.deleteFrom("members_watches").where("user_id", "=", uid).executeTakeFirst()).numDeletedRows,
  );
}

async function removeRows(
  uid: string,
  owned: readonly string[],
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): Promise<Record<string, number>> {
  return await db.transaction().execute(async (tx) => {
    await markDeleted(uid, { trx: tx, clock });
    const reports = await tx.selectFrom("members_reports").select("id").where((eb) => isTheirs(eb, uid, owned))
      .execute();
    for (const { id } of reports) {
      await tx.deleteFrom("members_report_hashes").where("report_id", "=", id).execute();
      await tx.deleteFrom("members_reports").where("id", "=", id).execute();
    }
    const count = async (removal: Promise<{ readonly numDeletedRows: bigint }>) =>
      Number((await removal).numDeletedRows);
    return {
      reports: reports.length,
      lists: await count(tx.deleteFrom("members_batches").where("user_id", "=", uid).executeTakeFirst()),
      number_reports: await count(
        tx.deleteFrom("members_number_reports").where("reporter_id", "=", uid).executeTakeFirst(),
      ),
      disputes: await count(tx.deleteFrom("members_disputes").where("user_id", "=", uid).executeTakeFirst()),
      watches: await removeWatches(uid, tx),
      registry_searches: await count(
        tx.deleteFrom("members_registry_searches").where("user_id", "=", uid).executeTakeFirst(),
      ),
      subscriptions_listed: await count(
        tx.deleteFrom("members_profile_subscriptions").where("user_id", "=", uid).executeTakeFirst(),
      ),
      profile: await count(tx.deleteFrom("members_profiles").where("user_id", "=", uid).executeTakeFirst()),
    };
  });
}
