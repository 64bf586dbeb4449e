/**
 * The redirect helper for old iPhones (W-START-09): the browsers inside Instagram and Facebook cannot open Safari
 * there, so this page, without script, explains how to get there and shows the address to copy.
 */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { html } from "../../platform/html.ts";
import type { Language } from "../../wire/site/languages.ts";
import { translator } from "../../i18n/translate.ts";
import { visitorLanguage } from "../../i18n/visitor_language.ts";
import { plainAnswer, type PlainPage } from "../../pages/plain_page.ts";

const MAX_ADDRESS_CHARS = 2_000;

export function openInBrowserRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { base, publicOrigin } = context.config;
  app.get(`${base}/open-in-browser`, (c) => {
    const address = publicOrigin + ownPath(c.req.query("url") ?? "", base);
    return plainAnswer(context, openInBrowserPage(visitorLanguage(c), address));
  });
  return app;
}

/** Path and query of one of our own pages; any other address becomes the first screen. */
export function ownPath(address: string, base: string): string {
  const url = address.length <= MAX_ADDRESS_CHARS && URL.canParse(address) ? new URL(address) : undefined;
  return url?.pathname.startsWith(`${base}/`) === true ? url.pathname + url.search : `${base}/`;
}

/** Without the way out, which would lead back to this page; the values replace those that the tab has kept. */
function stayingHere(address: string): string {
  const url = new URL(address);
  for (const name of ["bb", "bb_android"]) url.searchParams.set(name, "false");
  return url.href;
}

function openInBrowserPage(language: Language, address: string): PlainPage {
  const t = translator(language);
  return {
    language,
    title: t("Open this page in your browser"),
    body: html`
      <p>${t("Tap this window's menu (three dots or an arrow), then choose Open in browser or Open in Safari.")}</p>
      <div class="field">
        <label class="field__label" for="address">${t("Or copy this address into your browser")}</label>
        <input class="input" id="address" readonly value="${address}">
      </div>
      <p><a href="${stayingHere(address)}" target="_blank" rel="noopener">${t("Continue here")}</a></p>
    `,
  };
}
