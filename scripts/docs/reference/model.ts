/** Reads API Extractor's models of the package: declarations and members with their documentation. */
import * as z from "zod/mini";

const Token = z.object({ kind: z.string(), text: z.string(), canonicalReference: z.optional(z.string()) });
const Range = z.object({ startIndex: z.number(), endIndex: z.number() });
const Member = z.object({
  kind: z.string(),
  name: z.optional(z.string()),
  docComment: z._default(z.string(), ""),
  excerptTokens: z._default(z.array(Token), []),
  isStatic: z.optional(z.boolean()),
  isOptional: z.optional(z.boolean()),
  isProtected: z.optional(z.boolean()),
  propertyTypeTokenRange: z.optional(Range),
});
const Declaration = z.extend(Member, {
  name: z.string(),
  canonicalReference: z.string(),
  fileUrlPath: z._default(z.string(), ""),
  members: z._default(z.array(Member), []),
});
const Package = z.object({ members: z.array(z.object({ members: z.array(Declaration) })) });

export type ApiToken = z.infer<typeof Token>;
export type ApiMember = z.infer<typeof Member>;
export type ApiDeclaration = z.infer<typeof Declaration>;

export function readModel(json: string): readonly ApiDeclaration[] {
  return Package.parse(JSON.parse(json)).members.flatMap(({ members }) => members);
}

export interface Documentation {
  /** Everything before the first block tag, as Markdown. */
  readonly text: string;
  /** Code blocks of `@example`. */
  readonly examples: readonly string[];
  readonly throws: string;
  readonly deprecated: string;
}

/** Reads a TSDoc comment. */
export function documentationOf(comment: string): Documentation {
  const lines = comment.replace(/^\/\*\*|\*\/\s*$/g, "").split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  const [text = "", ...blocks] = lines.join("\n").split(
    /^@(?=(?:example|throws|deprecated|returns|param|defaultValue)\b)/m,
  );
  const block = (tag: string) =>
    blocks.filter((each) => each.startsWith(tag)).map((each) => clean(each.slice(tag.length)));
  return {
    text: clean(text),
    examples: block("example"),
    throws: block("throws").join("; "),
    deprecated: block("deprecated").join("; "),
  };
}

function clean(text: string): string {
  return text.replace(/\{@link (?:[^|}]+\|\s*)?([^}]+)\}/g, "`$1`").trim();
}

/** Names as the package exports them, where its sources have another. */
export function textOfTokens(tokens: readonly ApiToken[]): string {
  return tokens.map(exportedName).join("").replace(/import\("[^"]+"\)\.|(?<=\b[A-Z]\w*)_\d+\b/g, "");
}

export function exportedName({ text, canonicalReference }: ApiToken): string {
  const name = /!~?(\w+)(?::|$)/.exec(canonicalReference ?? "")?.[1]?.replace(/_\d+$/, "");
  return name === undefined || !/^(?:import\(|\w+$)/.test(text) ? text : name;
}

/** The declaration as written, on one line, without `export declare` and `readonly`. */
export function signatureOf({ excerptTokens }: ApiMember): string {
  return textOfTokens(excerptTokens).replace(/^export (?:declare )?/, "")
    .replace(/\breadonly (?=[\w[("])/g, "").replace(/;\s*$/, "");
}

export function typeOf({ excerptTokens, propertyTypeTokenRange: range }: ApiMember): readonly ApiToken[] {
  return range === undefined ? [] : excerptTokens.slice(range.startIndex, range.endIndex);
}
