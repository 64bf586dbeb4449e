/** Compares two types in the direction that matters to a program, and adds a row for each place. */
import ts from "typescript";
import type { Surfaces } from "./programs.ts";
import { type Place, placeBelow, type Rows, type Way } from "./rows.ts";
import { idOf, isMethod, isOptionalParameter, isReadonly, isReadonlyList, type TypeFacts } from "./type_facts.ts";

/** Methods whose answer depends on the word passed first. */
const BY_KEY = new Set(["query", "api"]);

interface Target {
  readonly objects: readonly ts.Type[];
  readonly way: Way;
  readonly isOpen: boolean;
}

export interface Comparison {
  readonly compare: (mine: ts.Type, their: ts.Type, place: Place) => void;
  readonly members: (mine: ts.Type, their: ts.Type, place: Place) => void;
  readonly compareMember: (member: ts.Symbol, mine: ts.Type, place: Place) => void;
}

export function comparison({ checker, theirs, at }: Surfaces, facts: TypeFacts, rows: Rows): Comparison {
  const {
    show,
    is,
    isAny,
    isOpen,
    partsOf,
    isObject,
    isText,
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
  } = facts;
  const { add, once, differencesOf } = rows;

  /** `mayMiss`: the member may be missing, which the comparison judges at that member. */
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
    if (isAny(their) && (place.way === "given" ? takesAll(mine) : isOpenObject(mine))) {
      return add(place, "wider", place.way === "given" ? "takes anything" : "any member can be read");
    }
    add(place, "different", `theirs is ${show(their)}, ours is ${show(mine)}`);
  }

  /** `{}`, null and undefined are all values there are. */
  function takesAll(type: ts.Type): boolean {
    const parts = partsOf(type);
    const isEmpty = (part: ts.Type) => isObject(part) && checker.typeToString(part) === "{}";
    return parts.some(isEmpty) &&
      [ts.TypeFlags.Null, ts.TypeFlags.Undefined].every((flag) => parts.some((part) => is(part, flag)));
  }

  /** A payload that is always there, whose other members are `any`. */
  function isOpenObject(type: ts.Type): boolean {
    return partsOf(type).every((part) => {
      const index = isObject(part) ? checker.getIndexTypeOfType(part, ts.IndexKind.String) : undefined;
      return index !== undefined && isAny(index);
    });
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
    once(key, () => members(mine, their, base));
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
        add(placeBelow(place, name), "different", "ours is required, theirs has no such member");
      }
    }
    for (const kind of [ts.IndexKind.String, ts.IndexKind.Number]) {
      const [theirIndex, myIndex] = [their, mine].map((type) => checker.getIndexTypeOfType(type, kind));
      if (theirIndex === undefined) continue;
      if (myIndex === undefined) add(placeBelow(place, "[key]"), "different", "ours has no open keys");
      else compare(myIndex, theirIndex, placeBelow(place, "[key]"));
    }
  }

  function compareMember(member: ts.Symbol, mine: ts.Type, place: Place): void {
    const below = placeBelow(place, member.name);
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

  return { compare, members, compareMember };
}
