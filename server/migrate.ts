/** `deno task migrate`: brings the database up to date, with the role that owns it, before servers start. */
import { readConfig } from "./config/config.ts";
import { openDatabase } from "./db/open.ts";
import { ledgerPlace, openLedger } from "./embedded/payments/payments.ts";
import { explainFailedStart } from "./failed_start.ts";

try {
  const { database, dataDir } = readConfig(Deno.env.toObject());
  await Deno.mkdir(dataDir, { recursive: true });
  await (await openDatabase(database)).destroy();
  await (await openLedger(ledgerPlace(database, dataDir))).destroy();
  console.log("The database is up to date");
} catch (error) {
  console.error(explainFailedStart(error));
  Deno.exit(1);
}
