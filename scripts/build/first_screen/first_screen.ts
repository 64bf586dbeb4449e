/** Prerenders the first screen at build time and selects its style rules, so that one response is complete. */
import * as esbuild from "esbuild";
import type { BundleOptions, TextOf } from "../bundle.ts";
import { changed } from "./first_load.ts";

/** Rendering runs without a browser; browser globals of this process must not affect it. */
const NO_BROWSER = { "globalThis.localStorage": "undefined", "globalThis.sessionStorage": "undefined" };

export interface FirstScreen {
  readonly html: string;
  /** The same for a site without the cookie question. */
  readonly unasked: string;
  /** Language of the rendered texts. */
  readonly language: string;
  /** Texts of the document around it, by placeholder. */
  readonly texts: Readonly<Record<string, string>>;
}

export async function drawFirstScreen({ root, base }: BundleOptions, words: TextOf): Promise<FirstScreen> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["client/prerender.tsx"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    // React's browser build opens a message channel that would keep this process alive.
    conditions: ["edge-light"],
    jsx: "automatic",
    outdir: "out",
    define: { "process.env.NODE_ENV": '"production"', ...NO_BROWSER },
    plugins: [changed(words)],
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("The first screen was not built");
  const module: unknown = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(file.text)}`);
  const { renderFirstScreen, SHELL_TEXTS, LANGUAGE } = parseRender(module);
  const [html, unasked] = [renderFirstScreen(base, true), renderFirstScreen(base, false)];
  if (/\sstyle=/.test(html)) throw new Error("The first screen has a style attribute, which our policy drops");
  return { html, unasked, language: LANGUAGE, texts: SHELL_TEXTS };
}

interface Render {
  readonly renderFirstScreen: (base: string, asksConsent: boolean) => string;
  readonly SHELL_TEXTS: Readonly<Record<string, string>>;
  readonly LANGUAGE: string;
}

function parseRender(module: unknown): Render {
  if (typeof module !== "object" || module === null || !("renderFirstScreen" in module)) {
    throw new Error("client/prerender.tsx exports no renderFirstScreen");
  }
  return module as Render;
}

/** The rules whose classes all occur in the HTML, in order; print styles load with the whole sheet. */
export function stylesFor(html: string, css: string): string {
  const known = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/)));
  return pick(css, known);
}

function pick(css: string, known: ReadonlySet<string>): string {
  return blocks(css).map(({ head, body }) => {
    if (/^@media\s+print/.test(head)) return "";
    if (/^@(media|supports|layer)/.test(head)) {
      const inner = pick(body, known);
      return inner === "" ? "" : `${head}{${inner}}`;
    }
    if (head.startsWith("@")) return "";
    const selectors = splitSelectors(head).filter((selector) => classesOf(selector).every((name) => known.has(name)));
    return selectors.length === 0 ? "" : `${selectors.join(",")}{${body}}`;
  }).join("");
}

interface Block {
  readonly head: string;
  readonly body: string;
}

/** Top-level blocks of minified CSS; statements without a block (imports) are dropped. */
function blocks(css: string): readonly Block[] {
  const found: Block[] = [];
  let start = 0;
  let open = -1;
  let depth = 0;
  for (let at = 0; at < css.length; at++) {
    const char = css[at];
    if (char === "{" && depth++ === 0) open = at;
    if (char === "}" && --depth === 0) {
      found.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    }
    if (char === ";" && depth === 0) start = at + 1;
  }
  return found;
}

/** Splits at commas outside of brackets. */
function splitSelectors(head: string): readonly string[] {
  return head.split(/,(?![^(]*\))/);
}

/** Without bracket contents: `:not(.x)` does not require x. */
function classesOf(selector: string): readonly string[] {
  return [...selector.replace(/\([^)]*\)/g, "").matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
}
