/** A copy of the checkout for mutations, so that the checkout itself never changes, however the run ends. */
import { spawn } from "node:child_process";
import process from "node:process";

const PREFIX = "trustcheck-mutate-";
/** Installed packages are shared; a test that wrote to them would be a defect. */
const SHARED = "node_modules";

export interface Workspace {
  readonly root: string;
  remove(): Promise<void>;
}

/** Copies the files that git tracks or would track; first removes copies of killed runs. */
export async function createWorkspace(checkout: string): Promise<Workspace> {
  const root = await Deno.makeTempDir({ prefix: `${PREFIX}${Deno.pid}-` });
  const list = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    cwd: checkout,
  }).output();
  for (const file of new TextDecoder().decode(list.stdout).split("\0")) {
    if (file === "") continue;
    await Deno.mkdir(`${root}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(`${checkout}/${file}`, `${root}/${file}`).catch(ignoreMissing);
  }
  // Tests that list the sources use git.
  for (const args of [["init", "--quiet"], ["add", "."]]) await new Deno.Command("git", { args, cwd: root }).output();
  await Deno.symlink(await Deno.realPath(`${checkout}/${SHARED}`), `${root}/${SHARED}`);
  return { root, remove: () => Deno.remove(root, { recursive: true }) };
}

/** Removes copies whose process is gone, and ends what still runs on them. */
export async function removeStaleWorkspaces(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    const pid = new RegExp(`^${PREFIX}(\\d{1,10})-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await killProcessesOf(`${folder}/${name}`);
    await Deno.remove(`${folder}/${name}`, { recursive: true });
  }
}

/** Every process started below {@link run} has it, including those in a group of their own, such as browsers. */
const MARK = "TRUSTCHECK_MUTATE_COPY";

/** Only where the system exposes the variables of processes as files. */
async function killProcessesOf(root: string): Promise<void> {
  for (const { name } of await listFolder("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const variables = await Deno.readTextFile(`/proc/${name}/environ`).catch(() => "");
    if (variables.split("\0").includes(`${MARK}=${root}`)) killQuietly(Number(name));
  }
}

async function listFolder(folder: string): Promise<readonly Deno.DirEntry[]> {
  return await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
}

/** Ends a process, or with a negative number a group, that may have ended by itself. */
function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is running, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

export interface RunResult {
  /** Whether the command exited with 0 and was never silent for too long. */
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly output: string;
}

/** Ends the whole group when standard input closes, as it does when this process ends, however it ends. */
const WATCHED = 'exec 3<&0; (read -r line <&3; kill -KILL 0) >/dev/null 2>&1 & "$@" </dev/null 3<&-';

/** Runs Deno in a process group of its own, which is killed as a whole after so long without any output. */
export function run(
  root: string,
  args: readonly string[],
  silenceMs: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", WATCHED, "sh", Deno.execPath(), ...args], {
      cwd: root,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env, [MARK]: root },
    });
    let output = "";
    let timedOut = false;
    const keep = (chunk: unknown) => {
      output = (output + String(chunk)).slice(-MAX_OUTPUT);
      timer.refresh();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const killGroup = () => {
      if (child.pid !== undefined) killQuietly(-child.pid);
    };
    const stop = () => {
      timedOut = true;
      killGroup();
      // Browsers of the tests are in groups of their own.
      void killProcessesOf(root);
    };
    const timer = setTimeout(stop, silenceMs);
    const limit = setTimeout(stop, MAX_RUN_MS);
    child.on("close", (code) => {
      clearTimeout(timer);
      clearTimeout(limit);
      killGroup();
      resolve({ passed: code === 0 && !timedOut, timedOut, output });
    });
  });
}

/** A loop that prints is never silent. */
export const MAX_RUN_MS = 300_000;
/** Number of characters kept from the end of a command's output. */
const MAX_OUTPUT = 20_000;
