/** Prerenders the first screen at build time, so that one response is complete. */
import * as esbuild from "esbuild";
import type { BundleOptions } from "./bundle.ts";
import { changed, type ChangeSource } from "./first_load.ts";

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

export async function drawFirstScreen({ root, base }: BundleOptions, words: ChangeSource): Promise<FirstScreen> {
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
