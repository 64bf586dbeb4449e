/** Checks every regular expression of the product: each must take linear time on any text. */
import { check } from "recheck";
import ts from "typescript";

export interface Expression {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Expressions written as literals, and places that create one at run time. */
export interface FoundExpressions {
  readonly literals: readonly Expression[];
  /** `path` of each file that calls `RegExp`, once per call. */
  readonly made: readonly string[];
}

export function findExpressions(path: string, text: string): FoundExpressions {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const literals: Expression[] = [];
  const made: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      literals.push({ path, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && /^(?:globalThis\.)?RegExp$/.test(node.expression.getText(file))) made.push(path);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { literals, made };
}

/** Undefined when the expression takes linear time; otherwise its complexity, or that the checker gave up. */
export async function slowness({ source, flags }: Pick<Expression, "source" | "flags">): Promise<string | undefined> {
  const answer = await check(source, flags, { timeout: 60_000, randomSeed: 0 });
  if (answer.status === "safe") return undefined;
  if (answer.status === "vulnerable" && answer.checker === "fuzz" && !await isFoundAgain(source, flags)) {
    return undefined;
  }
  return answer.status === "vulnerable" ? answer.complexity.summary : `not judged: ${answer.error.kind}`;
}

/** Fuzzing is cut off by the clock, so that a busy machine changes what it finds: a slow text is found in more time, too. */
async function isFoundAgain(source: string, flags: string): Promise<boolean> {
  const limits = { timeout: 120_000, attackTimeout: 10_000, incubationTimeout: 10_000 };
  return (await check(source, flags, { ...limits, checker: "fuzz", randomSeed: 1 })).status !== "safe";
}
