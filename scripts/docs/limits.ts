/**
 * Writes docs/operations/limits.tsv: every limit, time and size that product code names as a constant, with its value
 * and the words beside it. `ACCEPT_TEXTS=1 deno test -A scripts/docs/limits_test.ts` renews the table.
 */
import ts from "typescript";
import { listSources } from "../check/import_graph.ts";

const ROOMS = /^(server|sdk|iframe|client)\//;
const NAME = /^[A-Z][A-Z0-9_]*$/;
/** Most files have no such constant and need not be parsed. */
const DECLARES = /^(?:export )?const [A-Z][A-Z0-9_]*[\s:=]/m;

export interface Limit {
  readonly file: string;
  readonly name: string;
  readonly values: readonly number[];
  /** The first sentence of the constant's comment; empty without one. */
  readonly words: string;
}

export async function limitsTable(root: string): Promise<string> {
  const limits: Limit[] = [];
  for (const file of listSources(root).filter((path) => ROOMS.test(path) && !/_test\.tsx?$/.test(path)).toSorted()) {
    const text = await Deno.readTextFile(`${root}/${file}`);
    if (DECLARES.test(text)) limits.push(...limitsOf(file, text));
  }
  const rows = limits.map(({ file, name, values, words }) => [
    file,
    name,
    values.map((value) => readable(name, value)).join(", "),
    words,
  ]);
  return [["file", "constant", "value", "meaning"], ...rows].map((cells) => `${cells.join("\t")}\n`).join("");
}

/** The constants of a file whose values are numbers, or lists of numbers, that the file itself states. */
export function limitsOf(file: string, text: string): readonly Limit[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const known = new Map<string, number>();
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || !NAME.test(name.text) || initializer === undefined) return [];
      const values = valuesOf(initializer, known);
      if (values === undefined) return [];
      const [first, ...others] = values;
      if (first !== undefined && others.length === 0) known.set(name.text, first);
      return [{ file, name: name.text, values, words: wordsOf(statement) }];
    })
  );
}

function valuesOf(node: ts.Expression, known: ReadonlyMap<string, number>): readonly number[] | undefined {
  if (ts.isAsExpression(node)) return valuesOf(node.expression, known);
  if (!ts.isArrayLiteralExpression(node)) {
    const value = valueOf(node, known);
    return value === undefined ? undefined : [value];
  }
  const values = node.elements.map((element) => valueOf(element, known));
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

function valueOf(node: ts.Expression, known: ReadonlyMap<string, number>): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return known.get(node.text);
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, known);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const value = valueOf(node.operand, known);
    return value === undefined ? undefined : -value;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [valueOf(node.left, known), valueOf(node.right, known)];
  if (left === undefined || right === undefined) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    default:
      return undefined;
  }
}

function wordsOf(statement: ts.VariableStatement): string {
  const [doc] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(doc?.comment) ?? "").replaceAll(/\s+/g, " ").trim();
  return /^.*?\.(?= [A-Z]|$)/.exec(text)?.[0] ?? text;
}

const DAY_S = 86_400;
const UNITS = [["day", DAY_S], ["hour", 3_600], ["min", 60], ["s", 1]] as const;

/** A time in its largest whole unit; other numbers as they are. */
function readable(name: string, value: number): string {
  const seconds = /_MS$/.test(name) ? value / 1_000 : /_S$/.test(name) ? value : undefined;
  if (seconds === undefined) return new Intl.NumberFormat("en", { maximumFractionDigits: 6 }).format(value);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["ms", 0.001];
  const count = unit === "ms" ? value : seconds / length;
  return `${new Intl.NumberFormat("en").format(count)} ${unit}${/day|hour/.test(unit) && count !== 1 ? "s" : ""}`;
}
