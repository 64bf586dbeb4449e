/**
 * Members of the object literals inside a type, such as `events` of the client's options, with their documentation.
 * API Extractor's model has the types of members without the comments within them, so these come from the declarations.
 */
import ts from "typescript";

export interface NestedMember {
  /** Below the member, such as `events.onSessionExpired`. */
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly doc: string;
}

/** By `Interface.member`. */
export function nestedMembers(declarations: string): ReadonlyMap<string, readonly NestedMember[]> {
  const file = ts.createSourceFile("index.d.ts", declarations, ts.ScriptTarget.ESNext, true);
  const found = new Map<string, readonly NestedMember[]>();
  for (const statement of file.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    for (const member of statement.members) {
      if (!ts.isPropertySignature(member) || member.type === undefined) continue;
      const name = member.name.getText();
      const rows = rowsOf(member.type, name);
      if (rows.length > 0) found.set(`${statement.name.text}.${name}`, rows);
    }
  }
  return found;
}

function rowsOf(type: ts.TypeNode, path: string): readonly NestedMember[] {
  if (!ts.isTypeLiteralNode(type)) return [];
  return type.members.flatMap((member) => {
    if (ts.isIndexSignatureDeclaration(member)) {
      const [name = ""] = member.parameters.map((parameter) => parameter.name.getText());
      return [{ path: `${path}[${name}]`, type: textOf(member.type), isOptional: true, doc: docOf(member) }];
    }
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const own = `${path}.${member.name.getText()}`;
    const row = {
      path: own,
      type: textOf(member.type),
      isOptional: member.questionToken !== undefined,
      doc: docOf(member),
    };
    return [row, ...rowsOf(member.type, own)];
  });
}

function textOf(type: ts.TypeNode): string {
  return type.getText().replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/\breadonly (?=[\w[("])/g, "").replace(
    /(?<=\b[A-Z]\w*)_\d+\b/g,
    "",
  ).replace(/\s+/g, " ");
}

function docOf(node: ts.Node): string {
  return ts.getJSDocCommentsAndTags(node).flatMap((part) =>
    ts.isJSDoc(part) ? [ts.getTextOfJSDocComment(part.comment)] : []
  )
    .join(" ").trim();
}
