/** Two sets of declarations in one type checker: those of the published SDK 5.45.0 and ours, or two texts of a test. */
import ts from "typescript";
import { sharingHost } from "../../support/programs/compile.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

export interface Surfaces {
  readonly checker: ts.TypeChecker;
  /** Name -> what 5.45.0 exports under it. */
  readonly theirs: ReadonlyMap<string, ts.Symbol>;
  readonly ours: ReadonlyMap<string, ts.Symbol>;
  /** What cannot be read without an argument: each generic method or type with one, theirs and ours. */
  readonly probes: ReadonlyMap<string, { readonly their: ts.Type; readonly mine: ts.Type }>;
  /** Whether a declaration belongs to the published package, so that its name can be in the table. */
  readonly isTheirs: (fileName: string) => boolean;
  /** Where types are asked for. */
  readonly at: ts.Node;
}

const QUERIES = [
  "holderReference",
  "amount",
  "binLookup",
  "instrumentDelete",
  "instrumentUpdate",
  "executionId",
  "paymentMethodConfig",
  "paymentMethodInstruments",
];
const OPERATIONS = ["deleteInstrument", "updateInstrument", "payout"];

/** A module that exists only in memory: each export is one generic method or type with an argument. */
function probesOf(entry: string): string {
  const methods = [...QUERIES.map((key) => ["query", key]), ...OPERATIONS.map((key) => ["api", key])];
  return [
    `import type { Payrails, StorablePaymentCompositionOption } from "${entry}";`,
    "declare const client: Payrails;",
    ...methods.map(([name, key]) => `export const ${name}_${key} = client.${name}<"${key}">;`),
    "export declare const option: StorablePaymentCompositionOption;",
    "export declare const bare: StorablePaymentCompositionOption<unknown, unknown>;",
  ].join("\n");
}

/** The published package and the module that merchants import. */
export function readSurfaces(): Surfaces {
  const published = Deno.realPathSync(`${ROOT}/node_modules/@payrails/web-sdk`);
  const [theirs, ours] = [`${published}/payrails.d.ts`, `${ROOT}/sdk/mod.ts`];
  const wallets = ["googlepay", "applepayjs"].map((name) => `${published}/../../@types/${name}/index.d.ts`);
  const texts = new Map([["/probe/theirs.ts", probesOf(theirs)], ["/probe/ours.ts", probesOf(ours)]]);
  const program = programOf([theirs, ours, ...wallets], texts);
  return surfacesOf(program, { theirs, ours, texts, isTheirs: (name) => name.includes("@payrails") });
}

/** Pairs of modules of a test. One program holds them all: each checker begins with the types of browsers. */
export function readTexts(
  pairs: readonly (readonly [theirs: string, ours: string])[],
): (theirs: string, ours: string) => Surfaces {
  const places = pairs.map(([theirText, ourText], at) => {
    const [theirs, ours] = [`/probe/a${at}.ts`, `/probe/b${at}.ts`];
    const texts = new Map([[theirs, theirText], [ours, ourText]]);
    return { theirText, ourText, theirs, ours, texts, isTheirs: (name: string) => name === theirs };
  });
  const program = programOf([], new Map(places.flatMap(({ texts }) => [...texts])));
  return (theirs, ours) => {
    const place = places.find(({ theirText, ourText }) => theirText === theirs && ourText === ours);
    if (place === undefined) throw new Error(`not read: ${theirs} beside ${ours}`);
    return surfacesOf(program, place);
  };
}

interface Modules {
  readonly theirs: string;
  readonly ours: string;
  /** Modules that are not on the disk. */
  readonly texts: ReadonlyMap<string, string>;
  readonly isTheirs: (fileName: string) => boolean;
}

function programOf(onDisk: readonly string[], texts: ReadonlyMap<string, string>): ts.Program {
  const settings: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  };
  const host = sharingHost(settings);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, target) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, target) : ts.createSourceFile(path, text, target, true);
  };
  return ts.createProgram([...onDisk, ...texts.keys()], settings, host);
}

function surfacesOf(program: ts.Program, { theirs, ours, texts, isTheirs }: Modules): Surfaces {
  const checker = program.getTypeChecker();
  for (const path of texts.keys()) refuseFaults(program, path);
  const at = sourceOf(program, ours);
  const exported = (path: string) => exportsOf(checker, sourceOf(program, path));
  const hasProbes = texts.has("/probe/ours.ts");
  const typesOf = (path: string) =>
    new Map([...exported(path)].map(([name, symbol]) => [name, checker.getTypeOfSymbolAtLocation(symbol, at)]));
  return {
    checker,
    theirs: exported(theirs),
    ours: exported(ours),
    probes: hasProbes ? paired(typesOf("/probe/theirs.ts"), typesOf("/probe/ours.ts")) : new Map(),
    isTheirs,
    at,
  };
}

function paired(theirs: ReadonlyMap<string, ts.Type>, ours: ReadonlyMap<string, ts.Type>): Surfaces["probes"] {
  return new Map([...theirs].flatMap(([name, their]) => {
    const mine = ours.get(name);
    return mine === undefined ? [] : [[name, { their, mine }]];
  }));
}

/** A probe that does not compile would compare nothing. */
function refuseFaults(program: ts.Program, path: string): void {
  const faults = program.getSemanticDiagnostics(sourceOf(program, path));
  if (faults.length === 0) return;
  throw new Error(
    `${path}: ${faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")).join("; ")}`,
  );
}

function sourceOf(program: ts.Program, path: string): ts.SourceFile {
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`${path} was not read`);
  return file;
}

function exportsOf(checker: ts.TypeChecker, file: ts.SourceFile): ReadonlyMap<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${file.fileName} is no module`);
  return new Map(
    checker.getExportsOfModule(module).map((symbol) => [
      symbol.name,
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    ]),
  );
}
