/**
 * Writes docs/operations/log-events.tsv: the events that the server logs by name, with their level and place.
 * `ACCEPT_TEXTS=1 deno test -A scripts/docs/limits_test.ts` renews the table.
 */
import ts from "typescript";
import { listSources } from "../check/import_graph.ts";

const LEVELS = ["info", "warn", "error"] as const;

/** Level, event and file, by the event. */
export async function logEventsTable(root: string): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const file of listSources(root).filter((path) => /^server\//.test(path) && !/_test\.tsx?$/.test(path))) {
    rows.push(...logEventsOf(await Deno.readTextFile(`${root}/${file}`)).map((row) => [...row, file]));
  }
  const sorted = rows.toSorted((a, b) => a.slice(1).join().localeCompare(b.slice(1).join(), "en"));
  return [["level", "event", "file"], ...sorted].map((cells) => `${cells.join("\t")}\n`).join("");
}

/** Calls such as `log.warn("charge.unanswered", ...)`, whose first argument is a text. */
export function logEventsOf(text: string): readonly (readonly [level: string, event: string])[] {
  if (!/\blog\b/i.test(text)) return [];
  const found: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    node.forEachChild(visit);
    if (!ts.isCallExpression(node)) return;
    const isComputed = ts.isElementAccessExpression(node.expression) &&
      /log$/i.test(node.expression.expression.getText());
    if (isComputed) throw new Error(`Call the level of the log by its name: ${node.getText()}`);
    if (!ts.isPropertyAccessExpression(node.expression)) return;
    const { expression: of, name: { text: name } } = node.expression;
    const [first] = node.arguments;
    if (first === undefined || !ts.isStringLiteralLike(first)) return;
    const isLog = LEVELS.some((level) => level === name) && /log$/i.test(of.getText());
    if (isLog) found.push([name, first.text]);
  };
  visit(ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}
