/** Programs written for the published SDK 5.45.0 compile against ours: every name and member of its declarations. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readSurfaces, readTexts } from "./programs.ts";
import { parseTable, TABLE, type TableRow, writeTable } from "./table.ts";
import { walk } from "./walk.ts";

const lineOf = ({ of, way, member, verdict, found }: Omit<TableRow, "reason">) =>
  [of, way, member, verdict, found].join(" | ");

describe("the published SDK 5.45.0", () => {
  const rows = walk(readSurfaces());
  const table = parseTable(Deno.readTextFileSync(TABLE));

  it("is walked as a whole: its exports, their members, and what methods take and answer", () => {
    assert(rows.length > 2000, `only ${rows.length} rows`);
    for (
      const seen of [
        "typeof PAYMENT_METHOD_CODES | received | REVOLUT_PAY | same | ",
        "PAYMENT_METHOD_CODES | received | REVOLUT_PAY | same | ",
        "CardFormOptions | given | styles.addressSelector.countrySelector.label | wider | ",
        'Payrails.query("amount") | received | () | same | ',
      ]
    ) assert(rows.map(lineOf).includes(seen), `${seen} is missing`);
  });

  it("is what the table says: no difference is new and no row is stale (renew it with table.ts)", () => {
    const [now, then] = [rows.map(lineOf), table.map(lineOf)];
    assertEquals(now.filter((line) => !then.includes(line)), []);
    assertEquals(then.filter((line) => !now.includes(line)), []);
  });

  it("differs from ours nowhere without a reason, and no reason is given where nothing differs", () => {
    const [different, others] = [true, false].map((is) =>
      table.filter(({ verdict }) => (verdict === "different") === is)
    );
    assertEquals(different?.filter(({ reason }) => reason === "").map(lineOf), []);
    assertEquals(others?.filter(({ reason }) => reason !== "").map(lineOf), []);
  });

  it("a renewed table keeps the reasons of differences that are still there, and no others", () => {
    const different = table.filter(({ verdict }) => verdict === "different");
    assertEquals(parseTable(writeTable(different, table)), different);
    const changed = different.map((row) => ({ ...row, found: "something else" }));
    assertEquals(parseTable(writeTable(changed, table)).filter(({ reason }) => reason !== ""), []);
  });
});

describe("the walk", () => {
  const CASES: readonly (readonly [what: string, theirs: string, ours: string, found: readonly string[]])[] = [
    ["an export that is missing", "export type A = string;", "export {};", [
      "A | received |  | different | ours does not export it",
    ]],
    [
      "an option that is missing",
      "export interface AOptions { a?: string; b?: number }",
      "export interface AOptions { a?: string }",
      [
        "AOptions | given | b | different | ours has no such member",
      ],
    ],
    [
      "an option that became required",
      "export interface AOptions { a?: string }",
      "export interface AOptions { a: string }",
      [
        "AOptions | given | a | different | ours is required",
      ],
    ],
    [
      "a required option of ours alone",
      "export interface AOptions { a?: string }",
      "export interface AOptions { a?: string; b: string }",
      [
        "AOptions | given | b | different | ours is required, theirs has no such member",
      ],
    ],
    [
      "an option that cannot be set after the object is made",
      "export interface AOptions { a?: string }",
      "export interface AOptions { readonly a?: string }",
      [
        "AOptions | given | a | different | ours is read only",
      ],
    ],
    [
      "a narrower option, and null",
      'export interface AOptions { a?: "x" | "y" | null }',
      'export interface AOptions { a?: "x" }',
      [
        'AOptions | given | a | different | not accepted: null | "y"',
      ],
    ],
    [
      "a wider option",
      "export interface AOptions { a?: string }",
      "export interface AOptions { a?: string | number }",
      [
        "AOptions | given | a | wider | ",
      ],
    ],
    [
      "any object, where ours names its keys",
      "export interface AOptions { a?: object }",
      "export interface AOptions { a?: { b?: string } }",
      [
        "AOptions | given | a | different | any object is not accepted",
      ],
    ],
    ["a result that may be more", 'export declare const a: "x";', 'export declare const a: "x" | "y";', [
      'typeof a | received |  | different | may also be: "y"',
    ]],
    [
      "a result that a program cannot compare any more",
      'export declare const a: "x" | "y";',
      'export declare const a: "x";',
      [
        'typeof a | received |  | different | cannot be compared with "y"',
        "typeof a | received |  | wider | ",
      ].slice(0, 1),
    ],
    ["a result that may be missing", "export interface A { a: string }", "export interface A { a?: string }", [
      "A | received | a | different | ours may be missing",
    ]],
    [
      "a list that cannot be sorted any more",
      "export interface A { a: string[] }",
      "export interface A { a: readonly string[] }",
      [
        "A | received | a | different | ours cannot be changed",
      ],
    ],
    [
      "a method that takes less",
      "export declare class A { go(a: string | number): void }",
      "export declare class A { go(a: string): void }",
      [
        "A | given | go(1) | different | not accepted: number",
      ],
    ],
    [
      "a method that asks for more",
      "export declare class A { go(): void }",
      "export declare class A { go(a: string): void }",
      [
        "A | received | go(1) | different | ours is required, theirs has no such parameter",
      ],
    ],
    [
      "a method that answers at once",
      "export declare class A { go(): Promise<string> }",
      "export declare class A { go(): string }",
      [
        "A | received | go() | different | ours answers string",
      ],
    ],
    [
      "no overload that takes less, where another takes all",
      "export declare class A { go(a: string): void }",
      "export declare class A { go(a: 1): number; go(a: string): void }",
      [],
    ],
    [
      "a callback that is told less",
      "export interface AOptions { on?: (a: string, b: string) => void }",
      "export interface AOptions { on?: (a: string) => void }",
      [
        "AOptions | given | on(2) | different | ours has no such parameter",
      ],
    ],
    [
      "a callback whose argument has lost a member",
      "export interface AOptions { on?: (a: { b: string }) => void }",
      "export interface AOptions { on?: (a: { c: string }) => void }",
      [
        "AOptions | received | on(1).b | different | ours has no such member",
      ],
    ],
    [
      "a payload without a type, where ours has one and hides other members, or may be missing",
      "export interface A { a: any; b: any; c: any; d: any }",
      "export interface A { a: { [m: string]: any }; b: { c: string }; c: { [m: string]: any } | undefined; d: any }",
      [
        "A | received | a | wider | any member can be read",
        "A | received | b | different | theirs is any, ours is { c: string; }",
        "A | received | c | different | theirs is any, ours is { [m: string]: any; } | undefined",
      ],
    ],
    [
      "a parameter without a type, where ours takes less",
      "export declare class A { a(it: any): void; b(it: any): void; c(it: any): void }",
      "export declare class A { a(it: string | {} | null | undefined): void; b(it: {}): void; c(it: unknown): void }",
      [
        "A | given | a(1) | wider | takes anything",
        "A | given | b(1) | different | theirs is any, ours is {}",
      ],
    ],
    [
      "a member of an enumeration that is no type",
      'export declare enum A { X = "x" }',
      'export declare const A: { readonly X: "x" }; export type A = "x";',
      [
        "A | received | X | different | ours is no type",
      ],
    ],
    ["another value of an enumeration", 'export declare enum A { X = "x" }', 'export declare enum A { X = "y" }', [
      'typeof A | received | X | different | ours is "y"',
    ]],
    [
      "a type that takes no argument any more",
      "export interface A<T = string> { a: T }",
      "export interface A { a: string }",
      [
        "A | received | <> | different | ours takes 0 type arguments, theirs 1",
      ],
    ],
    [
      "a class that is not made by `new` any more",
      "export declare class A { a: string }",
      "export declare class A { private constructor(); a: string }",
      [
        "typeof A | received | new | different | ours is not made by `new`",
      ],
    ],
  ];

  const OWN = {
    theirs: "export declare class A { private a: string; protected b: string; c: string }",
    ours: "export declare class A { c: string; \n/** @internal */\nd: number }",
  };
  const INTERNAL = {
    theirs: "export declare class A { c: string }",
    ours: "export declare class A {\n/** @internal */\nc: string }",
  };
  const SHAPES = {
    theirs: "export interface AOptions { a?: { b: { c: string; d: string } } }",
    ours: "export interface AOptions { a?: { x: 1; y: 2; z: 3 } | { b: { c: string } } }",
  };
  const surfaces = readTexts([
    ...CASES.flatMap(([, theirs, ours]) => [[theirs, ours], [theirs, theirs]] as const),
    ...[OWN, INTERNAL, SHAPES].map(({ theirs, ours }) => [theirs, ours] as const),
  ]);
  /** What it finds, without what is the same. */
  function found(theirs: string, ours: string): readonly string[] {
    return walk(surfaces(theirs, ours)).filter(({ verdict }) => verdict !== "same").map(lineOf);
  }

  for (const [what, theirs, ours, expected] of CASES) {
    it(`names ${what}`, () => {
      assertEquals(found(theirs, ours).filter((line) => expected.includes(line)), expected);
      assertEquals(found(theirs, theirs), []);
    });
  }

  it("does not name what is private, internal or a program's own business", () => {
    assertEquals(found(OWN.theirs, OWN.ours), []);
    assertEquals(found(INTERNAL.theirs, INTERNAL.ours), ["A | received | c | different | ours has no such member"]);
  });

  it("goes into unions of shapes, and reports the shape that fits best", () => {
    assertEquals(
      found(SHAPES.theirs, SHAPES.ours),
      ["AOptions | given | a.b.d | different | ours has no such member", "AOptions | given | a | wider | "].toSorted(),
    );
  });
});
