/** Which project file refers to which, by the relative addresses in its text. */

/** Static and dynamic imports, and files passed to workers and processes: all name a relative `.ts` or `.tsx` file. */
const REFERENCE = /["'](\.{1,2}\/[^"'\n]{1,200}\.tsx?)["']/g;

/** Files of the project by the files they refer to, both as paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export async function readImportGraph(root: string, files: readonly string[]): Promise<ImportGraph> {
  const rows = await Promise.all(files.map(async (file) => {
    const text = await Deno.readTextFile(`${root}/${file}`);
    const targets = [...text.matchAll(REFERENCE)].map(([, at = ""]) =>
      new URL(at, `file:///${file}`).pathname.slice(1)
    );
    return [file, [...new Set(targets)]] as const;
  }));
  return new Map(rows);
}

/** Every file that can reach `target`, with the number of steps; `target` itself is at 0. */
export function dependents(graph: ImportGraph, target: string): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    for (const imported of targets) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  const steps = new Map([[target, 0]]);
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  }
  return steps;
}

/** Source files of the checkout that git tracks, or would track. */
export async function listSources(root: string): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    cwd: root,
  }).output();
  const files = new TextDecoder().decode(stdout).split("\0").filter((file) => /\.tsx?$/.test(file));
  const there = await Promise.all(files.map((file) => Deno.stat(`${root}/${file}`).then(() => true, () => false)));
  return files.filter((_, at) => there[at]);
}
