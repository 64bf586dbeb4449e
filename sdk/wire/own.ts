/** Tables asked by names from outside: what every object inherits (`constructor`, `toString`) is no entry of a table. */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
