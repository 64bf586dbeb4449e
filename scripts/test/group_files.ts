/**
 * Tests that share an isolate in a run of the whole suite. One of its own costs a file a third of a second of the
 * processor, and more for modules that its neighbours load as well: together, the 190 files of the server take 289 s
 * instead of 487 s.
 */

export interface GroupedFiles {
  readonly alone: readonly string[];
  /** By the name of its module. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/**
 * Rooms whose tests leave nothing behind, slow ones first, with the files of a group. Tests of client, SDK and frame are
 * not among them: they replace parts of a page, and modules of a page keep what they found. Those of faults measure
 * waits, which what a neighbour left would lengthen.
 */
const SHARING: readonly (readonly [room: RegExp, filesAGroup: number])[] = [
  [/^tests\/(browser|contract|flows)\//, 3],
  [/^(scripts|server)\//, 12],
];
/** A hook outside `describe`, also one of a fixture, would run for the tests of every file. */
const HAS_OWN_HOOKS = /^(before|beforeEach|after|afterEach|const \w+ = appFixture)\(/m;

/**
 * Groups follow the order of the paths: neighbours load the same modules. The runner takes modules by name: the slow
 * ones come first, so that none is the last to end.
 */
export function groupFiles(files: readonly string[], read: (file: string) => string): GroupedFiles {
  const groups = new Map<string, readonly string[]>();
  for (const [turn, [room, size]] of SHARING.entries()) {
    const sharing = files.filter((file) => room.test(file) && !HAS_OWN_HOOKS.test(read(file))).sort();
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
