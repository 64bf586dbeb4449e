/** The product's server as a process, for tests that kill it, fill its disk or start it twice. */
import { freePort } from "../ports.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const READY_DEADLINE_MS = 60_000;

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  readonly startedMs: number;
  /** Exit code and output of the process. */
  readonly ended: Promise<{ readonly code: number; readonly said: string }>;
  /** Nothing, once it has ended. */
  kill(signal: Deno.Signal): void;
  /** Resolves once it responds; throws with its output when it ends first. */
  ready(): Promise<void>;
}

/**
 * The build must exist already. `script` is what starts: the server itself, or its wrapper. `root` holds its code when
 * it is of another release. `inside` is a command that runs what follows it elsewhere.
 */
export function startServer(
  env: Readonly<Record<string, string>>,
  script = "server/main.ts",
  root = ROOT,
  inside: readonly string[] = [],
): ServerProcess {
  const [port, framePort] = [freePort(), freePort()];
  // A server behind a proxy is told its name.
  const named = "TRUSTED_HOPS" in env ? { PUBLIC_ORIGIN: `http://localhost:${port}` } : {};
  const startedMs = performance.now();
  const [command, ...before] = [...inside, Deno.execPath()];
  const child = new Deno.Command(command ?? "", {
    args: [...before, "run", "--allow-all", "--no-check", "--cached-only", "--node-modules-dir=manual", script],
    cwd: root,
    env: {
      PORT: String(port),
      FRAME_PORT: String(framePort),
      DIST_DIR: `${ROOT}dist`,
      NO_COLOR: "1",
      ...named,
      ...env,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const origin = `http://localhost:${port}`;
  let isOver = false;
  const ended = Promise.all([child.status, textOf(child.stdout), textOf(child.stderr)])
    .then(([{ code }, stdout, stderr]) => {
      isOver = true;
      return { code, said: stdout + stderr };
    });
  return {
    origin,
    pid: child.pid,
    startedMs,
    ended,
    kill(signal) {
      if (!isOver) child.kill(signal);
    },
    async ready() {
      while (!await fetch(`${origin}/healthz`).then((answer) => answer.text().then(() => answer.ok), () => false)) {
        if (isOver) throw new Error(`The server ended: ${(await ended).said}`);
        if (performance.now() - startedMs > READY_DEADLINE_MS) throw new Error("The server did not start in time");
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}
