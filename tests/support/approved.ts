/**
 * Texts that a reviewer approved: everything an email or a page of the server says, in each language, as one file of
 * `tests/approved/`. `ACCEPT_TEXTS=1` writes what they say now, for the review.
 */
import { assertEquals } from "./assert.ts";
import { type Language, LANGUAGES } from "../../server/wire/site/languages.ts";

const FOLDER = new URL("../approved/", import.meta.url);
const IS_ACCEPTED = Deno.env.get("ACCEPT_TEXTS") === "1";

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
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, now);
    return;
  }
  const approved = await Deno.readTextFile(file).catch(() => "");
  assertEquals(now, approved, `${name} says something else; ACCEPT_TEXTS=1 keeps what it says now`);
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
  /\s(?:action|charset|content|method|href|name|type|value|checked|readonly|required|maxlength|lang|aria-label)(?:="[^"]*"|(?=[\s/]|$))/g;
/** Elements within a line. */
const INLINE = new Set(["a", "b", "span", "strong", "wbr"]);

/** What an HTML page says, one element a line, without styles, scripts and wrappers; of a drawing, its paths. */
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
      if (end === "/" || tag === "div") return "\n";
      return `\n<${tag}${kept}> `;
    })
    .split("\n").map((line) => line.replaceAll(/\s+/g, " ").trim()).filter((line) => line !== "").join("\n");
}
