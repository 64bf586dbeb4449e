/** What browsers load on the payment page: every script by hash, and the security headers (PCI DSS 11.6.1). */

export interface Inventory {
  /** Address or place -> hash of the script. */
  readonly scripts: Readonly<Record<string, string>>;
  /** `page header` -> value. */
  readonly headers: Readonly<Record<string, string>>;
}

const GUARDS = [
  "content-security-policy",
  "content-security-policy-report-only",
  "reporting-endpoints",
  "strict-transport-security",
  "x-frame-options",
  "x-content-type-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "cross-origin-embedder-policy",
  "cross-origin-resource-policy",
];
const MOST_SCRIPTS = 1_000;
const PLAN = "tck_weekly_3dtrial";

type Fetch = (url: string) => Promise<Response>;

/** `page` is the web app's start, `https://app.example/trustcheck/`. */
export async function takeInventory(page: string, load: Fetch = (url) => fetch(url)): Promise<Inventory> {
  const scripts = new Map<string, string>();
  const headers = new Map<string, string>();
  const open: string[] = [];
  // The payment step is a route of the app: the document is the app's, the card fields are the frame's.
  for (const [name, url] of [["page", `${page}?step=payment`], ["card frame", await frameOf(page, load)]] as const) {
    const answer = await loaded(url, load);
    for (const guard of GUARDS) headers.set(`${name} ${guard}`, answer.headers.get(guard) ?? "");
    const html = await answer.text();
    for (const [at, text] of inlineScripts(html).entries()) {
      scripts.set(`${name}, inline ${at + 1}`, await hashOf(text));
    }
    for (const [at, code] of handlers(html).entries()) scripts.set(`${name}, handler ${at + 1}`, await hashOf(code));
    open.push(...addressesIn(html, answer.headers.get("link") ?? "").map((address) => new URL(address, url).href));
  }
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (scripts.has(url)) continue;
    if (scripts.size >= MOST_SCRIPTS) throw new Error(`The page names more than ${MOST_SCRIPTS} scripts`);
    const code = await (await loaded(url, load)).text();
    scripts.set(url, await hashOf(code));
    open.push(...importsOf(code).map((address) => new URL(address, url).href));
  }
  return { scripts: sorted(scripts), headers: sorted(headers) };
}

/** A checkout names the frame for its card fields. */
async function frameOf(page: string, load: Fetch): Promise<string> {
  const { data } = await (await loaded(new URL(`/init/session?plan_id=${PLAN}`, page).href, load)).json();
  const { vaultId, vaultUrl } = JSON.parse(atob(data)).vaultConfiguration;
  return new URL(`/card/5/?v=${encodeURIComponent(vaultId)}`, vaultUrl).href;
}

async function loaded(url: string, load: Fetch): Promise<Response> {
  const answer = await load(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}

/** Scripts and preloaded modules of a document and of its `Link` header. */
function addressesIn(html: string, link: string): readonly string[] {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/gi)].map(([tag]) => tag);
  const named = tags.flatMap((tag) =>
    /^<script/i.test(tag)
      ? attribute(tag, "src")
      : /modulepreload|as=["']?script/i.test(tag)
      ? attribute(tag, "href")
      : []
  );
  return [...named, ...[...link.matchAll(/<([^>]+)>;\s*rel="?modulepreload/g)].map(([, address = ""]) => address)];
}

function attribute(tag: string, name: string): readonly string[] {
  const [, quoted, bare] = new RegExp(`\\s${name}\\s*=\\s*(?:["']([^"']*)["']|([^\\s>]+))`, "i").exec(tag) ?? [];
  const value = quoted ?? bare;
  return value === undefined ? [] : [value.replaceAll("&amp;", "&")];
}

/** Inline scripts; inline JSON is not one. */
function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script/gi)]
    .filter(([, marks = ""]) => !/\ssrc\s*=/i.test(marks) && !/type=["']?application\/json/i.test(marks))
    .map(([, , text = ""]) => text);
}

const HANDLER = /[\s/"']on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const SCRIPT_ADDRESS = /(?:href|src)\s*=\s*["']?javascript:[^>]*/gi;

function handlers(html: string): readonly string[] {
  return [HANDLER, SCRIPT_ADDRESS].flatMap((pattern) => [...html.matchAll(pattern)]).map(([text]) => text);
}

/** Static and dynamic imports of a module, by the addresses our bundler writes. */
function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/(?:from|import)\s*\(?\s*["']((?:\.{0,2}\/|https?:)[^"'\s]+\.m?js)["']/g)]
    .map(([, address = ""]) => address);
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-384", new TextEncoder().encode(text));
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

function sorted(map: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...map].toSorted(([one], [other]) => one < other ? -1 : 1));
}

/** One sentence per difference. */
export function differences(stored: Inventory, now: Inventory): readonly string[] {
  return [...compare("script", stored.scripts, now.scripts), ...compare("header", stored.headers, now.headers)];
}

function compare(
  what: string,
  stored: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] {
  const before = new Map(Object.entries(stored));
  const after = new Map(Object.entries(now));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`A ${what} was added: ${name}`];
    if (is === undefined) return [`A ${what} is gone: ${name}`];
    return [`A ${what} changed: ${name}, from ${was || "nothing"} to ${is || "nothing"}`];
  });
}
