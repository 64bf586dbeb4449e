/** The operator's console at /admin: a separate app, so that no shopper loads a byte of it. */
import type { Metafile } from "esbuild";
import { type Bundled, type BundleOptions, outputs, shared } from "./bundle.ts";
import { firstLoad } from "./first_load.ts";
import { runBundler } from "./licenses/notices.ts";

const ENTRY = "client/console/main.tsx";
const STYLES = "client/console/styles/console.css";
/** The console has an address of its own, whatever the base path of the web app is. */
const FOLDER = "/admin/assets";

export interface ConsoleBundle {
  readonly files: readonly Bundled[];
  readonly metafile: Metafile;
  /** Addresses for the document. */
  readonly entry: string;
  readonly styles: string;
}

/** Scripts and styles, with a hash in every name; pages with charts load on demand. */
export async function bundleConsole(options: BundleOptions): Promise<ConsoleBundle> {
  const result = await runBundler({
    ...shared(options),
    entryPoints: [ENTRY, STYLES],
    outdir: "out",
    splitting: true,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    // React itself contains what this package replaces on older versions.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  }, options.libraries);
  const address = (path: string) => `${FOLDER}/${path.replace(/^out\//, "")}`;
  const [entry] = firstLoad(result.metafile, ENTRY);
  const [styles] = firstLoad(result.metafile, STYLES);
  if (entry === undefined || styles === undefined) throw new Error("The console has no entry or no styles");
  return {
    metafile: result.metafile,
    files: outputs(result, address, true),
    entry: address(entry),
    styles: address(styles),
  };
}
