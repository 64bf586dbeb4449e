/**
 * The licence notices of the libraries whose code a build contains: one text that is served and packed beside the code.
 */
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import * as esbuild from "esbuild";
import * as z from "zod";

/** Below the origin that serves the code, and in the packed package. */
export const NOTICES_FILE = "THIRD_PARTY_LICENSES.txt";
/** What a package without libraries says. */
export const NO_LIBRARIES = "This software contains no code of other authors.\n";

const LICENSE_FILE = /^(licen[sc]e|copying|notice)([.-].*)?$/i;
/** The texts of licences that packages name without shipping them. */
const TEXTS = new URL("./", import.meta.url);
const NAMED: readonly string[] = ["Apache-2.0", "MIT"];
const RULE = "-".repeat(80);

/** The folders of the packages whose code was bundled, as the runs of one build find them. */
export class Libraries {
  readonly #folders: Set<string>;

  constructor(folders: readonly string[] = []) {
    this.#folders = new Set(folders);
  }

  get folders(): readonly string[] {
    return [...this.#folders];
  }

  /** Counts what is in the outputs: code that was dropped needs no notice. */
  note({ outputs }: Pick<esbuild.Metafile, "outputs">): void {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = bytesInOutput > 0 ? packageFolder(path) : undefined;
        if (folder !== undefined) this.#folders.add(folder);
      }
    }
  }

  /** A package that is copied into the output, such as pictures. */
  add(root: string, name: string): void {
    this.#folders.add(realpathSync(`${root}/node_modules/${name}`));
  }
}

/** Runs esbuild and notes the libraries in its output. */
export async function runBundler(settings: esbuild.BuildOptions, libraries: Libraries | undefined) {
  const result = await esbuild.build({ ...settings, metafile: true, write: false });
  libraries?.note(result.metafile);
  return result;
}

/** The package that a bundled file belongs to; undefined for a file of this repository. */
function packageFolder(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

interface Notice {
  readonly title: string;
  readonly text: string;
}

/** All notices, sorted by package. Packages with the same text share it. Throws when a package has none. */
export function noticesText(root: string, libraries: Libraries): string {
  const titles = new Map<string, Set<string>>();
  for (const folder of libraries.folders) {
    const { title, text } = readNotice(absolute(root, folder));
    titles.set(text, (titles.get(text) ?? new Set()).add(title));
  }
  if (titles.size === 0) return NO_LIBRARIES;
  const parts = [...titles].map(([text, names]) => `${[...names].sort().join("\n")}\n\n${text}\n`);
  return `This software contains code of the following packages.\n\n${
    parts.sort().map((part) => `${RULE}\n${part}`).join("\n")
  }`;
}

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.string()),
  author: z.optional(z.union([z.string(), z.object({ name: z.string() })])),
});

export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX expression as the package states it; empty when it states none. */
  readonly license: string;
}

/** The packages by name and version. */
export function listPackages(root: string, libraries: Libraries): readonly Package[] {
  const found = libraries.folders.map((folder) => readPackage(absolute(root, folder)))
    .map(({ name, version, license = "" }): Package => ({ name, version, license }));
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const absolute = (root: string, folder: string) => (folder.startsWith("/") ? folder : `${root}/${folder}`);

const readPackage = (folder: string) => packageSchema.parse(JSON.parse(readFileSync(`${folder}/package.json`, "utf8")));

function readNotice(folder: string): Notice {
  const { name, version, license = "", author } = readPackage(folder);
  const title = `${name} ${version}${license === "" ? "" : ` (${license})`}`;
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file)).sort();
  if (files.length > 0) return { title, text: files.map((file) => clean(`${folder}/${file}`)).join("\n\n") };
  if (!NAMED.includes(license)) {
    throw new Error(`${name} ships no licence and names ${license || "none"}: add its text to scripts/build/licenses/`);
  }
  const holder = typeof author === "object" ? author.name : author ?? `the authors of ${name}`;
  return { title, text: `Copyright (c) ${holder}\n\n${clean(new URL(`${license}.txt`, TEXTS))}` };
}

/** Without the line ends and outer blank lines in which copies of one licence differ. */
function clean(file: string | URL): string {
  return readFileSync(file, "utf8").replaceAll("\r\n", "\n").replace(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, "");
}
