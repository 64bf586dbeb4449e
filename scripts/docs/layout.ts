/** The documents of the site: navigation, the page, its table of contents. */
import { type Html, html, htmlDocument, raw } from "../../server/platform/html.ts";
import type { Docs, DocsPage } from "./pages.ts";
import { addressOf, DOCS, type Heading } from "./render.ts";

/** Addresses of the files that every page loads. */
export interface SiteFiles {
  readonly script: string;
  readonly styles: string;
  readonly index: string;
}

export function drawPage(docs: Docs, page: DocsPage, site: SiteFiles): string {
  return draw(docs, site, {
    path: page.path,
    title: page.title,
    main: html`
      <article${raw(page.path === "README.md" ? ' class="overview"' : "")}>
        ${raw(page.html)}
        <footer class="turn">${turns(docs, page)}<p><a href="${DOCS}${page.path}">View as Markdown</a></p></footer>
      </article>
      ${contents(page.headings)}
    `,
  });
}

export function drawNotFound(docs: Docs, site: SiteFiles): string {
  return draw(docs, site, {
    path: "",
    title: "Page not found",
    main: html`
      <article>
        <h1>Page not found</h1>
        <p>It may have moved. Search for it, or start from the <a href="${DOCS}">list of all pages</a>.</p>
      </article>
    `,
  });
}

interface Content {
  readonly path: string;
  readonly title: string;
  readonly main: Html;
}

function draw(docs: Docs, site: SiteFiles, { path, title, main }: Content): string {
  return htmlDocument({
    title: path === "README.md" ? title : `${title} · Checkout SDK`,
    head: html`
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="${site.styles}">
      <script src="${site.script}" type="module"></script>
    `,
    body: html`
      <a class="skip" href="#main">Skip to content</a>
      <header class="bar">
        <a class="home" href="${DOCS}">Checkout SDK</a>
        <a class="jump" href="#pages">All pages</a>
        <form id="search" role="search" data-index="${site.index}" hidden>
          <label><span class="hidden">Search</span><input type="search" placeholder="Search"
            title="Press / to search" aria-keyshortcuts="/" autocomplete="off" spellcheck="false"></label>
          <ul id="results" aria-live="polite"></ul>
        </form>
        <label class="scheme"><span class="hidden">Color scheme</span><select id="scheme">
          <option value="auto">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select></label>
      </header>
      <div class="page">
        <main id="main">${main}</main>
        <nav class="pages" id="pages" aria-label="All pages">${navigation(docs, path)}</nav>
      </div>
    `,
  });
}

function navigation({ chapters, pages }: Docs, current: string): readonly Html[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  return chapters.map(({ title, paths }) =>
    html`
      <h2>${title}</h2>
      <ul>${paths.map((path) =>
        html`<li><a href="${addressOf(path)}"${raw(path === current ? ' aria-current="page"' : "")}>${
          titles.get(path) ?? path
        }</a></li>`
      )}</ul>
    `
  );
}

/** Sections of the page; a page of two screens needs no table. */
function contents(headings: readonly Heading[]): Html {
  const rows = headings.filter(({ level }) => level === 2 || level === 3);
  if (rows.length < 2) return raw("");
  return html`
    <nav class="contents" aria-label="On this page">
      <h2>On this page</h2>
      <ul>${rows.map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}</ul>
    </nav>
  `;
}

function turns({ pages }: Docs, { path }: DocsPage): Html {
  const at = pages.findIndex((page) => page.path === path);
  const link = (page: DocsPage | undefined, label: string) =>
    page === undefined ? raw("") : html`<p>${label}: <a href="${addressOf(page.path)}">${page.title}</a></p>`;
  return html`${link(pages[at - 1], "Previous")}${link(pages[at + 1], "Next")}`;
}
