/**
 * The package's code: modules with lazy parts, the same for require, the one script with languages and styles, and a
 * development build of modules and script.
 */
import type * as esbuild from "esbuild";
import { PACKS } from "../../sdk/locales/all.ts";
import { type BundleOptions, shared } from "../build/bundle.ts";
import { bundleModules, bundleSingles } from "../build/bundle_sdk.ts";
import { runBundler } from "../build/licenses/notices.ts";

const ENTRIES = {
  index: "sdk/mod.ts",
  vault: "sdk/vault.ts",
  react: "sdk/react/mod.ts",
  elements: "sdk/custom_elements/mod.ts",
  testing: "sdk/testing/mod.ts",
} as const;
/** The client that warns of a merchant's mistakes. */
const DEVELOPMENT = "sdk/development/mod.ts";
/**
 * As a separate entry it is a separate file, so that a bundle that imports one constant does not contain the client.
 */
const CONSTANTS = "sdk/codes.ts";
/** Components run in the browser; frameworks that render on a server need this mark. */
const CLIENT_ONLY = '"use client";\n';

export interface PackageFile {
  /** Below the package's folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function bundlePackage(options: BundleOptions): Promise<readonly PackageFile[]> {
  const { aliased, parts } = await bundleSingles(options, { sourcemap: "linked" });
  const singles = aliased.filter(({ alias }) => !/^vault/.test(alias));
  const languages = Object.entries(PACKS).map(([code, pack]) => textFile(`locales/${code}.json`, JSON.stringify(pack)));
  const { index, react, elements, vault, testing } = ENTRIES;
  const modules = await bundleModules(options, {
    entries: { index, react, elements, testing, constants: CONSTANTS },
    extra: { sourcemap: "linked", external: ["react"] },
  });
  const development = await bundleModules({ ...options, minify: false }, {
    entries: { index: DEVELOPMENT, react, elements, testing, constants: CONSTANTS },
    extra: { external: ["react"], plugins: [clientOfComponents(`${options.root}/${DEVELOPMENT}`)] },
  });
  return [
    ...inFolder("esm", modules.files),
    ...inFolder("development", development.files),
    ...await bundleEntry({ name: "vault", source: vault, folder: "esm", extension: ".mjs" }, options),
    ...(await Promise.all(
      Object.entries(ENTRIES).map(([name, source]) =>
        bundleEntry({ name, source, folder: "cjs", extension: ".cjs" }, options)
      ),
    )).flat(),
    ...singles.map(({ alias, bytes }) => ({ path: alias, bytes })),
    { path: parts.name, bytes: parts.bytes },
    ...languages,
  ];
}

/** Entries that only re-export what chunks contain are left out, unless merchants import them. */
function inFolder(folder: string, files: readonly { readonly name: string; readonly bytes: Uint8Array }[]) {
  return files.filter(({ name }) => !name.startsWith("constants."))
    .map(({ name, bytes }): PackageFile => withDirective({ path: `${folder}/${name}`, bytes }));
}

interface Entry {
  readonly name: string;
  readonly source: string;
  readonly folder: string;
  readonly extension: string;
}

/** One file with its lazy parts. React components and custom elements share their client with the entry beside them. */
async function bundleEntry({ name, source, folder, extension }: Entry, options: BundleOptions) {
  const { outputFiles = [] } = await runBundler({
    ...shared(options),
    entryPoints: { [name]: source },
    outdir: folder,
    format: folder === "cjs" ? "cjs" : "esm",
    outExtension: { ".js": extension },
    sourcemap: "linked",
    external: ["react"],
    plugins: [clientOfComponents("./index.cjs", true), loadedPayment],
  }, options.libraries);
  return outputFiles.map(({ path, contents }) =>
    withDirective({ path: `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`, bytes: contents })
  );
}

/** The client that React components and custom elements import. */
function clientOfComponents(path: string, external = false): esbuild.Plugin {
  return {
    name: "client-of-components",
    setup: (build) =>
      build.onResolve(
        { filter: /^\.\.\/mod\.ts$/ },
        ({ importer }) => /\/sdk\/(react|custom_elements)\//.test(importer) ? { path, external } : undefined,
      ),
  };
}

/** Beside a single-file client, which loads nothing, the testing entry has nothing to wait for. */
const loadedPayment: esbuild.Plugin = {
  name: "loaded-payment",
  setup: (build) =>
    build.onResolve(
      { filter: /\/buttons\/load_payment\.ts$/ },
      ({ importer, resolveDir }) =>
        /\/sdk\/testing\//.test(importer) ? { path: `${resolveDir}/loaded_payment.ts` } : undefined,
    ),
};

/** The mark is a line above the React components' code, and so an empty line above their source map's. */
function withDirective({ path, bytes }: PackageFile): PackageFile {
  const text = () => new TextDecoder().decode(bytes);
  if (/\/react\.[mc]js$/.test(path)) return textFile(path, CLIENT_ONLY + text());
  if (!/\/react\.[mc]js\.map$/.test(path)) return { path, bytes };
  const map = JSON.parse(text());
  return textFile(path, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}

export function textFile(path: string, text: string): PackageFile {
  return { path, bytes: new TextEncoder().encode(text) };
}
