/**
 * Commands of operators, in every form of the product: `deno task operator list` in a clone, `trustcheck operator list`
 * with the executable, and `operator list` as the arguments of the container.
 */
import { runAuditTask } from "../audit/task.ts";
import type { Config } from "../config/config.ts";
import { openDatabase } from "../db/open.ts";
import { ledgerPlace, openLedger } from "../embedded/payments/payments.ts";
import { explainFailedStart } from "./failed_start.ts";
import { runKeysTask } from "../keys/task.ts";
import { runOperatorTask } from "../operators/task.ts";
import { createLog } from "../platform/log.ts";

interface Ran {
  readonly lines: readonly string[];
  /** False when the command ran and found something wrong. */
  readonly isWell?: boolean;
}

type Command = (args: readonly string[], config: Config) => Promise<Ran>;

/** By the first argument. Each throws an error that says what to type. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  async migrate(_, { migrateDatabase, dataDir }) {
    await Deno.mkdir(dataDir, { recursive: true });
    await (await openDatabase(migrateDatabase)).destroy();
    await (await openLedger(ledgerPlace(migrateDatabase, dataDir))).destroy();
    return { lines: ["The database is up to date"] };
  },
  keys: async ([kind], config) => ({ lines: await runKeysTask(kind, config, Date.now()) }),
  async operator(args, { database, dataDir, publicOrigin }) {
    await Deno.mkdir(dataDir, { recursive: true });
    const db = await openDatabase(database);
    try {
      return { lines: await runOperatorTask(args, { db, publicOrigin, log: createLog(console.error) }) };
    } finally {
      await db.destroy();
    }
  },
  async audit(args, { database }) {
    const { isWhole, text } = await runAuditTask(args, database);
    return { lines: [text], isWell: isWhole };
  },
};

/**
 * Runs the command and prints what it says. Returns the exit code: 0, 1 when something is wrong, 2 when it cannot run.
 */
export async function runCommand(
  [name = "", ...args]: readonly string[],
  config: () => Config,
  out: Pick<Console, "log" | "error"> = console,
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) {
      throw new RangeError(`Without arguments the server starts; the commands are ${Object.keys(COMMANDS).join(", ")}`);
    }
    const { lines, isWell = true } = await command(args, config());
    for (const line of lines) out.log(line);
    return isWell ? 0 : 1;
  } catch (error) {
    out.error(error instanceof RangeError ? error.message : explainFailedStart(error));
    return 2;
  }
}
