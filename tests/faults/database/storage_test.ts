/**
 * A Postgres with damaged pages, and one on a full disk, under a server that sells: every answer is a 503 and none a
 * 500, `/readyz` says so, and once an operator has repaired it books, executions and the acquirer's ledger agree.
 */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { sql } from "kysely";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config/config.ts";
import { createContext } from "../../../server/context.ts";
import { connectDatabase } from "../../../server/db/open.ts";
import { createClock } from "../../../server/platform/clock.ts";
import { createLog } from "../../../server/platform/log.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { visitorOf } from "../../support/app/http_visitor.ts";
import { eventually } from "../../support/eventually.ts";
import { findPostgres, type PostgresOptions, type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { settledMoney } from "../rolling/money.ts";
import { skip } from "../../support/suite/skip.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const PLAN = "tck_weekly_3dtrial";
const CENTS = 100;
const AT_ONCE = 4;
/** How often the disk fills up, and purchases while it is full. */
const [FILLS, TRIES] = Deno.env.get("TEST_LONG") === "1" ? [15, 20] : [2, 3];
const PAGE_BYTES = 8_192;
const STEP = 24 * 1_024;
const SMALLEST_FILLER = 4_096;

interface Shop {
  readonly postgres: RunningPostgres;
  /** Events of the log, in order. */
  readonly events: string[];
  /** Statuses of all answers since the last call. */
  statuses(): readonly number[];
  /** Purchases that were acknowledged, of those that were attempted. */
  buy(count: number): Promise<number>;
  ready(): Promise<readonly [number, string | null, string]>;
  /** Stops the server, and starts it again where asked to. */
  restart(): Promise<void>;
  /** Stops the server, and reads what it did. */
  settled(): ReturnType<typeof settledMoney>;
  close(): Promise<void>;
}

async function openShop(bin: string, settings: readonly string[], options: PostgresOptions): Promise<Shop> {
  const postgres = await startPostgres(bin, settings, options);
  const folder = await Deno.makeTempDir({ prefix: "storage-" });
  await prepareKeys(`${folder}/keys`);
  const env = { DATABASE_URL: postgres.url, DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` };
  const config = readConfig(env);
  const events: string[] = [];
  const log = createLog((line) => events.push(String(JSON.parse(line).event)));
  const open = async () => {
    const context = await createContext(config, { log, clock: createClock(), assets: fakeAssets });
    return { context, app: createApp(context) };
  };
  let server = await open();
  let statuses: number[] = [];
  let buyers = 0;
  const send = async (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set("host", new URL(config.publicOrigin).host);
    const answer = await server.app.request(new Request(request, { headers }));
    statuses.push(answer.status);
    return answer;
  };
  const visitor = () => visitorOf({ origin: config.publicOrigin, now: Date.now, send });
  return {
    postgres,
    events,
    statuses() {
      const all = [...new Set(statuses)].toSorted();
      statuses = [];
      return all;
    },
    async buy(count) {
      const buys = Array.from({ length: count }, () => {
        buyers += 1;
        return visitor().buy(PLAN, `buyer${buyers}@mail.example`).then(({ body }) => body.error === "", () => false);
      });
      return (await Promise.all(buys)).filter((isBought) => isBought).length;
    },
    async ready() {
      const answer = await visitor().raw("/readyz");
      return [answer.status, answer.headers.get("retry-after"), await answer.text()];
    },
    async restart() {
      await server.context.close();
      server = await open();
    },
    async settled() {
      await server.context.close();
      try {
        return await settledMoney(env);
      } finally {
        server = await open();
      }
    },
    async close() {
      await server.context.close();
      await postgres.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const NOT_READY = [503, "5", '{"status":"database takes no writes"}'] as const;

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args], stderr: "piped" }).output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr)}`);
}

const binaries = findPostgres();
const damaged =
  "SECURITY R12: a Postgres with damaged pages: 503, /readyz says so, and nothing is lost once it is repaired";
if (binaries === undefined) skip(damaged, "no initdb was found on this machine");
else {
  it(damaged, async () => {
    const shop = await openShop(binaries, [], { initdb: ["--data-checksums"] });
    const { postgres } = shop;
    try {
      assertEquals(await shop.buy(AT_ONCE), AT_ONCE);
      const db = connectDatabase({ kind: "postgres", url: postgres.url });
      const { rows: [file] } = await sql<{ path: string }>`select pg_relation_filepath('pay_executions') as path`
        .execute(db);
      await db.destroy();
      const path = `${postgres.folder}/data/${file?.path}`;
      await postgres.halt();
      const intact = await Deno.readFile(path);
      const wrong = intact.slice();
      // In the middle of each page, past its header: only the checksum shows it.
      for (let at = PAGE_BYTES / 2; at < wrong.length; at += PAGE_BYTES) wrong.fill(0x5a, at, at + 64);
      await Deno.writeFile(path, wrong);
      await postgres.resume();
      shop.statuses();
      assertEquals(await shop.buy(AT_ONCE), 0);
      // Checks of a request may answer 4xx or a page; no answer is a fault of the server itself.
      assertEquals(shop.statuses().filter((status) => status >= 500), [503]);
      await eventually(async () => (await shop.ready())[0] === 503);
      assertEquals(await shop.ready(), NOT_READY);
      assertEquals(shop.events.filter((event) => event === "database.damaged").length, 1);

      // The operator puts the page back, as from a backup, and starts both again.
      await postgres.halt();
      await Deno.writeFile(path, intact);
      await postgres.resume();
      await shop.restart();
      await eventually(async () => (await shop.ready())[0] === 200);
      assertEquals(await shop.buy(AT_ONCE), AT_ONCE);
      const { books, executions, ledger, cents, differences } = await shop.settled();
      console.log(`${books.length} charges before and after the damage, ${cents} cents in books and ledger`);
      assertEquals([books, executions, differences], [ledger, ledger, []]);
      assertEquals([books.length, cents], [2 * AT_ONCE, 2 * AT_ONCE * CENTS]);
    } finally {
      await shop.close();
    }
  });
}

const full = "SECURITY R11: a Postgres on a full disk: 503, /readyz says so, and nothing is lost once there is room";
if (binaries === undefined || Deno.uid() !== 0) {
  skip(full, "no initdb was found, or only root may mount a small disk");
} else {
  it(full, async () => {
    const disk = await Deno.makeTempDir({ prefix: "small-disk-" });
    await run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk);
    await Deno.mkdir(`${disk}/data`);
    // Small segments, so that the log itself soon needs a new file.
    const shop = await openShop(binaries, ["max_wal_size=8MB", "min_wal_size=2MB"], {
      disk: `${disk}/data`,
      initdb: ["--wal-segsize=1"],
    });
    const { postgres } = shop;
    try {
      let acknowledged = await shop.buy(AT_ONCE);
      assertEquals(acknowledged, AT_ONCE);
      let refused = 0;
      for (let fill = 0; fill < FILLS; fill++) {
        shop.statuses();
        // Each time at another step of a purchase.
        await fillUp(`${disk}/filler`, fill * STEP);
        for (let tries = 0, bought = 1; tries < TRIES || bought > 0; tries++) {
          bought = await shop.buy(AT_ONCE);
          acknowledged += bought;
          refused += AT_ONCE - bought;
        }
        const faults = shop.statuses().filter((status) => status >= 500);
        assertEquals(faults, [503]);
        await eventually(async () => (await shop.ready())[0] === 503);
        assertEquals(await shop.ready(), NOT_READY);

        await Deno.remove(`${disk}/filler`);
        // It may have ended, since its log had no space.
        await postgres.halt();
        await postgres.resume();
        await eventually(async () => (await shop.ready())[0] === 200, () => "not ready with room");
        const bought = await shop.buy(AT_ONCE);
        assertEquals(bought, AT_ONCE);
        acknowledged += bought;
      }
      const { books, executions, ledger, cents, differences } = await shop.settled();
      console.log(`filled ${FILLS} times: ${acknowledged} purchases acknowledged, ${refused} refused, ${cents} cents`);
      assertEquals([books, executions, differences], [ledger, ledger, []]);
      assert(books.length >= acknowledged, `${acknowledged - books.length} of ${acknowledged} are lost`);
      assertEquals(cents, books.length * CENTS);
    } finally {
      await shop.close();
      await run("umount", disk);
      await Deno.remove(disk);
    }
  });
}

/** Leaves this much room on the disk. */
async function fillUp(path: string, room: number): Promise<void> {
  const file = await Deno.open(path, { create: true, append: true });
  try {
    for (const size of [1024 * 1024, SMALLEST_FILLER, 1]) {
      const block = new Uint8Array(size).fill(1);
      while (await file.write(block).then((count) => count === size, () => false));
    }
    const { size } = await file.stat();
    await file.truncate(size - room);
  } finally {
    file.close();
  }
}
