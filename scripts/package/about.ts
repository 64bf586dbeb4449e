/** The package's description: package.json, the manifest with integrity hashes and policies, a quick start page. */
import { NOTICES_FILE } from "../build/licenses/notices.ts";
import { cspDirectives } from "../../server/routes/sdk/csp_directives.ts";
import { gzipBytes } from "../build/budgets.ts";
import { type PackageFile, textFile } from "./bundles.ts";

export const PACKAGE_NAME = "@payrails/web-sdk";
const SUBPATHS = ["vault", "react", "elements", "testing"] as const;
/** Entries with a development build, since they hold the client or wait for its code. */
const WITH_WARNINGS: readonly string[] = ["index", "react", "elements", "testing"];

export interface Origins {
  readonly publicOrigin: string;
  readonly frameOrigin: string;
}

/**
 * The version under which the package is installed, from our own. The published client is at 5.45.0: 100 more in the
 * second number sorts above it, so that no installer takes ours for an older one.
 */
export function packageVersion(own: string): string {
  const [major, minor, patch] = own.split(".");
  return `${major}.${Number(minor) + 100}.${patch}`;
}

/** `own`: the version that the SDK reports on every call. */
export function packageJson(own: string): PackageFile {
  const json = {
    name: PACKAGE_NAME,
    version: packageVersion(own),
    sdkVersion: own,
    description:
      "Card fields, pay buttons and a ready-made checkout: the card is typed in frames your page cannot read",
    license: "MIT",
    type: "commonjs",
    sideEffects: ["*.css", "./payrails.js", "./payrails.development.js"],
    main: "./cjs/index.cjs",
    module: "./esm/index.mjs",
    types: "./types/index.d.cts",
    unpkg: "./payrails.js",
    jsdelivr: "./payrails.js",
    exports: {
      ".": entry("index"),
      ...Object.fromEntries(SUBPATHS.map((name) => [`./${name}`, entry(name)])),
      "./payrails.js": "./payrails.js",
      "./payrails.development.js": "./payrails.development.js",
      "./payrails-styles.css": "./payrails-styles.css",
      "./locales/*.json": "./locales/*.json",
      "./manifest.json": "./manifest.json",
      "./package.json": "./package.json",
    },
    files: [
      ...["esm", "cjs", "development", "types", "locales"],
      ...SUBPATHS,
      ...["payrails.js", "payrails.js.map", "payrails.development.js", "parts.*.mjs"],
      ...["payrails-styles.css", "manifest.json"],
      ...["docs", "llms.txt", NOTICES_FILE],
    ],
    engines: { node: ">=18" },
    peerDependencies: { react: ">=18" },
    peerDependenciesMeta: { react: { optional: true } },
  };
  return textFile("package.json", JSON.stringify(json, null, 2) + "\n");
}

/** The condition `development`, which bundlers set in development: docs/decisions/sdk/development-build.md. */
function entry(name: string) {
  const warns = WITH_WARNINGS.includes(name) ? { development: `./development/${name}.mjs` } : {};
  return {
    import: { types: `./types/${name}.d.mts`, ...warns, default: `./esm/${name}.mjs` },
    require: { types: `./types/${name}.d.cts`, default: `./cjs/${name}.cjs` },
  };
}

/** For tools without support of `exports`: a folder per entry that points to its files. */
export function oldEntries(): readonly PackageFile[] {
  return SUBPATHS.map((name) =>
    textFile(
      `${name}/package.json`,
      JSON.stringify({
        main: `../cjs/${name}.cjs`,
        module: `../esm/${name}.mjs`,
        types: `../types/${name}.d.cts`,
      }),
    )
  );
}

/** For merchants with a strict policy: hashes of every file a page may load, and directives per payment method. */
export async function manifest(version: string, { files, origins }: {
  readonly files: readonly PackageFile[];
  readonly origins: Origins;
}): Promise<PackageFile> {
  const loaded = files.filter(({ path }) => /\.(mjs|js|css)$/.test(path));
  const rows = await Promise.all(loaded.map(async ({ path, bytes }) => ({
    path,
    bytes: bytes.byteLength,
    gzipBytes: gzipBytes(bytes),
    integrity: await integrity(bytes),
  })));
  return textFile(
    "manifest.json",
    JSON.stringify({ version, files: rows, csp: cspDirectives(origins) }, null, 2) + "\n",
  );
}

async function integrity(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", Uint8Array.from(bytes)));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
