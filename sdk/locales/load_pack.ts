/** Loads a language pack: a chunk of its own, or for the script without modules a file beside the script. */
import type { LanguageCode } from "./languages.ts";
import type { Pack } from "./pack.ts";

declare const IS_ONE_SCRIPT: boolean | undefined;

const isOneScript = typeof IS_ONE_SCRIPT !== "undefined" && IS_ONE_SCRIPT;
/** The script's own address is known only while it runs for the first time. */
const SCRIPT_URL: unknown = isOneScript && Reflect.get(globalThis.document?.currentScript ?? {}, "src");

export const loadPack: (code: LanguageCode) => Promise<Pack> = isOneScript ? fetchPack : importPack;

async function fetchPack(code: LanguageCode): Promise<Pack> {
  const response = await fetch(new URL(`locales/${code}.json`, String(SCRIPT_URL)), { credentials: "omit" });
  if (!response.ok) throw new TypeError(`There is no ${response.url}`);
  return await response.json();
}

async function importPack(code: LanguageCode): Promise<Pack> {
  const loaders = {
    ar: () => import("./ar.ts"),
    de: () => import("./de.ts"),
    es: () => import("./es.ts"),
    fr: () => import("./fr.ts"),
    it: () => import("./it.ts"),
    pt: () => import("./pt.ts"),
  };
  return (await loaders[code]()).PACK;
}
