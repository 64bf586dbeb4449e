/** The language of a call: the client's own header, or else Accept-Language. */
import { chooseLanguage } from "./visitor_language.ts";
import type { Language } from "../wire/site/languages.ts";

export function languageOfHeaders(headers: Headers, ownHeader = ""): Language {
  const own = ownHeader === "" ? "" : headers.get(ownHeader) ?? "";
  return chooseLanguage({
    asked: own.toLowerCase().split("-")[0] ?? "",
    stored: "",
    acceptLanguage: headers.get("accept-language") ?? "",
  });
}
