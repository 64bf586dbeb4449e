/** Writes the reference of the package's public API as Markdown, from API Extractor's models. */
import { PACKAGE_NAME } from "../../package/about.ts";
import { slugOf } from "../render.ts";
import { examplesOf } from "./examples.ts";
import {
  type ApiDeclaration,
  type ApiMember,
  documentationOf,
  exportedName,
  readModel,
  signatureOf,
  textOfTokens,
  typeOf,
} from "./model.ts";
import { type NestedMember, nestedMembers } from "./nested.ts";
import { ENTRY_PAGES, MAIN_PAGES } from "./pages.ts";

/** Where a name is described: page and anchor, by canonical reference. */
type Index = ReadonlyMap<string, string>;

interface Page {
  readonly file: string;
  readonly title: string;
  readonly lead: string;
  /** The entry that exports the declarations, as merchants import it. */
  readonly entry: string;
  readonly declarations: readonly ApiDeclaration[];
}

export interface PackageApi {
  /** API Extractor's model of each entry. */
  readonly models: ReadonlyMap<string, string>;
  /** The declarations of each entry. */
  readonly declarations: ReadonlyMap<string, string>;
}

/** File name -> text. */
export function referencePages(api: PackageApi): ReadonlyMap<string, string> {
  const pages = pagesOf(api.models);
  const texts = [...api.declarations.values()];
  const nested = new Map(texts.flatMap((text) => [...nestedMembers(text)]));
  const examples = new Map(texts.flatMap((text) => [...examplesOf(text)]));
  const index = new Map(pages.flatMap(anchorsOf).reverse());
  return new Map(pages.map((page) => [page.file, write(page, { ...page, index, nested, examples })]));
}

function pagesOf(models: ReadonlyMap<string, string>): readonly Page[] {
  const main = readModel(models.get("index") ?? "");
  const left = new Set(main);
  const pages: Page[] = MAIN_PAGES.map(({ file, title, lead, holds }) => {
    const declarations = [...left].filter(holds);
    for (const each of declarations) left.delete(each);
    return { file, title, lead, entry: PACKAGE_NAME, declarations };
  });
  const known = new Set(main.map(({ name, fileUrlPath }) => `${fileUrlPath} ${name}`));
  for (const [entry, page] of Object.entries(ENTRY_PAGES)) {
    const declarations = readModel(models.get(entry) ?? "")
      .filter(({ name, fileUrlPath }) => !known.has(`${fileUrlPath} ${name}`));
    pages.push({ ...page, entry: `${PACKAGE_NAME}/${entry}`, declarations });
  }
  return pages.map((page) => ({ ...page, declarations: page.declarations.toSorted(byRank) }));
}

/** What a merchant calls comes first, then what the calls take, then what the package keeps to itself. */
const KINDS = ["Class", "Function", "Variable", "Interface", "TypeAlias"];
function byRank(one: ApiDeclaration, other: ApiDeclaration): number {
  const rank = (each: ApiDeclaration) => KINDS.indexOf(each.kind) + (isHidden(each) ? KINDS.length : 0);
  return rank(one) - rank(other) || (one.name < other.name ? -1 : 1);
}

/** Types that the package does not export, though exported ones use them. */
function isHidden({ canonicalReference }: ApiDeclaration): boolean {
  return canonicalReference.includes("!~");
}

function nameOf({ canonicalReference }: { readonly canonicalReference: string }): string {
  return canonicalReference.replace(/^[^!]*!~?/, "").replace(/:.*$/, "");
}

/** API Extractor numbers a second declaration of a name, which merchants don't see. */
function titleOf({ name }: ApiDeclaration): string {
  return name.replace(/_\d+$/, "");
}

function anchorsOf({ file, declarations }: Page): readonly (readonly [string, string])[] {
  return declarations.map((each, index) => {
    const before = declarations.slice(0, index).filter((other) => titleOf(other) === titleOf(each)).length;
    return [nameOf(each), `${file}#${slugOf(titleOf(each))}${before === 0 ? "" : `-${before}`}`];
  });
}

function write({ title, lead, declarations }: Page, place: Place): string {
  const parts = declarations.map((each) => declarationText(each, place));
  return `${[`# ${title}`, lead, ...parts].join("\n\n")}\n`;
}

interface Place extends Pick<Page, "file" | "entry"> {
  readonly index: Index;
  readonly nested: ReadonlyMap<string, readonly NestedMember[]>;
  readonly examples: ReadonlyMap<string, string>;
}

function declarationText(each: ApiDeclaration, place: Place): string {
  const { text, examples, throws, deprecated } = documentationOf(each.docComment);
  const members = each.members.filter(({ isProtected, kind }) => isProtected !== true && kind !== "Constructor");
  const methods = members.filter(({ kind }) => kind === "Method" || kind === "MethodSignature");
  const properties = members.filter((member) => !methods.includes(member));
  const generated = place.examples.get(each.name);
  return [
    `## ${titleOf(each)}`,
    ...(deprecated === "" ? [] : [`Deprecated: ${deprecated}.`]),
    text,
    ...(isHidden(each) ? ["A type of the declarations; it is not exported by name."] : []),
    ...(each.kind === "Class" || each.kind === "Interface" ? [] : [code(signatureOf(each))]),
    ...(throws === "" ? [] : [`Throws ${throws}.`]),
    ...(each.kind === "Interface" ? heritage(each, place) : []),
    ...(properties.length === 0 ? [] : [table(each, properties, place)]),
    ...(examples.length > 0 ? examples : generated === undefined ? [] : [exampleText(each, generated, place)]),
    ...methods.map((method) => methodText(each, method)),
  ].filter((part) => part !== "").join("\n\n");
}

/** The marks tell the test that compiles the example where its type is. */
function exampleText(each: ApiDeclaration, value: string, { entry }: Place): string {
  const { name, fileUrlPath, excerptTokens: [first] } = each;
  const from = isHidden(each) ? fileUrlPath.replace(/\.d\.ts$/, "") : entry;
  if (first?.text.startsWith("export ") !== true) return "";
  return `\`\`\`ts type=${name} from=${from}\nconst example = ${value};\n\`\`\``;
}

function heritage({ excerptTokens }: ApiDeclaration, place: Place): readonly string[] {
  const start = excerptTokens.findIndex(({ text }) => text.includes(" extends "));
  if (start < 0) return [];
  const names = excerptTokens.slice(start + 1).filter(({ canonicalReference }) => canonicalReference !== undefined)
    .map(({ text, canonicalReference = "" }) => linked(text, targetOf(canonicalReference, place)));
  return [`Has the properties of ${names.join(" and ")}, too.`];
}

function targetOf(canonicalReference: string, { index, file }: Place): string | undefined {
  const target = index.get(nameOf({ canonicalReference }));
  return target?.startsWith(`${file}#`) ? target.slice(file.length) : target;
}

function linked(text: string, target: string | undefined): string {
  return target === undefined ? `\`${cell(text)}\`` : `[\`${cell(text)}\`](${target})`;
}

interface Row {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  readonly text: string;
}

function table(owner: ApiDeclaration, properties: readonly ApiMember[], place: Place): string {
  const rows = properties.flatMap((member): readonly Row[] => {
    const { text, deprecated } = documentationOf(member.docComment);
    const isIndex = member.kind === "IndexSignature";
    const name = isIndex ? signatureOf(member).split(":")[0]?.concat("]") ?? "" : member.name ?? "";
    const inner = place.nested.get(`${owner.name}.${name}`) ?? [];
    const own = {
      name,
      isOptional: isIndex || owner.kind === "Class" || member.isOptional === true,
      type: inner.length > 0 ? "object" : typeCell(member, place),
      text: [...(deprecated === "" ? [] : [`Deprecated: ${deprecated}.`]), text].join(" "),
    };
    // The words about an object of one property are about that property.
    const around = inner.length === 1 ? `\`${inner[0]?.path.split(".").at(-1)}\`: ${text}` : text;
    return [own, ...inner.map((each) => nestedRow(each, around, place))];
  });
  const lines = rows.map(({ name, isOptional, type, text }) =>
    `| \`${cell(name)}\`${isOptional ? "" : " (required)"} | ${type} | ${cell(text)} |`
  );
  return ["| name | type | meaning |", "| --- | --- | --- |", ...lines].join("\n");
}

/** What a member's own comment does not say, that of the property around it may: "`label`: text of the button." */
function nestedRow({ path, type, isOptional, doc }: NestedMember, around: string, place: Place): Row {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const said = new RegExp(`\`${name}\`: ([^.;]+)`).exec(around)?.[1];
  const target = /^\w+$/.test(type) ? targetOf(`!${type}:`, place) : undefined;
  return {
    name: path,
    isOptional,
    type: type.startsWith("{") ? "object" : linked(type, target),
    text: doc || sentence(said),
  };
}

function sentence(text = ""): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The type on one line, with links to the types it names. */
function typeCell(member: ApiMember, place: Place): string {
  const tokens = typeOf(member);
  const text = textOfTokens(tokens).replace(/\breadonly (?=[\w[("])/g, "").replace(/\s+/g, " ")
    .trim();
  const links = tokens.flatMap((token) => {
    const { canonicalReference } = token;
    const target = canonicalReference === undefined ? undefined : targetOf(canonicalReference, place);
    return target === undefined ? [] : [linked(exportedName(token), target)];
  });
  const [only] = links;
  if (only !== undefined && tokens.length === 1) return only;
  return [`\`${cell(text)}\``, ...new Set(links)].join(" ");
}

/** A pipe would end the cell, even inside code. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|");
}

function methodText(owner: ApiDeclaration, method: ApiMember): string {
  const { text, examples, throws, deprecated } = documentationOf(method.docComment);
  return [
    `### ${titleOf(owner)}.${method.name}`,
    code(signatureOf(method).replace(/\s+/g, " ")),
    ...(deprecated === "" ? [] : [`Deprecated: ${deprecated}.`]),
    text,
    ...(throws === "" ? [] : [`Throws ${throws}.`]),
    ...examples,
  ].filter((part) => part !== "").join("\n\n");
}

/** `sig` marks a signature, which is not a program. */
function code(text: string): string {
  return `\`\`\`ts sig\n${text}\n\`\`\``;
}
