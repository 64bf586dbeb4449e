/** Reads what a markdown page points to, so that a test can say which targets do not exist. */
import { dirname, join, normalize } from "node:path";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Generated, or not part of the repository. Other folders may be named `keys` too, so these mean folders at the root.
 */
const SKIPPED = new Set([".git", "node_modules", "dist", "data", "keys", "coverage"]);
const TOP_FOLDERS = /^(?:server|client|sdk|iframe|tests|scripts|docs)\//;
const SOURCE_FILE = /^[\w./<>{},*-]+\.(?:tsx?|md|tsv)$/;

/** The repository as the checks see it: every path from its root, folders without a slash at their end. */
export interface Repository {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

export function openRepository(root: string): Repository {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return SKIPPED.has(path) || entry.name === "node_modules" ? [] : [path, ...below(path)];
    });
  return { paths: below(""), read: (path) => readFileSync(join(root, path), "utf8") };
}

/** Links of the page to missing files or headings; addresses of other sites are not checked. */
export function brokenLinks(page: string, repository: Repository): readonly string[] {
  const text = withoutCode(repository.read(page));
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
  const referenced = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm)];
  return [...inline, ...referenced].map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(target) && !leadsSomewhere(page, target, repository));
}

function leadsSomewhere(page: string, target: string, { paths, read }: Repository): boolean {
  const [file = "", anchor = ""] = target.split("#");
  const path = file === "" ? page : clean(join(dirname(page), decodeURIComponent(file)));
  if (path !== "." && !paths.includes(path)) return false;
  return anchor === "" || (path.endsWith(".md") && anchorsOf(read(path)).includes(anchor));
}

/** Anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/**
 * Paths in backticks that match nothing. A path counts from the root of the repository or from the page's folder; a
 * bare file name may be anywhere below the page's folder. `*`, `<name>` and `{one,other}` are patterns.
 */
export function missingPaths(page: string, { paths, read }: Repository): readonly string[] {
  const folder = dirname(page) === "." ? "" : `${dirname(page)}/`;
  const exists = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  return [...withoutFences(read(page)).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)
    .filter((code) => (TOP_FOLDERS.test(code) || SOURCE_FILE.test(code)) && !/\s/.test(code))
    .filter((code) => {
      const isBare = !code.includes("/");
      return !exists(patternOf(clean(code))) && !exists(patternOf(clean(join(folder, code)))) &&
        !(isBare && exists(patternOf(code, `${folder}(?:.+/)?`)));
    });
}

function patternOf(path: string, before = ""): RegExp {
  const pattern = path.replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.split(",").join("|")})`)
    .replace(/\*\*|\*|<[^>]*>/g, "[^/]+");
  return new RegExp(`^${before}${pattern}$`);
}

function clean(path: string): string {
  return normalize(path).replace(/\/$/, "");
}

function withoutFences(text: string): string {
  return text.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, "");
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, "");
}

/** The sentences of a page: one text for each paragraph, list item and table cell, without code. */
export function proseOf(text: string): readonly string[] {
  return withoutCode(text).replace(/^\s*(?:[-*]|\d+\.)\s+|\|/gm, "\n\n").split(/\n\s*\n/)
    .map((block) => block.replace(/\s+/g, " ").trim()).filter((block) => /\p{L}/u.test(block));
}
