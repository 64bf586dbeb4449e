/** Settings laid over settings, deep: what the upper ones do not name stays as the lower ones have it. */

type Tree = Readonly<Record<string, unknown>>;

/** Keys that would reach a prototype are left out. */
export function merge(into: Tree | undefined, from: Tree): Tree {
  const result: Record<string, unknown> = { ...into };
  for (const [key, value] of Object.entries(from)) {
    if (key === "__proto__" || value === undefined) continue;
    const before = result[key];
    result[key] = isTree(value) && isTree(before) ? merge(before, value) : value;
  }
  return result;
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
