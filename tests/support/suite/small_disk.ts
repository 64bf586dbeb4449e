/** A disk of limited size for tests, in namespaces of its own, which a user who is not root may make, too. */

const UNSHARE = ["--user", "--map-root-user", "--mount"] as const;

export interface SmallDisk {
  /** Where a process that {@link inside} starts sees it. */
  readonly path: string;
  /** Where this process sees it. */
  readonly outside: string;
  /** Put before the command of a process that uses it. */
  readonly inside: readonly string[];
  close(): Promise<void>;
}

/** Why this machine has no such disk; undefined when it has. */
export async function lacksSmallDisks(): Promise<string | undefined> {
  const tried = new Deno.Command("unshare", { args: [...UNSHARE, "true"], stdout: "null", stderr: "null" }).output();
  const isAllowed = await tried.then(({ success }) => success, () => false);
  return isAllowed ? undefined : "unshare is not installed, or the system allows it no namespaces";
}

export async function openSmallDisk(size: string): Promise<SmallDisk> {
  const path = await Deno.makeTempDir({ prefix: "small-disk-" });
  // The namespaces last as long as this process, which ends with its standard input.
  const holder = new Deno.Command("unshare", {
    args: [...UNSHARE, "sh", "-c", `mount -t tmpfs -o size=${size} tmpfs "$0" && echo mounted && exec cat`, path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = holder.stdout.getReader();
  const { value } = await output.read();
  if (new TextDecoder().decode(value).trim() !== "mounted") throw new Error("The small disk was not mounted");
  return {
    path,
    outside: `/proc/${holder.pid}/root${path}`,
    // The system begins a process of another mount namespace in its root folder.
    inside: ["nsenter", `--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"]
      .concat("sh", "-c", 'cd "$0" && exec "$@"', Deno.cwd()),
    async close() {
      await output.cancel();
      await holder.stdin.close();
      await holder.status;
      await Deno.remove(path);
    },
  };
}
