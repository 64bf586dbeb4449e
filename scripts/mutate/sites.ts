/** Finds the places in a source file where a small mutation should make a test fail. */
import ts from "typescript";

export const KINDS = [
  "negated condition",
  "dropped call",
  "changed constant",
  "removed row",
  "early return",
  "swapped arguments",
] as const;
export type Kind = (typeof KINDS)[number];

/** One mutation: `replacement` replaces the text from `start` to `end`. */
export interface Site {
  readonly path: string;
  readonly kind: Kind;
  /** Offsets in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
}

/** Names whose text is appearance, not behaviour: tests do not read it, screenshots show it. */
const LOOKS_ONLY = new Set(["className", "class", "d", "viewBox", "points", "transform"]);

/** Every site of one file, in the order of its text. */
export function findSites(path: string, text: string): readonly Site[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sites: Site[] = [];
  const add = (kind: Kind, node: { start: number; end: number }, replacement: string) => {
    const original = text.slice(node.start, node.end);
    const line = file.getLineAndCharacterOfPosition(node.start).line + 1;
    sites.push({ path, kind, start: node.start, end: node.end, line, original, replacement });
  };
  const span = (node: ts.Node) => ({ start: node.getStart(file), end: node.end });
  const visit = (node: ts.Node, depth: number) => {
    if (isType(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const condition = conditionOf(node);
    if (condition !== undefined) add("negated condition", span(condition), `!(${condition.getText(file)})`);
    if (ts.isExpressionStatement(node) && isDroppable(node.expression)) add("dropped call", span(node), ";");
    const constant = changedConstant(node);
    if (constant !== undefined) add("changed constant", span(node), constant);
    if (depth === 0) { for (const row of rowsOf(node)) add("removed row", withComma(row, file), ""); }
    if (isFunctionBody(node) && node.statements.length > 0) {
      const start = node.getStart(file) + 1;
      add("early return", { start, end: start }, " return; ");
    }
    const swapped = swappedArguments(node, file);
    if (swapped !== undefined) add("swapped arguments", swapped, swapped.replacement);
    const inside = ts.isFunctionLike(node) || ts.isClassLike(node) ? depth + 1 : depth;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, 0);
  return sites.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The text with the mutation applied. */
export function applySite(text: string, site: Site): string {
  return text.slice(0, site.start) + site.replacement + text.slice(site.end);
}

function isType(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

function isDroppable(node: ts.Expression): boolean {
  const call = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
  return ts.isCallExpression(call) && call.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

function changedConstant(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return "false";
  if (node.kind === ts.SyntaxKind.FalseKeyword) return "true";
  if (ts.isNumericLiteral(node) && !isLooks(node)) return String(Number(node.text.replaceAll("_", "")) + 1);
  if (ts.isStringLiteral(node) && node.text !== "" && !isName(node) && !isLooks(node)) {
    return isAttribute(node) ? `"${node.text}~"` : JSON.stringify(`${node.text}~`);
  }
  return undefined;
}

function isAttribute(node: ts.Node): boolean {
  return ts.isJsxAttribute(node.parent);
}

/** A literal that is a key, a module name or a directive, and no value. */
function isName(node: ts.StringLiteral): boolean {
  const { parent } = node;
  return ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword) ||
    ts.isExpressionStatement(parent) || ts.isExternalModuleReference(parent);
}

function isLooks(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at !== undefined && !ts.isStatement(at); at = at.parent) {
    if (ts.isJsxAttribute(at) && ts.isIdentifier(at.name)) return LOOKS_ONLY.has(at.name.text);
  }
  return false;
}

/** Rows of a table: items of a module constant that lists more than one. */
function rowsOf(node: ts.Node): readonly ts.Node[] {
  const rows = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
    ? node.properties
    : [];
  return rows.length > 1 ? [...rows] : [];
}

function withComma(row: ts.Node, file: ts.SourceFile): { start: number; end: number } {
  const after = /^\s*,/.exec(file.text.slice(row.end));
  return { start: row.getStart(file), end: row.end + (after?.[0].length ?? 0) };
}

function isFunctionBody(node: ts.Node): node is ts.Block {
  return ts.isBlock(node) && ts.isFunctionLike(node.parent) && !ts.isConstructorDeclaration(node.parent);
}

function swappedArguments(node: ts.Node, file: ts.SourceFile) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined;
  const [first, second] = node.arguments;
  if (first === undefined || second === undefined || ts.isSpreadElement(first) || ts.isSpreadElement(second)) return;
  const [a, b] = [first.getText(file), second.getText(file)];
  // The largest of two numbers is the same in any order.
  if (/^Math\.(max|min)$/.test(node.expression.getText(file))) return undefined;
  return a === b ? undefined : { start: first.getStart(file), end: second.end, replacement: `${b}, ${a}` };
}
