/**
 * The translations: finds every text of the client, compares them with the catalogues, and inserts the translations.
 */

import { ADVICE_SENTENCES } from "../../server/embedded/members/scoring/advice.ts";
import { RULE_SENTENCES } from "../../server/embedded/members/scoring/score_rules.ts";
import { UNKNOWN_SENTENCES } from "../../server/embedded/members/scoring/unknowns.ts";
import { type Plan, PLANS } from "../../server/wire/billing/plans.ts";
import { SENTENCES, type SentenceText } from "../../server/wire/site/service_sentences.ts";

/** English text -> translation. */
export type Catalogue = ReadonlyMap<string, string>;

/** `t("...")` and `rich("...")`; the text is always one literal. */
const CALL = /\b(?:t|rich)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')?/g;
/** A folder per language with its texts: of the app, of the server, and of what services say by code. */
const FOLDER = "server/i18n";
/** The files that define the functions. */
const DEFINITIONS = ["client/i18n/t.ts", "client/i18n/rich.ts", `${FOLDER}/translate.ts`];
/** Filled with the words of the services' codes. */
export const SERVICE_TEXTS = "client/i18n/service_texts.ts";

/** Sentences of the app that the server writes too; each side has its own way to a language. */
const SHARED = [
  "server/wire/billing/consent_texts.ts",
  "server/wire/billing/period_texts.ts",
  "server/wire/members/headlines.ts",
];

/** True for a source of the app whose texts the build replaces. */
export function hasAppTexts(path: string): boolean {
  return path.startsWith("client/") || SHARED.includes(path);
}

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
export function translated(source: string, path: string, own: Catalogue): string {
  if (path === SERVICE_TEXTS) {
    return `export const SERVICE_TEXTS = ${JSON.stringify(wordsByCode(own))};`;
  }
  if (DEFINITIONS.includes(path)) return source;
  return source.replace(CALL, (call: string, literal: string | undefined) => {
    if (literal === undefined) return call;
    return call.slice(0, -literal.length) + JSON.stringify(own.get(parseLiteral(literal)) ?? parseLiteral(literal));
  });
}

/** What services say, by code. */
const SERVICE_SENTENCES: Readonly<Record<string, SentenceText>> = {
  ...SENTENCES,
  ...ADVICE_SENTENCES,
  ...RULE_SENTENCES,
  ...UNKNOWN_SENTENCES,
};

function wordsByCode(words: Catalogue): Readonly<Record<string, SentenceText>> {
  const say = (text: string) => words.get(text) ?? text;
  return Object.fromEntries(
    Object.entries(SERVICE_SENTENCES).map(([code, text]) => [
      code,
      typeof text === "string" ? say(text) : { ...text, one: say(text.one), other: say(text.other) },
    ]),
  );
}

/** Every text of the table, each plural form by itself. */
function serviceTexts(): ReadonlySet<string> {
  return new Set(
    Object.values(SERVICE_SENTENCES).flatMap((text) => typeof text === "string" ? [text] : [text.one, text.other]),
  );
}

/** A literal in either kind of quotes, with the few escapes our sources use. */
function parseLiteral(literal: string): string {
  return literal.slice(1, -1).replace(/\\u([0-9a-f]{4})|\\(.)/gi, (_, code: string | undefined, char: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return char === "n" ? "\n" : char;
  });
}

/** Differences between the sources and one catalogue, one per line; empty when there are none. */
export function problems(used: ReadonlySet<string>, own: Catalogue, language: string): string[] {
  const missing = [...used].filter((text) => !own.has(text));
  const unused = [...own.keys()].filter((text) => !used.has(text));
  const torn = [...own].filter(([text, words]) => slots(text) !== slots(words) || words.trim() === "");
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
export async function usedTexts(root: string, folder: "client" | "server"): Promise<ReadonlySet<string>> {
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
async function readCatalogue(root: string, language: string): Promise<Catalogue> {
  const own = new Map<string, string>();
  for await (const { name } of Deno.readDir(`${root}/${FOLDER}/${language}`)) {
    const path = `${FOLDER}/${language}/${name}`;
    for (const [text, words] of parseRows(JSON.parse(await Deno.readTextFile(`${root}/${path}`)), path)) {
      if (own.has(text)) throw new Error(`${path} says again what another file says: ${text}`);
      own.set(text, words);
    }
  }
  return own;
}

function parseRows(value: unknown, name: string): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) throw new Error(`${name} holds no texts`);
  return Object.entries(value).map(([text, words]): [string, string] => [text, String(words)]);
}

/** Names of plans come from a table. */
function planNames(): readonly string[] {
  return PLANS.flatMap((plan: Plan) => [plan.name, plan.name_full, plan.name_without_registry ?? plan.name]);
}

/** Catalogues of all languages but English; throws with every text that is missing, unused or has other slots. */
export async function loadTexts(root: string, languages: readonly string[]): Promise<ReadonlyMap<string, Catalogue>> {
  const [client, server] = await Promise.all([usedTexts(root, "client"), usedTexts(root, "server")]);
  const used = new Set([...client, ...server, ...planNames(), ...serviceTexts()]);
  const loaded = new Map<string, Catalogue>();
  for (const language of languages) loaded.set(language, await readCatalogue(root, language));
  const wrong = [...loaded].flatMap(([language, own]) => problems(used, own, language));
  if (wrong.length > 0) throw new Error(`The texts in ${FOLDER}/ do not fit the sources:\n${wrong.join("\n")}`);
  return loaded;
}
