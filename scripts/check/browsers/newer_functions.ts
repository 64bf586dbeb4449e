/**
 * Library functions by the first version of each browser that has them: the build lowers syntax for older browsers, not
 * functions. Finds calls of those that are newer than a target, unless the code first asks whether they are there.
 */
import ts from "typescript";

type Versions = readonly [chrome: number, firefox: number, safari: number];
const BROWSERS = ["chrome", "firefox", "safari"];
const NOT_YET = Infinity;

const SORTED_COPIES: Versions = [110, 115, 16];
const SETS: Versions = [122, 127, 17];
const BASE64: Versions = [140, 133, 18.2];
const ITERATORS: Versions = [122, 131, 18.4];
const FROM_JSON: Versions = [129, 119, 18.4];
const POPOVERS: Versions = [114, 125, 17];

/**
 * `X.y` is a function of that object, `.y` a method of any value, `.y/2` one with that many arguments, `y` a global name,
 * `<y>` an attribute; the others are found by rules of their own. Source: MDN's browser-compat-data.
 */
export const FIRST_VERSIONS: Readonly<Record<string, Versions>> = {
  ".toSorted": SORTED_COPIES,
  ".toReversed": SORTED_COPIES,
  ".toSpliced": SORTED_COPIES,
  ".with/2": SORTED_COPIES,
  ".findLast": [97, 104, 15.4],
  ".findLastIndex": [97, 104, 15.4],
  "Array.fromAsync": [121, 115, 16.4],
  "Object.groupBy": [117, 119, 17.4],
  "Map.groupBy": [117, 119, 17.4],
  ".union": SETS,
  ".intersection": SETS,
  ".difference": SETS,
  ".symmetricDifference": SETS,
  ".isSubsetOf": SETS,
  ".isSupersetOf": SETS,
  ".isDisjointFrom": SETS,
  "Iterator": ITERATORS,
  "helper of an iterator": ITERATORS,
  "Promise.withResolvers": [119, 121, 17.4],
  "Promise.try": [128, 134, 18.2],
  "AbortSignal.any": [116, 124, 17.4],
  "AbortSignal.timeout": [103, 100, 16],
  "structuredClone": [98, 94, 15.4],
  ".isWellFormed": [111, 119, 16.4],
  ".toWellFormed": [111, 119, 16.4],
  "flag v of a regular expression": [112, 116, 17],
  "RegExp.escape": [136, 134, 18.2],
  "Error.isError": [134, 138, NOT_YET],
  "Temporal": [144, 139, NOT_YET],
  "Uint8Array.fromBase64": BASE64,
  "Uint8Array.fromHex": BASE64,
  ".toBase64": BASE64,
  ".toHex": BASE64,
  ".setFromBase64": BASE64,
  ".setFromHex": BASE64,
  "Intl.Segmenter": [87, 125, 14.1],
  "Intl.DurationFormat": [129, 136, 16.4],
  ".formatRange": [106, 116, 15.4],
  ".formatRangeToParts": [106, 116, 15.4],
  ".getTextInfo": [130, NOT_YET, 17],
  ".getWeekInfo": [130, NOT_YET, 17],
  "URL.canParse": [120, 115, 17],
  "URL.parse": [126, 126, 18],
  "URLPattern": [95, 142, 26],
  "size of URLSearchParams": [113, 112, 17],
  "value given to URLSearchParams": [118, 115, 17],
  "Response.json": [105, 115, 17],
  ".bytes": [132, 128, 18],
  "ReadableStream.from": [NOT_YET, 117, NOT_YET],
  "CompressionStream": [80, 113, 16.4],
  "DecompressionStream": [80, 113, 16.4],
  "crypto.randomUUID": [92, 95, 15.4],
  "requestIdleCallback": [47, 55, NOT_YET],
  "scheduler": [94, 142, NOT_YET],
  ".checkVisibility": [105, 106, 17.4],
  ".moveBefore": [133, 144, NOT_YET],
  ".setHTMLUnsafe": [124, 123, 17.4],
  ".getHTML": [125, 128, 18],
  ".startViewTransition": [111, 144, 18],
  "navigator.userActivation": [72, 120, 16.4],
  "PublicKeyCredential.isConditionalMediationAvailable": [108, 119, 16],
  "PublicKeyCredential.parseCreationOptionsFromJSON": FROM_JSON,
  "PublicKeyCredential.parseRequestOptionsFromJSON": FROM_JSON,
  "PublicKeyCredential.getClientCapabilities": [133, 135, 17.4],
  ".showPopover": POPOVERS,
  ".hidePopover": POPOVERS,
  ".togglePopover": POPOVERS,
  "<popover>": POPOVERS,
  "<popoverTarget>": POPOVERS,
};

/** Names of the table that some browser of the target does not have; a target is as esbuild takes it: `chrome109`. */
export function newerThan(target: readonly string[]): ReadonlySet<string> {
  const floors = target.map((text) => {
    const [, browser = "", version = ""] = /^([a-z]+)([\d.]+)$/.exec(text) ?? [];
    const column = BROWSERS.indexOf(browser);
    if (column < 0) throw new Error(`No column for the target ${text}`);
    return { column, version: Number(version) };
  });
  const isNewer = (first: Versions) => floors.some(({ column, version }) => (first[column] ?? NOT_YET) > version);
  return new Set(Object.entries(FIRST_VERSIONS).filter(([, first]) => isNewer(first)).map(([name]) => name));
}

export interface NewerUse {
  /** Counted from 1. */
  readonly line: number;
  /** As in the table. */
  readonly name: string;
}

export function findNewerUses(path: string, text: string, newer: ReadonlySet<string>): readonly NewerUse[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const names = namesIn(file);
  const found: NewerUse[] = [];
  const visit = (node: ts.Node) => {
    // Types are gone in the browser.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const name = nameOf(node, names);
    if (name !== undefined && newer.has(name) && !isGuarded(node)) {
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, name });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

interface Names {
  /** Declared or imported by the file itself. */
  readonly own: ReadonlySet<string>;
  /** Those that hold URLSearchParams. */
  readonly queries: ReadonlySet<string>;
}

function namesIn(file: ts.SourceFile): Names {
  const own = new Set<string>();
  const queries = new Set(["searchParams"]);
  const visit = (node: ts.Node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) || ts.isImportSpecifier(node) || ts.isClassDeclaration(node);
    if (isNamed && node.name !== undefined && ts.isIdentifier(node.name)) {
      own.add(node.name.text);
      const value = "initializer" in node ? node.initializer : undefined;
      if (value !== undefined && isNewQuery(value)) queries.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { own, queries };
}

function isNewQuery(node: ts.Node): boolean {
  return ts.isNewExpression(node) && node.expression.getText() === "URLSearchParams";
}

const HELPERS = /^(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/;
const ITERATORS_BY = /^(?:values|keys|entries|matchAll)$/;

/** The name in the table of what a node uses. */
function nameOf(node: ts.Node, { own, queries }: Names): string | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    return /v[a-z]*$/.test(node.text.slice(node.text.lastIndexOf("/"))) ? "flag v of a regular expression" : undefined;
  }
  if (ts.isJsxAttribute(node)) return `<${node.name.getText()}>`;
  if (ts.isIdentifier(node)) return isValue(node) && !own.has(node.text) ? node.text : undefined;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const { expression: object, name: { text: property } } = node;
  const of = object.getText().replace(/^(?:globalThis|window)\./, "");
  const isStatic = `${of}.${property}` in FIRST_VERSIONS && !own.has(of);
  if (isStatic) return `${of}.${property}`;
  if (of === "globalThis" || of === "window") return property;
  const args = ts.isCallExpression(node.parent) && node.parent.expression === node ? node.parent.arguments : undefined;
  const isQuery = queries.has(of.split(/[.?]/).at(-1) ?? "") || isNewQuery(object);
  if (isQuery && property === "size") return "size of URLSearchParams";
  // Not a call; or a schema of zod, which has a union of its own.
  if (args === undefined || of === "z") return undefined;
  if (isQuery && args.length === 2 && /^(?:has|delete)$/.test(property)) return "value given to URLSearchParams";
  if (HELPERS.test(property) && isIterator(object)) return "helper of an iterator";
  return `.${property}/${args.length}` in FIRST_VERSIONS ? `.${property}/${args.length}` : `.${property}`;
}

/** `Object.keys()` and its kin answer with arrays. */
function isIterator(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression: object, name } = node.expression;
  return ITERATORS_BY.test(name.text) && object.getText() !== "Object";
}

/** Whether a name stands for a value, and is not the name of a property, an import or the like. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isJsxAttribute(parent) || ts.isImportSpecifier(parent) || ts.isQualifiedName(parent)) return false;
  return !(ts.isBindingElement(parent) && parent.propertyName === node) && !ts.isClassElement(parent);
}

/** Whether the code asks first: `typeof X.y`, `"y" in X`, or `X.y?.()`. */
function isGuarded(node: ts.Node): boolean {
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
  const { parent } = node;
  if (ts.isTypeOfExpression(parent)) return true;
  if (ts.isCallExpression(parent) && parent.expression === node && parent.questionDotToken !== undefined) return true;
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (conditionsBefore(at).some((condition) => asksFor(condition, name))) return true;
  }
  return false;
}

/** What is decided before a node runs: the condition it depends on, and those at which the function would have ended. */
function conditionsBefore(node: ts.Node): readonly ts.Expression[] {
  const { parent } = node;
  if (ts.isIfStatement(parent) && parent.expression !== node) return [parent.expression];
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return [parent.condition];
  if (ts.isBinaryExpression(parent) && parent.right === node) return [parent.left];
  if (!ts.isBlock(parent)) return [];
  const before = parent.statements.filter((statement) => statement.end <= node.pos).filter(ts.isIfStatement);
  return before.filter(({ thenStatement }) => endsHere(thenStatement)).map(({ expression }) => expression);
}

function endsHere(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}

function asksFor(condition: ts.Node, name: string): boolean {
  if (ts.isTypeOfExpression(condition)) return new RegExp(`(?:^|\\.)${name}$`).test(condition.expression.getText());
  if (ts.isBinaryExpression(condition) && condition.operatorToken.kind === ts.SyntaxKind.InKeyword) {
    return ts.isStringLiteral(condition.left) && condition.left.text === name;
  }
  return ts.forEachChild(condition, (child) => asksFor(child, name) || undefined) === true;
}
