/** Compares a bill of materials with the root file system that it describes, in both directions. */
import { assert, assertEquals } from "@std/assert";

interface Component {
  readonly type: string;
  readonly name: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
  readonly evidence?: { readonly occurrences: readonly { readonly location: string }[] };
}

/** The part of CycloneDX that this test reads. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

/**
 * The files that belong to no component: none names the file or a folder around it. Throws for a file of two
 * components, for a named path that does not exist, and for a hash that is not the file's.
 */
export async function filesWithoutComponent(root: string, bill: Bill): Promise<readonly string[]> {
  const owners = new Map<string, string>();
  const own = (path: string, name: string) => {
    assert(!owners.has(path), `${path} belongs to ${owners.get(path)} and to ${name}`);
    owners.set(path, name);
  };
  for (const component of [bill.metadata.component, ...bill.components]) {
    for (const { location } of component.evidence?.occurrences ?? []) own(location, component.name);
    for (const { name, hashes } of component.components ?? []) {
      own(name, component.name);
      const content = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(root + name))).toHex();
      assertEquals(hashes, [{ alg: "SHA-256", content }], name);
    }
  }
  for (const path of owners.keys()) await Deno.lstat(root + path);
  const files = await filesBelow(root, "");
  return files.filter((file) => !file.split("/").some((_, at, parts) => owners.has(parts.slice(0, at + 1).join("/"))));
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root + folder)) {
    if (isDirectory) found.push(...await filesBelow(root, `${folder}/${name}`));
    else found.push(`${folder}/${name}`);
  }
  return found;
}
