/** The client's address, from the socket or from the configured proxies, never from a header a client can forge. */
import { parseIpAddress } from "../platform/http/ip_address.ts";

export interface IpOptions {
  readonly trustedHops: number;
  /** Address of the other end of the socket. */
  readonly remote: string;
}

/**
 * With n trusted hops, the n-th entry from the right of X-Forwarded-For counts, normalized. An entry that is not an
 * address counts as the proxy that sent it, so that a malformed one cannot escape a limit (SECURITY E5, X12).
 */
export function clientIp(request: Request, { trustedHops, remote }: IpOptions): string {
  const own = parseIpAddress(remote) ?? remote;
  const chain = (request.headers.get("x-forwarded-for") ?? "").split(",");
  return parseIpAddress(chain[chain.length - trustedHops] ?? "") ?? own;
}
