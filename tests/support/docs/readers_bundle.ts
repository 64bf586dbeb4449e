/** A reader's bundler, for the programs of the documentation and of the playground. */
import type * as esbuild from "esbuild";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** Bundles with the package under its name, and drops styles. */
export function readersBundle(entry: string) {
  return {
    entryPoints: [entry],
    bundle: true,
    write: false,
    outdir: "out",
    format: "iife",
    jsx: "automatic",
    absWorkingDir: ROOT,
    nodePaths: [`${ROOT}/node_modules`],
    loader: { ".css": "empty" },
    define: {
      "process.env.NODE_ENV": '"development"',
      DOCS_ORIGIN: '""',
      PROVIDER_HOSTS: '""',
      IS_ONE_SCRIPT: "false",
    },
    alias: {
      "@payrails/web-sdk/react": `${ROOT}/sdk/react/mod.ts`,
      "@payrails/web-sdk/testing": `${ROOT}/sdk/testing/mod.ts`,
      "@payrails/web-sdk/payrails-styles.css": `${ROOT}/sdk/ui/payrails-styles.css`,
      "@payrails/web-sdk": `${ROOT}/sdk/mod.ts`,
    },
    logLevel: "error",
  } as const satisfies esbuild.BuildOptions;
}
