/** Server processes of a test: started, waited for, killed without a warning. */

/** Given up only then; how fast it has to be is for the scenario to say. */
const READY_DEADLINE_MS = 120_000;
const ROOT = new URL("../../..", import.meta.url).pathname;

export interface RunningProcess {
  readonly base: string;
  /** From the start of the process to its first answer. */
  readonly readyMs: number;
  /** How much of that it stood ready to run while other work had the processor; 0 where the system does not tell. */
  readonly queuedMs: number;
  /** Of the machine when it was ready: processes at work in the last minute, by processor. */
  readonly load: number;
  /** SIGKILL, unless it is dead already. */
  kill(): Promise<void>;
  /** When it died by itself. */
  readonly died: Promise<unknown>;
}

/** `path` is what it answers with any status once it is ready. */
export async function startProcess<Options extends { readonly port: number }>(
  script: string,
  options: Options,
  path = "/",
): Promise<RunningProcess> {
  const startedMs = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    // As the product starts its server: the packages stand, and are not looked through again.
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
