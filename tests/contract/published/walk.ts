/**
 * Compares what the published SDK 5.45.0 exports with what ours exports, member by member, in the direction that
 * matters to a program: what it passes has to be accepted, what it receives has to be what it expects.
 */
import ts from "typescript";
import { comparison } from "./compare.ts";
import type { Surfaces } from "./programs.ts";
import { type Place, placeBelow, type Row, Rows, type Way } from "./rows.ts";
import { isType, isValue, parametersOf, typeFacts } from "./type_facts.ts";

/** Types that a program both makes and reads. */
const BOTH = new Set(["PayrailsAmount", "ReturnInfo", "ExecutionMeta", "ExecutionMetaCustomer", "ExecutionMetaKey"]);
const GIVEN = /(Options|Events|InitOptions|Styles|Theme|ContainerType|FieldEvent)$/;

export function walk(surfaces: Surfaces): readonly Row[] {
  const { checker, theirs, ours, probes, at } = surfaces;
  const rows = new Rows();
  const { add } = rows;
  const facts = typeFacts(surfaces);
  const { literalOf, isObject, membersOf } = facts;
  const { compare, members, compareMember } = comparison(surfaces, facts, rows);

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
    rows.later(() => members(mine, their, { of, way: "received", member: "" }));
  }
  return rows.finish();

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
        add(
          placeBelow(place, member.name),
          isSame ? "same" : "different",
          isSame ? "" : `ours is ${mines ?? "missing"}`,
        );
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
      add(
        placeBelow(place, "new"),
        isMade(myType) ? "same" : "different",
        isMade(myType) ? "" : "ours is not made by `new`",
      );
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
      if (isObject(theirType) && isObject(myType)) rows.later(() => members(myType, theirType, place));
      else compare(myType, theirType, place);
    }
  }
}
