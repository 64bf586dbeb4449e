/** The address of the person, from the socket or from the proxies that were configured, never from a free header. */
import { parseIpAddress } from "../platform/http/ip_address.ts";

export interface IpOptions {
  readonly trustedHops: number;
  /** Address of the other end of the socket. */
  readonly remote: string;
}

/**
 * With n trusted hops the n-th entry from the right of X-Forwarded-For counts, in one spelling. An entry that is no
 * address counts as the proxy that sent it, so that garbage escapes no limit (SECURITY E5, X12).
 */
export function clientIp(request: Request, { trustedHops, remote }: IpOptions): string {
  const own = parseIpAddress(remote) ?? remote;
  const chain = (request.headers.get("x-forwarded-for") ?? "").split(",");
  return parseIpAddress(chain[chain.length - trustedHops] ?? "") ?? own;
}
