/**
 * Looks up a name from outside in a table. Properties that every object inherits (`constructor`, `toString`) are not
 * entries.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
