/** Loads a part of the script without modules from the file beside it, whose name holds the hash of its content. */

declare const RARE_PARTS_FILE: string;

/** The script's own address is known only while it runs for the first time. */
const SCRIPT_URL: unknown = Reflect.get(globalThis.document?.currentScript ?? {}, "src");

/** A script of another origin cannot import by a relative address. */
export async function besideScript(part: string): Promise<unknown> {
  return Reflect.get(await import(new URL(RARE_PARTS_FILE, String(SCRIPT_URL)).href), part);
}
