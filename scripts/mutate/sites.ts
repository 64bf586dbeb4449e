/** Finds the places in a source file where a small mutation should make a test fail. */
import ts from "typescript";

export const KINDS = [
  "negated condition",
  "dropped call",
  "changed constant",
  "removed row",
  "early return",
  "swapped arguments",
  "swapped operator",
  "dropped default",
  "changed result",
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
  /** The source line that the change starts on, without its indentation. */
  readonly context: string;
  readonly original: string;
  readonly replacement: string;
}

/** Names whose text is appearance, not behaviour: tests do not read it, screenshots show it. */
const LOOKS_ONLY = new Set(["className", "class", "d", "viewBox", "points", "transform"]);

/** Every site of one file, in the order of its text. */
export function findSites(path: string, text: string): readonly Site[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split("\n");
  const sites: Site[] = [];
  const add = (kind: Kind, node: { start: number; end: number }, replacement: string) => {
    const original = text.slice(node.start, node.end);
    const line = file.getLineAndCharacterOfPosition(node.start).line + 1;
    const context = lines[line - 1]?.trim() ?? "";
    sites.push({ path, kind, start: node.start, end: node.end, line, context, original, replacement });
  };
  const span = (node: ts.Node) => ({ start: node.getStart(file), end: node.end });
  const visit = (node: ts.Node, depth: number) => {
    if (isType(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const condition = conditionOf(node);
    if (condition !== undefined) add("negated condition", span(condition), `!(${condition.getText(file)})`);
    if (ts.isExpressionStatement(node) && isDroppable(node.expression)) add("dropped call", span(node), ";");
    const constant = changedConstant(node);
    if (constant !== undefined) add("changed constant", span(node), constant);
    if (depth === 0 || isInCall(node)) { for (const row of rowsOf(node)) add("removed row", withComma(row, file), ""); }
    if (isFunctionBody(node) && node.statements.length > 0) {
      const start = node.getStart(file) + 1;
      add("early return", { start, end: start }, " return; ");
    }
    const swapped = swappedArguments(node, file);
    if (swapped !== undefined) add("swapped arguments", swapped, swapped.replacement);
    const operator = swappedOperator(node, file);
    if (operator !== undefined) add("swapped operator", span(node), operator);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      add("dropped default", span(node), `(${node.left.getText(file)})!`);
    }
    const result = changedResult(node, file);
    if (result !== undefined) add("changed result", span(result.body), result.replacement);
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

/** Rows of a table: items of a module constant, or of an argument, that lists more than one. */
function rowsOf(node: ts.Node): readonly ts.Node[] {
  const rows = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
    ? node.properties
    : [];
  return rows.length > 1 ? [...rows] : [];
}

/** Whether a list or table is an argument of a call, or part of one. */
function isInCall(node: ts.Node): boolean {
  let at = node;
  while (isTable(at.parent) || ts.isPropertyAssignment(at.parent)) at = at.parent;
  return isTable(node) && (ts.isCallExpression(at.parent) || ts.isNewExpression(at.parent));
}

function isTable(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
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

/** "Both" for "either" and the other way round. */
function swappedOperator(node: ts.Node, file: ts.SourceFile): string | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const other = { "&&": "||", "||": "&&" }[node.operatorToken.getText(file)];
  return other && `((${node.left.getText(file)}) ${other} (${node.right.getText(file)}))`;
}

/**
 * What a function without a block returns: the opposite of a condition, or else nothing, which the compiler accepts.
 */
function changedResult(node: ts.Node, file: ts.SourceFile) {
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return undefined;
  const { body } = node;
  const text = body.getText(file);
  if (text === "undefined" || changedConstant(body) !== undefined) return undefined;
  return { body, replacement: isCondition(body) ? `!(${text})` : "(undefined as never)" };
}

const COMPARISONS = new Set(["===", "!==", "<", "<=", ">", ">=", "in", "instanceof", "&&", "||"]);

function isCondition(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isCondition(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.getText());
}
