/** Fills the shell: with the drawn first screen where that is what the address asks for, else empty, or with one sentence. */
import { RELOAD_SCRIPT } from "../routes/live_reload.ts";
import type { Site } from "../wire/site.ts";
import { SITE_ELEMENT_ID } from "../wire/site_element.ts";
import type { Assets } from "./assets.ts";

export interface Shell {
  readonly html: string;
  readonly etag: string;
}

export interface ShellOptions {
  readonly site: Site;
  /** Puts the drawn first screen in. */
  readonly firstScreen: boolean;
  readonly liveReload: boolean;
}

export const DEMO_SENTENCE = "Demonstration: nothing is charged";
const DEMO_STRIP = `<div class="demo-strip"><p>${DEMO_SENTENCE}</p></div>`;

/** JSON in HTML escapes `<`, so no value can end its element. */
export async function fillShell(assets: Pick<Assets, "shell" | "manifest">, options: ShellOptions): Promise<Shell> {
  const { site, firstScreen, liveReload } = options;
  const { entry, styles, preload, first } = assets.manifest.client;
  const sheets = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  const preloads = preload.map((href) => `<link rel="modulepreload" href="${href}">`).join("");
  const drawn = firstScreen ? first : undefined;
  const json = JSON.stringify(site).replaceAll("<", "\\u003c");
  return await shellOf(assets.shell, {
    // In the body the whole sheet holds up nothing that stands before it.
    "head-styles": (drawn === undefined ? sheets : `<style>${drawn.styles}</style>`) + preloads,
    site: `<script type="application/json" id="${SITE_ELEMENT_ID}">${json}</script>`,
    scripts: `<script type="module" src="${entry}"></script>` +
      (liveReload ? `<script src="${RELOAD_SCRIPT}"></script>` : ""),
    demo: site.demo ? DEMO_STRIP : "",
    // Without a space around it: taking it over compares every node.
    root: `<div id="root">${drawn?.screen ?? ""}</div>`,
    "late-styles": drawn === undefined ? "" : sheets,
  });
}

/** The same document with one sentence and nothing that runs. */
export async function messageShell(
  { shell, manifest }: Pick<Assets, "shell" | "manifest">,
  { text, demo }: { readonly text: string; readonly demo: boolean },
): Promise<Shell> {
  return await shellOf(shell, {
    "head-styles": manifest.client.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join(""),
    demo: demo ? DEMO_STRIP : "",
    root: `<main class="full-message" data-testid="unknown-plan"><h1 class="full-message__text">${
      escapeHtml(text)
    }</h1></main>`,
  });
}

async function shellOf(template: string, parts: Readonly<Record<string, string>>): Promise<Shell> {
  const html = template.replace(/<!--([a-z-]+)-->/g, (_, name: string) => parts[name] ?? "");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(html)));
  return { html, etag: `"${btoa(String.fromCharCode(...digest)).slice(0, 24)}"` };
}

/** `sha256-...` of the one inline sheet, for the policy; empty when the build has none. */
export async function inlineStylesHash({ manifest }: Pick<Assets, "manifest">): Promise<string> {
  const styles = manifest.client.first?.styles ?? "";
  if (styles === "") return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? "");
}
