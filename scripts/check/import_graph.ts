/** Which project file refers to which, by the relative addresses in its text. */
import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

/**
 * Everything that names a relative `.ts` or `.tsx` file: imports, workers and processes. The group marks a static
 * import.
 */
const REFERENCE = /(\bfrom\s*|^import\s*)?["'](\.{1,2}\/[^"'\n]{1,200}\.tsx?)["']/gm;

/** Files of the project by the files they refer to, both as paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Synchronous, since lint rules are. With `onlyStatic`, dynamic imports and files passed to workers are left out. */
export function readImportGraph(root: string, files: readonly string[], { onlyStatic = false } = {}): ImportGraph {
  return new Map(files.map((file) => {
    const references = [...readFileSync(join(root, file), "utf8").matchAll(REFERENCE)];
    const targets = references.filter(([, isStatic]) => !onlyStatic || isStatic !== undefined)
      .map(([, , at = ""]) => normalize(join(file, "..", at)));
    return [file, [...new Set(targets)]] as const;
  }));
}

/** Folders that git ignores; lint rules may not ask git. */
const IGNORED = /(^|\/)(node_modules|coverage|\.[^/]*)$|^(dist|data|keys)$/;

/** Source files of the checkout, tests included. */
export function listSources(root: string, folder = ""): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.test(path) ? [] : listSources(root, path);
    return entry.isFile() && /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** By graph: some ask for the dependents of every file. */
const importersIn = new WeakMap<ImportGraph, ReadonlyMap<string, readonly string[]>>();

/** The files that refer to each file. */
function importersOf(graph: ImportGraph): ReadonlyMap<string, readonly string[]> {
  const known = importersIn.get(graph);
  if (known !== undefined) return known;
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const imported of targets) {
      const others = importers.get(imported);
      if (others === undefined) importers.set(imported, [file]);
      else others.push(file);
    }
  }
  importersIn.set(graph, importers);
  return importers;
}

/** Every file that can reach `target`, with the number of steps; `target` itself is at 0. */
export function dependents(graph: ImportGraph, target: string): ReadonlyMap<string, number> {
  const importers = importersOf(graph);
  const steps = new Map([[target, 0]]);
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  }
  return steps;
}

/** Files that import themselves through others, with those (Tarjan's strongly connected components). */
export function circlesIn(imports: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const seen = order.has(target) ? (path.includes(target) ? order.get(target) ?? own : own) : visit(target);
      lowest.set(file, Math.min(lowest.get(file) ?? own, seen));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const circle = path.splice(path.indexOf(file));
      if (circle.length > 1 || imports.get(file)?.includes(file)) circles.push(circle);
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
