/**
 * Every text that services send to people is in the catalogue of every language: a new rule, unknown or refusal fails
 * here.
 */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readCatalogues } from "../../../scripts/build/texts.ts";
import { RULES } from "../../../server/embedded/members/scoring/score_rules.ts";
import { declineText, TEXTS } from "../../../server/embedded/subscriptions/context/texts.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../server/wire/site/languages.ts";
import { DISPUTE_REASONS, REPORT_KINDS } from "../../../server/wire/members/number_reports.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
/** Tables that services do not return: their texts as in the source. */
const SOURCES = [
  { file: "server/embedded/members/scoring/unknowns.ts", pattern: /\b(?:why|\w+): "([A-Z][^"]+)"/g },
  {
    file: "server/embedded/members/lookup/lookup.ts",
    pattern:
      /\b(?:fixedVoip|nonFixedVoip|landline|mobile|personal|tollFree|premium|sharedCost|uan|voicemail|pager|unknown|fixedLineOrMobile|none|some|caution|suspicious|high): "([^"]+)"/g,
  },
  { file: "server/embedded/members/registry/sample.ts", pattern: /^ {2}"([A-Z][^"]+\.)",$/gm },
] as const;

/** Files with refusals for people; a 400 is for developers, a 421 for operators. */
const REFUSING = ["server/embedded/members", "server/embedded/subscriptions", "server/passkeys", "server/routes"];
const REFUSAL = /\bfail\(\s*(4(?!00|21)\d\d|5\d\d),\s*"([^"]+)"/g;
/** Pages on which developers try the SDK. */
const FOR_DEVELOPERS: ReadonlySet<string> = new Set(["server/routes/checkout"]);
/** Sent to another server. */
const TO_SERVERS: ReadonlySet<string> = new Set(["This notice is not signed by us"]);

async function refusals(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...FOR_DEVELOPERS.has(path) ? [] : await refusals(path));
    else if (/\.ts$/.test(name) && !/_test\.ts$/.test(name)) {
      const source = await Deno.readTextFile(`${ROOT}/${path}`);
      found.push(...[...source.matchAll(REFUSAL)].map(([, , text = ""]) => text));
    }
  }
  return found.filter((text) => !TO_SERVERS.has(text));
}

async function sentences(): Promise<ReadonlySet<string>> {
  const rules = RULES.flatMap(({ title, why, source }) => [title, why, source]);
  const choices = [...REPORT_KINDS, ...DISPUTE_REASONS].map(({ title }) => title);
  const declines = ["InsufficientBalance", "ExpiredInstrument", "InvalidInstrument", ""].map(declineText);
  const found = await Promise.all(SOURCES.map(async ({ file, pattern }) => {
    const rows = [...(await Deno.readTextFile(`${ROOT}/${file}`)).matchAll(pattern)].map(([, text = ""]) => text);
    assertEquals(rows.length > 3, true, `${file} is written in another way now`);
    return rows;
  }));
  const refused = await Promise.all(REFUSING.map(refusals));
  assertEquals(refused.flat().length > 15, true, "refusals are written in another way now");
  return new Set([...refused.flat(), ...rules, ...choices, ...declines, ...Object.values(TEXTS), ...found.flat()]);
}

describe("translations of services' texts", () => {
  for (const { code } of LANGUAGES.filter(({ code }) => code !== DEFAULT_LANGUAGE)) {
    it(`${code} is complete`, async () => {
      const { services } = await readCatalogues(ROOT, code);
      assertEquals([...await sentences()].filter((text) => !services.has(text)), []);
    });
  }
});
