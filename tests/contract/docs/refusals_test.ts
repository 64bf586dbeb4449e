/**
 * Codes cross the wire, sentences do not: what a server refuses to a person has a code, and no code branches on a
 * sentence. The build compares the codes' sentences with the catalogues of all languages.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { isSentenceCode, sentence } from "../../../server/wire/site/refusal.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** Files with refusals for people; a 400 is for developers, a 421 for operators. */
const REFUSING = ["server/embedded/members", "server/embedded/subscriptions", "server/passkeys", "server/routes"];
const PLAIN_REFUSAL = /\bfail\(\s*(4(?!00|21)\d\d|5\d\d),\s*(["`][^"`]+)/g;
const NAMED_REFUSAL = /\bfail\(\s*(4(?!00|21)\d\d|5\d\d),\s*([A-Z_]+)\b/g;
/** Pages on which developers try the SDK, and the tools of a developer's own server. */
const FOR_DEVELOPERS: ReadonlySet<string> = new Set(["server/routes/checkout", "server/routes/dev"]);
/** Sent to another server, or to a browser that reports by itself. */
const TO_PROGRAMS: ReadonlySet<string> = new Set(["This notice is not signed by us", "Too many reports"]);

/** A comparison, or a look into a text, with two words in a row of which the first is capitalised. */
const SENTENCE = String.raw`["'\`][A-Z][a-z']+ [a-z]+ [^"'\`]*["'\`]`;
const BRANCHES = [
  new RegExp(String.raw`[=!]==? ?${SENTENCE}`, "g"),
  new RegExp(String.raw`\.(?:includes|startsWith|endsWith|indexOf)\(${SENTENCE}`, "g"),
  new RegExp(String.raw`\bcase ${SENTENCE}:`, "g"),
  /\/[^/\n]*[a-z]{2,} [a-z]{2,}[^/\n]*\/[a-z]*\.(?:test|exec)\(\w*(?:error|message|text)\b/gi,
];

async function* sources(folder: string): AsyncGenerator<readonly [path: string, source: string]> {
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(path);
    else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) {
      yield [path, await Deno.readTextFile(`${ROOT}/${path}`)];
    }
  }
}

describe("codes instead of sentences", () => {
  it("the few sentences with a code that the platform writes itself are those of the table", async () => {
    const rows: string[] = [];
    for await (const [, source] of sources("server/platform")) {
      for (const [, error = "", code = ""] of source.matchAll(/error(?: =|:) "([^"]+)"[^"]*code: "(\w+)"/g)) {
        rows.push(code);
        assertEquals(isSentenceCode(code) ? sentence(code) : "", error);
      }
    }
    assertEquals(rows.sort(), ["internal", "sign_in_down", "storage_down"]);
  });

  it("every refusal that a person can see has a code", async () => {
    const plain: string[] = [];
    let coded = 0;
    for (const folder of REFUSING) {
      for await (const [path, source] of sources(folder)) {
        coded += [...source.matchAll(/\brefusal\("/g)].length;
        if ([...FOR_DEVELOPERS].some((room) => path.startsWith(`${room}/`))) continue;
        for (const [, status, text = ""] of source.matchAll(PLAIN_REFUSAL)) {
          if (!TO_PROGRAMS.has(text.slice(1))) plain.push(`${path}: ${status} ${text.slice(1)}`);
        }
        for (const [, status, name = ""] of source.matchAll(NAMED_REFUSAL)) {
          if (new RegExp(`const ${name}\\b[^=]*=\\s*["\`]`).test(source)) plain.push(`${path}: ${status} ${name}`);
        }
      }
    }
    assert(coded > 100, `refusals are written in another way now: ${coded}`);
    assertEquals(plain, []);
  });

  it("no code branches on an English sentence", async () => {
    const found: string[] = [];
    for (const folder of ["server", "client", "sdk", "iframe"]) {
      for await (const [path, source] of sources(folder)) {
        if (path.includes("/testing/")) continue;
        for (const pattern of BRANCHES) {
          found.push(...[...source.matchAll(pattern)].map(([text]) => `${path}: ${text}`));
        }
      }
    }
    assertEquals(found, []);
  });
});
