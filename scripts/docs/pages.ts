/** The pages of the merchants' documentation, in the order in which their README lists them. */
import { type Rendered, renderPage } from "./render.ts";

export interface DocsPage extends Rendered {
  /** Below the folder, such as `guides/styling.md`. */
  readonly path: string;
  readonly text: string;
}

export interface Chapter {
  readonly title: string;
  readonly paths: readonly string[];
}

export interface Docs {
  readonly pages: readonly DocsPage[];
  readonly chapters: readonly Chapter[];
}

const README = "README.md";

/** Reads the folder. Throws when the README does not list a page, or lists one twice. */
export async function readDocs(folder: string): Promise<Docs> {
  const chapters = chaptersOf(await Deno.readTextFile(`${folder}/${README}`));
  const listed = [README, ...chapters.flatMap(({ paths }) => paths)];
  const found = await markdownBelow(folder);
  const wrong = [
    ...found.filter((path) => !listed.includes(path)).map((path) => `${path} is not listed`),
    ...listed.filter((path, index) => listed.indexOf(path) !== index).map((path) => `${path} is listed twice`),
  ];
  if (wrong.length > 0) throw new Error(`docs/merchants/README.md: ${wrong.join(", ")}`);
  const pages = await Promise.all(listed.map(async (path): Promise<DocsPage> => {
    const text = await Deno.readTextFile(`${folder}/${path}`);
    return { path, text, ...renderPage(path, text) };
  }));
  return { pages, chapters };
}

/** Headings of the second level, with the pages that the lists below them link to. */
export function chaptersOf(readme: string): readonly Chapter[] {
  return readme.split(/^## /m).slice(1).map((part) => ({
    title: part.slice(0, part.indexOf("\n")),
    paths: [...part.matchAll(/^- \[[^\]]+\]\(([^)#]+\.md)\)/gm)].map(([, path = ""]) => path),
  })).filter(({ paths }) => paths.length > 0);
}

async function markdownBelow(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    if (isDirectory) found.push(...await markdownBelow(folder, `${below}${name}/`));
    else if (name.endsWith(".md")) found.push(below + name);
  }
  return found.toSorted();
}
