/** The product's files and their imports, as the lint rules see them: with types, without tests. */
import { join, normalize } from "node:path";
import { readdirSync, readFileSync } from "node:fs";

const ROOMS = ["server", "client", "sdk", "iframe", "scripts"];
const IMPORT = /^(?:import|export)\b[^"';]*?\bfrom\s*["'](\.{1,2}\/[^"']+)["']|^import\s*["'](\.{1,2}\/[^"']+)["']/gm;

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(root, path);
    return /\.tsx?$/.test(entry.name) && !/_test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Each file with its imports; a dynamic import makes no cycle. */
export function readImports(root: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    ROOMS.flatMap((room) => filesBelow(root, room)).map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const targets = [...text.matchAll(IMPORT)].map(([, from, alone]) =>
        normalize(join(file, "..", from ?? alone ?? ""))
      );
      return [file, targets] as const;
    }),
  );
}

/** Files that import themselves through others, with those (Tarjan's strongly connected components). */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
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
