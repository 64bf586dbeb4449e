/** Prerenders, at build time, the screens that the server sends, so that one response is complete. */
import * as esbuild from "esbuild";
import type { BundleOptions } from "./bundle.ts";
import { changed, type ChangeSource } from "./first_load.ts";

/** Rendering runs without a browser; browser globals of this process must not affect it. */
const NO_BROWSER = { "globalThis.localStorage": "undefined", "globalThis.sessionStorage": "undefined" };

export interface SentScreens {
  /** By address below the base, with the cookie question and for a site without it. */
  readonly screens: Readonly<Record<string, { readonly asked: string; readonly unasked: string }>>;
  /** Language of the rendered texts. */
  readonly language: string;
  /** Texts of the document around it, by placeholder. */
  readonly texts: Readonly<Record<string, string>>;
}

/** `addresses` are those of pictures, as the app's own build has them. */
export async function drawScreens(
  { root, base }: BundleOptions,
  { words, addresses }: { readonly words: ChangeSource; readonly addresses: Readonly<Record<string, string>> },
): Promise<SentScreens> {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["client/prerender.tsx"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "rendered",
    platform: "browser",
    // React's browser build opens a message channel that would keep this process alive.
    conditions: ["edge-light"],
    jsx: "automatic",
    outdir: "out",
    define: { "process.env.NODE_ENV": '"production"', ...NO_BROWSER, ...addresses },
    plugins: [changed(words)],
    logLevel: "warning",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("The screens were not built");
  // Imported from an address, it would stay in the runtime's caches: a megabyte for each build.
  const module: unknown = new Function(`${file.text}; return rendered;`)();
  const { renderScreen, SENT_SCREENS, SHELL_TEXTS, LANGUAGE } = parseRender(module);
  const rows = [];
  // One by one: each provides its site to the module.
  for (const address of SENT_SCREENS) {
    const [asked, unasked] = [await renderScreen(base, address, true), await renderScreen(base, address, false)];
    if (/\sstyle=|<script/.test(asked)) throw new Error(`${address} has a style or script, which our policy drops`);
    const foreign = addressesIn(asked).find((found) => !found.startsWith(`${base}/`) && !/^(#content$|\?)/.test(found));
    if (foreign !== undefined) throw new Error(`${address} names "${foreign}", which is no address of the app`);
    rows.push([address, { asked, unasked }] as const);
  }
  return { screens: Object.fromEntries(rows), language: LANGUAGE, texts: SHELL_TEXTS };
}

/** What a part whose address was not known at build time would have got wrong: the app leaves it as it was sent. */
function addressesIn(html: string): readonly string[] {
  return [...html.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, found = ""]) => found);
}

interface Render {
  readonly renderScreen: (base: string, address: string, asksConsent: boolean) => Promise<string>;
  readonly SENT_SCREENS: readonly string[];
  readonly SHELL_TEXTS: Readonly<Record<string, string>>;
  readonly LANGUAGE: string;
}

function parseRender(module: unknown): Render {
  if (typeof module !== "object" || module === null || !("renderScreen" in module)) {
    throw new Error("client/prerender.tsx exports no renderScreen");
  }
  return module as Render;
}
