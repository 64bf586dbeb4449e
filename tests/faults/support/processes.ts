/** Server processes of a test: starts them, waits for them, kills them. */

/** Only a limit against hanging. Each scenario states how fast its process must be. */
const READY_DEADLINE_MS = 120_000;
const ROOT = new URL("../../..", import.meta.url).pathname;

export interface RunningProcess {
  readonly base: string;
  /** From the start of the process to its first answer. */
  readonly readyMs: number;
  /** How much of that time the process waited for the processor; 0 where the system does not report it. */
  readonly queuedMs: number;
  /** Load of the machine when the process was ready: running processes of the last minute, by processor. */
  readonly load: number;
  /** Sends SIGKILL unless the process has exited. */
  kill(): Promise<void>;
  /** Resolves when the process exits by itself. */
  readonly died: Promise<unknown>;
}

/** The process is ready when `path` answers with any status. */
export async function startProcess<Options extends { readonly port: number }>(
  script: string,
  options: Options,
  path = "/",
): Promise<RunningProcess> {
  const startedMs = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    // Starts it as the product starts its server, without checking the installed packages again.
    args: ["run", "--allow-all", "--no-check", "--cached-only", "--node-modules-dir=manual"]
      .concat(new URL(script, import.meta.url).pathname)
      .concat(JSON.stringify(options)),
    cwd: ROOT,
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  let isDead = false;
  const died = child.status.then(() => {
    isDead = true;
  });
  const base = `http://127.0.0.1:${options.port}`;
  while (!await answers(`${base}${path}`)) {
    if (isDead || performance.now() - startedMs > READY_DEADLINE_MS) throw new Error(`${script} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    base,
    readyMs: performance.now() - startedMs,
    queuedMs: await queuedMsOf(child.pid),
    load: (Deno.loadavg()[0] ?? 0) / navigator.hardwareConcurrency,
    died,
    async kill() {
      if (!isDead) child.kill("SIGKILL");
      await died;
    },
  };
}

const NS_PER_MS = 1_000_000;

async function queuedMsOf(pid: number): Promise<number> {
  try {
    const [, queuedNs] = (await Deno.readTextFile(`/proc/${pid}/schedstat`)).split(" ");
    return Number(queuedNs) / NS_PER_MS;
  } catch {
    return 0;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
