/** Deep merge of settings: a value missing in the upper settings keeps that of the lower ones. */

type Tree = Readonly<Record<string, unknown>>;

/** Skips keys that would reach a prototype. */
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
