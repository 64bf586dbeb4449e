/** The compiler's declarations of the SDK's sources: one parsed file each, with its imports and exports. */
import ts from "typescript";

export interface Place {
  readonly file: string;
  readonly name: string;
}

export interface DeclarationFile {
  readonly source: ts.SourceFile;
  /** Local name -> statements that declare it. */
  readonly locals: ReadonlyMap<string, readonly ts.Statement[]>;
  /** Exported name -> its origin, in this file or another. */
  readonly exports: ReadonlyMap<string, Place>;
  /** Names exported as types only. */
  readonly typeOnly: ReadonlySet<string>;
  /** Local name -> the file it was imported from; a package name for files that are not ours. */
  readonly imports: ReadonlyMap<string, Place>;
}

export type DeclarationFiles = ReadonlyMap<string, DeclarationFile>;

const OPTIONS: ts.CompilerOptions = {
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  // `deno check` has already checked the types.
  noCheck: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};

/** Declarations of the entries and everything they import, by source path. */
export function declare(entries: readonly string[]): DeclarationFiles {
  const texts = new Map<string, string>();
  const program = ts.createProgram([...entries], OPTIONS);
  program.emit(undefined, (path, text) => texts.set(path.replace(/\.d\.ts$/, ".ts"), text), undefined, true);
  return new Map([...texts].map(([path, text]) => [path, read(path, text)]));
}

function read(path: string, text: string): DeclarationFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const locals = new Map<string, ts.Statement[]>();
  const exports = new Map<string, Place>();
  const imports = new Map<string, Place>();
  const typeOnly = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = target(path, statement.moduleSpecifier);
      const named = statement.importClause?.namedBindings;
      if (named === undefined || !ts.isNamedImports(named)) continue;
      for (const { name, propertyName } of named.elements) {
        imports.set(name.text, { file: from, name: (propertyName ?? name).text });
      }
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const from = moduleSpecifier === undefined ? path : target(path, moduleSpecifier);
      if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
      for (const { name, propertyName, isTypeOnly } of exportClause.elements) {
        if (isTypeOnly || statement.isTypeOnly) typeOnly.add(name.text);
        exports.set(name.text, { file: from, name: (propertyName ?? name).text });
      }
    } else {
      for (const name of namesOf(statement)) {
        locals.set(name, [...locals.get(name) ?? [], statement]);
        if (!isExported(statement)) continue;
        exports.set(name, { file: path, name });
        if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) typeOnly.add(name);
      }
    }
  }
  return { source, locals, exports, imports, typeOnly };
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed = ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  return ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
}

/** A path for our own files, else the package name. */
export function target(path: string, specifier: ts.Expression): string {
  const text = ts.isStringLiteral(specifier) ? specifier.text : "";
  return text.startsWith(".") ? new URL(text, `file://${path}`).pathname : text;
}

/** Follows imports and exports to the declaring file; stops at a package name. */
export function origin(files: DeclarationFiles, place: Place): Place {
  const { file, name } = place;
  const found = files.get(file);
  if (found === undefined || found.locals.has(name)) return place;
  const exported = found.exports.get(name);
  const isItself = exported === undefined || keyOf(exported) === keyOf(place);
  const next = isItself ? found.imports.get(name) : exported;
  return next === undefined ? place : origin(files, next);
}

export function keyOf({ file, name }: Place): string {
  return `${file}#${name}`;
}
