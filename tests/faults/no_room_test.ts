/** The server process on a full disk and on a failing one: its answers, its exit and its start. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { lacksSmallDisks, openSmallDisk, type SmallDisk } from "../support/suite/small_disk.ts";
import { eventually } from "../support/eventually.ts";
import { watchReadiness } from "./support/readiness.ts";
import { buildOnce } from "../support/suite/build_once.ts";
import { type ServerProcess, startServer } from "../support/app/server_process.ts";
import { itUnless } from "../support/suite/skip.ts";
import { prepareKeys } from "../support/suite/prepared_keys.ts";

const REQUEST = JSON.stringify({ email: "ann@example.com", product: "TCK", host: "h", emailing: true });

const watched = watchReadiness();

async function readiness({ origin }: ServerProcess): Promise<readonly [number, string | null]> {
  // The previous answer stays fresh for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { status, retryAfter } = await watched.ask(origin);
  return [status, retryAfter];
}

/** On a busy machine a single write may take longer than readiness waits for it. */
async function untilReady(server: ServerProcess): Promise<void> {
  await eventually(async () => (await readiness(server))[0] === 200);
}

async function write({ origin }: ServerProcess): Promise<number> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/cancel-request`, { method: "POST", headers, body: REQUEST });
  await answer.body?.cancel();
  return answer.status;
}

const noDisk = await lacksSmallDisks();

describe("a disk without room", () => {
  let disk: SmallDisk;
  let keys = "";
  const start = async () => {
    const server = startServer({ DATA_DIR: `${disk.path}/data`, KEYS_DIR: keys }, undefined, undefined, disk.inside);
    await server.ready();
    return server;
  };
  const stop = async (server: ServerProcess) => {
    server.kill("SIGTERM");
    const { code, said } = await server.ended;
    assertEquals(code, 0, said);
  };
  /** Fills the disk completely. */
  const fill = async () => {
    const file = await Deno.open(`${disk.outside}/filler`, { create: true, append: true });
    try {
      for (const size of [65_536, 4_096, 1]) {
        const block = new Uint8Array(size).fill(1);
        while (await file.write(block).then((count) => count === size, () => false));
      }
    } finally {
      file.close();
    }
  };

  const withSmallDisk = (use: () => Promise<void>) => async () => {
    await buildOnce();
    disk = await openSmallDisk("8m");
    keys = await Deno.makeTempDir({ prefix: "no-room-keys-" });
    await prepareKeys(keys);
    try {
      await use();
    } finally {
      await disk.close();
      await Deno.remove(keys, { recursive: true });
    }
  };

  const title =
    "SECURITY R11: /readyz reports it, a clean stop succeeds, and the server starts again while full, even when its reserve is used up";
  const live = withSmallDisk(async () => {
    const first = await start();
    await untilReady(first);
    await fill();
    assertEquals(await write(first), 503);
    assertEquals(await readiness(first), [503, "5"]);
    await stop(first);
    const second = await start();
    assertEquals((await readiness(second))[0], 503);
    assertEquals(await fetch(`${second.origin}/trustcheck/`).then((page) => page.text().then(() => page.status)), 200);
    await stop(second);
    await fill();
    const third = await start();
    await Deno.remove(`${disk.outside}/filler`);
    await untilReady(third);
    assertEquals(await write(third), 200);
    await stop(third);
    await fill();
    const fourth = await start();
    assertEquals((await readiness(fourth))[0], 503);
    await stop(fourth);
    watched.assertInTime();
  });
  itUnless(noDisk, title, live);
});

it("SECURITY R10: a failed flush ends the process with a message, and no write is acknowledged after it", async () => {
  const dir = await Deno.makeTempDir({ prefix: "failing-sync-" });
  try {
    const script = new URL("./support/failing_sync_process.ts", import.meta.url).pathname;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", script, `${dir}/a.db`],
      stdout: "piped",
      stderr: "piped",
    });
    const { code, stdout, stderr } = await child.output();
    assertEquals([code, new TextDecoder().decode(stdout).trim()], [1, "written 1"]);
    assertStringIncludes(new TextDecoder().decode(stderr), "Check the disk of DATA_DIR, then start again");
    assert(!new TextDecoder().decode(stderr).includes("    at "), "a stack was printed");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
