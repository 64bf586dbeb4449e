/** Suggests a corrected address when the domain looks like a typo of a common one: "gmail.com" for "gmial.com". */
import { own } from "../../../../server/wire/own_entry.ts";

const DOMAINS = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.fr",
  "yahoo.es",
  "yahoo.de",
  "ymail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.fr",
  "hotmail.es",
  "outlook.com",
  "outlook.de",
  "outlook.es",
  "live.com",
  "live.co.uk",
  "msn.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "gmx.de",
  "gmx.net",
  "gmx.com",
  "web.de",
  "t-online.de",
  "freenet.de",
  "comcast.net",
  "verizon.net",
  "att.net",
  "sbcglobal.net",
  "bellsouth.net",
  "btinternet.com",
  "orange.fr",
  "free.fr",
  "libero.it",
  "mail.com",
  "fastmail.com",
] as const;
const ENDINGS: Readonly<Record<string, string>> = {
  con: "com",
  cmo: "com",
  ocm: "com",
  comm: "com",
  cpm: "com",
  vom: "com",
  xom: "com",
  nte: "net",
  ner: "net",
  ogr: "org",
};
/** A short domain allows one typo only: with two, too many real domains would match. */
const SHORT_DOMAIN_CHARS = 8;

/** The whole corrected address; undefined when there is nothing to correct. */
export function suggestEmail(text: string): string | undefined {
  const email = text.trim();
  const at = email.lastIndexOf("@");
  if (at < 1) return undefined;
  const local = email.slice(0, at);
  const domain = email.slice(at + 1).toLowerCase();
  if (domain === "" || isKnown(domain)) return undefined;
  const better = nearest(domain) ?? withMendedEnding(domain);
  return better === undefined ? undefined : `${local}@${better}`;
}

function isKnown(domain: string): boolean {
  return DOMAINS.some((known) => known === domain);
}

function nearest(domain: string): string | undefined {
  const allowed = domain.length <= SHORT_DOMAIN_CHARS ? 1 : 2;
  const near = DOMAINS
    .map((known) => ({ known, slips: slips(domain, known) }))
    .filter((row) => row.slips <= allowed && row.known[0] === domain[0])
    .sort((a, b) => a.slips - b.slips);
  return near[0]?.known;
}

function withMendedEnding(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const mended = own(ENDINGS, domain.slice(dot + 1));
  return dot < 1 || mended === undefined ? undefined : domain.slice(0, dot + 1) + mended;
}

/** Number of letters added, lost, changed or swapped between two words (optimal string alignment). */
export function slips(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line.push(Math.min(
        at(rows, row - 1, column) + 1,
        (line[column - 1] ?? 0) + 1,
        at(rows, row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ));
    }
    rows.push(line);
  }
  return at(rows, from.length, to.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
