/** Processor time of other processes, from Linux' /proc. */

/** Clock ticks a second, which is 100 on every Linux that Deno runs on. */
const TICK_MS = 10;
/** Fields after the name in /proc/<pid>/stat. */
const [PPID, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [1, 11, 12, 13, 14] as const;

function fieldsOf(pid: number | string): readonly number[] {
  const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ").map(Number);
}

function ticks(fields: readonly number[], ...at: readonly number[]): number {
  return at.reduce((sum, each) => sum + (fields[each] ?? 0), 0);
}

export function cpuMsOf(pid: number): number {
  return ticks(fieldsOf(pid), USER, SYSTEM) * TICK_MS;
}

/** The process with its children, including those that have ended. */
export function cpuMsOfFamily(pid: number): number {
  let sum = ticks(fieldsOf(pid), USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM);
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = fieldsOf(name);
      if (fields[PPID] === pid) sum += ticks(fields, USER, SYSTEM);
    } catch {
      // It has ended since.
    }
  }
  return sum * TICK_MS;
}
