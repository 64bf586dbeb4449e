/** The build that tests serve, for a server whose origins have host names. */
import { type Manifest, MANIFEST_FILE } from "../../../server/pages/manifest.ts";
import { buildOnce } from "../suite/build_once.ts";

const DIST = new URL("../../../dist", import.meta.url).pathname;

/** Fills a new folder with links to the build and a manifest that names these hosts. The caller removes it. */
export async function distFor(folder: string, providerHosts: readonly string[]): Promise<string> {
  await buildOnce();
  await Deno.mkdir(folder);
  for await (const { name } of Deno.readDir(DIST)) {
    if (name !== MANIFEST_FILE) await Deno.symlink(`${DIST}/${name}`, `${folder}/${name}`);
  }
  const manifest: Manifest = JSON.parse(await Deno.readTextFile(`${DIST}/${MANIFEST_FILE}`));
  await Deno.writeTextFile(`${folder}/${MANIFEST_FILE}`, JSON.stringify({ ...manifest, providerHosts }));
  return folder;
}
