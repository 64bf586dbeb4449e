/** The product's own sources, for rules that no browser can show: what they must not say anywhere. */

const ROOT = new URL("../../../", import.meta.url);

/** The files of these folders, without their tests, in which the text is found. */
export async function sourcesWith(text: RegExp, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for (const path of await codeIn(`${folder}/`)) {
      if (text.test(await Deno.readTextFile(new URL(path, ROOT)))) found.push(path);
    }
  }
  return found;
}

async function codeIn(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    if (isDirectory) paths.push(...await codeIn(`${folder}${name}/`));
    else if (/\.(tsx?|js)$/.test(name) && !/_test\./.test(name)) paths.push(folder + name);
  }
  return paths;
}
