/** Which files an entry loads at once, and one shared file for them instead of one for each set of parts. */
import type { Metafile, Plugin } from "esbuild";

/** The entry's output file and its static imports. */
export function firstLoad(metafile: Metafile, entry: string): readonly string[] {
  const start = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry)?.[0];
  const seen = new Set(start === undefined ? [] : [start]);
  for (const path of seen) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && metafile.outputs[next] !== undefined) seen.add(next);
    }
  }
  return [...seen];
}

/** Our sources that load on demand, each at the start of an output file. */
export function lazyParts(metafile: Metafile, entry: string): readonly string[] {
  const starts = Object.values(metafile.outputs).map(({ entryPoint }) => entryPoint ?? entry);
  return starts.filter((path) => path !== entry && /\.tsx?$/.test(path) && !isLibrary(path));
}

export function isLibrary(path: string): boolean {
  return /(^|\/)node_modules\//.test(path);
}

/** Takes a source and its path below the root, and returns what is bundled. */
export type ChangeSource = (text: string, path: string) => string;

/**
 * Makes each lazy part import `source`. esbuild's splitting then sees that all parts need it, and puts it into one file
 * with everything it imports. By itself, the splitting creates a file for each set of parts: see
 * docs/decisions/client/client-build.md for the figures.
 */
export function importedBy(parts: readonly string[], source: string, root: string): ChangeSource {
  const statement = `\nimport ${JSON.stringify(`${root}/${source}`)};\n`;
  return (text, path) => parts.includes(path) && path !== source ? text + statement : text;
}

/** Changes our sources before esbuild reads them. */
export function changed(change: ChangeSource): Plugin {
  return {
    name: "changed",
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? "";
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const text = await Deno.readTextFile(path);
        const contents = change(text, path.slice(root.length + 1));
        return contents === text ? undefined : { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Matching modules are not bundled: the browser loads them from their address. */
export function atAddress(filter: RegExp, address: string): Plugin {
  return {
    name: "at-address",
    setup: (build) => build.onResolve({ filter }, () => ({ path: address, external: true })),
  };
}

/** Sources that load on demand, by the name of the file that holds them together. */
export type Together = Readonly<Record<string, readonly string[]>>;

/** Where the files of `together` pretend to be. */
const TOGETHER = "together";

/**
 * Combines lazy parts that are too small for their own request into one file per row. `share` is the source that all
 * lazy parts have in common, as in `importedBy`.
 */
export function together(rows: Together, { root, share }: { readonly root: string; readonly share: string }): Plugin {
  const rowOf = new Map<string, string>(
    Object.entries(rows).flatMap(([name, parts]) => parts.map((part) => [`${root}/${part}`, name] as const)),
  );
  return {
    name: TOGETHER,
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const name = rowOf.get(new URL(path, `file://${resolveDir}/`).pathname);
        return name === undefined ? undefined : { path: name, namespace: TOGETHER };
      });
      build.onLoad({ filter: /./, namespace: TOGETHER }, ({ path }) => ({
        contents: [
          `import ${JSON.stringify(`${root}/${share}`)};`,
          ...(rows[path] ?? []).map((part) => `export * from ${JSON.stringify(`${root}/${part}`)};`),
        ].join("\n"),
        resolveDir: root,
        loader: "ts",
      }));
    },
  };
}
