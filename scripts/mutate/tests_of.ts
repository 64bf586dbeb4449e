/**
 * Chooses the tests that should notice a mutation of a file: those that import it, unit tests before tests of systems,
 * the file's own and then the nearest first, then browser tests.
 */
import { dependents, type ImportGraph } from "../check/import_graph.ts";
import { browserTestsOf, SCREENS_TEST, screensOf } from "./browser_tests.ts";

/** Tests per process; batches run one after another until one fails. */
export type Batches = readonly (readonly string[])[];

/** A test farther away imports the whole product and says little about one file, unless it is of the same place. */
const MAX_STEPS = 4;
const BATCH = 8;
/** Most mutations are noticed by the file's own test, which runs alone, or by those nearest to it. */
const FIRST_BATCH = 3;
/** Maximum number of tests without a browser; the nearest know the file best. */
const MAX_TESTS = 60;
const MAX_IMPORTERS = 8;

/** Tests that read the sources of a room and do not import them, or run all of the room. */
export const READERS: readonly (readonly [room: string, test: string])[] = [
  ["client/", "scripts/check/signals_test.ts"],
  ["client/", "client/app/app_story_test.tsx"],
  ["sdk/", "scripts/check/sdk_styles_test.ts"],
  ["sdk/", "sdk/testing/stories_test.ts"],
  ["sdk/errors/", "scripts/docs/reference/reference_test.ts"],
  ["server/wire/", "server/wire/shapes_test.ts"],
  ["server/", "tests/contract/security/headers_test.ts"],
  ["server/", "tests/contract/server_story_test.ts"],
  ["server/embedded/subscriptions/", "tests/contract/security/raw_card_test.ts"],
  // What the services tell operators is proven by the console's answers.
  ...["payments", "subscriptions"].flatMap((service) =>
    ["customers", "acts", "insight"].map((part) =>
      [`server/embedded/${service}/operator/`, `server/routes/admin/${part}_test.ts`] as const
    )
  ),
  ["", "scripts/docs/limits_test.ts"],
];

export function testsOf(path: string, graph: ImportGraph): Batches {
  const browser = browserTestsOf(path, graph.keys());
  const near = [...dependents(graph, path)]
    .filter(([file, steps]) =>
      isTest(file) && !needsBrowser(file) &&
      (steps <= MAX_STEPS || isBeside(path, file) || serviceOf(file) === (serviceOf(path) ?? "none"))
    )
    .sort(([a, stepsOfA], [b, stepsOfB]) =>
      costOf(a) - costOf(b) || Number(!isNamedFor(path, a)) - Number(!isNamedFor(path, b)) || stepsOfA - stepsOfB ||
      Number(!isBeside(path, a)) - Number(!isBeside(path, b))
    )
    .map(([file]) => file)
    .slice(0, MAX_TESTS);
  const first = near[0] !== undefined && isNamedFor(path, near[0]) ? 1 : FIRST_BATCH;
  const batches = near.length === 0 ? [] : [near.slice(0, first)];
  for (let at = first; at < near.length; at += BATCH) batches.push(near.slice(at, at + BATCH));
  const readers = READERS.flatMap(([room, file]) => path.startsWith(room) && graph.has(file) ? [file] : []);
  const quickReaders = readers.filter((file) => file.startsWith("scripts/"));
  const slowReaders = readers.filter((file) => !file.startsWith("scripts/") && !near.includes(file));
  const screens = screensOf(path, graph).length === 0 || !graph.has(SCREENS_TEST) ? [] : [[SCREENS_TEST]];
  return [
    ...batches.slice(0, 1),
    // Seconds for all of them, before the minutes of tests farther away.
    ...(quickReaders.length === 0 ? [] : [quickReaders]),
    ...batches.slice(1),
    ...[...slowReaders, ...browser].map((file) => [file]),
    ...screens,
  ];
}

/** Product files that import this one; the compiler checks few of them with it. */
export function importersOf(path: string, graph: ImportGraph): readonly string[] {
  return [...dependents(graph, path)].flatMap(([file, steps]) => steps === 1 && !isTest(file) ? [file] : [])
    .slice(0, MAX_IMPORTERS);
}

export function needsBrowser(file: string): boolean {
  return /^tests\/(browser|flows|contract\/sdk)\//.test(file);
}

/** 0 for a unit test; tests of two systems take longer, those that break servers or fill databases minutes. */
export function costOf(file: string): number {
  return file.startsWith("tests/contract/") && !needsBrowser(file)
    ? 1
    : /^(tests|scripts\/(bench|dev))\//.test(file)
    ? 2
    : 0;
}

function serviceOf(file: string): string | undefined {
  return /^server\/embedded\/[a-z]+\//.exec(file)?.[0];
}

export function isTest(file: string): boolean {
  return /_test\.tsx?$/.test(file);
}

function isNamedFor(path: string, test: string): boolean {
  return test.replace(/_test\.tsx?$/, "") === path.replace(/\.tsx?$/, "");
}

function isBeside(path: string, test: string): boolean {
  return path.slice(0, path.lastIndexOf("/")) === test.slice(0, test.lastIndexOf("/"));
}
