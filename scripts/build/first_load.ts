/**
 * What the browser fetches before the first screen answers: found in one run, joined in the next. Left alone, the bundler
 * cuts it into a chunk for every set of pages that share a module, thirty of them.
 */
import type { Metafile, Plugin } from "esbuild";

export interface FirstLoad {
  /** Output files: the entry and everything it imports at once. */
  readonly chunks: readonly string[];
  /** Own sources in them, without the entry. */
  readonly sources: readonly string[];
  /** Sources at the start of later chunks. */
  readonly later: readonly string[];
}

export function firstLoad(metafile: Metafile, entry: string): FirstLoad {
  const entries = Object.entries(metafile.outputs);
  const start = entries.find(([, output]) => output.entryPoint === entry)?.[0];
  const chunks = start === undefined ? [] : [...reached(metafile, start)];
  const inputs = chunks.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  return {
    chunks,
    sources: [...new Set(inputs)].filter((path) => path !== entry && isOwn(path)),
    later: entries.map(([, output]) => output.entryPoint ?? entry).filter((path) => path !== entry && isOwn(path)),
  };
}

/** True for our own code, false for a library, a style sheet or a made-up module. */
export function isOwn(path: string): boolean {
  return /\.tsx?$/.test(path) && !/(^|\/)node_modules\//.test(path) && !path.includes(":");
}

function reached(metafile: Metafile, start: string): Set<string> {
  const seen = new Set([start]);
  for (const path of seen) {
    for (const { kind, path: next } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && metafile.outputs[next] !== undefined) seen.add(next);
    }
  }
  return seen;
}

const JOINED = "first-load";

/** Makes every later chunk import all of the first load: then one set of pages shares it, and it is one file. */
export function joined({ sources, later }: FirstLoad): Plugin {
  const statement = `\nimport "${JOINED}";\n`;
  return {
    name: JOINED,
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? "";
      build.onResolve({ filter: new RegExp(`^${JOINED}$`) }, () => ({ path: JOINED, namespace: JOINED }));
      build.onLoad({ filter: /.*/, namespace: JOINED }, () => ({
        contents: sources.map((path) => `import ${JSON.stringify(`${root}/${path}`)};`).join("\n"),
        resolveDir: root,
        loader: "js",
      }));
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!later.includes(path.slice(root.length + 1))) return undefined;
        const text = await Deno.readTextFile(path);
        return { contents: text + statement, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
