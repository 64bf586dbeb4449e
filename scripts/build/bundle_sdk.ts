/**
 * The SDK as merchants load it: modules with lazy parts, the vault client in one file, and one script with everything.
 */
import * as esbuild from "esbuild";
import { PACKS } from "../../sdk/locales/all.ts";
import { type Bundled, type BundleOptions, only, shared, shortHash } from "./bundle.ts";
import { changed, importedBy, lazyParts } from "./first_load.ts";

const ENTRY = "sdk/mod.ts";
/** A field that the constructor sets needs no declaration in the output. */
const FIELDS = { tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } } } as const;

export interface SdkBundle {
  readonly files: readonly Bundled[];
  /** Address of the module entry. */
  readonly entry: string;
  readonly metafile: esbuild.Metafile;
}

/** Hashed names below /sdk/{version}/, and stable names with a short cache time below /sdk/5/. */
export async function bundleSdk(options: BundleOptions): Promise<SdkBundle> {
  const { metafile, files: modules } = await bundleModules(options);
  const singles = await bundleSingles(options);
  const named = await Promise.all(singles.map((file) => underBothNames(file, options)));
  const [entry, ...later] = modules;
  if (entry === undefined) throw new Error("The modules of the SDK have no entry");
  const entries = await underBothNames({ alias: "index.mjs", bytes: entry.bytes }, options);
  return {
    metafile,
    entry: entries.find(({ immutable }) => immutable)?.address ?? "",
    files: [
      ...entries,
      // The entry is in both folders, and so is everything it imports by a relative path.
      ...["5", options.sdkVersion].flatMap((version) =>
        later.map(({ name, bytes }) => ({
          address: `/sdk/${version}/${name}`,
          bytes,
          immutable: true,
        }))
      ),
      ...named.flat(),
      ...languageFiles(options),
    ],
  };
}

/** The vault client, the one script and the styles: one file each, which holds its lazy parts. */
export async function bundleSingles(options: BundleOptions): Promise<readonly AliasedFile[]> {
  const run = async (entry: string, extra: esbuild.BuildOptions = {}) =>
    only(await esbuild.build({ ...shared(options), ...FIELDS, entryPoints: [entry], outdir: "out", ...extra }))
      .contents;
  return [
    { alias: "vault.mjs", bytes: await run("sdk/vault.ts") },
    // Loads its languages relative to its own address.
    {
      alias: "payrails.js",
      bytes: await run("sdk/iife.ts", { format: "iife", define: { ...shared(options).define, IS_ONE_SCRIPT: "true" } }),
    },
    { alias: "payrails-styles.css", bytes: await run("sdk/ui/payrails-styles.css") },
  ];
}

interface Module {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ModuleBundle {
  readonly metafile: esbuild.Metafile;
  /** The entry comes first. */
  readonly files: readonly Module[];
}

/** The card form and its button are one file beside the entry; each other payment method loads on demand. */
export async function bundleModules(options: BundleOptions, extra: esbuild.BuildOptions = {}): Promise<ModuleBundle> {
  const settings = {
    ...shared(options),
    ...FIELDS,
    ...extra,
    metafile: true,
    entryPoints: [ENTRY],
    outdir: "out",
    splitting: true,
    entryNames: "index",
    chunkNames: "[name].[hash]",
    outExtension: { ".js": ".mjs" },
  } as const satisfies esbuild.BuildOptions;
  const split = await esbuild.build(settings);
  const share = importedBy(lazyParts(split.metafile, ENTRY), ENTRY, options.root);
  const result = await esbuild.build({ ...settings, plugins: [changed(share)] });
  const files = (result.outputFiles ?? []).map(({ path, contents }) => ({
    name: path.slice(path.lastIndexOf("/") + 1),
    bytes: contents,
  }));
  return { metafile: result.metafile, files: files.sort((a, b) => Number(isEntry(b)) - Number(isEntry(a))) };
}

function isEntry({ name }: Module): boolean {
  return name === "index.mjs";
}

export interface AliasedFile {
  readonly alias: string;
  readonly bytes: Uint8Array;
}

async function underBothNames(
  { alias, bytes }: AliasedFile,
  { sdkVersion }: BundleOptions,
): Promise<readonly Bundled[]> {
  const dot = alias.lastIndexOf(".");
  const hashed = `${alias.slice(0, dot)}.${await shortHash(bytes)}${alias.slice(dot)}`;
  return [
    { address: `/sdk/${sdkVersion}/${hashed}`, bytes, immutable: true },
    { address: `/sdk/5/${alias}`, bytes, immutable: false },
  ];
}

/** Same path as the script, as JSON. */
function languageFiles({ sdkVersion }: BundleOptions): readonly Bundled[] {
  return Object.entries(PACKS).flatMap(([code, pack]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(pack));
    return ["5", sdkVersion].map((version) => ({
      address: `/sdk/${version}/locales/${code}.json`,
      bytes,
      immutable: false,
    }));
  });
}
