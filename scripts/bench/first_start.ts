/**
 * `deno task bench first_start`: `deno task start` in a new clone of the last commit with nothing in the runtime's
 * cache, until the server is ready. Needs git, Linux, and the package registry.
 */
import { freePort } from "../../tests/support/ports.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const LIMIT_MS = 600_000;

export interface FirstStart {
  readonly seconds: number;
  /** Bytes the machine received during the start; other work on it counts too. */
  readonly receivedMb: number;
  readonly packagesMb: number;
}

export async function benchFirstStart(): Promise<FirstStart> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-first-start-" });
  const clone = `${folder}/clone`;
  const port = freePort();
  try {
    await new Deno.Command("git", { args: ["clone", "--quiet", ROOT, clone] }).output();
    const [startedMs, received] = [performance.now(), receivedBytes()];
    const process = new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "start"],
      cwd: clone,
      env: { DENO_DIR: `${folder}/cache`, PORT: `${port}`, FRAME_PORT: `${freePort()}` },
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    try {
      await untilReady(port, process.status);
      const result = {
        seconds: (performance.now() - startedMs) / 1_000,
        receivedMb: (receivedBytes() - received) / 1e6,
        packagesMb: await folderBytes(`${clone}/node_modules`) / 1e6,
      };
      const { seconds, receivedMb, packagesMb } = result;
      console.log(
        `first start: ${seconds.toFixed(1)} s, ${receivedMb.toFixed(0)} MB received, ` +
          `${packagesMb.toFixed(0)} MB of packages`,
      );
      return result;
    } finally {
      process.kill("SIGTERM");
      await process.status;
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function untilReady(port: number, ended: Promise<Deno.CommandStatus>): Promise<void> {
  let isOver = false;
  ended.then(() => isOver = true);
  for (const untilMs = performance.now() + LIMIT_MS; performance.now() < untilMs && !isOver;) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The server did not become ready");
}

/** All network interfaces but the loopback. */
function receivedBytes(): number {
  const rows = Deno.readTextFileSync("/proc/net/dev").split("\n").slice(2).map((row) => row.trim().split(/[:\s]+/));
  return rows.filter(([name]) => name !== undefined && name !== "lo").reduce(
    (sum, [, bytes]) => sum + Number(bytes ?? 0),
    0,
  );
}

/** Each file once, whatever links lead to it. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    if (isDirectory) bytes += await folderBytes(`${folder}/${name}`);
    else if (isFile) bytes += (await Deno.lstat(`${folder}/${name}`)).size;
  }
  return bytes;
}
