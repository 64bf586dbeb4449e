/**
 * The SDK as merchants load it: modules with lazy parts, the vault client in one file, and one script with everything.
 */
import type * as esbuild from "esbuild";
import { PACKS } from "../../sdk/locales/all.ts";
import { type Bundled, type BundleOptions, shared, shortHash } from "./bundle.ts";
import { changed, importedBy, lazyParts, together } from "./first_load.ts";
import { runBundler } from "./licenses/notices.ts";
import { oneScript } from "./sdk/one_script.ts";

const ENTRY = "sdk/mod.ts";
/** Beside the client it loads what the lazy parts load, and no file is made for what both have in common. */
const TESTING = "sdk/testing/mod.ts";
/**
 * Source -> what it loads in addition. By themselves, the errors of payments, which the diagnosis of a wallet needs,
 * and the networks of a card would be separate files of less than a kilobyte; so would radios and dropdowns, with
 * which most lists show networks.
 */
const BESIDE = {
  "sdk/diagnosis/diagnose.ts": "sdk/payment/payment_run.ts",
  "sdk/api/session_call.ts": "sdk/api/networks.ts",
  "sdk/ui/controls/choices.ts": "sdk/instruments/network_badge.ts",
} as const;
/** Each part alone would be a file of less than a kilobyte, or one that only names a file that others use, too. */
const TOGETHER = {
  container: [
    "sdk/collect/client_container.ts",
    "sdk/collect/finish.ts",
    "sdk/card_form/tokenize.ts",
    "sdk/dynamic/dynamic_form.ts",
  ],
  choices: [
    "sdk/api/bin_lookup.ts",
    "sdk/card_form/co_badged_choice.ts",
    "sdk/card_form/extras/extras.ts",
    "sdk/card_form/stored_installments.ts",
    "sdk/card_form/code_form.ts",
    "sdk/instruments/network_badge.ts",
    "sdk/ui/controls/choices.ts",
  ],
  after: [
    "sdk/payment/after_authorize/after_authorize.ts",
    "sdk/payment/after_authorize/give_up.ts",
    "sdk/payment/execution/store.ts",
    "sdk/payment/resume.ts",
    "sdk/buttons/notice.ts",
  ],
  later: [
    "sdk/observability/observe_client.ts",
    "sdk/observability/observer_frame.ts",
    "sdk/instruments/client_api.ts",
  ],
} as const;
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
  const { aliased: singles, parts } = await bundleSingles(options);
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
        [...later, parts].map(({ name, bytes }) => ({
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
  readonly aliased: readonly AliasedFile[];
  /** What the single script loads from the file beside it. */
  readonly parts: Module;
}

/** The vault client, the one script in both builds, and the styles: one file each. */
export async function bundleSingles(options: BundleOptions, extra: esbuild.BuildOptions = {}): Promise<Singles> {
  const run = async (alias: string, own: esbuild.BuildOptions) => {
    const name = alias.slice(0, alias.lastIndexOf("."));
    const { outputFiles = [] } = await runBundler({
      ...shared(options),
      ...FIELDS,
      ...extra,
      ...own,
      outdir: "out",
      entryNames: name,
      outExtension: { ".js": alias.slice(alias.lastIndexOf(".")) },
    }, options.libraries);
    return outputFiles.map(({ path, contents }) => ({
      alias: path.slice(path.lastIndexOf("/") + 1),
      bytes: contents,
    }));
  };
  const { parts, settings } = await oneScript({
    root: options.root,
    version: options.sdkVersion,
    common: { ...shared(options), ...FIELDS },
    libraries: options.libraries,
    hash: shortHash,
  });
  const development = { ...settings("sdk/development/iife.ts"), minify: false, sourcemap: false } as const;
  const aliased = await Promise.all([
    run("vault.mjs", { entryPoints: ["sdk/vault.ts"] }),
    run("payrails.js", settings()),
    run("payrails.development.js", development),
    run("payrails-styles.css", { entryPoints: ["sdk/ui/payrails-styles.css"], sourcemap: false }),
  ]);
  return { aliased: aliased.flat(), parts };
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

export interface ModuleEntries {
  /** Name of the file -> source. The one called `index` is the client. */
  readonly entries: Readonly<Record<string, string>>;
  readonly extra?: esbuild.BuildOptions;
}

/** The card form and its button are one file beside the entry; each other payment method loads on demand. */
export async function bundleModules(
  options: BundleOptions,
  { entries, extra = {} }: ModuleEntries = { entries: { index: ENTRY } },
): Promise<ModuleBundle> {
  const share = entries.index ?? ENTRY;
  const groups = together(TOGETHER, { root: options.root, share });
  const settings = {
    ...shared(options),
    ...FIELDS,
    ...extra,
    entryPoints: entries,
    outdir: "out",
    splitting: true,
    chunkNames: "[name].[hash]",
    outExtension: { ".js": ".mjs" },
  } as const satisfies esbuild.BuildOptions;
  const { plugins = [] } = extra;
  const split = await runBundler({ ...settings, plugins: [...plugins, groups] }, undefined);
  const lazy = lazyParts(split.metafile, share).filter((part) => !Object.values(entries).includes(part));
  const additions = [
    importedBy([...lazy, TESTING], share, options.root),
    ...Object.entries(BESIDE).map(([source, other]) => importedBy([source], other, options.root)),
  ];
  const result = await runBundler({
    ...settings,
    plugins: [...plugins, groups, changed((text, path) => additions.reduce((all, add) => add(all, path), text))],
  }, options.libraries);
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
