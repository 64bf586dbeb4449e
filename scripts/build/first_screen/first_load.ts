/**
 * The files that the browser loads before the first screen responds: found in a first bundler run, joined in a second.
 * By default the bundler creates one chunk per set of pages that share a module, about thirty.
 */
import type { Metafile, Plugin } from "esbuild";

export interface FirstLoad {
  /** Output files: the entry and its static imports. */
  readonly chunks: readonly string[];
  /** Our own sources in them, without the entry. */
  readonly sources: readonly string[];
  /** Library files in them. */
  readonly libraries: readonly string[];
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
    libraries: [...new Set(inputs)].filter(isLibrary),
    later: entries.map(([, output]) => output.entryPoint ?? entry).filter((path) => path !== entry && isOwn(path)),
  };
}

/** True for our own code, false for a library, a style sheet or a generated module. */
export function isOwn(path: string): boolean {
  return /\.tsx?$/.test(path) && !isLibrary(path) && !path.includes(":");
}

export function isLibrary(path: string): boolean {
  return /(^|\/)node_modules\//.test(path);
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

export type ChangeSource = (text: string, path: string) => string;

const JOINED = "first-load";
/** Additional entries: each adds a set of pages, so that libraries are in files that stay the same over releases. */
const LIBRARIES = "libraries";
/** The largest library alone: two files are two shorter tasks on a slow phone. */
const RENDERER = "renderer";
const IN_RENDERER = /\/(react|react-dom|scheduler)\//;
export const LIBRARY_ENTRIES: readonly string[] = [LIBRARIES, RENDERER];

/**
 * Makes every later chunk import the whole first load, so that one set of pages shares it and it becomes one file.
 * `change` transforms each of our sources first.
 */
export function joined({ sources, libraries, later }: FirstLoad, change: ChangeSource): Plugin {
  const statement = `\nimport "${JOINED}";\n`;
  return {
    name: JOINED,
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? "";
      const list = (paths: readonly string[]) =>
        paths.map((path) => `import ${JSON.stringify(`${root}/${path}`)};`).join("\n");
      const contents = new Map([
        [JOINED, `import "${LIBRARIES}";\n${list(sources)}`],
        // Code that both need goes with the renderer.
        [LIBRARIES, `import "${RENDERER}";\n${list(libraries.filter((path) => !IN_RENDERER.test(path)))}`],
        [RENDERER, list(libraries.filter((path) => IN_RENDERER.test(path)))],
      ]);
      build.onResolve(
        { filter: new RegExp(`^(${[...contents.keys()].join("|")})$`) },
        ({ path }) => ({ path, namespace: JOINED }),
      );
      build.onLoad({ filter: /.*/, namespace: JOINED }, ({ path }) => ({
        contents: contents.get(path) ?? "",
        resolveDir: root,
        loader: "js",
      }));
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const name = path.slice(root.length + 1);
        if (!name.startsWith("client/") && !later.includes(name)) return undefined;
        const text = change(await Deno.readTextFile(path), name);
        return { contents: later.includes(name) ? text + statement : text, loader: path.endsWith("x") ? "tsx" : "ts" };
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

/** Only transforms sources, for runs without joining. */
export function changed(change: ChangeSource): Plugin {
  return joined({ chunks: [], sources: [], libraries: [], later: [] }, change);
}
