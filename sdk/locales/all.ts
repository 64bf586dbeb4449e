/** Every language pack, for the build and for tests. No bundle of the SDK loads this module. */
import { PACK as ar } from "./ar.ts";
import { PACK as de } from "./de.ts";
import { PACK as es } from "./es.ts";
import { PACK as fr } from "./fr.ts";
import { PACK as it } from "./it.ts";
import type { LanguageCode } from "./languages.ts";
import type { Pack } from "./pack.ts";
import { PACK as pt } from "./pt.ts";

export const PACKS: Readonly<Record<LanguageCode, Pack>> = { ar, de, es, fr, it, pt };
