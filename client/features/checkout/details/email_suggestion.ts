/** Suggests a corrected address when the domain looks like a typo of a common one: "gmail.com" for "gmial.com". */
import damerauLevenshtein from "damerau-levenshtein";
import { own } from "../../../../server/wire/own_entry.ts";

const DOMAINS = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.fr",
  "yahoo.es",
  "yahoo.de",
  "yahoo.it",
  "yahoo.ca",
  "ymail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.fr",
  "hotmail.es",
  "hotmail.de",
  "hotmail.it",
  "hotmail.be",
  "outlook.com",
  "outlook.de",
  "outlook.es",
  "outlook.fr",
  "outlook.it",
  "outlook.com.br",
  "live.com",
  "live.co.uk",
  "live.fr",
  "live.de",
  "live.it",
  "live.nl",
  "live.ca",
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
  "gmx.at",
  "gmx.ch",
  "gmx.fr",
  "gmx.es",
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
  "email.com",
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
    .filter((known) => known[0] === domain[0])
    .map((known) => ({ known, typos: damerauLevenshtein(domain, known).steps }))
    .filter(({ typos }) => typos <= allowed)
    .sort((a, b) => a.typos - b.typos);
  return near[0]?.known;
}

function withMendedEnding(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const corrected = own(ENDINGS, domain.slice(dot + 1));
  return dot < 1 || corrected === undefined ? undefined : domain.slice(0, dot + 1) + corrected;
}
