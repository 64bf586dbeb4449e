/**
 * Texts that a reviewer approved: everything an email or a page of the server says, in each language, as one file of
 * `tests/approved/`. `ACCEPT_TEXTS=1` writes what they say now, for the review.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { AssertionError } from "./assert.ts";
import { type Language, LANGUAGES } from "../../server/wire/site/languages.ts";

const FOLDER = new URL("../approved/", import.meta.url);
const IS_ACCEPTED = process.env.ACCEPT_TEXTS === "1";

/** Compares what `textIn` says in every language with `tests/approved/<name>.txt`. */
export async function compareApproved(
  name: string,
  textIn: (language: Language) => string | Promise<string>,
): Promise<void> {
  const parts: string[] = [];
  for (const { code } of LANGUAGES) parts.push(`== ${code} ==\n${(await textIn(code)).trim()}\n`);
  await compareApprovedText(name, parts.join("\n"));
}

/** The same for a text that is written in English only. */
export async function compareApprovedText(name: string, now: string): Promise<void> {
  const file = new URL(`${name}.txt`, FOLDER);
  if (IS_ACCEPTED) {
    await mkdir(new URL(".", file), { recursive: true });
    await writeFile(file, now);
    return;
  }
  const approved = await readFile(file, "utf8").catch(() => "");
  if (now === approved) return;
  const changes = changesBetween(approved.split("\n"), now.split("\n")).slice(0, MAX_CHANGES).join("\n");
  throw new AssertionError(`${name} says something else; ACCEPT_TEXTS=1 keeps what it says now:\n${changes}`);
}

/** Changed lines in a failure's message. */
const MAX_CHANGES = 40;

/** Lines that went and lines that came, in their places (longest common subsequence). */
export function changesBetween(before: readonly string[], now: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const common = (a: number, b: number) => lengths[a]?.[b] ?? 0;
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = now.length - 1; b >= 0; b--) {
      const row = lengths[a] ?? [];
      row[b] = before[a] === now[b] ? common(a + 1, b + 1) + 1 : Math.max(common(a + 1, b), common(a, b + 1));
    }
  }
  const changes: string[] = [];
  for (let [a, b] = [0, 0]; a < before.length || b < now.length;) {
    if (a < before.length && b < now.length && before[a] === now[b]) [a, b] = [a + 1, b + 1];
    else if (b === now.length || (a < before.length && common(a + 1, b) >= common(a, b + 1))) {
      changes.push(`- ${before[a++]}`);
    } else changes.push(`+ ${now[b++]}`);
  }
  return changes.length === 0 ? ["the same"] : changes;
}

interface WrittenEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An email: its subject and text, and once, in English, what its HTML says. */
export function emailText({ subject, text, html }: WrittenEmail): string {
  const [tag] = /<html[^>]*>/.exec(html) ?? [""];
  return `Subject: ${subject}\n\n${text.trim()}\n\n-- ${tag.includes('"en"') ? pageText(html) : tag}`;
}

/** Attributes that a visitor or a form notices; the others are appearance. */
const ATTRIBUTE =
  /\s(?:action|charset|content|method|href|name|type|value|data-number|data-network|data-target|data-next|checked|readonly|required|maxlength|lang|aria-label)(?:="[^"]*"|(?=[\s/]|$))/g;
/** Elements within a line. */
const INLINE = new Set(["a", "b", "span", "strong", "wbr"]);

/** What an HTML page says, one element per line, without styles, scripts and wrappers; for a drawing, its paths. */
export function pageText(html: string): string {
  return html
    .replaceAll(/<(style|script)\b[^]*?<\/\1>|<!doctype html>/g, "")
    .replaceAll(
      /<svg\b[^]*?<\/svg>/g,
      (drawing) => `<svg> ${[...drawing.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path).join(" ").slice(0, 120)}\n`,
    )
    .replaceAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g, (_, end: string, tag: string, attributes: string) => {
      const kept = [...attributes.replaceAll(/\s+/g, " ").matchAll(ATTRIBUTE)].join("");
      if (INLINE.has(tag)) return kept === "" && tag !== "a" ? "" : `<${end}${tag}${kept}>`;
      if (end === "/" || (tag === "div" && kept === "")) return "\n";
      return `\n<${tag}${kept}> `;
    })
    .split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "").join("\n");
}
