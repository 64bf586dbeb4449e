/**
 * The SDK as one script for pages without modules, and the module beside it with the parts that few pages use. Both
 * share one copy of what they have in common: the script keeps its modules where the parts find them.
 */
import type * as esbuild from "esbuild";
import { runBundler } from "../licenses/notices.ts";
import type { Libraries } from "../licenses/notices.ts";

/** Name -> source, as their dynamic imports name it. They load when the page makes such an element. */
const RARE_PARTS: Readonly<Record<string, string>> = {
  container: "sdk/collect/client_container.ts",
  dynamicForm: "sdk/dynamic/dynamic_form.ts",
  tokenize: "sdk/card_form/tokenize.ts",
  applePay: "sdk/methods/apple_pay.ts",
  googlePay: "sdk/methods/google_pay.ts",
  payPal: "sdk/methods/paypal/paypal_button.ts",
  lean: "sdk/methods/lean/lean_button.ts",
  hostedPage: "sdk/methods/redirect_button.ts",
  clientApi: "sdk/instruments/client_api.ts",
  giveUp: "sdk/payment/after_authorize/give_up.ts",
  diagnosis: "sdk/diagnosis/diagnose.ts",
};
const ENTRY = "sdk/iife.ts";
const NAMESPACE = "script";

export interface OneScript {
  /** Settings of a build for the script's entry; the production script by default. */
  settings(entry?: string): esbuild.BuildOptions;
  /** The module beside it. */
  readonly parts: { readonly name: string; readonly bytes: Uint8Array };
}

interface Options {
  readonly root: string;
  readonly version: string;
  readonly common: esbuild.BuildOptions;
  readonly libraries: Libraries | undefined;
  readonly hash: (bytes: Uint8Array) => Promise<string>;
}

/** Builds the parts, of which the script has to know the file's name and what they need of it. */
export async function oneScript({ root, version, common, libraries, hash }: Options): Promise<OneScript> {
  const key = JSON.stringify(`payrails:${version}`);
  const script: esbuild.BuildOptions = {
    ...common,
    format: "iife",
    define: { ...common.define, IS_ONE_SCRIPT: "true", RARE_PARTS_FILE: '""' },
  };
  const { metafile } = await runBundler(
    {
      ...script,
      entryPoints: [ENTRY],
      outdir: "out",
      sourcemap: false,
      plugins: [partsBeside(root), within(root, Object.values(RARE_PARTS))],
    },
    undefined,
  );
  const ofParts: esbuild.BuildOptions = {
    ...common,
    sourcemap: false,
    stdin: {
      contents: Object.entries(RARE_PARTS).map(([name, path]) => `export * as ${name} from "./${path}";`).join("\n"),
      resolveDir: root,
    },
    outdir: "out",
  };
  const inScript = new Set(Object.keys(metafile.inputs));
  const outside = await runBundler({ ...ofParts, plugins: [outsideOf(root, inScript), within(root)] }, undefined);
  const needed = namesFrom(textOf(outside));
  await refuseVariables(root, needed);
  const parts = await runBundler(
    { ...ofParts, plugins: [fromScript({ root, key, inScript, needed }), within(root)] },
    libraries,
  );
  const [file] = parts.outputFiles ?? [];
  if (file === undefined) throw new Error("There are no parts beside the one script");
  const name = `parts.${await hash(file.contents)}.mjs`;
  return {
    parts: { name, bytes: file.contents },
    settings: (entry = ENTRY) => ({
      ...script,
      define: { ...script.define, RARE_PARTS_FILE: JSON.stringify(name) },
      stdin: {
        contents: [
          // Reads the script's address while the script runs for the first time.
          'import "./sdk/ui/beside_script.ts";',
          `import "./${entry}";`,
          ...[...needed].map(([path, names], at) =>
            `import ${
              names === undefined ? `* as m${at}` : `{ ${names.map((name) => `${name} as m${at}${name}`)} }`
            } from "./${path}";`
          ),
          `globalThis[Symbol.for(${key})] = [${
            [...needed.values()].map((names, at) => names ? `[${names.map((name) => `m${at}${name}`)}]` : `m${at}`)
          }];`,
        ].join("\n"),
        resolveDir: root,
        sourcefile: "sdk/one_script.ts",
      },
      plugins: [partsBeside(root), within(root, Object.values(RARE_PARTS))],
    }),
  };
}

/** A module that exports `then` resolves to what that calls back with, for every importer. */
function partsBeside(root: string): esbuild.Plugin {
  const names = new Map(Object.entries(RARE_PARTS).map(([name, path]) => [`${root}/${path}`, name]));
  return {
    name: "parts-beside",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        const name = names.get(new URL(path, `file://${resolveDir}/`).pathname);
        return kind === "dynamic-import" && name !== undefined ? { path: name, namespace: "beside" } : undefined;
      });
      build.onLoad({ filter: /./, namespace: "beside" }, ({ path }) => ({
        contents: `import { besideScript } from "./sdk/ui/beside_script.ts";
export const then = (done, failed) => besideScript(${JSON.stringify(path)}).then(done, failed);`,
        resolveDir: root,
      }));
    },
  };
}

/** Languages, which load one by one. */
const LANGUAGE = /\/locales\/\w\w\.ts$/;
/** Not the import of a type. */
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\("(\.[^"]+\.ts)"\)(?!\.[A-Z])/g;

/**
 * What a file contains is there at once, so its dynamic imports become static ones: a bundler wraps a module that is
 * imported dynamically, and all that it imports, in a function that runs later. The sources `beside` it stay so.
 */
function within(root: string, beside: readonly string[] = []): esbuild.Plugin {
  return {
    name: "within",
    setup(build) {
      build.onLoad({ filter: /\/sdk\/.*\.ts$/ }, async ({ path }) => {
        const source = await Deno.readTextFile(path);
        const found: string[] = [];
        const contents = source.replaceAll(DYNAMIC_IMPORT, (text, target: string) => {
          const file = new URL(target, `file://${path}`).pathname;
          if (beside.includes(file.slice(root.length + 1)) || LANGUAGE.test(file)) return text;
          return `Promise.resolve(within${found.push(target) - 1})`;
        });
        if (found.length === 0) return undefined;
        const imports = found.map((target, at) => `import * as within${at} from "${target}";`);
        return { contents: `${contents}\n${imports.join("\n")}`, loader: "ts" };
      });
    },
  };
}

/** Source in the script -> the names that the parts import of it; undefined where they import all, while they run. */
type Needed = ReadonlyMap<string, readonly string[] | undefined>;

/** Leaves the imports of what the script contains in the output, where `namesFrom` reads them. */
function outsideOf(root: string, inScript: ReadonlySet<string>): esbuild.Plugin {
  return {
    name: "outside",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const source = sourceOf(root, resolveDir, path);
        return inScript.has(source) ? { path: `${NAMESPACE}:${source}`, external: true } : undefined;
      });
    },
  };
}

/** What the parts use of the script: only this is in the list that the script keeps for them, with its values of then. */
function namesFrom(code: string): Needed {
  const needed = new Map<string, readonly string[] | undefined>();
  for (const [, list = "", path = ""] of code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*"script:([^"]+)"/g)) {
    const names = list.split(",").map((name) => name.trim().split(" ")[0] ?? "");
    needed.set(path, [...new Set([...needed.get(path) ?? [], ...names])]);
  }
  const whole = /\bimport(?:\(|\s*\*\s*as\s+[\w$]+\s*from\s*)"script:([^"]+)"/g;
  for (const [, path = ""] of code.matchAll(whole)) needed.set(path, undefined);
  return needed;
}

/** The parts would keep the value that a variable had when they loaded. */
async function refuseVariables(root: string, needed: Needed): Promise<void> {
  for (const [path, names = []] of needed) {
    const source = await Deno.readTextFile(`${root}/${path}`);
    const variable = names.find((name) => new RegExp(`^export (?:let|var) ${name}\\b`, "m").test(source));
    if (variable !== undefined) throw new Error(`${path}: the parts beside the one script cannot follow ${variable}`);
  }
}

interface Script {
  readonly root: string;
  readonly key: string;
  readonly inScript: ReadonlySet<string>;
  readonly needed: Needed;
}

/** The parts take what they need from the script's list when they load; the script has run by then. */
function fromScript({ root, key, inScript, needed }: Script): esbuild.Plugin {
  const order = [...needed.keys()];
  return {
    name: "from-script",
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const source = sourceOf(root, resolveDir, path);
        return inScript.has(source) ? { path: source, namespace: NAMESPACE, sideEffects: false } : undefined;
      });
      build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => {
        const at = order.indexOf(path);
        // Imported only by code that is not in the parts.
        if (at < 0) return { contents: "module.exports = {};" };
        const names = needed.get(path);
        const kept = `globalThis[Symbol.for(${key})][${at}]`;
        return { contents: names === undefined ? `module.exports = ${kept};` : `export const [${names}] = ${kept};` };
      });
    },
  };
}

function sourceOf(root: string, resolveDir: string, path: string): string {
  return new URL(path, `file://${resolveDir}/`).pathname.slice(root.length + 1);
}

function textOf({ outputFiles = [] }: esbuild.BuildResult): string {
  return outputFiles.map(({ text }) => text).join("\n");
}
