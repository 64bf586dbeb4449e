/** What the books and the bank say after a drill. */
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { eventually } from "../../support/eventually.ts";

const count = (rows: readonly unknown[]) => rows.length;

/** Subscriptions, paid charges, receipts and captures at the bank, once the receipts are written. */
export async function booksOf(place: DatabasePlace): Promise<readonly number[]> {
  const db = connectDatabase(place);
  const ledger = await openLedger(ledgerPlace(place, ""));
  try {
    await eventually(async () =>
      count(
        await db.selectFrom("subs_subscriptions").select("id").where("receipt_due_ms", "is not", null).execute(),
      ) === 0
    );
    return [
      count(await db.selectFrom("subs_subscriptions").select("id").execute()),
      count(await db.selectFrom("subs_charges").select("id").where("state", "=", "succeeded").execute()),
      count(await db.selectFrom("mail_outbox").select("id").where("kind", "=", "enrolment").execute()),
      count(await ledger.selectFrom("acq_charges").select("key").where("captured_minor", ">", 0).execute()),
    ];
  } finally {
    await ledger.destroy();
    await db.destroy();
  }
}
