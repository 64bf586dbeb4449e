/** Compiles queries for SQLite. */
import { type LimitNode, type OperationNode, SqliteQueryCompiler, ValueNode } from "kysely";

/**
 * Writes a limit into the text. SQLite's planner reads limits, so a bound one makes it prepare the statement anew on
 * every call; there are only a few different limits.
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
