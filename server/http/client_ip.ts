/** The address of the person, from the socket or from the proxies that were configured, never from a free header. */

export interface IpOptions {
  readonly trustedHops: number;
  /** Address of the other end of the socket. */
  readonly remote: string;
}

/** With n trusted hops the n-th entry from the right of X-Forwarded-For counts. */
export function clientIp(request: Request, { trustedHops, remote }: IpOptions): string {
  if (trustedHops === 0) return remote;
  const chain = (request.headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  return chain[chain.length - trustedHops] || remote;
}

/** The key under which an address is counted: IPv6 by /64, since one person has a whole network of them. */
export function ipKey(ip: string): string {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = bare.split("%", 1)[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "").toLowerCase()).join(":") + "::/64";
}
