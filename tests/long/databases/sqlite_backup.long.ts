/**
 * Backups of SQLite while purchases go on, by tools that exist: what was bought before the backup is there after the
 * restore, and no card is charged twice. The bank's ledger represents the outside world and stays.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { build } from "../../../scripts/build.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { ledgerPlace, openLedger } from "../../../server/embedded/payments/payments.ts";
import { startShoppers, until } from "../../faults/rolling/shoppers.ts";
import { type ServerProcess, startServer } from "../../support/app/server_process.ts";
import { skip } from "../../support/suite/skip.ts";

const PURCHASES = 40;
/** How long purchases go on while backups are taken. Litestream copies what was written once a second. */
const COPIED_MS = 5_000;

interface Tool {
  readonly title: string;
  readonly program: string;
  readonly install: string;
  /** Runs beside the server until it is ended. */
  readonly beside?: (database: string, copy: string) => readonly string[];
  /** Ends when everything that was written before is in the backup. */
  readonly take: (program: string, database: string, copy: string) => Promise<void>;
  readonly restore: (program: string, copy: string, database: string) => Promise<void>;
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (!success) throw new Error(`${program} ${args.join(" ")} failed: ${said}`);
}

const TOOLS: readonly Tool[] = [
  {
    title: "sqlite3 .backup",
    program: Deno.env.get("SQLITE3") ?? "sqlite3",
    install: "apt-get install sqlite3, or set SQLITE3 to its path",
    async take(program, database, copy) {
      const untilMs = performance.now() + COPIED_MS;
      while (performance.now() < untilMs) await run(program, database, ".timeout 5000", `.backup ${copy}`);
    },
    restore: (_, copy, database) => Deno.copyFile(copy, database),
  },
  {
    title: "Litestream",
    program: Deno.env.get("LITESTREAM") ?? "litestream",
    install: "npm install --global @flydotio/litestream, or set LITESTREAM to its path",
    beside: (database, copy) => ["replicate", database, `file://${copy}`],
    take: () => new Promise((resolve) => setTimeout(resolve, COPIED_MS)),
    restore: (program, copy, database) => run(program, "restore", "-o", database, `file://${copy}`),
  },
];

async function isInstalled(program: string): Promise<boolean> {
  return await new Deno.Command(program, { args: ["-version"], stdout: "null", stderr: "null" }).output()
    .then(() => true, () => false);
}

for (const tool of TOOLS) {
  const { title, program, install } = tool;
  if (await isInstalled(program)) {
    it(`SECURITY R12: ${title} loses nothing and charges nothing twice`, () => drill(tool));
  } else skip(title, `${program} was not found: ${install}`);
}

async function drill({ title, program, beside, take, restore }: Tool): Promise<void> {
  await build();
  const dir = await Deno.makeTempDir({ prefix: "sqlite-backup-" });
  const data = `${dir}/data`;
  const [database, copy] = [`${data}/trustcheck.db`, `${dir}/copy`];
  const start = async (): Promise<ServerProcess> => {
    const server = startServer({ DATA_DIR: data, KEYS_DIR: `${dir}/keys` });
    await server.ready();
    return server;
  };
  let server = await start();
  const copying = beside === undefined
    ? undefined
    : new Deno.Command(program, { args: [...beside(database, copy)], stdout: "null", stderr: "null" }).spawn();
  try {
    const shoppers = startShoppers({ origin: server.origin, count: 3 });
    await until(() => shoppers.purchases >= PURCHASES || shoppers.faults.length > 0);
    const before = shoppers.purchases;
    await take(program, database, copy);
    const during = shoppers.purchases - before;
    await until(() => shoppers.purchases > before + during || shoppers.faults.length > 0);
    assertEquals(shoppers.faults, []);
    // The machine disappears in the middle of a purchase.
    copying?.kill("SIGKILL");
    server.kill("SIGKILL");
    await Promise.all([shoppers.stop(), server.ended, copying?.status]);
    const charged = await chargesOf(data);
    for (const end of ["", "-wal", "-shm"]) await Deno.remove(database + end).catch(() => undefined);
    await restore(program, copy, database);
    const restored = await subscriptionsOf(database);
    server = await start();
    const later = startShoppers({ origin: server.origin, count: 1 });
    await until(() => later.purchases > 0 || later.faults.length > 0);
    await later.stop();
    assertEquals(later.faults, []);
    server.kill("SIGTERM");
    await server.ended;
    const again = await chargesOf(data) - later.purchases;
    console.log(
      `${title}: ${before} purchases before the backup, ${during} meanwhile; ${restored} restored; ` +
        `${charged} charges before the restore, ${again} after`,
    );
    assert(during > 0, "no purchase went on during the backup");
    assert(restored >= before, `${before - restored} purchases from before the backup are lost`);
    assertEquals(again, charged);
  } finally {
    server.kill("SIGKILL");
    await server.ended;
    await Deno.remove(dir, { recursive: true });
  }
}

async function subscriptionsOf(path: string): Promise<number> {
  const db = connectDatabase({ kind: "sqlite", path });
  try {
    return (await db.selectFrom("subs_subscriptions").select("id").execute()).length;
  } finally {
    await db.destroy();
  }
}

/** What the bank was asked to hold or take. */
async function chargesOf(data: string): Promise<number> {
  const ledger = await openLedger(ledgerPlace({ kind: "sqlite", path: "" }, data));
  try {
    return (await ledger.selectFrom("acq_charges").select("key").where("outcome", "=", "approved").execute()).length;
  } finally {
    await ledger.destroy();
  }
}
