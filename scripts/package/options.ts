/**
 * The options that the client's methods take, read from their types: what the development build compares a merchant's
 * options with.
 */
import ts from "typescript";
import type { Shape } from "../../sdk/development/shape.ts";

const CLIENT = "sdk/client.ts";
const CONTAINER = "sdk/collect/lazy/lazy_container.ts";
/** Class, method, and the position of its options. */
const METHODS = [
  [CLIENT, "Payrails", "init", 1],
  [CLIENT, "Payrails", "update", 0],
  [CLIENT, "Payrails", "resume", 0],
  [CLIENT, "Payrails", "cardForm", 0],
  [CLIENT, "Payrails", "paymentButton", 0],
  [CLIENT, "Payrails", "cardList", 0],
  [CLIENT, "Payrails", "dropin", 0],
  [CLIENT, "Payrails", "genericRedirectButton", 0],
  [CLIENT, "Payrails", "googlePayButton", 0],
  [CLIENT, "Payrails", "applePayButton", 0],
  [CLIENT, "Payrails", "paypalButton", 0],
  [CLIENT, "Payrails", "collectContainer", 0],
  [CONTAINER, "LazyContainer", "createCollectElement", 0],
] as const;
/** No option is nested deeper. */
const MAX_DEPTH = 8;

export const OPTIONS_FILE = "sdk/development/options.json";

/** The text of the file that holds the options by method. */
export function optionsText(root: string): string {
  return JSON.stringify(knownOptions(root), null, 2) + "\n";
}

function knownOptions(root: string): Readonly<Record<string, Shape>> {
  const program = ts.createProgram([CLIENT, CONTAINER].map((path) => `${root}/${path}`), {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  const reader = new ShapeReader(program.getTypeChecker());
  return Object.fromEntries(METHODS.map(([path, owner, method, position]) => {
    const parameter = parameterOf(program.getSourceFile(`${root}/${path}`), { owner, method, position });
    return [method, reader.read(parameter)];
  }));
}

interface Place {
  readonly owner: string;
  readonly method: string;
  readonly position: number;
}

function parameterOf(source: ts.SourceFile | undefined, { owner, method, position }: Place): ts.ParameterDeclaration {
  const declared = source?.statements.filter(ts.isClassDeclaration).find(({ name }) => name?.text === owner);
  const found = declared?.members.filter(ts.isMethodDeclaration).find(({ name }) => name.getText() === method);
  const parameter = found?.parameters[position];
  if (parameter === undefined) throw new Error(`${owner}.${method} has no parameter ${position}`);
  return parameter;
}

class ShapeReader {
  constructor(private readonly checker: ts.TypeChecker) {}

  read(node: ts.ParameterDeclaration): Shape {
    return this.#shapeOf(this.checker.getTypeAtLocation(node), 0);
  }

  #shapeOf(given: ts.Type, depth: number): Shape {
    if (given.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return "any";
    const type = this.checker.getNonNullableType(given);
    if (depth > MAX_DEPTH) return "any";
    if (type.isUnion()) return this.#unionOf(type.types, depth);
    if (type.flags & ts.TypeFlags.StringLiteral) return [String((type as ts.StringLiteralType).value)];
    if (type.flags & ts.TypeFlags.StringLike) return "string";
    if (type.flags & ts.TypeFlags.NumberLike) return "number";
    if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
    if (type.getCallSignatures().length > 0) return "function";
    if (this.checker.isArrayLikeType(type)) return "array";
    return type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) ? this.#objectOf(type, depth) : "any";
  }

  #unionOf(types: readonly ts.Type[], depth: number): Shape {
    // "Any object" appears beside a shape for programs written for 5.x; the shape says what has an effect.
    const shaped = types.filter(({ flags }) => !(flags & ts.TypeFlags.NonPrimitive));
    const shapes = (shaped.length > 0 ? shaped : types).map((type) => this.#shapeOf(type, depth));
    const [first = "any"] = shapes;
    if (shapes.every((shape) => shape === first)) return first;
    if (shapes.includes("css")) return "css";
    if (shapes.every((shape) => Array.isArray(shape))) return shapes.flat().toSorted();
    if (shapes.every((shape) => typeof shape === "object" && !Array.isArray(shape))) {
      return Object.assign({}, ...shapes);
    }
    return "any";
  }

  #objectOf(type: ts.Type, depth: number): Shape {
    const [properties, others] = [type.getProperties(), type.getStringIndexType()];
    if (isCss(properties, others)) return "css";
    // Objects of the browser are not options.
    const isOfBrowser = properties.some(({ name }) => /^(nodeType|then|exec)$/.test(name));
    if (isOfBrowser) return "any";
    const rows = properties.map((property): [string, Shape] => [
      property.name,
      this.#shapeOf(this.checker.getTypeOfSymbol(property), depth + 1),
    ]);
    if (rows.length === 0 && others === undefined) return "any";
    return {
      ...Object.fromEntries(rows.toSorted(([one], [other]) => one < other ? -1 : 1)),
      ...(others === undefined ? {} : { "*": this.#shapeOf(others, depth + 1) }),
    };
  }
}

/** The browser's own type of a style, or a record of texts and numbers. */
function isCss(properties: readonly ts.Symbol[], others: ts.Type | undefined): boolean {
  if (properties.some(({ name }) => name === "backgroundColor")) return true;
  const values = others?.isUnion() === true ? others.types : [];
  return properties.length === 0 &&
    [ts.TypeFlags.String, ts.TypeFlags.Number].every((flag) => values.some(({ flags }) => flags & flag));
}
