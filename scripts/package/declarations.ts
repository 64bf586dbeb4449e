/** One declaration file with the entries' exports and everything they need, without the SDK's internals. */
import ts from "typescript";
import { type DeclarationFile, type DeclarationFiles, keyOf, origin, type Place, target } from "./declaration_files.ts";

export interface Flat {
  /** The declarations, each exported under this name. */
  readonly text: string;
  /** "file#name" -> name in the text. */
  readonly names: ReadonlyMap<string, string>;
}

export interface FlatOptions {
  readonly files: DeclarationFiles;
  readonly roots: readonly Place[];
  /** Names declared elsewhere, with their origin. */
  readonly known?: Flat & { readonly from: string };
}

/** The error table's keys and messages are internal: merchants compare codes. */
const WRITTEN_BY_HAND: Readonly<Record<string, string>> = {
  SdkError: `/** Every error of the SDK: a code, a sentence, and where to read more. */
export declare class SdkError extends Error {
    readonly name: "PayrailsError";
    /** \`payrails:client:...\`, \`payrails:api:...\` or \`payrails:card_form:...\` */
    readonly code: string;
    readonly docUrl: string;
    private constructor();
}`,
};

/** Merchants construct these; the constructors of all other classes are internal. */
const MADE_BY_MERCHANTS = ["FakeClock", "FakeFrame", "FakePayments"];

export function flatten({ files, roots, known }: FlatOptions): Flat {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const outside = new Map<string, Set<string>>();
  const parts: string[] = [];
  /** Its name in the text, after its own declaration was added. */
  const nameOf = (place: Place): string | undefined => {
    const found = origin(files, place);
    const key = keyOf(found);
    const already = names.get(key);
    if (already !== undefined) return already;
    const elsewhere = known?.names.get(key);
    if (known !== undefined && elsewhere !== undefined) {
      outside.set(known.from, (outside.get(known.from) ?? new Set()).add(elsewhere));
      return elsewhere;
    }
    const file = files.get(found.file);
    if (file === undefined) {
      outside.set(found.file, (outside.get(found.file) ?? new Set()).add(found.name));
      return found.name;
    }
    const statements = file.locals.get(found.name);
    if (statements === undefined) return undefined;
    const name = free(found.name, taken);
    names.set(key, name);
    parts.push(...statements.map((statement) => write(statement, { file, path: found.file, own: found.name, nameOf })));
    return name;
  };
  for (const root of roots) {
    if (nameOf(root) === undefined) throw new Error(`${keyOf(root)} is declared nowhere`);
  }
  const imports = [...outside].map(([from, used]) => `import type { ${[...used].join(", ")} } from "${from}";`);
  return { text: [...imports, ...parts].join("\n"), names };
}

function free(name: string, taken: Set<string>): string {
  let chosen = name;
  for (let number = 2; taken.has(chosen); number++) chosen = `${name}${number}`;
  taken.add(chosen);
  return chosen;
}

interface Writing {
  readonly file: DeclarationFile;
  readonly path: string;
  readonly own: string;
  readonly nameOf: (place: Place) => string | undefined;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The statement with the names of the one file, and without internal members. */
function write(statement: ts.Statement, { file, path, own, nameOf }: Writing): string {
  const byHand = WRITTEN_BY_HAND[own];
  if (byHand !== undefined) return byHand;
  const edits: Edit[] = [];
  const replace = (node: ts.Node, text: string) => {
    edits.push({ start: node.getStart(), end: node.getEnd(), text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && isPrivate(node)) {
      edits.push({ start: node.getFullStart(), end: node.getEnd(), text: "" });
      return;
    }
    if (ts.isConstructorDeclaration(node) && !MADE_BY_MERCHANTS.includes(own)) {
      return replace(node, "protected constructor();");
    }
    if (ts.isImportTypeNode(node)) {
      const { argument, qualifier } = node;
      const specifier = ts.isLiteralTypeNode(argument) ? argument.literal : undefined;
      if (
        specifier !== undefined && ts.isStringLiteral(specifier) && qualifier !== undefined &&
        ts.isIdentifier(qualifier)
      ) {
        const name = nameOf({ file: target(path, specifier), name: qualifier.text });
        if (name !== undefined) edits.push({ start: node.getStart(), end: qualifier.getEnd(), text: name });
        node.typeArguments?.forEach(visit);
        return;
      }
    }
    if (ts.isIdentifier(node) && isReference(node)) {
      const isKnown = file.locals.has(node.text) || file.imports.has(node.text);
      const name = isKnown ? nameOf({ file: path, name: node.text }) : undefined;
      if (name !== undefined && name !== node.text) replace(node, name);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  const start = statement.getFullStart();
  let text = statement.getFullText();
  for (const edit of edits.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start);
  }
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  const body = text.slice(statement.getStart() - start).replace(/^(?:export )?(?:declare )?/, "");
  return `${ownComment(statement)}export ${isType ? "" : "declare "}${body}`;
}

/** The comment right above it; earlier ones belong to the file. */
function ownComment(statement: ts.Statement): string {
  const source = statement.getSourceFile().text;
  const last = ts.getLeadingCommentRanges(source, statement.getFullStart())?.at(-1);
  return last === undefined ? "" : `${source.slice(last.pos, last.end)}\n`;
}

function isPrivate(node: ts.ClassElement): boolean {
  if (!ts.canHaveModifiers(node) || ts.isConstructorDeclaration(node)) return false;
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return ts.getModifiers(node)?.some(({ kind }) => hidden.includes(kind)) ?? false;
}

/** A name that refers to a declaration, not the name of a member or parameter. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  const isMember = ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) || ts.isParameter(parent) || ts.isGetAccessor(parent) || ts.isSetAccessor(parent) ||
    ts.isTypeParameterDeclaration(parent) || ts.isNamedTupleMember(parent) || ts.isBindingElement(parent);
  return !(isMember && parent.name === node);
}
