/**
 * Compares what the published SDK 5.45.0 exports with what ours exports, member by member, in the direction that
 * matters to a program: what it passes has to be accepted, what it receives has to be what it expects.
 */
import ts from "typescript";
import type { Surfaces } from "./programs.ts";

/** `given`: the program passes it. `received`: the program gets it. */
export type Way = "given" | "received";

export interface Row {
  /** An exported name, or the name of a type that one of them leads to. */
  readonly of: string;
  readonly way: Way;
  /** Path below the name; empty for the name itself. */
  readonly member: string;
  readonly verdict: "same" | "wider" | "different";
  /** What differs, as found; empty when nothing does. */
  readonly found: string;
}

interface Place {
  readonly of: string;
  readonly way: Way;
  readonly member: string;
}

/** Types that a program both makes and reads. */
const BOTH = new Set(["PayrailsAmount", "ReturnInfo", "ExecutionMeta", "ExecutionMetaCustomer", "ExecutionMetaKey"]);
const GIVEN = /(Options|Events|InitOptions|Styles|Theme|ContainerType|FieldEvent)$/;

/** Methods whose answer depends on the word passed first. */
const BY_KEY = new Set(["query", "api"]);

export function walk({ checker, theirs, ours, probes, isTheirs, at }: Surfaces): readonly Row[] {
  const rows = new Map<string, Row>();
  const seen = new Set<string>();
  const queue: (() => void)[] = [];

  function add(place: Place, verdict: Row["verdict"], found = ""): void {
    const key = `${place.of}\t${place.way}\t${place.member}`;
    const before = rows.get(key);
    const rank = ["same", "wider", "different"];
    if (before !== undefined && rank.indexOf(before.verdict) >= rank.indexOf(verdict)) return;
    rows.set(key, { ...place, verdict, found });
  }

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
  /** Types of the browser and of wallets, and bags of CSS: compared whole. */
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
    // Partial<Pick<...>> and the like are no names of the package.
    return symbol.name;
  }

  /** `mayMiss`: the member may be left out, which is judged where the member is. */
  function compare(mine: ts.Type, their: ts.Type, place: Place, mayMiss = false): void {
    if (is(mine, ts.TypeFlags.TypeParameter) && is(their, ts.TypeFlags.TypeParameter)) return add(place, "same");
    const general = (type: ts.Type) =>
      is(type, ts.TypeFlags.Instantiable) ? checker.getBaseConstraintOfType(type) ?? type : type;
    const [myGeneral, theirGeneral] = [general(mine), general(their)];
    if (myGeneral !== mine || theirGeneral !== their) return compare(myGeneral, theirGeneral, place, mayMiss);
    if (isOpen(their)) return compareOpen(mine, their, place);
    if (isOpen(mine)) {
      // Whatever is passed is accepted; what is received cannot be used unless it is `any`.
      return place.way === "given" || isAny(mine)
        ? add(place, "wider")
        : add(place, "different", `ours is ${show(mine)}`);
    }
    const [narrow, wide] = place.way === "given" ? [their, mine] : [mine, their];
    const said = simple(narrow).filter((part) => !(mayMiss && is(part, ts.TypeFlags.Undefined)));
    const misfits = said.filter((part) => !partsOf(wide).some((other) => fits(part, other)));
    const isClosed = misfits.length > 0;
    if (isClosed) {
      const words = misfits.map(show).join(" | ");
      add(place, "different", place.way === "given" ? `not accepted: ${words}` : `may also be: ${words}`);
    } else {
      const unheard = place.way === "received" && !simple(mine).some(isText)
        ? simple(their).filter((part) => part.isStringLiteral() && !partsOf(mine).some((other) => fits(part, other)))
        : [];
      if (unheard.length > 0) add(place, "different", `cannot be compared with ${unheard.map(show).join(", ")}`);
      const isSame = simple(wide).every((part) =>
        isUndefined(part) || partsOf(narrow).some((other) => fits(part, other))
      ) &&
        objects(wide).length <= objects(narrow).length;
      add(place, isSame ? "same" : "wider");
    }
    for (const part of objects(narrow)) {
      compareObject(part, { objects: objects(wide), way: place.way, isOpen: simple(wide).some(isOpen) }, place);
    }
  }

  function compareOpen(mine: ts.Type, their: ts.Type, place: Place): void {
    if (isAny(mine) || (isOpen(mine) && place.way === "given")) return add(place, "same");
    if (place.way === "received" && is(their, ts.TypeFlags.Unknown)) return add(place, "wider");
    add(place, "different", `theirs is ${show(their)}, ours is ${show(mine)}`);
  }

  interface Target {
    readonly objects: readonly ts.Type[];
    readonly way: Way;
    readonly isOpen: boolean;
  }

  function compareObject(part: ts.Type, target: Target, place: Place): void {
    if (target.way === "given" && is(part, ts.TypeFlags.NonPrimitive)) {
      const takesAll = target.isOpen || target.objects.some((other) => is(other, ts.TypeFlags.NonPrimitive));
      if (!takesAll) add(place, "different", "any object is not accepted");
      return;
    }
    const alike = target.objects.filter((other) => checker.isArrayLikeType(other) === checker.isArrayLikeType(part));
    const pairs = (alike.length > 0 ? alike : target.objects).map((other) =>
      target.way === "given" ? { their: part, mine: other } : { their: other, mine: part }
    );
    if (pairs.length === 0) {
      if (target.isOpen) return;
      return add(
        place,
        "different",
        target.way === "given" ? `not accepted: ${show(part)}` : `may also be: ${show(part)}`,
      );
    }
    const namesake = pairs.find(({ their, mine }) =>
      nameOf(their) !== undefined && nameOf(their) === mine.symbol?.name
    );
    if (namesake !== undefined) return shape(namesake.mine, namesake.their, place);
    // One of several shapes is enough. The one with the fewest differences is reported.
    let best: { readonly run: () => void; readonly count: number } | undefined;
    for (const { their, mine } of pairs) {
      const run = () => shape(mine, their, place);
      const count = pairs.length === 1 ? 0 : differencesOf(run);
      if (best === undefined || count < best.count) best = { run, count };
    }
    best?.run();
  }

  function differencesOf(run: () => void): number {
    const [keptRows, keptSeen, keptQueue] = [new Map(rows), new Set(seen), [...queue]];
    rows.clear();
    seen.clear();
    queue.length = 0;
    run();
    while (queue.length > 0) queue.shift()?.();
    const count = [...rows.values()].filter(({ verdict }) => verdict === "different").length;
    rows.clear();
    for (const [key, row] of keptRows) rows.set(key, row);
    seen.clear();
    for (const key of keptSeen) seen.add(key);
    queue.length = 0;
    queue.push(...keptQueue);
    return count;
  }

  function shape(mine: ts.Type, their: ts.Type, place: Place): void {
    const [narrow, wide] = place.way === "given" ? [their, mine] : [mine, their];
    if (isWhole(their)) {
      return checker.isTypeAssignableTo(narrow, wide)
        ? add(place, checker.isTypeAssignableTo(wide, narrow) ? "same" : "wider")
        : add(place, "different", `ours is ${show(mine)}`);
    }
    if (place.way === "given" && is(mine, ts.TypeFlags.NonPrimitive)) return add(place, "wider");
    // A program cannot make an instance of a class by itself: it passes on what it received.
    if (place.way === "given" && their.isClass()) return add(place, "same");
    const name = nameOf(their);
    const base = name === undefined ? place : { of: name, way: place.way, member: "" };
    const key = `${base.of}|${base.way}|${base.member}|${idOf(their)}|${idOf(mine)}`;
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(() => members(mine, their, base));
  }

  function members(mine: ts.Type, their: ts.Type, place: Place): void {
    const elements = [their, mine].map((type) =>
      checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined
    );
    if (checker.isArrayLikeType(their)) {
      const [theirElement, myElement] = elements;
      if (theirElement === undefined || myElement === undefined) {
        return add(place, "different", `ours is ${show(mine)}`);
      }
      if (place.way === "received" && isReadonlyList(mine) && !isReadonlyList(their)) {
        add(place, "different", "ours cannot be changed");
      }
      return compare(myElement, theirElement, { ...place, member: `${place.member}[]` });
    }
    calls(mine, their, place);
    const theirMembers = membersOf(their);
    for (const member of theirMembers) compareMember(member, mine, place);
    if (place.way === "given") {
      const known = new Set(theirMembers.map(({ name }) => name));
      for (const { name, flags } of membersOf(mine)) {
        if (known.has(name) || flags & ts.SymbolFlags.Optional) continue;
        add(at_(place, name), "different", "ours is required, theirs has no such member");
      }
    }
    for (const kind of [ts.IndexKind.String, ts.IndexKind.Number]) {
      const [theirIndex, myIndex] = [their, mine].map((type) => checker.getIndexTypeOfType(type, kind));
      if (theirIndex === undefined) continue;
      if (myIndex === undefined) add(at_(place, "[key]"), "different", "ours has no open keys");
      else compare(myIndex, theirIndex, at_(place, "[key]"));
    }
  }

  function compareMember(member: ts.Symbol, mine: ts.Type, place: Place): void {
    const below = at_(place, member.name);
    // Compared with each argument, as a probe.
    if (place.of === "Payrails" && BY_KEY.has(member.name)) return;
    const own = membersOf(mine).find(({ name }) => name === member.name);
    const theirType = typeOf(member);
    const isMayMissing = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    if (own === undefined) {
      const index = checker.getIndexTypeOfType(mine, ts.IndexKind.String);
      if (index !== undefined && place.way === "given") return compare(index, theirType, below, isMayMissing(member));
      return add(below, "different", "ours has no such member");
    }
    if (place.way === "given" && isMayMissing(member) && !isMayMissing(own)) {
      add(below, "different", "ours is required");
    }
    const isMissed = place.way === "received" && !isMayMissing(member) && isMayMissing(own);
    if (isMissed && !partsOf(theirType).some(isUndefined)) add(below, "different", "ours may be missing");
    if (place.way === "given" && theirs.has(place.of) && isReadonly(own) && !isReadonly(member) && !isMethod(member)) {
      add(below, "different", "ours is read only");
    }
    compare(typeOf(own), theirType, below, isMayMissing(member) || isMayMissing(own));
  }

  const isUndefined = (type: ts.Type) => is(type, ts.TypeFlags.Undefined);
  const typeOf = (member: ts.Symbol) => checker.getTypeOfSymbolAtLocation(member, at);

  function calls(mine: ts.Type, their: ts.Type, place: Place): void {
    const [theirCalls, myCalls] = [their, mine].map((type) => checker.getSignaturesOfType(type, ts.SignatureKind.Call));
    const theirCall = theirCalls?.[0];
    if (theirCall === undefined) return;
    const [own, ...overloads] = myCalls ?? [];
    if (own === undefined) return add(place, "different", `ours is ${show(mine)}`);
    // One of several overloads is enough.
    const counted = [own, ...overloads].map((each) => ({
      each,
      count: overloads.length === 0 ? 0 : differencesOf(() => call(each, theirCall, place)),
    }));
    call(counted.toSorted((one, other) => one.count - other.count)[0]?.each ?? own, theirCall, place);
  }

  function call(own: ts.Signature, theirs: ts.Signature, place: Place): void {
    // What a method takes is given where the method is received, and the other way round.
    const turned = place.way === "given" ? "received" : "given";
    theirs.parameters.forEach((parameter, index) => {
      const below = { ...place, member: `${place.member}(${index + 1})`, way: place.way };
      const myParameter = own.parameters[index];
      if (myParameter === undefined) return add(below, "different", "ours has no such parameter");
      const [theirType, myType] = [parameter, myParameter].map((one) => checker.getTypeOfSymbolAtLocation(one, at));
      if (theirType === undefined || myType === undefined) return;
      const [isTheirsOptional, isOursOptional] = [parameter, myParameter].map(isOptionalParameter);
      if (place.way === "received" && isTheirsOptional && !isOursOptional) add(below, "different", "ours is required");
      compare(myType, theirType, { ...below, way: turned }, isTheirsOptional || isOursOptional);
    });
    if (place.way === "received") {
      own.parameters.slice(theirs.parameters.length).forEach((parameter, index) => {
        if (isOptionalParameter(parameter)) return;
        add(
          { ...place, member: `${place.member}(${theirs.parameters.length + index + 1})` },
          "different",
          "ours is required, theirs has no such parameter",
        );
      });
    }
    const answer = { ...place, member: `${place.member}()` };
    const [theirAnswer, myAnswer] = [checker.getReturnTypeOfSignature(theirs), checker.getReturnTypeOfSignature(own)];
    if (is(theirAnswer, ts.TypeFlags.Void)) return add(answer, is(myAnswer, ts.TypeFlags.Void) ? "same" : "wider");
    const isLater = isPromise(theirAnswer);
    compare(isLater ? awaited(myAnswer) : myAnswer, isLater ? awaited(theirAnswer) : theirAnswer, answer);
    if (place.way === "received" && isLater && !isPromise(myAnswer)) {
      add(answer, "different", `ours answers ${show(myAnswer)}`);
    }
  }

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

  // Exported names.
  for (const [name, their] of theirs) {
    const mine = ours.get(name);
    const place: Place = { of: name, way: "received", member: "" };
    if (mine === undefined) {
      add(place, "different", "ours does not export it");
      continue;
    }
    if (isValue(their)) {
      if (isValue(mine)) compareValue(name, mine, their);
      else add({ ...place, member: "value" }, "different", "ours is a type alone");
    }
    if (isType(their)) {
      if (isType(mine)) compareType(name, mine, their);
      else add({ ...place, member: "type" }, "different", "ours is a value alone");
    }
  }
  // Generic methods and types, with each of their arguments.
  for (const [name, { their, mine }] of probes) {
    const [method = "", key = ""] = name.split("_");
    const of = key === "" ? `StorablePaymentCompositionOption (${name})` : `Payrails.${method}("${key}")`;
    queue.push(() => members(mine, their, { of, way: "received", member: "" }));
  }
  while (queue.length > 0) queue.shift()?.();
  return [...rows.values()].toSorted((a, b) =>
    `${a.of}\t${a.way}\t${a.member}` < `${b.of}\t${b.way}\t${b.member}` ? -1 : 1
  );

  function compareValue(name: string, mine: ts.Symbol, their: ts.Symbol): void {
    const [theirType, myType] = [their, mine].map((symbol) => checker.getTypeOfSymbolAtLocation(symbol, at));
    if (theirType === undefined || myType === undefined) return;
    const place: Place = { of: `typeof ${name}`, way: "received", member: "" };
    if (their.flags & ts.SymbolFlags.Enum) {
      for (const member of membersOf(theirType)) {
        const own = membersOf(myType).find((one) => one.name === member.name);
        const [theirs, mines] = [member, own].map((one) =>
          one && literalOf(checker.getTypeOfSymbolAtLocation(one, at))
        );
        const isSame = theirs !== undefined && theirs === mines;
        add(at_(place, member.name), isSame ? "same" : "different", isSame ? "" : `ours is ${mines ?? "missing"}`);
        const asType = mine.exports?.get(member.escapedName) ??
          checker.getExportsOfModule(mine).find((one) => one.name === member.name);
        const isUsable = asType !== undefined;
        add(
          { of: name, way: "received", member: member.name },
          isUsable ? "same" : "different",
          isUsable ? "" : "ours is no type",
        );
      }
      return;
    }
    for (const member of membersOf(theirType)) compareMember(member, myType, place);
    if (!isObject(theirType)) compare(myType, theirType, place);
    const isMade = (type: ts.Type) =>
      checker.getSignaturesOfType(type, ts.SignatureKind.Construct).some((made) => {
        const declared = made.declaration;
        return declared === undefined ||
          (ts.getCombinedModifierFlags(declared) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
      });
    if (isMade(theirType)) {
      add(at_(place, "new"), isMade(myType) ? "same" : "different", isMade(myType) ? "" : "ours is not made by `new`");
    }
  }

  function compareType(name: string, mine: ts.Symbol, their: ts.Symbol): void {
    const [theirType, myType] = [their, mine].map((symbol) => checker.getDeclaredTypeOfSymbol(symbol));
    if (theirType === undefined || myType === undefined) return;
    const counts = [their, mine].map(parametersOf);
    if (counts[0] !== counts[1]) {
      add(
        { of: name, way: "received", member: "<>" },
        "different",
        `ours takes ${counts[1]} type arguments, theirs ${counts[0]}`,
      );
    }
    const ways: readonly Way[] = BOTH.has(name) ? ["given", "received"] : GIVEN.test(name) ? ["given"] : ["received"];
    for (const way of ways) {
      const place: Place = { of: name, way, member: "" };
      // A generic type is compared with its defaults, as a probe.
      if (counts[0] !== 0) continue;
      if (isObject(theirType) && isObject(myType)) queue.push(() => members(myType, theirType, place));
      else compare(myType, theirType, place);
    }
  }

  function parametersOf(symbol: ts.Symbol): number {
    for (const declared of symbol.declarations ?? []) {
      if ("typeParameters" in declared) return (declared.typeParameters as readonly unknown[] | undefined)?.length ?? 0;
    }
    return 0;
  }
  function isOptionalParameter(symbol: ts.Symbol): boolean {
    const declared = symbol.valueDeclaration;
    return declared !== undefined && ts.isParameter(declared) &&
      (declared.questionToken !== undefined || declared.initializer !== undefined ||
        declared.dotDotDotToken !== undefined);
  }
  function isReadonly(symbol: ts.Symbol): boolean {
    const declared = symbol.declarations?.[0];
    if (declared === undefined) return false;
    if (ts.isGetAccessor(declared)) return !(symbol.declarations ?? []).some(ts.isSetAccessor);
    return (ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Readonly) !== 0;
  }
  function isMethod(symbol: ts.Symbol): boolean {
    return (symbol.flags & ts.SymbolFlags.Method) !== 0;
  }
  function isReadonlyList(type: ts.Type): boolean {
    return type.symbol?.name === "ReadonlyArray";
  }
  function at_(place: Place, name: string): Place {
    return { ...place, member: place.member === "" ? name : `${place.member}.${name}` };
  }
}

/** The declarations that merchants get leave these out. */
function isInternal(declared: ts.Declaration): boolean {
  const { text } = declared.getSourceFile();
  const comments = ts.getLeadingCommentRanges(text, declared.pos) ?? [];
  return comments.some(({ pos, end }) => text.slice(pos, end).includes("@internal"));
}

function isValue(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Value) !== 0;
}
function isType(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Type) !== 0;
}
function idOf(type: ts.Type): number {
  return (type as unknown as { readonly id: number }).id;
}
