/**
 * Measures the tests: applies one mutation at a time in a copy of the product and lists those that no test notices.
 *
 * `deno task mutate --help` lists the options. Exits with 1 when a mutation survived, with 2 when it cannot start.
 */
import { parseArgs } from "node:util";
import { screensOf } from "./browser_tests.ts";
import { chooseSites } from "./choose.ts";
import { EXCLUDED, isEquivalent } from "./equivalent.ts";
import { judge, type Judgement, TIMED_OUT, type Verdict, type Verdicts } from "./judge.ts";
import { findSites, type Site } from "./sites.ts";
import { costOf, importersOf, testsOf } from "./tests_of.ts";
import { createWorkspace, removeStaleWorkspaces } from "./workspace.ts";
import { ensureBrowser } from "../browser.ts";
import { listSources, readImportGraph } from "../check/import_graph.ts";

const ROOMS = ["sdk", "iframe", "server", "client"];
const DEFAULT_COUNT = 100;

const USAGE = `Breaks one thing at a time in a copy of the product and lists the changes that no test notices.

deno task mutate [path ...] [options]

  path         a product file or folder, or FILE:LINE; all of ${ROOMS.join(", ")} when left out
  --count N    number of changes; ${DEFAULT_COUNT} when left out
  --seed S     chooses the changes; the same seed chooses the same ones
  --jobs J     changes tried at a time; one for each core when left out
  --after K    leaves out the first K changes, to go on with an interrupted run, and counts the others
  --quick      runs unit tests alone, so that its survivors are only candidates
  --help       prints this`;

/** The caller's request cannot be carried out; the sentence is meant for the caller. */
class UsageError extends Error {}

interface Options {
  readonly paths: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly jobs: number;
  readonly after: number;
  readonly isQuick: boolean;
  readonly asksForHelp: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  return {
    paths: positionals.length > 0 ? positionals : ROOMS,
    count: readWhole("count", values.count, DEFAULT_COUNT),
    seed: readWhole("seed", values.seed, 1),
    jobs: readWhole("jobs", values.jobs, navigator.hardwareConcurrency),
    after: readWhole("after", values.after, 0),
    isQuick: values.quick ?? false,
    asksForHelp: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        count: { type: "string" },
        seed: { type: "string" },
        jobs: { type: "string" },
        after: { type: "string" },
        quick: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    // The sentences after the first are about arguments that start with a dash.
    throw new UsageError(error instanceof Error ? error.message.split(". ")[0] : String(error));
  }
}

function readWhole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number from 1, not "${text}"`);
  return Number(text);
}

/** Sites of all product files below the paths, or on the one line that a path names. */
export async function sitesBelow(root: string, paths: readonly string[], sources: readonly string[]) {
  const found: Site[] = [];
  for (const path of paths) {
    const [, place = path, line] = /^(.*?):(\d+)$/.exec(path) ?? [];
    const files = sources.filter((file) =>
      (file === place || file.startsWith(place.replace(/\/?$/, "/"))) && ROOMS.includes(file.split("/")[0] ?? "") &&
      !EXCLUDED.some(([pattern]) => pattern.test(file))
    );
    for (const file of files) {
      const sites = findSites(file, await Deno.readTextFile(`${root}/${file}`));
      found.push(...sites.filter((site) => line === undefined || site.line === Number(line)));
    }
  }
  return found;
}

export interface Start {
  /** The checkout. */
  readonly root: string;
  readonly args: readonly string[];
  /** Takes what is for standard output, and what is for standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  readonly judge: (given: Judgement) => Promise<Verdict>;
}

async function main({ root, args, print, judge }: Start): Promise<number> {
  const { paths, count, seed, jobs, after, isQuick, asksForHelp } = readOptions(args);
  if (asksForHelp) {
    print(USAGE);
    return 0;
  }
  if (!isQuick) Deno.env.set("CHROME", await ensureBrowser());
  await removeStaleWorkspaces(Deno.env.get("TMPDIR") ?? "/tmp");
  const sources = listSources(root);
  const graph = readImportGraph(root, sources);
  const sites = await sitesBelow(root, paths, sources);
  const able = sites.filter((site) => !isEquivalent(site));
  const chosen = chooseSites(able, count, seed);
  if (chosen.length === 0) {
    throw new UsageError(`Nothing to break below ${paths.join(", ")}: name a product file or folder`);
  }
  print(`${chosen.length} changes, seed ${seed}, ${jobs} at a time`);
  const queue = [...chosen.entries()].slice(after);
  const results: (readonly [Site, Verdict])[] = [];
  const baseline: Map<string, Promise<boolean>> = new Map();
  await Promise.all(Array.from({ length: Math.min(jobs, chosen.length) }, async () => {
    const workspace = await createWorkspace(root);
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [at, site] = next;
        const screens = screensOf(site.path, graph);
        const batches = testsOf(site.path, graph).map((batch) => batch.filter((test) => !isQuick || costOf(test) === 0))
          .filter((batch) => batch.length > 0);
        const importers = importersOf(site.path, graph);
        const verdict = await judge({ workspace, site, batches, importers, screens, baseline });
        results.push([site, verdict]);
        print(`${String(at + 1).padStart(4)} ${lineOf(site, verdict)}`);
      }
    } finally {
      await workspace.remove();
    }
  }));
  print(reportOf(results, sites.length - able.length));
  return results.some(([, { result }]) => result === "survived") ? 1 : 0;
}

function lineOf(site: Site, verdict: Verdict): string {
  const change = `${squeeze(site.original)} -> ${squeeze(site.replacement)}`;
  const by = verdict.by === undefined ? "" : ` by ${verdict.by}`;
  return `${verdict.result}${by}: ${site.path}:${site.line} ${site.kind}: ${change}`;
}

function squeeze(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
}

/** Survivors and kills by time-out with their places, then the table of the run. */
export function reportOf(results: readonly (readonly [Site, Verdict])[], equivalent: number): string {
  const of = (result: Verdicts) => results.filter(([, verdict]) => verdict.result === result);
  const [survived, killed, refused] = [of("survived"), of("killed"), of("refused by the compiler")];
  const hung = killed.filter(([, { by }]) => by?.startsWith(TIMED_OUT));
  const judged = killed.length + survived.length;
  const share = judged === 0 ? 100 : (100 * killed.length) / judged;
  const named = (title: string, rows: typeof results) =>
    rows.length === 0 ? [] : ["", title, ...rows.map(([site, verdict]) => `  ${lineOf(site, verdict)}`)];
  const rows: readonly (readonly [string, number | string])[] = [
    ["tried", results.length],
    ["refused by the compiler", refused.length],
    ["killed", killed.length],
    ["  of these by time-out", hung.length],
    ["survived", survived.length],
    ["killed, of killed and survived", `${share.toFixed(1)} %`],
    ["equivalent, not tried", equivalent],
  ];
  return [
    ...named("Survivors", survived),
    ...named("Killed by a time-out: a busy machine may have been the cause", hung),
    "",
    ...rows.map(([name, value]) => `${name.padEnd(32)}${String(value).padStart(7)}`),
  ].join("\n");
}

/** The status that the tool exits with. */
export async function mutate(start: Start): Promise<number> {
  try {
    return await main(start);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    start.complain(`${error.message}. deno task mutate --help lists the options.`);
    return 2;
  }
}

if (import.meta.main) {
  // Where `deno task` starts: the folder of `deno.json`.
  const root = Deno.cwd();
  Deno.exit(await mutate({ root, args: Deno.args, print: console.log, complain: console.error, judge }));
}
