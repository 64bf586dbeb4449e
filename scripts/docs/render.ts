/** Renders a page of the merchants' documentation: headings with anchors, highlighted code, links between pages. */
import { dirname, join } from "node:path/posix";
import anchor from "markdown-it-anchor";
import MarkdownIt from "markdown-it";
// @ts-types="./highlight.d.ts"
import highlight from "highlight.js/lib/core";
// @ts-types="./highlight.d.ts"
import bash from "highlight.js/lib/languages/bash";
// @ts-types="./highlight.d.ts"
import css from "highlight.js/lib/languages/css";
// @ts-types="./highlight.d.ts"
import json from "highlight.js/lib/languages/json";
// @ts-types="./highlight.d.ts"
import typescript from "highlight.js/lib/languages/typescript";
// @ts-types="./highlight.d.ts"
import xml from "highlight.js/lib/languages/xml";

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** The path of the site on the app origin. */
export const DOCS = "/docs/";

for (const [name, language] of Object.entries({ bash, css, json, typescript, xml })) {
  highlight.registerLanguage(name, language);
}
const GRAMMARS: Readonly<Record<string, string>> = {
  sh: "bash",
  html: "xml",
  vue: "xml",
  css: "css",
  json: "json",
  js: "typescript",
  jsx: "typescript",
  ts: "typescript",
  tsx: "typescript",
};

/** The address of a page: `guides/styling.md` is served at `/docs/guides/styling`, the README at `/docs/`. */
export function addressOf(path: string): string {
  return DOCS + path.replace(/(?:^|(?<=\/))README\.md$|\.md$/, "");
}

/** GitHub's anchor of a heading, so that a link works in both places; scripts/check/markdown.ts makes the same. */
export function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
}

/** `path` is the page's, below the folder of all pages. */
export function renderPage(path: string, text: string): Rendered {
  const markdown = new MarkdownIt({ html: false, highlight: colour });
  const headings: Heading[] = [];
  markdown.use(anchor, {
    slugify: slugOf,
    uniqueSlugStartIndex: 1,
    tabIndex: false,
    permalink: anchor.permalink.headerLink({ safariReaderFix: true }),
    callback: ({ tag }, { slug, title }) => headings.push({ level: Number(tag.slice(1)), id: slug, text: title }),
  });
  const { link_open: open, fence } = markdown.renderer.rules;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const href = token?.attrGet("href");
    if (typeof href === "string") token?.attrSet("href", resolve(path, href));
    return open === undefined ? self.renderToken(tokens, index, options) : open(tokens, index, options, env, self);
  };
  markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => "</table></div>";
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const file = /\bfile=(\S+)/.exec(tokens[index]?.info ?? "")?.[1];
    const caption = file === undefined ? "" : `<figcaption>${markdown.utils.escapeHtml(file)}</figcaption>`;
    const block = fence?.(tokens, index, options, env, self) ?? "";
    // Wide code is scrolled with the keyboard, too.
    return `<figure class="code">${caption}${block.replace("<pre>", '<pre tabindex="0">')}</figure>`;
  };
  const html = markdown.render(text);
  const title = headings.find(({ level }) => level === 1)?.text;
  if (title === undefined) throw new Error(`${path} has no title`);
  return { title, html, headings };
}

/** Links between pages lose `.md`; those that leave the folder of all pages lead to the repository's own files. */
function resolve(path: string, href: string): string {
  if (/^(?:[a-z]+:|\/|#)/i.test(href)) return href;
  const [file = "", hash] = href.split("#");
  const target = join(dirname(path), file);
  if (target.startsWith("..")) throw new Error(`${path} links to ${href}, which merchants do not have`);
  return addressOf(target) + (hash === undefined ? "" : `#${hash}`);
}

/** Colours by class: the site's policy allows no style attribute. */
function colour(code: string, language: string): string {
  const grammar = GRAMMARS[language];
  return grammar === undefined ? "" : highlight.highlight(code, { language: grammar }).value;
}
