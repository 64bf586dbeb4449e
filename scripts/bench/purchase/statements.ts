/** One purchase in this process, with every statement that it sends to the server's database, step by step. */
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { connectDatabase, openDatabase } from "../../../server/db/open.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { createVisitor } from "../../../tests/support/app/http_visitor.ts";
import { buyInSteps, signIn, type Step, STEPS } from "./steps.ts";

/** A server's lease is renewed by the clock and is not part of any purchase. */
const LEASE = "app_servers";

/** The lock under which receipts are written: a purchase has no other that it only tries. */
const RECEIPTS = "pg_try_advisory_xact_lock";

/** Through another connection, whose statements do not count for the purchase. */
async function receiptsWritten(url: string): Promise<void> {
  const db = connectDatabase({ kind: "postgres", url });
  const due = () => db.selectFrom("subs_subscriptions").select("id").where("receipt_due_ms", "is not", null).execute();
  try {
    while ((await due()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    await db.destroy();
  }
}

/**
 * Statements by step, transaction control included. The simulated acquirer's ledger is not counted: it represents the
 * bank, and a real bank has no table here.
 */
export async function statementsOfPurchase(
  url: string,
  dir: string,
): Promise<Readonly<Record<Step, readonly string[]>>> {
  const place = { kind: "postgres", url } as const;
  await (await openDatabase(place)).destroy();
  let said: string[] = [];
  const db = connectDatabase(place, { onStatement: (sql) => sql.includes(LEASE) || said.push(sql) });
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: `${dir}/data`, KEYS_DIR: `${dir}/keys` });
  const context = await createContext(config, { log: silentLog, db });
  const found = new Map<Step, readonly string[]>();
  try {
    // The first purchase fills caches and prepares what is prepared once.
    for (const name of ["first", "second"]) {
      const visitor = createVisitor(context);
      const member = await signIn(visitor, `${name}@mail.example`);
      said = [];
      await buyInSteps(visitor, member, async (step) => {
        if (step === "create") {
          await receiptsWritten(url);
          // The transaction that begins before the lock of the receipts.
          found.set("receipt", said.splice(said.findIndex((sql) => sql.includes(RECEIPTS)) - 1));
        }
        found.set(step, said);
        said = [];
      });
    }
  } finally {
    await context.close();
  }
  const of = (step: Step) => found.get(step) ?? [];
  return Object.fromEntries(STEPS.map((step) => [step, of(step)])) as Record<Step, readonly string[]>;
}
