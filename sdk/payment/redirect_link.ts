/**
 * Which pages the shopper may be sent to: issuers on any host, payment pages on the hosts the merchant lists (SECURITY
 * S5).
 */
import type { ClientContext } from "../client_context.ts";
import { warn } from "../log/log.ts";
import { isLoopback, isTrustedLink, type LinkRules, readUrl } from "../session/links.ts";

/** Issuers may be on any host, but only over https; on loopback also over http. */
export function isChallengeLink(link: string): boolean {
  try {
    const url = new URL(link);
    if (url.protocol === "https:") return true;
    return url.protocol === "http:" && isLoopback(url.hostname) && isLoopback(location.hostname);
  } catch {
    return false;
  }
}

/**
 * Whether a payment page, or the whole page, may go to this address. Without a list, an unknown host is allowed with a
 * warning.
 */
export function isRedirectLink({ rules, initOptions }: Pick<ClientContext, "rules" | "initOptions">, link: string) {
  const { redirectHosts } = initOptions;
  if (!isChallengeLink(link)) return false;
  if (isListedLink(link, rules, redirectHosts ?? [])) return true;
  if (redirectHosts !== undefined) return false;
  warn(
    `The shopper is sent to ${new URL(link).host}. List your payment pages' hosts as redirectHosts to refuse others.`,
  );
  return true;
}

/** A trusted link, or https on a host of the list. `*.` matches every subdomain. */
function isListedLink(link: string, rules: LinkRules, listed: readonly string[]): boolean {
  if (isTrustedLink(link, rules)) return true;
  const url = readUrl(link);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return listed.some((entry) => entry.startsWith("*.") ? url.host.endsWith(entry.slice(1)) : url.host === entry);
}
