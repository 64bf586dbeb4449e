/**
 * How far the service has read the lists in which the acquirer reports what happens without a call, and for which
 * months it has warned about the dispute ratio.
 */
import type { PaymentContext } from "./context.ts";

type Ports = Pick<PaymentContext, "db">;

/** Unix milliseconds; 0 before the first reading. */
export async function readFeed({ db }: Ports, name: string): Promise<number> {
  const row = await db.selectFrom("pay_feeds").select("read_ms").where("name", "=", name).executeTakeFirst();
  return row?.read_ms ?? 0;
}

export async function writeFeed({ db }: Ports, name: string, read_ms: number): Promise<void> {
  await db.insertInto("pay_feeds").values({ name, read_ms })
    .onConflict((on) => on.column("name").doUpdateSet({ read_ms })).execute();
}

/** True for the one server that moves it forward to this time; false when it is already there. */
export async function advanceFeed({ db }: Ports, name: string, read_ms: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto("pay_feeds").values({ name, read_ms })
    .onConflict((on) => on.column("name").doUpdateSet({ read_ms }).where("pay_feeds.read_ms", "<", read_ms))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
