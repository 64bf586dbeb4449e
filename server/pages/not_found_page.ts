/** What a browser gets at an address where nothing is, or that names an unknown plan: where to go from here, without script. */
import { html, raw } from "../platform/html.ts";
import type { UnknownPlan } from "../wire/site/link_parameters.ts";
import type { Language } from "../wire/site/languages.ts";
import { translator } from "../i18n/translate.ts";
import { ROUTES } from "../wire/site/routes.ts";
import type { PlainPage } from "./plain_page.ts";

/** A phone with an unknown caller at the end of a broken line. */
const DRAWING = raw(
  '<svg class="drawing not-found__drawing" viewBox="0 0 240 120" aria-hidden="true">' +
    '<path class="tint" d="M24 104C8 66 40 24 96 22c60-2 112 22 122 58 2 10 0 18-4 24z"/>' +
    '<path class="soft" d="M12 104h216"/>' +
    '<g transform="rotate(-6 84 66)"><rect class="paper" x="62" y="26" width="44" height="78" rx="9"/>' +
    '<path d="M77 33h14"/><path class="brand" d="M80 58c0-9 11-9 11-1 0 5-5 5-5 10M86 74v.4" stroke-width="3"/></g>' +
    '<path class="alarm" d="M118 62h18l8-12 10 24 8-12"/><path class="soft" d="M176 62h34" stroke-dasharray="1 8"/></svg>',
);

export function notFoundPage(language: Language, base: string): PlainPage {
  const t = translator(language);
  const body = html`
    ${DRAWING}
    <p class="lead">${t("There's nothing at this address. The link may be old, or part of it may be missing.")}</p>
    <div class="row">
      <a class="button button--primary" href="${base}/">${t("Check a number")}</a>
      <a class="button button--quiet" href="${base}/webapp">${t("My reports")}</a>
    </div>
    <p class="small muted">
      ${t("Checking a document? Open the full verification address printed on it.")}
    </p>
  `;
  return { language, title: t("Page not found"), body };
}

/** A browser that opens an address asks for a page; programs that call the API do not. */
export function wantsPage(request: Request): boolean {
  return ["GET", "HEAD"].includes(request.method) && (request.headers.get("accept") ?? "").includes("text/html");
}

/** W-START-15: its sentence is verbatim in English. */
export function unknownPlanPage(language: Language, base: string, unknown: UnknownPlan): PlainPage {
  const t = translator(language);
  const body = html`
    <div class="row">
      <a class="button button--primary" href="${base}/">${t("Check a number")}</a>
      <a class="button button--quiet" href="${base}${ROUTES.subscription}">${t("See plans")}</a>
    </div>
  `;
  return { language, title: t('Can\'t find "{id}" for "{param}" parameter', unknown), body };
}
