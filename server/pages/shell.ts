/** Fills the shell: with the prerendered screen of its address, with a page without script, or empty. */
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { type Html, html, jsonScript, raw } from "../platform/html.ts";
import type { Site } from "../wire/site/site.ts";
import { SITE_ELEMENT_ID } from "../wire/site/site_element.ts";
import { asksConsent } from "../wire/site/asks_consent.ts";
import type { Language } from "../wire/site/languages.ts";
import type { Assets } from "./assets.ts";
import { directionOf } from "../i18n/visitor_language.ts";
import { type ClientFiles, clientFiles } from "./manifest.ts";
import { WORDMARK } from "./wordmark.ts";

/** Reloads an open page after the development server restarts (routes/dev/live_reload.ts). */
export const RELOAD_SCRIPT = "/dev/reload.js";

export interface Shell {
  readonly html: string;
  readonly etag: string;
  /**
   * Compressed once, for shells that are sent often. They hold nothing of the visitor, so compression leaks nothing.
   */
  readonly packed?: Readonly<Record<"br" | "gzip", Uint8Array<ArrayBuffer>>>;
}

export interface ShellOptions {
  readonly site: Site;
  readonly language: Language;
  /** Address of the prerendered screen to insert (wire/site/screens/sent_screens.ts). */
  readonly screen: string | undefined;
  readonly liveReload: boolean;
}

/** The shell of one site and language. */
export async function fillShell(
  assets: Pick<Assets, "shell" | "manifest" | "drawn">,
  options: ShellOptions,
): Promise<Shell> {
  const { site, language, liveReload } = options;
  const files = clientFiles(assets.manifest, language);
  const { styles, texts } = files;
  const built = assets.drawn(language);
  const drawn = built?.screens[options.screen ?? ""];
  return await pack(
    await shellOf(assets.shell, {
      ...documentWords(texts, language),
      // A file of its own would delay the first paint by one request.
      "head-styles": drawn === undefined
        ? html`${styleSheet(styles)}${printSheet(files)}`
        : html`${raw(`<style>${built?.styles}</style>`)}<noscript>${printSheet(files)}</noscript>`,
      site: jsonScript(SITE_ELEMENT_ID, site),
      // A rendered screen has its header.
      mark: drawn === undefined
        ? html`
          <header class="site-header">
            <p class="shell-width site-header__row"><span class="wordmark">${WORDMARK}</span></p>
          </header>
        `
        : "",
      "early-press": drawn === undefined ? "" : raw('data-early-press=""'),
      scripts: html`${scriptsOf(files, drawn !== undefined)}${
        liveReload ? html`<script src="${RELOAD_SCRIPT}"></script>` : ""
      }`,
      demo: site.demo ? demoStrip(texts) : "",
      "not-loaded": drawn === undefined ? "" : reloadOffer(texts),
      // No whitespace around it, since hydration compares every node.
      root: raw(`<div id="root">${(asksConsent(site) ? drawn?.asked : drawn?.unasked) ?? ""}</div>`),
    }),
  );
}

/** A prerendered screen is painted before its early script loads the app; an empty shell needs the app at once. */
function scriptsOf({ earlyPress, entry, preload, print }: ClientFiles, isDrawn: boolean) {
  const files = [...preload.toReversed(), entry];
  if (isDrawn) {
    return html`<script async src="${earlyPress}" data-app="${[print, ...files].join(" ")}"></script>`;
  }
  return html`${files.map((src) => html`<script type="module" src="${src}"></script>`)}`;
}

/** In a thread of its own: brotli takes a tenth of a second for a screen. */
async function pack(shell: Shell): Promise<Shell> {
  const bytes = new TextEncoder().encode(shell.html);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  return { ...shell, packed: { br: Uint8Array.from(br), gzip: Uint8Array.from(gz) } };
}

/** The same document with a page of its own instead of a screen, without script. */
export async function messageShell(
  { shell, manifest }: Pick<Assets, "shell" | "manifest">,
  { content, language }: { readonly content: Html; readonly language: Language },
): Promise<Shell> {
  const { styles, texts } = clientFiles(manifest, language);
  return await shellOf(shell, {
    ...documentWords(texts, language),
    "head-styles": styleSheet(styles),
    root: html`<div id="root">${content}</div>`,
  });
}

type Texts = ClientFiles["texts"];

function styleSheet(href: string): Html {
  return html`<link rel="stylesheet" href="${href}">`;
}

/** The styles of paper, for a document that its early script does not bring them to. */
export function printSheet({ print }: Pick<ClientFiles, "print">): Html {
  return html`<link rel="stylesheet" media="print" href="${print}">`;
}

function documentWords(texts: Texts, language: Language): Readonly<Record<string, string>> {
  const words = ["title", "description", "noscript"].map((name) => [name, html`${texts[name]}`]);
  return { ...Object.fromEntries(words), lang: language, dir: directionOf(language) };
}

function demoStrip(texts: Texts): Html {
  return html`
    <div class="demo-strip">
      <p>${texts["demo"]}</p>
    </div>
  `;
}

/** The early script shows it when the app of a prerendered screen does not load. */
function reloadOffer(texts: Texts): Html {
  return html`
    <p class="no-script" id="not-loaded" role="alert" hidden>
      ${texts["not-loaded"]} <button class="button" type="button">${texts["reload"]}</button>
    </p>
  `;
}

async function shellOf(template: string, parts: Readonly<Record<string, string>>): Promise<Shell> {
  const text = template.replace(/<!--([a-z-]+)-->/g, (_, name: string) => String(parts[name] ?? ""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return { html: text, etag: `"${digest.toBase64().slice(0, 24)}"` };
}

/** `sha256-...` of the inline style sheet, for the policy; empty when the build has none. */
export async function inlineStylesHash({ drawn }: Pick<Assets, "drawn">, language: Language): Promise<string> {
  const styles = drawn(language)?.styles ?? "";
  if (styles === "") return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles)));
  return `sha256-${digest.toBase64()}`;
}
