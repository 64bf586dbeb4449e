/** Forms of a leaked card: every encoding of its number and code, and the files to search. */

/** Every form that would reveal them. */
export function formsOf(number: string, code: string): readonly string[] {
  const spaced = number.replace(/(\d{4})(?=\d)/g, "$1 ");
  const hex = Array.from(number, (char) => char.charCodeAt(0).toString(16)).join("");
  return [number, spaced, spaced.replaceAll(" ", "-"), hex, hex.toUpperCase()]
    .concat(base64Of(number), base64Of(spaced), "securityCode", `"${code}"`, `\\"${code}\\"`, base64Of(`"${code}"`));
}

/**
 * The middle of its base64 at each of the three offsets in a longer text. Random text has any four characters too often:
 * a hundred kilobytes of sealed text once in 170 times.
 */
function base64Of(text: string): readonly string[] {
  return ["", "x", "xx"].map((before) => btoa(before + text).replace(/=+$/, "").slice(before.length === 0 ? 0 : 4, -2))
    .filter((found) => found.length > 4);
}

/** Each file with its bytes as characters, except those that a running database removes meanwhile. */
export async function* textsUnder(folder: string): AsyncGenerator<readonly [path: string, text: string]> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* textsUnder(path);
    const bytes = isFile ? await readIfThere(path) : undefined;
    if (bytes !== undefined) yield [path, new TextDecoder("latin1").decode(bytes)];
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return undefined;
  }
}
