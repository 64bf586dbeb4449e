/** Runs the image as container software does: its own root file system, read-only, as its user, with two volumes. */

interface Descriptor {
  readonly digest: string;
}
interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Env: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
}

/** The image that an OCI layout holds. */
export interface Image {
  readonly config: ImageConfig;
  readonly layers: readonly Descriptor[];
}

const blob = (layout: string, { digest }: Descriptor) => `${layout}/blobs/${digest.replace(":", "/")}`;
const readJson = async (file: string) => JSON.parse(await Deno.readTextFile(file));

export async function readImage(layout: string): Promise<Image> {
  const { manifests: [first] } = await readJson(`${layout}/index.json`);
  const { config, layers } = await readJson(blob(layout, first));
  return { config: (await readJson(blob(layout, config))).config, layers };
}

/** Unpacks the layers, one above the other. */
export async function unpackImage(layout: string, root: string): Promise<void> {
  const { layers } = await readImage(layout);
  for (const layer of layers) await run("tar", ["-xzf", blob(layout, layer), "-C", root]);
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  if (!success) throw new Error(`${command}: ${new TextDecoder().decode(stderr).trim()}`);
}

/** Mounts the root read-only and each volume as an empty folder of the image's user, then gives up all rights. */
const INSIDE = `set -eu
root=$1 user=$2 volumes=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
for volume in $volumes; do mount -t tmpfs -o "mode=700,uid=\${user%:*},gid=\${user#*:}" tmpfs "$root$volume"; done
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
exec chroot "--userspec=$user" "$root" "$@"`;

/** Whether this machine lets the test create its own root file system. */
export async function canRunImages(): Promise<boolean> {
  const tried = await new Deno.Command("unshare", { args: ["--mount", "--pid", "--fork", "true"], stderr: "null" })
    .output().catch(() => ({ success: false }));
  return tried.success;
}

/** A command in the image. */
export interface InImage {
  /** Resolves when it has ended, with what it wrote. */
  readonly output: Promise<Deno.CommandOutput>;
  stop(): Promise<void>;
}

/** Starts a command in the unpacked image, by default its own, with the image's environment and `env`. */
export async function runInImage(
  { layout, root, env = {}, command }: {
    readonly layout: string;
    readonly root: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly command?: readonly string[];
  },
): Promise<InImage> {
  const { config: { User, Entrypoint, Env, Volumes } } = await readImage(layout);
  const own = Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const process = new Deno.Command("unshare", {
    args: [
      ...["--mount", "--pid", "--fork", "sh", "-c", INSIDE, "sh"],
      ...[root, User, Object.keys(Volumes).join(" ")],
      ...(command ?? Entrypoint),
    ],
    clearEnv: true,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ...own, ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = process.output();
  return {
    output,
    // The first process of a namespace ends with its parent only if its rights do not change, which they do here.
    stop: async () => {
      // Without the file it has ended by itself, as the failed case shows.
      const children = await Deno.readTextFile(`/proc/${process.pid}/task/${process.pid}/children`).catch(() => "");
      for (const child of children.split(" ").filter((pid) => pid.trim() !== "")) Deno.kill(Number(child), "SIGKILL");
      await output;
    },
  };
}
