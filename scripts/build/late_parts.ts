/**
 * Lets a file load its lazy parts without a third file: it passes the shared code to a part when it opens it. The
 * bundler's own splitting would put shared code into a separate file, and a page would wait for two requests instead of
 * one.
 */
import * as esbuild from "esbuild";
import { type BundleOptions, only, shared, shortHash } from "./bundle.ts";
import { squeeze } from "./squeeze.ts";

/** Must exist once per page: errors are recognised by class, and all rows are in one table. */
const HANDED_OVER = {
  "sdk/errors/sdk_error.ts": ["SdkError", "refuse"],
} as const;
const LATER = /(?<!typeof )\bimport\("(\.\/finish\.ts|\.\/observer_frame\.ts)"\)/g;

export interface LatePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface WithLateParts {
  readonly plugin: esbuild.Plugin;
  /** Filled by the run that uses the plugin. */
  readonly parts: Map<string, LatePart>;
}

/** `prefix` is put before the name of each part. */
export function withLateParts(options: BundleOptions, prefix: string): WithLateParts {
  const parts = new Map<string, LatePart>();
  const plugin: esbuild.Plugin = {
    name: "late-parts",
    setup(build) {
      build.onLoad({ filter: /\/sdk\/.*\.ts$/ }, async ({ path }) => {
        const source = await Deno.readTextFile(path);
        const found = [...new Set([...source.matchAll(LATER)].map(([, from = ""]) => from))];
        if (found.length === 0) return undefined;
        const names = new Map<string, string>();
        for (const from of found) {
          const entry = new URL(from, `file://${path}`).pathname;
          const part = parts.get(entry) ?? await bundlePart(entry, { options, prefix });
          parts.set(entry, part);
          names.set(from, part.name);
        }
        const text = source.replace(
          LATER,
          (_, from: string) => `import("./${names.get(from)}").then(({ default: open }) => open(handedOver))`,
        );
        return { contents: `${handOver(options.root)}\n${text}`, loader: "ts" };
      });
      build.onResolve({ filter: new RegExp(`^\\./${prefix}\\.`) }, ({ path }) => ({ path, external: true }));
    },
  };
  return { plugin, parts };
}

function handOver(root: string): string {
  const imports = Object.entries(HANDED_OVER).map(([path, names]) => {
    const given = names.map((name) => `${name} as handed_${name}`).join(", ");
    return `import { ${given} } from ${JSON.stringify(`${root}/${path}`)};`;
  });
  const all = Object.values(HANDED_OVER).flat().map((name) => `${name}: handed_${name}`).join(", ");
  return `${imports.join("\n")}\nconst handedOver = { ${all} };`;
}

/** A module whose one export opens the part with the shared code. */
async function bundlePart(
  entry: string,
  { options, prefix }: { readonly options: BundleOptions; readonly prefix: string },
): Promise<LatePart> {
  const taken: esbuild.Plugin = {
    name: "taken",
    setup: (build) =>
      build.onLoad({ filter: /\/sdk\/errors\/(sdk_error|table)\.ts$/ }, ({ path }) => {
        const names = Object.entries(HANDED_OVER).find(([known]) => path.endsWith(known))?.[1] ?? [];
        return { contents: names.map((name) => `export const ${name} = handedOver.${name};`).join("\n"), loader: "js" };
      }),
  };
  const result = await esbuild.build({
    ...shared(options),
    entryPoints: [entry],
    outdir: "out",
    format: "iife",
    globalName: "part",
    plugins: [taken],
  });
  const text = new TextDecoder().decode(only(result).contents);
  const whole = new TextEncoder().encode(`export default (handedOver) => {${text}; return part; };`);
  const bytes = options.minify ? await squeeze(whole, { isModule: true }) : whole;
  const stem = entry.slice(entry.lastIndexOf("/") + 1).replace(/\.ts$/, "");
  return { name: `${prefix}.${stem}.${await shortHash(bytes)}.mjs`, bytes };
}
