/** Security headers per kind of page, computed once at start; headers_test.ts compares them word for word. */
import type { Config } from "../config/config.ts";

export type HeaderList = readonly (readonly [string, string])[];

const YEARS_2_S = 63_072_000;

function policy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives).map(([name, value]) => value === "" ? name : `${name} ${value}`).join("; ");
}

function common(config: Config): HeaderList {
  const https = config.publicOrigin.startsWith("https:");
  return [
    ["x-content-type-options", "nosniff"],
    ["x-xss-protection", "0"],
    ...(https ? [["strict-transport-security", `max-age=${YEARS_2_S}; includeSubDomains`] as const] : []),
  ];
}

/** Hosts of the pixel's image, and of the ad tracker's image and its redirects. */
const PIXEL_HOSTS = ["https://www.facebook.com"];
const AD_TAG_HOSTS = [
  "https://www.googleadservices.com",
  "https://googleads.g.doubleclick.net",
  "https://www.google.com",
];

/** The web app's shell: scripts and styles of its own origin, one inline sheet by hash, never framed. */
export function shellHeaders(config: Config, { inlineStyles = "" } = {}): HeaderList {
  const { frameOrigin, publicOrigin, identity, errorReports, pixelId, adTagId } = config;
  const pictures = [...(pixelId === "" ? [] : PIXEL_HOSTS), ...(adTagId === "" ? [] : AD_TAG_HOSTS)];
  const errors = errorReports.kind === "remote" ? ` ${new URL(errorReports.dsn).origin}` : "";
  const google = identity.mode === "firebase"
    ? " https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"
    : "";
  const signIn = identity.mode === "firebase" ? ` https://${identity.authDomain}` : "";
  const csp = policy({
    "default-src": "'none'",
    "script-src": identity.mode === "firebase" ? "'self' https://apis.google.com" : "'self'",
    "style-src": inlineStyles === "" ? "'self'" : `'self' '${inlineStyles}'`,
    "img-src": ["'self' data:", ...pictures].join(" "),
    "font-src": "'self'",
    "connect-src": `'self'${google}${errors}`,
    "frame-src": `'self' ${frameOrigin}${signIn}`,
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
    ...(publicOrigin.startsWith("https:") ? { "upgrade-insecure-requests": "" } : {}),
    "report-to": "csp",
    "report-uri": "/csp-report",
  });
  return [
    ...common(config),
    ["content-type", "text/html; charset=utf-8"],
    ["content-security-policy", csp],
    ["reporting-endpoints", 'csp="/csp-report"'],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", permissions(frameOrigin)],
    ["x-frame-options", "DENY"],
    ["cache-control", "no-cache"],
  ];
}

function permissions(frameOrigin: string): string {
  const off = ["camera", "microphone", "geolocation", "usb", "clipboard-read"].map((name) => `${name}=()`).join(", ");
  return `payment=(self "https://pay.google.com" "${frameOrigin}"), ` +
    `publickey-credentials-get=(self "${frameOrigin}"), ${off}`;
}

/** The card-frame document: only its own script and style, framed only by registered parents. */
export function cardFrameHeaders(config: Config, parents: readonly string[]): HeaderList {
  const csp = policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "frame-src": "'none'",
    "worker-src": "'none'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": parents.length === 0 ? "'none'" : parents.join(" "),
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
    "report-to": "csp",
  });
  return [
    ...common(config),
    ["content-type", "text/html; charset=utf-8"],
    ["content-security-policy", csp],
    ["cross-origin-resource-policy", "cross-origin"],
    ["cross-origin-embedder-policy", "require-corp"],
    ["cross-origin-opener-policy", "same-origin"],
    ["origin-agent-cluster", "?1"],
    [
      "permissions-policy",
      "payment=(), publickey-credentials-get=(), camera=(), microphone=(), geolocation=(), clipboard-read=()",
    ],
    ["referrer-policy", "no-referrer"],
    ["cache-control", "public, max-age=300"],
  ];
}

/** Pages of the simulators (identity chooser, issuer page, mailbox): own scripts and styles only. */
export function simulatorHeaders(config: Config, frameAncestors: string): HeaderList {
  const csp = policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": frameAncestors,
  });
  return [...common(config), ["content-security-policy", csp], ["referrer-policy", "no-referrer"]];
}

/** The identity provider's sign-in pages on our own host: their inline script starts theirs, and our page frames one. */
export function identityPageHeaders(config: Config): HeaderList {
  const { protocol } = new URL(config.publicOrigin);
  const csp = policy({
    "default-src": "'none'",
    "script-src": "'self' 'unsafe-inline' https://apis.google.com",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "connect-src": "'self' https://identitytoolkit.googleapis.com https://www.googleapis.com",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    // The app's pages under each of its names.
    "frame-ancestors": ["'self'", ...config.appHosts.map((host) => `${protocol}//${host}`)].join(" "),
  });
  return [
    ...common(config),
    ["content-security-policy", csp],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cache-control", "no-store"],
  ];
}

/** The merchants' documentation: own script, styles and search index; its pages are files and may be kept a while. */
export function docsHeaders(config: Config): HeaderList {
  const csp = policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  });
  return [...common(config), ["content-security-policy", csp], ["referrer-policy", "strict-origin-when-cross-origin"]];
}

/** The operator's console: its own script and style and nothing else, never framed, never stored. */
export function consoleHeaders(config: Config): HeaderList {
  const csp = policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
  });
  const off = ["camera", "microphone", "geolocation", "usb", "payment"].map((name) => `${name}=()`).join(", ");
  return [
    ...common(config),
    ["content-security-policy", csp],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", `publickey-credentials-get=(self), publickey-credentials-create=(self), ${off}`],
    ["referrer-policy", "no-referrer"],
    ["x-frame-options", "DENY"],
    ["cache-control", "no-store"],
  ];
}

/** JSON answers: never cached, framed or executed. */
export function apiHeaders(config: Config, { crossOrigin = false } = {}): HeaderList {
  return [
    ...common(config),
    ["cache-control", "no-store"],
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["cross-origin-resource-policy", crossOrigin ? "cross-origin" : "same-origin"],
    ["referrer-policy", "no-referrer"],
  ];
}

/** Sets every header of the list that the answer does not already have. */
export function withHeaders(answer: Response, headers: HeaderList): Response {
  const own = openHeaders(answer);
  for (const [name, value] of headers) if (!own.headers.has(name)) own.headers.set(name, value);
  return own;
}

/** A service's answer with these headers; no cache may store it, whatever the service says (SECURITY E10). */
export function withServiceHeaders(answer: Response, headers: HeaderList): Response {
  const own = withHeaders(answer, headers);
  own.headers.set("cache-control", "no-store");
  return own;
}

/** The answer itself where its headers can change, so that its body is not copied; a fetched answer is copied. */
export function openHeaders(answer: Response): Response {
  try {
    answer.headers.delete("x-not-there");
    return answer;
  } catch {
    return new Response(answer.body, { status: answer.status, headers: new Headers(answer.headers) });
  }
}
