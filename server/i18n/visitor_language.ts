/** Chooses a visitor's language: the link's, or else an earlier choice, or else the browser's preference. */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { AppEnv } from "../app_env.ts";
import {
  DEFAULT_LANGUAGE,
  findLanguage,
  type Language,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  LANGUAGES,
} from "../wire/site/languages.ts";

export function visitorLanguage(c: Context<AppEnv>): Language {
  return chooseLanguage({
    asked: c.req.query(LANGUAGE_PARAMETER) ?? "",
    stored: getCookie(c, LANGUAGE_COOKIE) ?? "",
    acceptLanguage: c.req.header("accept-language") ?? "",
  });
}

const YEAR_S = 31_536_000;

/** The header that remembers the language of a link; none for any other address. It holds nothing but the choice. */
export function languageCookie(
  c: Context<AppEnv>,
  { base, publicOrigin }: { readonly base: string; readonly publicOrigin: string },
): readonly (readonly [name: string, value: string])[] {
  const language = findLanguage(c.req.query(LANGUAGE_PARAMETER) ?? "");
  if (language === undefined || language === getCookie(c, LANGUAGE_COOKIE)) return [];
  const secure = publicOrigin.startsWith("https:") ? "; Secure" : "";
  return [["set-cookie", `${LANGUAGE_COOKIE}=${language}; Path=${base}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`]];
}

export interface LanguageSigns {
  /** The `lang` parameter. */
  readonly asked: string;
  /** The cookie with an earlier choice. */
  readonly stored: string;
  readonly acceptLanguage: string;
}

export function chooseLanguage({ asked, stored, acceptLanguage }: LanguageSigns): Language {
  return findLanguage(asked) ?? findLanguage(stored) ?? preferred(acceptLanguage);
}

/** The highest-ranked supported language of Accept-Language; a region ("de-AT") counts as its language. */
function preferred(acceptLanguage: string): Language {
  const wanted = acceptLanguage.split(",").map((item, place) => {
    const [tag = "", ...parameters] = item.trim().split(";");
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((q) => q !== undefined);
    return { code: tag.trim().toLowerCase().split("-")[0] ?? "", weight: Number(weight ?? 1), place };
  });
  const known = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight || a.place - b.place)
    .map(({ code }) => findLanguage(code)).find((code) => code !== undefined);
  return known ?? DEFAULT_LANGUAGE;
}

export function directionOf(language: Language): string {
  return LANGUAGES.find(({ code }) => code === language)?.dir ?? "ltr";
}
