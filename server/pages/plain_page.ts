/** Pages without script: they look like the app through its style sheet and use forms. */
import { type Html, html, htmlDocument, jsonScript } from "../platform/html.ts";
import type { Language } from "../wire/site/languages.ts";
import { translator } from "../i18n/translate.ts";
import { directionOf } from "../i18n/visitor_language.ts";
import { clientFiles } from "./manifest.ts";
import { printSheet } from "./shell.ts";
import { WORDMARK } from "./wordmark.ts";
import type { Config } from "../config/config.ts";
import { RETRY_AFTER_S } from "../platform/http/answer.ts";
import type { Assets } from "./assets.ts";
import { type HeaderList, shellHeaders, simulatorHeaders, withHeaders } from "../http/headers.ts";
import type { Site } from "../wire/site/site.ts";
import { PLAN_TO_CANCEL_ID, type PlanToCancel } from "../wire/billing/plan_to_cancel.ts";
import { SITE_ELEMENT_ID } from "../wire/site/site_element.ts";

export interface PlainPage {
  readonly language: Language;
  readonly title: string;
  /** Content of `main` below the title. */
  readonly body: Html;
  /** What the app shows instead of this page. */
  readonly plan?: PlanToCancel | undefined;
}

export function button(label: string, kind: "primary" | "danger" = "primary"): Html {
  return html`
    <button class="button button--${kind} button--wide"
      type="submit"><span class="button__words"><span>${label}</span></span></button>
  `;
}

const CIRCLE = "M12 20a8 8 0 100-16 8 8 0 000 16z";
const ICONS = {
  done: `${CIRCLE}M8.500 12.300l2.500 2.500 4.500-5`,
  error: "M12 4.500l8.500 15h-17zM12 10.500v4M12 17v.1",
  info: `${CIRCLE}M12 11.500V16M12 8.200v.1`,
} as const;

/** A notice as in the app, with its icon; the layout has a column for it in any case. */
export function notice(kind: keyof typeof ICONS, title: string, text: string): Html {
  return html`
    <div class="notice notice--${kind}" role="status">
      <svg class="icon notice__icon" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor"
        stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d="${ICONS[kind]}" />
      </svg>
      <div class="stack stack--8">
        <p class="notice__title">${title}</p>
        <div class="notice__body">
          <p>${text}</p>
        </div>
      </div>
    </div>
  `;
}

interface PageContext {
  readonly config: Config;
  readonly assets: Assets;
}

/** Content between header and footer; the app's shell shows it too until its script renders. */
export function plainContent({ config }: Pick<PageContext, "config">, { language, title, body }: PlainPage): Html {
  const { base } = config;
  const t = translator(language);
  const strip = html`
    <div class="demo-strip">
      <p>${t("Demo: you won't be charged")}</p>
    </div>
  `;
  return html`
    ${config.demo ? strip : ""}
    <header class="site-header">
      <div class="shell-width site-header__row">
        <a class="wordmark" href="${base}/"
          aria-label="${t(
            "TrustCheck home",
          )}">${WORDMARK}</a>
      </div>
    </header>
    <main id="content" class="page page--narrow">
      <div class="stack stack--24">
      <h1>${title}</h1>
      ${body}
      </div>
    </main>
    <footer class="site-footer">
      <div class="shell-width site-footer__row">
        <nav class="site-footer__links" aria-label="${t("Legal")}">
          <a href="${base}/privacy">${t("Privacy")}</a>
          <a href="${base}/terms">${t("Terms")}</a>
          <a href="${base}/unsubscribe-with-email">${t("Cancel plan")}</a>
          <a href="${base}/unsubscription?withdraw">${t("Withdraw from contract here")}</a>
        </nav>
      </div>
    </footer>
  `;
}

/** A complete answer without script. */
export function plainAnswer(context: PageContext, page: PlainPage, status = 200): Response {
  // Their forms end contracts: a page that opened one must not keep a handle on it (SECURITY B10).
  const alone = ["cross-origin-opener-policy", "same-origin-allow-popups"] as const;
  return answer(context, page, { status, headers: [...simulatorHeaders(context.config, "'none'"), alone] });
}

/** The same page inside the app's shell: it works before the script renders this route's screen. */
export function plainAppAnswer(context: PageContext, page: PlainPage, site: Site): Response {
  const { entry } = clientFiles(context.assets.manifest, page.language);
  const plan = page.plan === undefined ? "" : jsonScript(PLAN_TO_CANCEL_ID, page.plan);
  const scripts = html`${jsonScript(SITE_ELEMENT_ID, site)}${plan}<script type="module" src="${entry}"></script>`;
  return answer(context, page, { status: 200, headers: shellHeaders(context.config), scripts });
}

interface AnswerOptions {
  readonly status: number;
  readonly headers: HeaderList;
  readonly scripts?: Html;
}

/** Forms must send an origin, the secret in the address must not leave this site, and no cache may keep a copy. */
function answer(context: PageContext, page: PlainPage, { status, headers, scripts }: AnswerOptions): Response {
  const { language, title } = page;
  const files = clientFiles(context.assets.manifest);
  const text = htmlDocument({
    language,
    direction: directionOf(language),
    title: `${title} · TrustCheck`,
    viewport: "width=device-width, initial-scale=1, viewport-fit=cover",
    head: html`
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <link rel="stylesheet" href="${files.styles}">${printSheet(files)}
      ${scripts}
    `,
    body: html`<div id="root">${plainContent(context, page)}</div>`,
  });
  const own = new Headers({
    "content-type": "text/html; charset=utf-8",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": RETRY_AFTER_S } : {}),
  });
  return withHeaders(new Response(text, { status, headers: own }), headers);
}
