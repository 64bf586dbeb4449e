/**
 * Which addresses of a configuration may be called, so that neither token nor card goes to a foreign host (SECURITY
 * S1).
 */
import { SdkError } from "../errors/sdk_error.ts";

export interface LinkRules {
  /** Origin of the embedding page. */
  readonly pageOrigin: string;
  /** Host names of the provider, with the port where it is not the default. */
  readonly hosts: readonly string[];
}

declare const PROVIDER_HOSTS: string | undefined;

/** Set at build time, separated by blanks; empty in a development build. */
export const BUILT_HOSTS: readonly string[] = typeof PROVIDER_HOSTS === "string"
  ? PROVIDER_HOSTS.split(" ").filter((host) => host !== "")
  : [];

/**
 * The rules for the page that the SDK runs in.
 *
 * @throws `payrails:client:no_page` on a server
 */
export function rulesOfPage(): LinkRules {
  if (globalThis.location === undefined) throw new SdkError("client:no_page");
  return { pageOrigin: location.origin, hosts: BUILT_HOSTS };
}

/** https on a listed host or on the page's own origin. While the page is on loopback, any loopback address. */
export function isTrustedLink(link: string, { pageOrigin, hosts }: LinkRules): boolean {
  const url = readUrl(link);
  const page = readUrl(pageOrigin);
  if (url === undefined || page === undefined || url.username !== "" || url.password !== "") return false;
  if (!/^https?:\/\//i.test(link)) return false;
  if (isLoopback(page.hostname) && isLoopback(url.hostname)) return true;
  return url.protocol === "https:" && (url.origin === page.origin || hosts.includes(url.host));
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
