/** Compiles programs written for the published 5.45.0 with the types of either package. */
import ts from "typescript";
import type { Package } from "./program_shop.ts";

export const ROOT = new URL("../../../", import.meta.url).pathname;
export const PACKAGES: Readonly<Record<Package, string>> = {
  published: `${ROOT}node_modules/@payrails/web-sdk/payrails.d.ts`,
  ours: `${ROOT}sdk/mod.ts`,
};

/** Files on disk, which all programs of a run share. */
const parsed = new Map<string, ts.SourceFile>();

/** Reads each file once, for programs whose options read them alike. */
export function sharingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, target) => {
    const known = parsed.get(path) ?? getSourceFile(path, target);
    if (known !== undefined) parsed.set(path, known);
    return known;
  };
  return host;
}

/** The compiler's errors for these programs with one package's types. */
export function errorsOf(files: readonly string[], types: string): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
    baseUrl: ROOT,
    paths: { "@payrails/web-sdk": [types] },
  };
  const program = ts.createProgram(files, options, sharingHost(options));
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  }).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const name = file?.fileName.slice(ROOT.length) ?? "";
    return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
