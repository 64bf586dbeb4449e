/** Parses an IP address as proxies and sockets write it, and normalizes every spelling to one text. */
import { isIPv4, isIPv6 } from "node:net";

/** Number of groups in an IPv6 address. */
type Groups = readonly number[];

/** `203.0.113.9:443` */
const V4_WITH_PORT = /^([\d.]{7,15})(?::\d{1,5})?$/;
/** `[2001:db8::1]:443`, with or without the port; without brackets no port can follow. */
const V6_WITH_PORT = /^\[([^\][]{2,80})\](?::\d{1,5})?$/;
/** Length of the longest IPv6 address with a zone; longer texts are rejected unread. */
const MAX_CHARS = 90;

/**
 * The normalized address: dotted IPv4, including for IPv4 mapped into IPv6, and IPv6 as in RFC 5952. Undefined for text
 * that is not an address.
 */
export function parseIpAddress(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const bare = text.trim();
  const v4 = V4_WITH_PORT.exec(bare)?.[1];
  if (v4 !== undefined) return isIPv4(v4) ? v4 : undefined;
  const [v6 = ""] = (V6_WITH_PORT.exec(bare)?.[1] ?? bare).split("%", 1);
  if (!isIPv6(v6)) return undefined;
  return mappedV4(groupsOf(v6)) ?? new URL(`http://[${v6}]`).hostname.slice(1, -1);
}

/** The network of a parsed address: IPv4 as it is, IPv6 cut to its first `groups` of eight. */
export function networkOfAddress(address: string, groups: number): string {
  if (!address.includes(":")) return address;
  return `${groupsOf(address).slice(0, groups).map((group) => group.toString(16)).join(":")}::/${groups * 16}`;
}

function groupsOf(v6: string): Groups {
  const [head = "", tail] = withoutDots(v6).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** The last 32 bits may be in IPv4 notation: `::ffff:203.0.113.9`. */
function withoutDots(v6: string): string {
  const at = v6.lastIndexOf(":") + 1;
  if (!v6.includes(".")) return v6;
  const [a = 0, b = 0, c = 0, d = 0] = v6.slice(at).split(".").map(Number);
  return `${v6.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function mappedV4(groups: Groups): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".") : undefined;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(host);
}

/** The key for counting an address: IPv6 by /64, since one client usually controls a whole /64. */
export function ipKey(ip: string): string {
  return networkOfAddress(parseIpAddress(ip) ?? ip, 4);
}

/** The key for counting the networks of one place together: IPv6 by /48, which a provider gives to one site; IPv4 by /24. */
export function siteKey(ip: string): string {
  const address = parseIpAddress(ip) ?? ip;
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf("."))}.0/24` : networkOfAddress(address, 3);
}
