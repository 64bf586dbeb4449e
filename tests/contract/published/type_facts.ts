/** Facts about a type, a member or a declaration that the comparison of two packages needs. */
import ts from "typescript";
import type { Surfaces } from "./programs.ts";

export type TypeFacts = ReturnType<typeof typeFacts>;

export function typeFacts({ checker, isTheirs, at }: Pick<Surfaces, "checker" | "isTheirs" | "at">) {
  const show = (type: ts.Type) => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  const is = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;
  const isAny = (type: ts.Type) => is(type, ts.TypeFlags.Any);
  const isOpen = (type: ts.Type) => is(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown);

  /** Enum members count as their values, since a program names them through the exported object. */
  function partsOf(type: ts.Type): readonly ts.Type[] {
    return type.isUnion() ? type.types : [type];
  }
  function literalOf(type: ts.Type): string | undefined {
    if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value);
    if (is(type, ts.TypeFlags.BooleanLiteral | ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void)) {
      return is(type, ts.TypeFlags.Void) ? "undefined" : show(type);
    }
    return undefined;
  }
  /** `string & {}` is text: it keeps the names of an open list. */
  function isText(type: ts.Type): boolean {
    return is(type, ts.TypeFlags.String) ||
      (type.isIntersection() && type.types.some((one) => is(one, ts.TypeFlags.String)));
  }
  function isObject(type: ts.Type): boolean {
    return !isText(type) && (is(type, ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive) || type.isIntersection());
  }
  /** Whether the narrow simple type fits the wide one. */
  function fits(narrow: ts.Type, wide: ts.Type): boolean {
    if (isOpen(wide)) return true;
    if (is(narrow, ts.TypeFlags.Never)) return true;
    if (is(narrow, ts.TypeFlags.TypeParameter) && is(wide, ts.TypeFlags.TypeParameter)) return true;
    const literal = literalOf(narrow);
    if (literal !== undefined && literal === literalOf(wide)) return true;
    if (isText(wide)) return isText(narrow) || narrow.isStringLiteral();
    if (is(wide, ts.TypeFlags.Void)) return true;
    return checker.isTypeAssignableTo(narrow, wide);
  }
  const simple = (type: ts.Type) => partsOf(type).filter((part) => !isObject(part));
  const objects = (type: ts.Type) => partsOf(type).filter(isObject);
  /** Types of the browser and of wallets, and sets of CSS rules: compared whole. */
  function isWhole(type: ts.Type): boolean {
    if (checker.getPropertyOfType(type, "cssText") !== undefined) return true;
    const { symbol } = type;
    if (symbol === undefined || (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) === 0) return false;
    return /\/typescript\/lib\//.test(symbol.declarations?.[0]?.getSourceFile().fileName ?? "") &&
      !checker.isArrayLikeType(type);
  }
  function nameOf(type: ts.Type): string | undefined {
    const symbol = type.aliasSymbol ?? type.symbol;
    if (symbol === undefined || /^(__type|__object|__function)$/.test(symbol.name)) return undefined;
    if (checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0) return undefined;
    if (!isTheirs(symbol.declarations?.[0]?.getSourceFile().fileName ?? "")) return undefined;
    // Partial<Pick<...>> and the like are not names of the package.
    return symbol.name;
  }

  const isUndefined = (type: ts.Type) => is(type, ts.TypeFlags.Undefined);
  const typeOf = (member: ts.Symbol) => checker.getTypeOfSymbolAtLocation(member, at);

  const isPromise = (type: ts.Type) => type.symbol?.name === "Promise";
  function awaited(type: ts.Type): ts.Type {
    return checker.getAwaitedType(type) ?? type;
  }

  function membersOf(type: ts.Type): readonly ts.Symbol[] {
    return checker.getPropertiesOfType(type).filter((symbol) => {
      const declared = symbol.declarations?.[0];
      if (symbol.name.startsWith("__@") || symbol.name.startsWith("__#")) return false;
      if (symbol.name === "prototype") return false;
      if (declared !== undefined && isInternal(declared)) return false;
      const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
      return declared === undefined || (ts.getCombinedModifierFlags(declared) & hidden) === 0;
    });
  }

  return {
    show,
    is,
    isAny,
    isOpen,
    partsOf,
    literalOf,
    isText,
    isObject,
    fits,
    simple,
    objects,
    isWhole,
    nameOf,
    isUndefined,
    typeOf,
    isPromise,
    awaited,
    membersOf,
  };
}

export function parametersOf(symbol: ts.Symbol): number {
  for (const declared of symbol.declarations ?? []) {
    if ("typeParameters" in declared) return (declared.typeParameters as readonly unknown[] | undefined)?.length ?? 0;
  }
  return 0;
}
export function isOptionalParameter(symbol: ts.Symbol): boolean {
  const declared = symbol.valueDeclaration;
  return declared !== undefined && ts.isParameter(declared) &&
    (declared.questionToken !== undefined || declared.initializer !== undefined ||
      declared.dotDotDotToken !== undefined);
}
export function isReadonly(symbol: ts.Symbol): boolean {
  const declared = symbol.declarations?.[0];
  if (declared === undefined) return false;
  if (ts.isGetAccessor(declared)) return !(symbol.declarations ?? []).some(ts.isSetAccessor);
  return (ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Readonly) !== 0;
}
export function isMethod(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Method) !== 0;
}
export function isReadonlyList(type: ts.Type): boolean {
  return type.symbol?.name === "ReadonlyArray";
}

/** The declarations that merchants get leave these out. */
function isInternal(declared: ts.Declaration): boolean {
  const { text } = declared.getSourceFile();
  const comments = ts.getLeadingCommentRanges(text, declared.pos) ?? [];
  return comments.some(({ pos, end }) => text.slice(pos, end).includes("@internal"));
}

export function isValue(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Value) !== 0;
}
export function isType(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Type) !== 0;
}

export function idOf(type: ts.Type): number {
  return (type as unknown as { readonly id: number }).id;
}
