/** The package's code: modules with lazy parts, the same for require, and the one script with languages and styles. */
import * as esbuild from "esbuild";
import { PACKS } from "../../sdk/locales/all.ts";
import { type BundleOptions, only, shared } from "../build/bundle.ts";
import { bundleSingles } from "../build/bundle_sdk.ts";

const ENTRIES = {
  index: "sdk/mod.ts",
  vault: "sdk/vault.ts",
  react: "sdk/react/mod.ts",
  testing: "sdk/testing/mod.ts",
} as const;
/** Components run in the browser; frameworks that render on a server need this mark. */
const CLIENT_ONLY = '"use client";\n';

export interface PackageFile {
  /** Below the package's folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function bundlePackage(options: BundleOptions): Promise<readonly PackageFile[]> {
  const singles = (await bundleSingles(options)).filter(({ alias }) => alias !== "vault.mjs");
  const languages = Object.entries(PACKS).map(([code, pack]) => textFile(`locales/${code}.json`, JSON.stringify(pack)));
  return [
    ...await bundleModules(options),
    ...await Promise.all(Object.entries(ENTRIES).map(([name, source]) => bundleForRequire({ name, source }, options))),
    ...singles.map(({ alias, bytes }) => ({ path: alias, bytes })),
    ...languages,
  ];
}

async function bundleModules(options: BundleOptions): Promise<readonly PackageFile[]> {
  const { outputFiles } = await esbuild.build({
    ...shared(options),
    entryPoints: ENTRIES,
    outdir: "esm",
    splitting: true,
    external: ["react"],
    chunkNames: "[name].[hash]",
    outExtension: { ".js": ".mjs" },
  });
  return (outputFiles ?? []).map(({ path, contents }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { path: `esm/${name}`, bytes: name === "react.mjs" ? withDirective(contents) : contents };
  });
}

interface Entry {
  readonly name: string;
  readonly source: string;
}

/** The React components share their client with the entry beside them. */
async function bundleForRequire({ name, source }: Entry, options: BundleOptions): Promise<PackageFile> {
  const beside: esbuild.Plugin = {
    name: "beside",
    setup: (build) =>
      build.onResolve(
        { filter: /^\.\.\/mod\.ts$/ },
        ({ importer }) => importer.includes("/sdk/react/") ? { path: "./index.cjs", external: true } : undefined,
      ),
  };
  const result = await esbuild.build({
    ...shared(options),
    entryPoints: [source],
    outdir: "cjs",
    format: "cjs",
    external: ["react"],
    plugins: [beside],
  });
  const { contents } = only(result);
  return { path: `cjs/${name}.cjs`, bytes: name === "react" ? withDirective(contents) : contents };
}

function withDirective(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(CLIENT_ONLY + new TextDecoder().decode(bytes));
}

export function textFile(path: string, text: string): PackageFile {
  return { path, bytes: new TextEncoder().encode(text) };
}
