/**
 * Builds one executable: dist/trustcheck. It is a shell header and an archive of the runtime, the bundled server, the
 * built client and the phone data; the first run unpacks it into the user's cache, later runs start at once. The
 * runtime's own `compile` would download a second runtime during the build.
 */
import { build } from "../build.ts";
import { shortHash, stopBundler } from "../build/bundle.ts";
import { fillAppFolder } from "./app_folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const [OUTPUT = `${ROOT}/dist/trustcheck`, ...FLAGS] = Deno.args;
/** `--fast` packs a larger file in less than half the time, for a test. */
const PACKER = FLAGS.includes("--fast") ? "gzip -1" : "gzip";
/** The launcher only prints the command with the permissions that the settings need; the shell then becomes it. */
const header = (id: string, archiveLine: number) =>
  `#!/bin/sh
# TrustCheck in one file. docs/operations/settings.md lists its settings; data and keys stand where it is started.
set -euf
home="\${TRUSTCHECK_HOME:-\${XDG_CACHE_HOME:-$HOME/.cache}/trustcheck}/${id}"
if [ ! -x "$home/deno" ]; then
  draft="$home.$$"
  mkdir -p "$draft"
  tail -n +${archiveLine} "$0" | tar -xpzf - -C "$draft"
  mv "$draft" "$home" 2>/dev/null || rm -rf "$draft"
fi
command=$("$home/deno" run --quiet --no-prompt --cached-only --no-lock --config "$home/deno.json" \\
  --allow-env --allow-read "$home/server/bundle/launcher.js" --print "$@")
IFS='
'
exec env $command "$@"
exit 1
`;
/** Root may unpack it for the unit's own user: what is inside belongs to root there, and every user may read it. */
async function archive(folder: string): Promise<Uint8Array> {
  const readable = ["--mode=u=rwX,go=rX", "--owner=0", "--group=0", "--numeric-owner"];
  const args = ["-I", PACKER, "-cf", "-", ...readable, "-C", folder, "."];
  const { success, stdout } = await new Deno.Command("tar", { args }).output();
  if (!success) throw new Error("Cannot pack the executable: tar failed");
  return stdout;
}

await build();
const folder = await Deno.makeTempDir({ prefix: "trustcheck-compile-" });
try {
  await fillAppFolder(folder);
  const packed = await archive(folder);
  const id = await shortHash(packed);
  const text = new TextEncoder().encode(header(id, header(id, 0).split("\n").length));
  await Deno.writeFile(OUTPUT, text);
  await Deno.writeFile(OUTPUT, packed, { append: true });
  await Deno.chmod(OUTPUT, 0o755);
  const megabytes = ((text.byteLength + packed.byteLength) / 1_000_000).toFixed(1);
  console.log(`Compiled ${OUTPUT}, ${megabytes} MB: start it with the settings of docs/operations/settings.md`);
} finally {
  await stopBundler();
  await Deno.remove(folder, { recursive: true });
}
