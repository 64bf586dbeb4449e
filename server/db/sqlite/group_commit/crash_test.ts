/** A power cut at every step: the disk keeps what it has confirmed, and perhaps parts of what came after. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { sqliteDialect } from "../sqlite.ts";
import { groupDialect } from "./dialect.ts";
import { DEFAULT_PORTS, walFlush } from "./flush.ts";

interface Tables {
  notes: { id: number; pair: number };
}

/** What a power cut at this moment would leave, and which callers already have their answer. */
interface Step {
  /** Length of the log that the disk has confirmed. */
  readonly confirmed: number;
  /** The log as the process wrote it. */
  readonly written: Uint8Array<ArrayBuffer>;
  readonly acknowledged: readonly number[];
}

const WRITERS = 40;
const FLUSH_MS = 3;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Writes notes from many callers to a disk whose flushes take time, and records every step; `base` is the file before.
 */
async function run(path: string, base: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const acknowledged: number[] = [];
  let confirmed = 0;
  const step = () =>
    void steps.push({ confirmed, written: Deno.readFileSync(`${path}-wal`), acknowledged: [...acknowledged] });
  const file = new DatabaseSync(path);
  file.exec("pragma journal_mode=WAL; pragma synchronous=NORMAL; pragma wal_autocheckpoint=0");
  file.exec("create table notes (id integer primary key, pair integer not null); pragma wal_checkpoint(truncate)");
  Deno.copyFileSync(path, base);
  const log = walFlush(path, {
    ...DEFAULT_PORTS,
    async open(name) {
      const real = await DEFAULT_PORTS.open(name);
      return {
        close: () => real.close(),
        async syncData() {
          // A flush confirms what was written before it began, and nothing that came while it ran.
          const { size } = Deno.statSync(name);
          step();
          await pause(FLUSH_MS);
          await real.syncData();
          confirmed = size;
          step();
        },
      };
    },
  });
  const db = new Kysely<Tables>({ dialect: groupDialect(file, log) });
  const told = (ids: readonly number[]) => {
    acknowledged.push(...ids);
    step();
  };
  const read = async () => (await db.selectFrom("notes").select("id").execute()).map(({ id }) => id);
  await Promise.all(Array.from({ length: WRITERS }, async (_, at) => {
    await pause(at / 2);
    const [id, other] = [2 * at, 2 * at + 1];
    if (at % 4 === 0) {
      await db.insertInto("notes").values({ id, pair: id }).execute();
      return told([id]);
    }
    // Readers also see rows whose writer still waits.
    if (at % 4 === 1) return told(await read());
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("notes").values({ id, pair: other }).execute();
      if (at % 4 === 2) await pause(1);
      await trx.insertInto("notes").values({ id: other, pair: id }).execute();
    });
    told([id, other]);
  }));
  // Nothing else runs: this reader sees a commit whose flush has not ended.
  const writing = db.insertInto("notes").values({ id: 2 * WRITERS, pair: 2 * WRITERS }).execute();
  await pause(1);
  told(await read());
  await writing;
  await db.destroy();
  return steps;
}

/** The rows of the database that starts on these files. */
async function restart(image: string, base: string, log: Uint8Array): Promise<Map<number, number>> {
  await Deno.copyFile(base, image);
  await Deno.writeFile(`${image}-wal`, log);
  await Deno.remove(`${image}-shm`).catch(() => {});
  const file = new DatabaseSync(image);
  try {
    return new Map(file.prepare("select id, pair from notes").all().map(({ id, pair }) => [Number(id), Number(pair)]));
  } finally {
    file.close();
  }
}

describe("SQLite with shared commits, after a power cut", () => {
  it("SECURITY R10: holds every row that a writer or a reader has seen, at every step, and never half of a transaction", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-crash-" });
    try {
      const steps = await run(`${dir}/a.db`, `${dir}/base.db`);
      assert(steps.some(({ written, confirmed }) => written.length > confirmed), "no step had anything to lose");
      assertEquals(new Set(steps.at(-1)?.acknowledged).size, WRITERS / 4 + 2 * (WRITERS / 2) + 1);
      for (const { written, confirmed, acknowledged } of steps) {
        const torn = written.slice();
        // The end arrived, the middle did not.
        torn.fill(0, confirmed, confirmed + Math.ceil((written.length - confirmed) / 2));
        for (const log of [written.subarray(0, confirmed), torn, written]) {
          const rows = await restart(`${dir}/image.db`, `${dir}/base.db`, log);
          for (const id of acknowledged) assert(rows.has(id), `${id} was acknowledged and is lost`);
          for (const [id, pair] of rows) assert(rows.has(pair), `${id} is half of a transaction`);
        }
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  });

  it("SECURITY R10: the product's database answers a write once the disk has confirmed it, and not before", async () => {
    const dir = await Deno.makeTempDir({ prefix: "trustcheck-crash-" });
    const { open } = DEFAULT_PORTS;
    const steps: string[] = [];
    try {
      Object.assign(DEFAULT_PORTS, {
        open: async (name: string) => {
          const real = await open(name);
          const syncData = async () => {
            await pause(FLUSH_MS);
            await real.syncData();
            steps.push("confirmed");
          };
          return { close: () => real.close(), syncData };
        },
      });
      const db = new Kysely<Tables>({ dialect: sqliteDialect(`${dir}/a.db`) });
      await db.schema.createTable("notes").addColumn("id", "integer").addColumn("pair", "integer").execute();
      for (let id = 0; id < 5; id++) {
        steps.length = 0;
        const values = { id, pair: id };
        await (id % 2 === 0
          ? db.insertInto("notes").values(values).execute()
          : db.transaction().execute((trx) => trx.insertInto("notes").values(values).execute()));
        assertEquals(steps, ["confirmed"]);
      }
      await db.destroy();
    } finally {
      Object.assign(DEFAULT_PORTS, { open });
      await Deno.remove(dir, { recursive: true });
    }
  });
});
