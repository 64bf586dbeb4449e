/** Puts queries into words for SQLite. */
import { type LimitNode, type OperationNode, SqliteQueryCompiler, ValueNode } from "kysely";

/**
 * A limit stands in the text as a number. SQLite's planner looks at a limit, so with a bound one it prepares
 * the whole statement anew at every call; there are few different ones.
 */
export class PreparedCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append("limit ");
    this.visitNode(inWords(node.limit));
  }
}

function inWords(node: OperationNode): OperationNode {
  return ValueNode.is(node) ? ValueNode.createImmediate(node.value) : node;
}
