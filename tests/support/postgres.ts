/** A temporary Postgres from the machine's binaries, for tests that must pass on both engines. */
import pg from "pg";
import { freePort } from "./ports.ts";

const START_DEADLINE_MS = 20_000;
/** The user that owns the server when the tests run as root, which Postgres refuses. */
const NOBODY = 65_534;

export interface RunningPostgres {
  readonly url: string;
  readonly pid: number;
  /** Holds its data in `data`; it belongs to the user that runs it. */
  readonly folder: string;
  /** Clean shutdown unless it has ended already; {@link resume} starts it on what the folder then holds. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Immediate shutdown, as in a crash, and a restart on the same data. */
  crash(): Promise<void>;
  /** Dies at once and stays dead, as when its machine is lost. */
  lose(): Promise<void>;
  /** Stops all its processes: connections stay open, and none is answered until {@link thaw}. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** An empty data folder on a small disk, instead of its own. */
  readonly disk?: string;
  /** More for `initdb`, such as `--data-checksums`. */
  readonly initdb?: readonly string[];
}

/** Starts one from the folder that {@link findPostgres} returned, with settings such as `archive_mode=on`. */
export async function startPostgres(
  bin: string,
  settings: readonly string[] = [],
  { disk, initdb = [] }: PostgresOptions = {},
): Promise<RunningPostgres> {
  const host = await makeHost(bin);
  const { data } = host;
  if (disk !== undefined) {
    if (Deno.uid() === 0) await Deno.chown(disk, NOBODY, NOBODY);
    await Deno.chmod(disk, 0o700);
    await Deno.symlink(disk, data);
  }
  const own = ["-D", data, "-U", "trustcheck", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8", ...initdb];
  const make = () => host.run("initdb", own);
  await (SHARED === undefined || disk !== undefined || initdb.length > 0 ? make() : makeOrCopy(data, make));
  return await serve(host, settings);
}

/** A folder of the whole run; tests that run alone make each data folder. */
const SHARED = Deno.env.get("TEST_PREPARED");

/** `initdb` costs over ten times as much as a copy of what it made. Tests that make one at once leave the first's. */
async function makeOrCopy(data: string, make: () => Promise<void>): Promise<void> {
  const kept = `${SHARED}/postgres`;
  if (await Deno.stat(kept).then(() => true, () => false)) return await copyFolder(kept, data);
  await make();
  const draft = await Deno.makeTempDir({ dir: `${SHARED}` });
  await copyFolder(data, `${draft}/data`);
  await Deno.rename(`${draft}/data`, kept).catch(() => {});
  await Deno.remove(draft, { recursive: true });
}

/** With owners and modes, which Postgres insists on. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  if (!success) throw new Error(`The data of Postgres was not copied: ${new TextDecoder().decode(stderr).trim()}`);
}

/** A standby that follows the other one by streaming, and answers reads. */
export async function startReplica(bin: string, { url }: Pick<RunningPostgres, "url">): Promise<RunningPostgres> {
  const host = await makeHost(bin);
  await host.run("pg_basebackup", ["-D", host.data, "-d", url, "-R", "-c", "fast", "-X", "stream", "--no-sync"]);
  return await serve(host, []);
}

type Host = Awaited<ReturnType<typeof makeHost>>;

async function makeHost(bin: string) {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-pg-" });
  const owner = Deno.uid() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (Deno.uid() === 0) await Deno.chown(folder, NOBODY, NOBODY);
  const options = { ...owner, cwd: folder, clearEnv: true, env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } } as const;
  return {
    bin,
    folder,
    data: `${folder}/data`,
    options,
    async run(program: string, args: readonly string[]): Promise<void> {
      const { success, stderr } = await new Deno.Command(`${bin}/${program}`, {
        ...options,
        args: [...args],
        stdout: "null",
        stderr: "piped",
      }).output();
      if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr).trim()}`);
    },
  };
}

async function serve({ bin, folder, data, options }: Host, settings: readonly string[]): Promise<RunningPostgres> {
  const port = freePort();
  const more = settings.flatMap((setting) => ["-c", setting.replaceAll("{folder}", folder)]);
  const start = () =>
    new Deno.Command(`${bin}/postgres`, {
      ...options,
      args: ["-D", data, "-k", folder, "-h", "127.0.0.1", "-p", String(port), "-c", "max_connections=100", ...more],
      stdout: "null",
      stderr: "null",
    }).spawn();
  let server = start();
  /** It may have given up by itself, as on a full disk. */
  const end = (signal: Deno.Signal) => {
    try {
      server.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  const resume = async () => {
    server = start();
    await untilAnswering(url);
  };
  let frozen: number[] = [];
  let isLost = false;
  const url = `postgres://trustcheck@127.0.0.1:${port}/postgres`;
  await untilAnswering(url);
  return {
    url,
    get pid() {
      return server.pid;
    },
    folder,
    async halt() {
      end("SIGINT");
      await server.status;
    },
    resume,
    async crash() {
      server.kill("SIGQUIT");
      await server.status;
      await resume();
    },
    async lose() {
      isLost = true;
      server.kill("SIGKILL");
      await server.status;
    },
    freeze() {
      // The parent first, so that it starts no process that stays awake.
      frozen = [server.pid];
      Deno.kill(server.pid, "SIGSTOP");
      for (const pid of childrenOf(server.pid)) {
        signal(pid, "SIGSTOP");
        frozen.push(pid);
      }
    },
    thaw() {
      for (const pid of frozen) signal(pid, "SIGCONT");
      frozen = [];
    },
    async stop() {
      if (!isLost) end("SIGINT");
      await server.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** A child may end at the same moment. One that stayed frozen would keep the server from stopping for ever. */
function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function childrenOf(pid: number): readonly number[] {
  const pids = Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim();
  return pids === "" ? [] : pids.split(" ").map(Number);
}

/** Folder with initdb and postgres; undefined when they are not installed. */
export function findPostgres(): string | undefined {
  const places = (Deno.env.get("PATH") ?? "").split(":");
  try {
    for (const version of Deno.readDirSync("/usr/lib/postgresql")) {
      places.unshift(`/usr/lib/postgresql/${version.name}/bin`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return places.find((place) => isFile(`${place}/initdb`) && isFile(`${place}/postgres`));
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** It listens before it is ready, and refuses connections until then. */
async function untilAnswering(url: string): Promise<void> {
  const until = Date.now() + START_DEADLINE_MS;
  while (Date.now() < until) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("Postgres did not start answering in time");
}
