/** An example of each set of options: every property once, with a value of its type. */
import ts from "typescript";

const FILE = "/index.d.ts";
const MAX_DEPTH = 2;
const LIB = `
interface Array<T> { readonly length: number; readonly [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
interface Promise<T> { then: unknown }
interface Element {} interface Error {} interface CSSStyleDeclaration { readonly cssText: string }
type Partial<T> = { [P in keyof T]?: T[P] }; type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Record<K extends keyof never, T> = { [P in K]: T }; type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Exclude<T, U> = T extends U ? never : T; type Omit<T, K extends keyof never> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type Parameters<T extends (...args: never) => unknown> = T extends (...args: infer P) => unknown ? P : never;
`;

/** Options and callbacks, which merchants write; what the SDK answers needs no example of how to write it. */
const WRITTEN =
  /(?:Options|Events|Styles|Translations|Texts|Config|Update|Appearance|ReturnInfo|Rules|InstrumentChange)$/;

/** By name of the interface: an object of the type as source text, on separate lines. */
export function examplesOf(declarations: string): ReadonlyMap<string, string> {
  const { program, file } = read(declarations);
  const checker = program.getTypeChecker();
  const found = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isInterfaceDeclaration(statement) || !WRITTEN.test(statement.name.text)) continue;
    const type = checker.getTypeAtLocation(statement.name);
    found.set(
      statement.name.text,
      valueOf(type, { checker, at: statement, depth: 0, name: "", hint: "", declared: "" }),
    );
  }
  return found;
}

function read(declarations: string) {
  const options = { strict: true, noLib: true, exactOptionalPropertyTypes: true, types: [] };
  const sources = new Map([[FILE, declarations], ["/lib.d.ts", LIB]]);
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (name, target) => {
    const text = sources.get(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
  };
  host.fileExists = (name) => sources.has(name);
  host.readFile = (name) => sources.get(name);
  const program = ts.createProgram([...sources.keys()], options, host);
  const file = program.getSourceFile(FILE);
  if (file === undefined) throw new Error("There are no declarations");
  return { program, file };
}

interface Place {
  readonly checker: ts.TypeChecker;
  readonly at: ts.Node;
  readonly depth: number;
  readonly name: string;
  /** The property's documentation, which may contain a value: "such as `8px`", "Default `auto`". */
  readonly hint: string;
  /** The property as it is declared. */
  readonly declared: string;
}

function valueOf(type: ts.Type, place: Place): string {
  const given = (type.isUnion() ? type.types : [type])
    .filter((each) => !has(each, ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.NonPrimitive));
  // The style of one of the page's nodes is allowed wherever CSS is; an example writes it by hand.
  const written = given.filter((each) => each.getProperty("cssText") === undefined);
  const alternatives = written.length > 0 ? written : given;
  const literals = alternatives.flatMap((each) => each.isStringLiteral() ? [each.value] : [])
    .toSorted((first, second) => rankIn(place, JSON.stringify(first)) - rankIn(place, JSON.stringify(second)));
  const rank = (each: ts.Type) => has(each, ts.TypeFlags.Object) ? 0 : 1;
  const textRank = (each: ts.Type) => rankIn(place, place.checker.typeToString(each, place.at));
  // Objects say more than texts and switches.
  const [one = type, next] = alternatives.toSorted((first, second) =>
    rank(first) - rank(second) || textRank(first) - textRank(second)
  );
  const [call] = one.getCallSignatures();
  if (call !== undefined) return functionOf(call, place);
  if (has(one, ts.TypeFlags.BooleanLike)) return /Default:? `?true/i.test(place.hint) ? "false" : "true";
  if (literals.length > 0) return JSON.stringify(chosen(literals, place.hint));
  if (has(one, ts.TypeFlags.StringLike)) return JSON.stringify(textOf(place));
  if (has(one, ts.TypeFlags.NumberLike)) return suchAs(place.hint) ?? "1";
  if (one.symbol?.name === "RegExp") return "/^[0-9]+$/";
  if (place.checker.isArrayLikeType(one)) return `[${elementOf(one, place)}]`;
  const value = objectOf(one, place);
  return value === "{}" && next !== undefined && rank(next) === 0 ? valueOf(next, place) : value;
}

function has({ flags }: ts.Type, wanted: ts.TypeFlags): boolean {
  return (flags & wanted) !== 0;
}

/**
 * Where a part of a union is written: in the property itself, or else in the declarations. The compiler's own order is
 * that in which it first saw the parts, anywhere.
 */
function rankIn({ at, declared }: Place, text: string): number {
  const own = declared.indexOf(text);
  if (own >= 0) return own;
  const place = at.getSourceFile().text.indexOf(text);
  return declared.length + (place < 0 ? Number.MAX_SAFE_INTEGER / 2 : place);
}

function chosen(literals: readonly string[], hint: string): string {
  const usual = /Default:? `([^`]+)`/.exec(hint)?.[1];
  return literals.find((literal) => literal !== usual) ?? literals[0] ?? "";
}

function suchAs(hint: string): string | undefined {
  return /such as `([^`]+)`/.exec(hint)?.[1]?.replace(/^"|"$/g, "");
}

/** A text that fits the name of its property. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/colou?r|background/i, "#5b21b6"],
  [/radius/i, "8px"],
  [/font/i, "system-ui"],
  [/locale/i, "en-GB"],
  [/^(?:success|error|cancel|pending)$|url$/i, "https://shop.example/return"],
  [/domain/i, "shop.example"],
  [/country$/i, "BR"],
  [/^title$/i, "Card details"],
];

function textOf({ name, hint }: Place): string {
  return suchAs(hint) ?? TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? "Your text";
}

function functionOf(call: ts.Signature, { checker, at }: Place): string {
  const names = call.getParameters().map((parameter) => parameter.name);
  const answer = checker.typeToString(call.getReturnType(), at, ts.TypeFormatFlags.InTypeAlias);
  const given = `(${names.join(", ")})`;
  if (/boolean/.test(answer)) return `${given} => true`;
  if (/Promise/.test(answer)) return `async ${given} => await (await fetch("/my-back-end")).json()`;
  if (answer === "number") return `${given} => Date.now()`;
  return names.length === 0 ? "() => {}" : `${given} => console.log(${names.join(", ")})`;
}

function elementOf(type: ts.Type, place: Place): string {
  const [element] = place.checker.getTypeArguments(type as ts.TypeReference);
  return element === undefined ? "" : valueOf(element, place);
}

function objectOf(type: ts.Type, place: Place): string {
  const { checker, at, depth } = place;
  const properties = depth > MAX_DEPTH ? [] : shown(type, depth);
  const indent = "  ".repeat(depth + 1);
  const rows = properties.flatMap((property) => {
    const hint = ts.displayPartsToString(property.getDocumentationComment(checker));
    const own = checker.getTypeOfSymbolAtLocation(property, at);
    const name = /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name);
    const declared = property.declarations?.[0]?.getText() ?? "";
    const value = valueOf(own, { checker, at, depth: depth + 1, name: property.name, hint, declared });
    // An object with required properties is not a valid value of its type when cut at this depth.
    const mayMiss = value === "{}" && !isRequired(property);
    const isCut = mayMiss && checker.getNonNullableType(own).getProperties().some(isRequired);
    return isCut ? [] : [`${indent}${name}: ${value},`];
  });
  if (rows.length > 0) return `{\n${rows.join("\n")}\n${"  ".repeat(depth)}}`;
  return type.getStringIndexType()?.flags === undefined ? "{}" : entryOf(type, place);
}

function isRequired({ flags }: ts.Symbol): boolean {
  return !(flags & ts.SymbolFlags.Optional);
}

/** Inside another example, a type that has its own example is shown with its first properties. */
function shown(type: ts.Type, depth: number): readonly ts.Symbol[] {
  const isNamed = type.symbol?.declarations?.some(ts.isInterfaceDeclaration) === true;
  const isMapped = type.symbol?.declarations?.some(ts.isMappedTypeNode) === true;
  const properties = type.getProperties()
    .filter((property) => !property.getJsDocTags().some(({ name }) => name === "deprecated"));
  if (depth === 0 || !(isNamed || isMapped)) return properties;
  const required = properties.filter(isRequired);
  return required.length > 0 ? required : properties.slice(0, isMapped ? 1 : 2);
}

/** One entry of a record; for CSS, its most usual property. */
function entryOf(type: ts.Type, place: Place): string {
  const value = type.getStringIndexType();
  if (value === undefined) return "{}";
  const name = place.checker.typeToString(value, place.at);
  if (/^string \| number/.test(name)) return '{ color: "#5b21b6" }';
  return /^string/.test(name) ? '{ key: "Your text" }' : "{}";
}
