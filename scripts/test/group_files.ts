/**
 * Tests that share an isolate in a run of the whole suite. One of its own costs a file a third of a second of the
 * processor, and more for modules that its neighbours load as well: together, the 190 files of the server take 289 s
 * instead of 487 s.
 */

import type { ImportGraph } from "../check/import_graph.ts";

export interface GroupedFiles {
  readonly alone: readonly string[];
  /** By the name of its module. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/**
 * Rooms whose tests leave nothing behind, slow ones first, with the files of a group. Tests of client, SDK and frame are
 * among them only where {@link keepsNothing}: others replace parts of a page, and modules of a page keep what they
 * found. Those of faults measure waits, which what a neighbour left would lengthen.
 */
const SHARING: readonly (readonly [room: RegExp, filesAGroup: number])[] = [
  [/^tests\/(browser|contract|flows)\//, 3],
  [/^(scripts|server)\//, 12],
  [/^(client|iframe|sdk)\//, 12],
];
const OF_A_PAGE = /^(client|iframe|sdk)\//;
/** A hook outside `describe`, also one of a fixture, would run for the tests of every file. */
const HAS_OWN_HOOKS = /^(before|beforeEach|after|afterEach|const \w+ = appFixture)\(/m;
/** A module's variable, or its signal, is as the test before left it. */
const KEEPS = /^(export )?let \w|^(export )?const \w+(: [^=]+)? = (signal|computed)\(/m;
/** What a test replaces, or has replaced for it: parts of the page, of the runtime, and the time. */
const REPLACES =
  /globalThis\b|\bObject\.assign\((document|window|Deno)\b|defineProperty|FakeTime|stub\(|(happy|js)-?dom\b/i;
const REPLACES_VALUES = /\bDeno\.env\.(set|delete)|\b(Date\.now|Math\.random) =[^=]/;
const IS_TEST_CODE = /^tests\/|_test\.tsx?$/;

/** Neither the test nor a module that it reaches keeps anything, and no code of tests among them replaces anything. */
function keepsNothing(test: string, { read, imports }: Sources): boolean {
  const reached = new Set([test]);
  for (const file of reached) {
    const text = read(file);
    if (KEEPS.test(text)) return false;
    if (IS_TEST_CODE.test(file) && (REPLACES.test(text) || REPLACES_VALUES.test(text))) return false;
    for (const imported of imports.get(file) ?? []) if (imports.has(imported)) reached.add(imported);
  }
  return true;
}

export interface Sources {
  readonly read: (file: string) => string;
  readonly imports: ImportGraph;
}

/**
 * Groups follow the order of the paths: neighbours load the same modules. The runner takes modules by name: the slow
 * ones come first, so that none is the last to end.
 */
export function groupFiles(files: readonly string[], { read, imports }: Sources): GroupedFiles {
  const texts = new Map<string, string>();
  const readOnce = (file: string) => {
    const text = texts.get(file) ?? read(file);
    texts.set(file, text);
    return text;
  };
  const groups = new Map<string, readonly string[]>();
  for (const [turn, [room, size]] of SHARING.entries()) {
    const sharing = files.filter((file) =>
      room.test(file) && !HAS_OWN_HOOKS.test(readOnce(file)) &&
      (!OF_A_PAGE.test(file) || keepsNothing(file, { read: readOnce, imports }))
    ).sort();
    for (let at = 0; at < sharing.length; at += size) {
      const members = sharing.slice(at, at + size);
      groups.set(`${turn}+${members[0]?.replaceAll("/", "+")}`, members);
    }
  }
  const grouped = new Set([...groups.values()].flat());
  return { alone: files.filter((file) => !grouped.has(file)), groups };
}

/** The module of a group. */
export function moduleOf(members: readonly string[], root: string): string {
  return members.map((file) => `import "file://${root}/${file}";\n`).join("");
}
