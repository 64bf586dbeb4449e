/**
 * The SDK as merchants load it: modules with lazy parts, the vault client in one file, and one script with everything.
 */
import * as esbuild from "esbuild";
import { PACKS } from "../../sdk/locales/all.ts";
import { type Bundled, type BundleOptions, only, shared, shortHash } from "./bundle.ts";
import { firstLoad, joined } from "./first_screen/first_load.ts";
import { withLateParts } from "./late_parts.ts";
import { squeeze } from "./squeeze.ts";

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
  const named = await Promise.all(singles.files.map((file) => underBothNames(file, options)));
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
        [...later, ...singles.later].map(({ name, bytes }) => ({
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

export interface Singles {
  readonly files: readonly Named[];
  /** What the vault client loads while the shopper types. */
  readonly later: readonly Module[];
}

/** The vault client, the one script and the styles: one file each. */
export async function bundleSingles(options: BundleOptions): Promise<Singles> {
  const late = withLateParts(options, "vault");
  const run = (entry: string, extra: esbuild.BuildOptions = {}) =>
    esbuild.build({ ...shared(options), ...FIELDS, entryPoints: [entry], outdir: "out", ...extra });
  const results = [
    { alias: "vault.mjs", result: await run("sdk/vault.ts", { plugins: [late.plugin] }) },
    { alias: "payrails.js", result: await run("sdk/iife.ts", { format: "iife", ...oneScript(options) }) },
    { alias: "payrails-styles.css", result: await run("sdk/ui/payrails-styles.css") },
  ];
  const files = await Promise.all(results.map(async ({ alias, result }) => {
    const { contents } = only(result);
    const isSqueezed = options.minify && !alias.endsWith(".css");
    return { alias, bytes: isSqueezed ? await squeeze(contents, { isModule: alias.endsWith(".mjs") }) : contents };
  }));
  return { files, later: [...late.parts.values()] };
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
  const first = firstLoad(split.metafile, ENTRY);
  const result = await esbuild.build({
    ...settings,
    // The entry is part of it; otherwise the shared code would become an empty file of its own.
    plugins: [joined({ ...first, later: [ENTRY, ...first.later] }, (text) => text)],
  });
  const files = await Promise.all((result.outputFiles ?? []).map(async ({ path, contents }) => ({
    name: path.slice(path.lastIndexOf("/") + 1),
    bytes: options.minify ? await squeeze(contents, { isModule: true }) : contents,
  })));
  return { metafile: result.metafile, files: files.sort((a, b) => Number(isEntry(b)) - Number(isEntry(a))) };
}

function isEntry({ name }: Module): boolean {
  return name === "index.mjs";
}

export interface Named {
  readonly alias: string;
  readonly bytes: Uint8Array;
}

async function underBothNames({ alias, bytes }: Named, { sdkVersion }: BundleOptions): Promise<readonly Bundled[]> {
  const dot = alias.lastIndexOf(".");
  const hashed = `${alias.slice(0, dot)}.${await shortHash(bytes)}${alias.slice(dot)}`;
  return [
    { address: `/sdk/${sdkVersion}/${hashed}`, bytes, immutable: true },
    { address: `/sdk/5/${alias}`, bytes, immutable: false },
  ];
}

/** The one script has no chunks: it contains all lazy parts, and loads its languages relative to its own address. */
export function oneScript(options: BundleOptions): esbuild.BuildOptions {
  return { define: { ...shared(options).define, IS_ONE_SCRIPT: "true" }, plugins: [AT_ONCE] };
}

/** Imports with names, imports for side effects, and namespace imports. */
const LOAD_LATER = /const (\{[^}]*\}) = await import\(("[^"]+")\);/g;
const LOAD_AHEAD = /\bimport\("[^"]+"\)\.catch\(\(\) => \{\}\);/g;
const LOAD_WHOLE = /(?<!typeof )\bimport\(("\.[^"]+")\)/g;

/** Static imports cost less than a function around each part. */
const AT_ONCE: esbuild.Plugin = {
  name: "at-once",
  setup(build) {
    build.onLoad({ filter: /\/sdk\/.*\.ts$/ }, async ({ path }) => {
      const source = await Deno.readTextFile(path);
      const imports: string[] = [];
      const text = source.replace(LOAD_LATER, (_, names: string, from: string) => {
        imports.push(`import ${names} from ${from};`);
        return "";
      }).replace(LOAD_AHEAD, "").replace(LOAD_WHOLE, (_, from: string) => {
        imports.push(`import * as later${imports.length} from ${from};`);
        return `Promise.resolve(later${imports.length - 1})`;
      });
      return { contents: imports.join("") + text, loader: "ts" };
    });
  },
};

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
