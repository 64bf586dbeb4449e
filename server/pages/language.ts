/** Which language a visitor gets: what the link says, else what they chose before, else what their browser prefers. */
import { DEFAULT_LANGUAGE, findLanguage, type Language, LANGUAGES } from "../wire/languages.ts";

export interface LanguageSigns {
  /** `lang` of the address. */
  readonly asked: string;
  /** The cookie of an earlier choice. */
  readonly stored: string;
  readonly acceptLanguage: string;
}

export function chooseLanguage({ asked, stored, acceptLanguage }: LanguageSigns): Language {
  return findLanguage(asked) ?? findLanguage(stored) ?? preferred(acceptLanguage);
}

/** The best of the browser's list that we have; a region ("de-AT") counts as its language. */
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
