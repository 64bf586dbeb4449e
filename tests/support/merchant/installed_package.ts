/**
 * The merchants' package without its types, which take most of the time: unpacked into a folder of its own, with the
 * packages of this project that a merchant's project would install beside it.
 */
import { packageJson } from "../../../scripts/package/about.ts";
import { bundlePackage } from "../../../scripts/package/bundles.ts";
import { SDK_VERSION } from "../../../scripts/build.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** A new folder with `node_modules` in it. The caller removes it. */
export async function installPackage(packages: readonly string[]): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "trustcheck-merchant-" });
  const code = await bundlePackage({
    root: ROOT,
    base: "",
    sdkVersion: SDK_VERSION,
    minify: true,
    docsOrigin: "http://localhost:8000",
    providerHosts: ["localhost:8000", "localhost:8001"],
  });
  for (const { path, bytes } of [...code, packageJson(SDK_VERSION)]) {
    await write(`${home}/node_modules/@payrails/web-sdk/${path}`, bytes);
  }
  for (const name of packages) {
    await Deno.symlink(await Deno.realPath(`${ROOT}/node_modules/${name}`), `${home}/node_modules/${name}`);
  }
  return home;
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
