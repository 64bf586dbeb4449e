/** Builds the merchants' documentation into files: pages, their Markdown, the search index and llms.txt. */
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS, type SearchRow } from "../../client/docs/search_options.ts";
import { type Bundled, type BundleOptions, only, shared, shortHash } from "../build/bundle.ts";
import { runBundler } from "../build/licenses/notices.ts";
import { drawNotFound, drawPage, type SiteFiles } from "./layout.ts";
import { type Docs, readDocs } from "./pages.ts";
import { addressOf, DOCS } from "./render.ts";

/** Pages are documents whose address has no extension; the server adds `.html`. */
export async function bundleDocs(options: BundleOptions): Promise<readonly Bundled[]> {
  const docs = await readDocs(`${options.root}/docs/merchants`);
  const script = await bundled(options, "client/docs/docs.ts", "js");
  const styles = await bundled(options, "client/docs/docs.css", "css");
  const index = await hashed("search", "json", JSON.stringify(searchIndex(docs)));
  const site: SiteFiles = { script: script.address, styles: styles.address, index: index.address };
  return [
    script,
    styles,
    index,
    await bundledHighlighter(options),
    ...docs.pages.map((page) => text(fileOf(page.path), drawPage(docs, page, site))),
    ...docs.pages.map((page) => text(DOCS + page.path, page.text)),
    text(`${DOCS}404.html`, drawNotFound(docs, site)),
    ...["/llms.txt", `${DOCS}llms.txt`].map((address) => text(address, llmsText(docs))),
    text(`${DOCS}llms-full.txt`, docs.pages.map((page) => page.text).join("\n\n")),
  ];
}

/** `/docs/index.html`, `/docs/guides/styling.html`. */
function fileOf(path: string): string {
  const address = addressOf(path);
  return address.endsWith("/") ? `${address}index.html` : `${address}.html`;
}

/**
 * The list of pages for programs that read documentation: https://llmstxt.org. `at` is where the Markdown is served.
 */
export function llmsText({ pages, chapters }: Docs, at = DOCS): string {
  const page = (path: string) => pages.find((each) => each.path === path);
  const lists = chapters.map(({ title, paths }) =>
    `## ${title}\n\n${
      paths.map((path) => `- [${page(path)?.title}](${at}${path}): ${summaryOf(page(path)?.text ?? "")}`).join("\n")
    }\n`
  );
  return `# Checkout SDK\n\n> ${summaryOf(pages[0]?.text ?? "")}\n\n${lists.join("\n")}`;
}

/** The first paragraph of a page, on one line, with links as their words. */
export function summaryOf(text: string): string {
  const [paragraph = ""] = text.replace(/^# .*\n+/, "").split(/\n\s*\n/);
  return paragraph.replace(/\s+/g, " ").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").trim();
}

/** A row for each section of each page. */
export function searchRows({ pages }: Docs): readonly SearchRow[] {
  return pages.flatMap(({ path, title, text, headings }) =>
    sectionsOf(text).map((section, index): SearchRow => {
      const heading = headings[index];
      const hash = heading === undefined || heading.level === 1 ? "" : `#${heading.id}`;
      return { id: addressOf(path) + hash, page: title, title: heading?.text ?? title, text: section };
    })
  );
}

function searchIndex(docs: Docs) {
  const search = new MiniSearch<SearchRow>(SEARCH_OPTIONS);
  search.addAll(searchRows(docs));
  return search;
}

/** Text below each heading, without marks; a fence's text belongs to its section. */
function sectionsOf(text: string): readonly string[] {
  const sections: string[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && /^#{1,6} /.test(line)) sections.push("");
    else sections.push(`${sections.pop() ?? ""}${line.replace(/\]\([^)]*\)|[`*[\]|#]/g, " ")}\n`);
  }
  return sections;
}

async function bundled(options: BundleOptions, entry: string, extension: "js" | "css"): Promise<Bundled> {
  const { contents } = only(
    await runBundler({ ...shared(options), entryPoints: [entry], outdir: "out" }, options.libraries),
  );
  return await hashed("docs", extension, new TextDecoder().decode(contents));
}

/** For the playground, whose page is not built: a name without a hash. */
async function bundledHighlighter(options: BundleOptions): Promise<Bundled> {
  const { contents: bytes } = only(
    await runBundler(
      { ...shared(options), entryPoints: ["client/docs/highlight.ts"], outdir: "out" },
      options.libraries,
    ),
  );
  return { address: `${DOCS}assets/highlight.js`, bytes, immutable: false };
}

async function hashed(name: string, extension: string, content: string): Promise<Bundled> {
  const bytes = new TextEncoder().encode(content);
  return { address: `${DOCS}assets/${name}.${await shortHash(bytes)}.${extension}`, bytes, immutable: true };
}

function text(address: string, content: string): Bundled {
  return { address, bytes: new TextEncoder().encode(content), immutable: false };
}
