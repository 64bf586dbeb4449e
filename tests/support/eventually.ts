/** Polls until a value appears, with a timeout for a busy machine. */

const DEADLINE_MS = 60_000;
const PAUSE_MS = 20;

/** The first defined value; the error after a timeout shows `seen`. */
export async function eventually<T>(
  read: () => T | undefined | false | Promise<T | undefined | false>,
  seen: () => unknown = () => "nothing",
): Promise<T> {
  for (const until = Date.now() + DEADLINE_MS;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > until) throw new Error(`Waited a minute; seen: ${describe(await seen())}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function describe(value: unknown): string {
  return (typeof value === "string" ? value : Deno.inspect(value, { depth: 6 })).slice(0, 4_000);
}
