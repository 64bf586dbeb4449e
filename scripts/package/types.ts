/**
 * The package's declarations: the compiler declares each source file, and API Extractor rolls up one file per entry,
 * with a report of its public API for review.
 */
import { Extractor, ExtractorConfig, type ExtractorMessage } from "@microsoft/api-extractor";
import ts from "typescript";
import { PACKAGE_NAME } from "./about.ts";

/** Entry of the package -> its source without the extension. */
const ENTRIES = {
  index: "sdk/mod",
  vault: "sdk/vault",
  testing: "sdk/testing/mod",
  react: "sdk/react/mod",
  elements: "sdk/custom_elements/mod",
} as const;

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [],
} as const;

export interface PackageTypes {
  /** Path below `types/` -> text, for modules (.mts) and for require (.cts). */
  readonly files: ReadonlyMap<string, string>;
  /** File name of a report -> its text. */
  readonly reports: ReadonlyMap<string, string>;
  /** Entry -> its API model: every public declaration with its documentation, as API Extractor's JSON. */
  readonly models: ReadonlyMap<string, string>;
  /** Entry -> its declarations in one file. */
  readonly declarations: ReadonlyMap<string, string>;
}

export async function packageTypes(root: string): Promise<PackageTypes> {
  const home = await Deno.makeTempDir({ prefix: "trustcheck-types-" });
  try {
    await declare(root, home);
    const files = new Map<string, string>();
    const reports = new Map<string, string>();
    const models = new Map<string, string>();
    const all = new Map<string, string>();
    for (const [entry, source] of Object.entries(ENTRIES)) {
      const { declarations, report, model } = await rollUp(home, { entry, source });
      const text = withoutMissingClasses(declarations, Object.keys(await import(`${root}/${source}.ts`)));
      for (const kind of ["mts", "cts"]) files.set(`${entry}.d.${kind}`, text);
      reports.set(`${entry}.api.md`, report);
      models.set(entry, model);
      all.set(entry, text);
    }
    return { files, reports, models, declarations: all };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Writes a declaration file per source file, without what is marked `@internal`, as a package of its own. */
async function declare(root: string, home: string): Promise<void> {
  const program = ts.createProgram(Object.values(ENTRIES).map((source) => `${root}/${source}.ts`), {
    ...OPTIONS,
    types: [],
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    // `deno check` has already checked the types.
    noCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    rootDir: root,
    outDir: home,
  });
  program.emit(
    undefined,
    (path, text) => {
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      // React components and custom elements take and return the types of the package's main entry.
      Deno.writeTextFileSync(
        path,
        /\/(react|components|custom_elements)\//.test(path)
          ? text.replaceAll(`"../mod.ts"`, `"${PACKAGE_NAME}"`)
          : text,
      );
    },
    undefined,
    true,
  );
  const itself = `${home}/node_modules/${PACKAGE_NAME}`;
  await Deno.mkdir(itself, { recursive: true });
  for (const peer of ["react", "@types"]) {
    await Deno.symlink(await Deno.realPath(`${root}/node_modules/${peer}`), `${home}/node_modules/${peer}`);
  }
  const description = JSON.stringify({ name: PACKAGE_NAME, types: "index.d.ts" });
  await Deno.writeTextFile(`${home}/package.json`, description);
  await Deno.writeTextFile(`${itself}/package.json`, description);
  await Deno.writeTextFile(`${itself}/index.d.ts`, `export * from "${home}/${ENTRIES.index}.d.ts";`);
}

interface Entry {
  readonly entry: string;
  readonly source: string;
}

async function rollUp(home: string, { entry, source }: Entry) {
  const folder = `${home}/report`;
  await Deno.mkdir(folder, { recursive: true });
  const main = `${home}/${source}.d.ts`;
  const declarations = `${folder}/${entry}.d.ts`;
  const reportFileName = `${entry}.api.md`;
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: `${home}/package.json`,
    configObject: {
      projectFolder: home,
      mainEntryPointFilePath: main,
      newlineKind: "lf",
      compiler: {
        skipLibCheck: true,
        overrideTsconfig: {
          compilerOptions: {
            ...OPTIONS,
            noEmit: true,
            target: "ESNext",
            module: "ESNext",
            moduleResolution: "Bundler",
            lib: ["ESNext", "DOM", "DOM.Iterable"],
          },
          files: [main],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFileName,
        reportFolder: folder,
        reportTempFolder: `${folder}/draft`,
      },
      dtsRollup: { enabled: true, untrimmedFilePath: declarations },
      docModel: { enabled: true, includeForgottenExports: true, apiJsonFilePath: `${folder}/${entry}.api.json` },
      tsdocMetadata: { enabled: false },
    },
  });
  const problems: string[] = [];
  Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message: ExtractorMessage) => {
      if (message.logLevel === "error") problems.push(message.text);
      message.handled = true;
    },
  });
  if (problems.length > 0) throw new Error(`API Extractor cannot read ${source}.ts:\n${problems.join("\n")}`);
  return {
    declarations: await Deno.readTextFile(declarations) + globalsOf(await Deno.readTextFile(main)),
    report: await Deno.readTextFile(`${folder}/${reportFileName}`),
    model: await Deno.readTextFile(`${folder}/${entry}.api.json`),
  };
}

/** What the entry adds to the global types, which API Extractor leaves out. */
function globalsOf(declarations: string): string {
  return /^declare global \{\n.*?^\}\n/ms.exec(declarations)?.[0] ?? "";
}

/**
 * API Extractor exports a class as a value even where the entry exports only its type. `values` are the names that the
 * entry's module really has.
 */
export function withoutMissingClasses(declarations: string, values: readonly string[]): string {
  const missing: string[] = [];
  const text = declarations.replace(
    /^export (declare (?:abstract )?class (\w+))/gm,
    (whole, rest: string, name: string) => {
      if (values.includes(name)) return whole;
      missing.push(name);
      return rest;
    },
  );
  return missing.length === 0 ? text : `${text}\nexport type { ${missing.join(", ")} };\n`;
}
