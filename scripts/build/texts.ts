/**
 * The translations: finds every text of the client, compares them with the catalogues, and inserts the translations.
 */

import { type Plan, PLANS } from "../../server/wire/billing/plan_table.ts";

/** English text -> translation. */
export type Catalogue = ReadonlyMap<string, string>;

export interface Catalogues {
  /** Texts in our own sources. */
  readonly own: Catalogue;
  /** Texts that services send; see client/lib/format/service_text.ts. */
  readonly services: Catalogue;
}

/** `t("...")` and `rich("...")`; the text is always one literal. */
const CALL = /\b(?:t|rich)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')?/g;
const FOLDER = "client/i18n";
/** Translations of the server's own texts; see server/i18n/translate.ts. */
const SERVER_FOLDER = "server/i18n";
/** The files that define the functions. */
const DEFINITIONS = [`${FOLDER}/t.ts`, `${FOLDER}/rich.ts`, `${SERVER_FOLDER}/translate.ts`];
/** Texts of services; the server prints some of them itself. */
const SERVICES_FOLDER = "server/i18n/services";
export const SERVICE_TEXTS = `${FOLDER}/service_texts.ts`;

/** Texts of a source, in order; throws when a call has no literal. */
export function textsIn(source: string, path: string): readonly string[] {
  if (DEFINITIONS.includes(path)) return [];
  return [...source.matchAll(CALL)].map(({ 0: call, 1: literal, index }) => {
    if (literal !== undefined) return parseLiteral(literal);
    const line = source.slice(0, index).split("\n").length;
    throw new Error(`${path}:${line}: ${call} needs its text written out as one literal`);
  });
}

/** The source with every text replaced by its translation. */
export function translated(source: string, path: string, { own, services }: Catalogues): string {
  if (path === SERVICE_TEXTS) {
    return `export const SERVICE_TEXTS = ${JSON.stringify(Object.fromEntries(services))};`;
  }
  if (DEFINITIONS.includes(path)) return source;
  return source.replace(CALL, (call: string, literal: string | undefined) => {
    if (literal === undefined) return call;
    return call.slice(0, -literal.length) + JSON.stringify(own.get(parseLiteral(literal)) ?? parseLiteral(literal));
  });
}

/** A literal in either kind of quotes, with the few escapes our sources use. */
function parseLiteral(literal: string): string {
  return literal.slice(1, -1).replace(/\\u([0-9a-f]{4})|\\(.)/gi, (_, code: string | undefined, char: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return char === "n" ? "\n" : char;
  });
}

/** Differences between the sources and one catalogue, one per line; empty when there are none. */
export function problems(used: ReadonlySet<string>, { own, services }: Catalogues, language: string): string[] {
  const missing = [...used].filter((text) => !own.has(text));
  const unused = [...own.keys()].filter((text) => !used.has(text));
  const torn = [...own, ...services].filter(([text, words]) => slots(text) !== slots(words) || words.trim() === "");
  return [
    ...missing.map((text) => `${language} has no words for: ${text}`),
    ...unused.map((text) => `${language} has words that nothing uses: ${text}`),
    ...torn.map(([text, words]) => `${language} must have the slots of "${text}", but says: ${words}`),
  ];
}

/** Names in braces, sorted, including repetitions. */
function slots(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([slot]) => slot))].sort().join(" ");
}

/** Every text of the sources of app or server. */
export async function usedTexts(root: string, folder: "client" | "server" = "client"): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for await (const path of sources(root, folder)) {
    for (const text of textsIn(await Deno.readTextFile(`${root}/${path}`), path)) used.add(text);
  }
  return used;
}

async function* sources(root: string, folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${root}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(root, path);
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) yield path;
  }
}

/** All files of the language's folder; a text must not occur in two of them. */
export async function readCatalogues(root: string, language: string): Promise<Catalogues> {
  const own = new Map<string, string>();
  const services = new Map(await readRows(root, `${SERVICES_FOLDER}/${language}.json`));
  for await (const { name } of Deno.readDir(`${root}/${FOLDER}/${language}`)) {
    for (const [text, words] of await readRows(root, `${FOLDER}/${language}/${name}`)) {
      if (own.has(text)) throw new Error(`${FOLDER}/${language}/${name} says again what another file says: ${text}`);
      own.set(text, words);
    }
  }
  return { own, services };
}

async function readRows(root: string, path: string): Promise<readonly (readonly [string, string])[]> {
  return parseRows(JSON.parse(await Deno.readTextFile(`${root}/${path}`)), path);
}

function parseRows(value: unknown, name: string): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) throw new Error(`${name} holds no texts`);
  return Object.entries(value).map(([text, words]): [string, string] => [text, String(words)]);
}

/** Catalogues of all languages but English; throws with every text that is missing, unused or has other slots. */
export async function loadTexts(root: string, languages: readonly string[]): Promise<ReadonlyMap<string, Catalogues>> {
  const used = await usedTexts(root);
  const loaded = new Map<string, Catalogues>();
  for (const language of languages) loaded.set(language, await readCatalogues(root, language));
  const wrong = [...loaded].flatMap(([language, catalogues]) => problems(used, catalogues, language));
  wrong.push(...await serverProblems(root, languages));
  if (wrong.length > 0) {
    throw new Error(`The texts in ${FOLDER}/ and ${SERVER_FOLDER}/ do not fit the sources:\n${wrong.join("\n")}`);
  }
  return loaded;
}

/** The server's own texts have translations too; plan names come from a table. */
async function serverProblems(root: string, languages: readonly string[]): Promise<readonly string[]> {
  const used = await usedTexts(root, "server");
  const names = PLANS.flatMap((plan: Plan) => [plan.name, plan.name_full, plan.name_without_registry ?? plan.name]);
  const wrong: string[] = [];
  for (const language of languages) {
    const own = new Map(await readRows(root, `${SERVER_FOLDER}/${language}.json`));
    const found = problems(new Set([...used, ...names]), { own, services: new Map() }, language);
    wrong.push(...found.map((problem) => `server: ${problem}`));
  }
  return wrong;
}
