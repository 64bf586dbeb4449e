/** What runs in a browser uses no library function that a browser of the published floor does not have. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { TARGET } from "../../build/bundle.ts";
import { listSources } from "../import_graph.ts";
import { findNewerUses, newerThan } from "./newer_functions.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
/** `testing` is for the tests of merchants, which run in Node. Client and card frame import these alone of the server. */
const IN_BROWSERS = /^(?:sdk(?!\/testing)|iframe|client|server\/wire)\//;
const NOT_RUN = /_test\.tsx?$|\.d\.ts$/;
/** Served as they are. */
const PLAYGROUND = "client/playground";
const FLOOR = ["chrome109", "firefox115", "safari16"];

describe("functions newer than the browsers we support", () => {
  it("are used by no source that runs in a browser", async () => {
    const playground = [...Deno.readDirSync(`${ROOT}/${PLAYGROUND}`)].map(({ name }) => `${PLAYGROUND}/${name}`)
      .filter((file) => file.endsWith(".js"));
    const files = [...listSources(ROOT).filter((file) => IN_BROWSERS.test(file) && !NOT_RUN.test(file)), ...playground];
    assert(files.length > 500 && playground.length > 0);
    const newer = newerThan(TARGET);
    const found: string[] = [];
    for (const file of files) {
      const uses = findNewerUses(file, await Deno.readTextFile(`${ROOT}/${file}`), newer);
      found.push(...uses.map(({ line, name }) => `${file}:${line} ${name}`));
    }
    assertEquals(found, []);
  });

  const refused: readonly (readonly [code: string, name: string])[] = [
    ["if (!URL.canParse(text)) stop();", "URL.canParse"],
    ["const both = globalThis.AbortSignal.any([one, other]);", "AbortSignal.any"],
    ["const sheet = Promise.withResolvers<string>();", "Promise.withResolvers"],
    ["rows.toSorted(byDate)[0];", ".toSorted"],
    ["rows?.toReversed();", ".toReversed"],
    ["const next = rows.with(0, row);", ".with/2"],
    ["const days = Map.groupBy(rows, dayOf);", "Map.groupBy"],
    ["const both = one.union(other);", ".union"],
    ["const first = map.values().map(nameOf);", "helper of an iterator"],
    ["const words = new Intl.Segmenter('en');", "Intl.Segmenter"],
    ["const found = /[\\p{L}--[a-z]]/v.test(text);", "flag v of a regular expression"],
    ["const query = new URLSearchParams(text); if (query.size > 0) go();", "size of URLSearchParams"],
    ["url.searchParams.has('a', 'b');", "value given to URLSearchParams"],
    ["requestIdleCallback(act);", "requestIdleCallback"],
    ["const menu = <div popover='auto' />;", "<popover>"],
    ["if (isNew) navigator.userActivation.isActive;", "navigator.userActivation"],
    ["if (typeof other === 'function') requestIdleCallback(act);", "requestIdleCallback"],
  ];
  for (const [code, name] of refused) {
    it(`refuses: ${code}`, () => assertEquals(findNewerUses("a.tsx", code, newerThan(FLOOR)), [{ line: 1, name }]));
  }

  const allowed = [
    "const last = rows.findLast(isPaid) ?? rows.at(-1);",
    "const copy = [...rows].sort(byDate);",
    "const kind = z.union([one, other]);",
    "const names = Object.keys(rows).map(nameOf);",
    "const late = AbortSignal.timeout(5);",
    "if (typeof requestIdleCallback === 'function') requestIdleCallback(act); else setTimeout(act);",
    "const url = 'canParse' in URL && URL.canParse(text);",
    "function f() { if (typeof URL.canParse !== 'function') return; go(URL.canParse(text)); }",
    "document.startViewTransition?.(draw);",
    "import { scheduler } from './scheduler.ts'; scheduler.add(act);",
    "function rows(of: Iterator<string>): Temporal.Instant { return of.next().value; }",
    "const rows = new Set(names); rows.size; rows.has(name);",
    "const options = { scheduler: true, Temporal: 1 };",
  ];
  for (const code of allowed) {
    it(`allows: ${code}`, () => assertEquals(findNewerUses("a.tsx", code, newerThan(FLOOR)), []));
  }

  it("are free as soon as every browser of the target has them", () => {
    const names = ["chrome120", "chrome120 firefox115 safari17", "chrome119 firefox115 safari17"].map((target) =>
      newerThan(target.split(" ")).has("URL.canParse")
    );
    assertEquals(names, [false, false, true]);
    assertThrows(() => newerThan(["edge109"]), Error, "edge109");
  });
});
