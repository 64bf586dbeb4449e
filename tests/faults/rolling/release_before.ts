/** The code of the previous release: that of the last tag, or of the last commit before the tables changed. */

const ROOT = new URL("../../..", import.meta.url).pathname;
const TABLES = ["server/db/migrations", "server/db/postgres/large_indexes.ts"];
/** What a server needs to start: the members of the workspace, including those of older releases. */
const PARTS = ["server", "sdk", "client", "iframe", "gallery", "scripts", "tests", "deno.json", "deno.lock"];

async function git(cwd: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args: [...args], cwd, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}

/** The commit of the previous release; undefined without history. */
export async function releaseBefore(root = ROOT): Promise<string | undefined> {
  // From the commit before this one: the commit of a release is tagged itself.
  const tag = await git(root, "describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  if (tag !== undefined) return tag;
  const changed = await git(root, "log", "-1", "--format=%H", "--", ...TABLES);
  return changed === undefined || changed === "" ? undefined : await git(root, "rev-parse", "--verify", `${changed}^`);
}

/** Puts the code of a commit into a folder, with this checkout's packages. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  // git refuses to archive a path that the commit lacks, so only those that it has are named.
  const command = `cd "$0" && git archive "$1" -- $(git ls-tree --name-only "$1" ${PARTS.join(" ")} package.json) |
    tar -x -C "$2"`;
  const { success, stderr } = await new Deno.Command("sh", { args: ["-c", command, ROOT, commit, folder] }).output();
  if (!success) throw new Error(`Cannot read ${commit}: ${new TextDecoder().decode(stderr)}`);
  await Deno.symlink(await Deno.realPath(`${ROOT}/node_modules`), `${folder}/node_modules`);
}
