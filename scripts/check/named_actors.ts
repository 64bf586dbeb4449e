/**
 * Lint rule for sentences: comments, test titles and log lines name their actors, such as the shopper or the server.
 * "Nobody", "somebody" and "whoever" are refused everywhere; "anyone" and its kin only as subjects. Words that a reader
 * stops at, such as "anew", are refused as well.
 */

/** Quoted words and code are cited, so they are not part of the sentence. */
const CITED = /`[^`]*`|"[^"]*"/g;
/** Email addresses and ids such as `nobody@example.com` do not match. */
const VAGUE =
  /(?<![\w@.-])(?:nobody|somebody|whoever|anybody|anyone|someone|everybody|everyone|no one)(?![\w@-]|\.\w)/gi;
const NEVER = /^(?:nobody|somebody|whoever)$/i;
/** Text that ends where a clause begins: at a punctuation mark or a conjunction. */
const CLAUSE_BEGINS =
  /(?:^|[.,;:!?()–—]|\s-)\s*$|\b(?:although|because|how|if|once|so|that|though|unless|until|what|when|where|whether|which|while|why)\s$/i;
const PREPOSITION =
  /\b(?:about|against|among|at|between|by|for|from|in|into|like|of|on|than|to|toward|under|with|without)\s$/i;
const FINITE_VERB =
  /^\s(?:(?:can|cannot|could|did|do|does|had|has|have|is|may|might|must|shall|should|was|will|would)(?:n't)?|(?!(?:always|perhaps)\b)[a-z]+[^iu\Ws]s)(?!\w)/i;

/** The first word of `text` that is used where an actor belongs, or undefined. */
export function vagueActor(text: string): string | undefined {
  const sentence = text.replace(CITED, "_").replace(/\s+/g, " ").trim();
  const found = [...sentence.matchAll(VAGUE)].find(({ 0: word, index }) =>
    NEVER.test(word) || isSubject(sentence.slice(0, index), sentence.slice(index + word.length))
  );
  return found?.[0];
}

function isSubject(before: string, after: string): boolean {
  if (!after.startsWith(" ") || PREPOSITION.test(before)) return false;
  return CLAUSE_BEGINS.test(before) || FINITE_VERB.test(after);
}

/** Words that a reader stops at, and the plain one. */
const PLAIN: Readonly<Record<string, string>> = { anew: "again", mend: "fix", thereby: "so", wish: "request" };
const ODD = new RegExp(String.raw`(?<![\w@.-])(${Object.keys(PLAIN).join("|")})(?:s|es|ed|ing)?(?![\w@-])`, "i");

/** The first word of `text` that has a plainer one, with that; or undefined. */
function oddWord(text: string): readonly [odd: string, plain: string] | undefined {
  const found = ODD.exec(text.replace(CITED, "_"));
  const plain = PLAIN[found?.[1]?.toLowerCase() ?? ""];
  return found === null || plain === undefined ? undefined : [found[0], plain];
}

interface Prose {
  readonly node: Deno.lint.Node;
  readonly text: string;
}

/** Comments as people read them: line comments that follow each other are one text. */
function readComments(source: Deno.lint.SourceCode): readonly Prose[] {
  const comments: { node: Deno.lint.Node; text: string; end: number }[] = [];
  for (const node of source.getAllComments()) {
    const words = node.value.replace(/^\s*\*+/gm, "");
    const last = comments.at(-1);
    const goesOn = node.type === "Line" && last?.node.type === "Line" &&
      /^[^\S\n]*\n[^\S\n]*$/.test(source.text.slice(last.end, node.range[0]));
    if (goesOn) Object.assign(last, { text: last.text + words, end: node.range[1] });
    else comments.push({ node, text: words, end: node.range[1] });
  }
  return comments;
}

/** The text of a literal or a template; undefined for every other expression. */
function textOf(node: Deno.lint.Node | null | undefined): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  return node?.type === "TemplateLiteral" ? node.quasis.map(({ cooked }) => cooked).join("_") : undefined;
}

const TITLED = /^(?:describe|it|test|step)$/;
const LEVEL = /^(?:info|warn|error)$/;

/** Whether a call takes a test's title first: `it(...)`, `describe.only(...)`, `Deno.test(...)`, `t.step(...)`. */
function isTitled(callee: Deno.lint.Node): boolean {
  if (callee.type === "Identifier") return TITLED.test(callee.name);
  if (callee.type !== "MemberExpression") return false;
  return nameOf(callee.property).match(TITLED) !== null || isTitled(callee.object);
}

/** Whether a call writes a log line: `log.info(...)`, `context.log.warn(...)`, `console.error(...)`. */
function isLogged(callee: Deno.lint.Node): boolean {
  if (callee.type !== "MemberExpression" || !LEVEL.test(nameOf(callee.property))) return false;
  const { object } = callee;
  return /^(?:log|console)$/.test(object.type === "MemberExpression" ? nameOf(object.property) : nameOf(object));
}

function nameOf(node: Deno.lint.Node): string {
  return node.type === "Identifier" ? node.name : "";
}

export const namedActors: Deno.lint.Rule = {
  create(context) {
    const isTest = /_test\.tsx?$|(?:^|\/)tests\//.test(context.filename);
    const check = ({ node, text }: Prose) => {
      const odd = oddWord(text);
      if (odd !== undefined) context.report({ node, message: `"${odd[0]}": write "${odd[1]}"` });
      const word = vagueActor(text);
      if (word === undefined) return;
      const message = `"${word}" names no actor`;
      context.report({ node, message, hint: "Say who acts: the shopper, the merchant, the server, another member" });
    };
    const checkText = (node: Deno.lint.Node | null | undefined) => {
      const text = textOf(node);
      if (node && text !== undefined) check({ node, text });
    };
    return {
      Program: () => readComments(context.sourceCode).forEach(check),
      CallExpression({ callee, arguments: [first] }) {
        if (isLogged(callee) || (isTest && isTitled(callee))) checkText(first);
      },
      // Rows and keys of the tables that tests make their titles from.
      "ArrayExpression > ArrayExpression"({ elements: [first] }: Deno.lint.ArrayExpression) {
        if (isTest) checkText(first);
      },
      Property({ key }) {
        if (isTest) checkText(key);
      },
    };
  },
};
