/**
 * The merchants' package without its types, which take most of the time: unpacked into a folder of its own, with the
 * packages of this project that a merchant's project would install beside it.
 */
import { packageJson } from "../../../scripts/package/about.ts";
import { bundlePackage } from "../../../scripts/package/bundles.ts";
import { SDK_VERSION } from "../../../scripts/build.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** A folder of the whole run; tests that run alone bundle for themselves. */
const SHARED = Deno.env.get("TEST_PREPARED");

/** A new folder with `node_modules` in it. The caller removes it. */
export async function installPackage(packages: readonly string[]): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "trustcheck-merchant-" });
  const installed = `${home}/node_modules/@payrails/web-sdk`;
  if (SHARED === undefined) await bundleInto(installed);
  else await copyFolder(await bundleOnce(SHARED), installed);
  for (const name of packages) {
    await Deno.symlink(await Deno.realPath(`${ROOT}/node_modules/${name}`), `${home}/node_modules/${name}`);
  }
  return home;
}

/** Files of the suite run at once: the first of them to end leaves its package for all. */
async function bundleOnce(dir: string): Promise<string> {
  const kept = `${dir}/package`;
  if (await Deno.stat(kept).then(() => true, () => false)) return kept;
  const draft = await Deno.makeTempDir({ dir });
  await bundleInto(draft);
  await Deno.rename(draft, kept).catch(() => Deno.remove(draft, { recursive: true }));
  return kept;
}

async function bundleInto(folder: string): Promise<void> {
  const code = await bundlePackage({
    root: ROOT,
    base: "",
    sdkVersion: SDK_VERSION,
    minify: true,
    docsOrigin: "http://localhost:8000",
    providerHosts: ["localhost:8000", "localhost:8001"],
  });
  for (const { path, bytes } of [...code, packageJson(SDK_VERSION)]) await write(`${folder}/${path}`, bytes);
}

/** Not a link: a bundler would look for what the package imports beside the link's target. */
async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await Deno.writeFile(file, bytes);
}

/** The file with everything it imports statically. */
export async function loadedAtOnce(folder: string, path: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = await Deno.readTextFile(`${folder}/${path}`);
  for (const [, name] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
    await loadedAtOnce(folder, `esm/${name}`, seen);
  }
  return seen;
}
