/** A pgbouncer in transaction mode in front of a temporary Postgres, set up as docs/operations/postgres.md says. */
import { freePort } from "./ports.ts";

const NOBODY = 65_534;
const PLACES = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** Undefined when it is not installed. */
export function findPgbouncer(): string | undefined {
  return PLACES.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** The block of settings in the operator's document, so that tests run what it says. */
async function documentedSettings(): Promise<string> {
  const page = await Deno.readTextFile(new URL("../../docs/operations/postgres.md", import.meta.url));
  const [, block = ""] = /```ini\n([^`]*)```/.exec(page) ?? [];
  return block.slice(block.indexOf("pool_mode"));
}

export async function startPgbouncer(program: string, target: string): Promise<Pooler> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-pgb-" });
  const { hostname, port: targetPort, username } = new URL(target);
  const port = freePort();
  await Deno.writeTextFile(`${folder}/users.txt`, `"${username}" ""\n`);
  await Deno.writeTextFile(
    `${folder}/pgbouncer.ini`,
    `[databases]
* = host=${hostname} port=${targetPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
${(await documentedSettings()).replace(/^auth_.*$/gm, "")}`,
  );
  const isRoot = Deno.uid() === 0;
  if (isRoot) {
    for (const path of [folder, `${folder}/users.txt`, `${folder}/pgbouncer.ini`]) {
      await Deno.chown(path, NOBODY, NOBODY);
    }
  }
  const pooler = new Deno.Command(program, {
    args: ["-q", `${folder}/pgbouncer.ini`],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: folder,
    clearEnv: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = new URL(target);
  url.port = String(port);
  await untilListening(port);
  return {
    url: url.href,
    async stop() {
      pooler.kill("SIGKILL");
      await pooler.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (const untilMs = performance.now() + 20_000; performance.now() < untilMs;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("pgbouncer did not start listening");
}
