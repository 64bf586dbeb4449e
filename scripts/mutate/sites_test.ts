/** Which mutations are found, and that each is what its kind says. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { chooseSites } from "./choose.ts";
import { applySite, findSites, type Kind, KINDS } from "./sites.ts";

const changes = (kind: Kind, text: string) =>
  findSites("x.tsx", text).filter((site) => site.kind === kind).map((site) => applySite(text, site));

describe("mutation sites", () => {
  const rows: readonly (readonly [Kind, string, readonly string[]])[] = [
    ["negated condition", "if (a > 1) b();", ["if (!(a > 1)) b();"]],
    ["negated condition", "const x = a ? 1 : 2;", ["const x = !(a) ? 1 : 2;"]],
    ["negated condition", "while (a) b();", ["while (!(a)) b();"]],
    ["dropped call", "send(a);", [";"]],
    ["dropped call", "await send(a);", [";"]],
    ["dropped call", "void send(a);", [";"]],
    ["dropped call", "class A extends B { constructor() { super(); } }", []],
    ["changed constant", "const LIMIT_MS = 5_000;", ["const LIMIT_MS = 5001;"]],
    ["changed constant", "const on = true;", ["const on = false;"]],
    ["changed constant", 'const text = "Pay";', ['const text = "Pay~";']],
    ["changed constant", 'const x: "a" | "b" = y;', []],
    ["changed constant", 'import { x } from "./y.ts"; export { z } from "./z.ts"; import("./w.ts");', []],
    ["changed constant", 'const x = <p className="a" title="b">c</p>;', [
      'const x = <p className="a" title="b~">c</p>;',
    ]],
    ["removed row", "const T = { a: x, b: y };", ["const T = {  b: y };", "const T = { a: x,  };"]],
    ["removed row", "const T = [x, y];", ["const T = [ y];", "const T = [x, ];"]],
    ["removed row", "function f() { return { a: x, b: y }; }", []],
    ["removed row", "function f() { return z.object({ a: x, b: [y, w] }); }", [
      "function f() { return z.object({  b: [y, w] }); }",
      "function f() { return z.object({ a: x,  }); }",
      "function f() { return z.object({ a: x, b: [ w] }); }",
      "function f() { return z.object({ a: x, b: [y, ] }); }",
    ]],
    ["removed row", "function f() { return new Set([x, y]); }", [
      "function f() { return new Set([ y]); }",
      "function f() { return new Set([x, ]); }",
    ]],
    ["removed row", "function f() { call(() => [x, y]); }", []],
    ["early return", "function f() { g; }", ["function f() { return;  g; }"]],
    ["early return", "const f = () => { g; };", ["const f = () => { return;  g; };"]],
    ["swapped arguments", "const x = f(a, b, c);", ["const x = f(b, a, c);"]],
    ["swapped arguments", "const x = f(a, a); const y = f(...a, b);", []],
    ["swapped arguments", "const x = Math.max(0, a);", []],
    ["swapped operator", "const x = a && b || c;", ["const x = ((a) || (b)) || c;", "const x = ((a && b) && (c));"]],
    ["swapped operator", "const x = a ?? b;", []],
    ["dropped default", "const x = a ?? 3;", ["const x = (a)!;"]],
    ["dropped default", "const x = a || 3;", []],
    ["changed result", "const f = (a) => a + 1;", ["const f = (a) => (undefined as never);"]],
    ["changed result", "const f = () => send();", ["const f = () => (undefined as never);"]],
    ["changed result", "const f = (a) => ({ a });", ["const f = (a) => (undefined as never);"]],
    ["changed result", "const f = (a) => a > 1;", ["const f = (a) => !(a > 1);"]],
    ["changed result", "const f = (a) => !a;", ["const f = (a) => !(!a);"]],
    ["changed result", "const f = (a) => (a && b);", ["const f = (a) => !((a && b));"]],
    ["changed result", "const f = () => undefined; const g = () => { h; }; const i = () => true;", []],
  ];
  for (const [kind, text, changed] of rows) {
    it(`${kind}: ${text}`, () => assertEquals(changes(kind, text), changed));
  }

  it("names the line, counted from 1, with its text", () => {
    const [site] = findSites("x.ts", "const a = b;\n\n  send(a);");
    assertEquals([site?.line, site?.context], [3, "send(a);"]);
  });
});

describe("choosing sites", () => {
  const text =
    "if (a) send(1);\nif (b) send(2, 3);\nconst T = [x, y];\nfunction f() { g; }\nconst h = () => a ?? (b && c);";
  const sites = findSites("x.ts", text);

  it("chooses the same sites for the same seed, and others for another", () => {
    assertEquals(chooseSites(sites, 6, 7), chooseSites(sites, 6, 7));
    const many = findSites("x.ts", "send(1);\n".repeat(50));
    assertEquals(
      JSON.stringify(chooseSites(many, 6, 7)) === JSON.stringify(chooseSites(many, 6, 8)),
      false,
    );
  });

  it("a change to other lines leaves the choice among the rest unchanged", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `send(${at}, "text ${at}");`);
    const originals = (text: readonly string[], count: number) =>
      chooseSites(findSites("x.ts", text.join("\n")), count, 3).map(({ kind, original }) => `${kind} ${original}`);
    const before = originals(lines(40), 20);
    const after = originals(["const added = 1;", ...lines(41)], 24);
    assertEquals(
      before.filter((site) => !after.includes(site)).length <= 2,
      true,
      "the new lines take their own turns",
    );
    assertEquals(after.includes(before[0] ?? ""), true);
  });

  it("alternates between kinds, and never chooses a site twice", () => {
    assertEquals(chooseSites(sites, KINDS.length, 1).map(({ kind }) => kind).sort(), [...KINDS].sort());
    assertEquals(new Set(chooseSites(sites, 1_000, 1)).size, sites.length);
  });
});
