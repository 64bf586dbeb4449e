/**
 * Posts to addresses that strangers chose: only to the public network, whatever a host name resolves to. The address
 * that is checked is the one that is connected to, so that a name cannot resolve to another one in between.
 */
import { lookup as resolve } from "node:dns";
import { request as requestHttps, type RequestOptions } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** A host name that resolves to an address of the server's own network. */
export class NotPublic extends Error {
  override readonly name = "NotPublic";
}

/** IANA's registries of special-purpose addresses, and multicast. */
const SPECIAL_4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];
/** Within the global unicast addresses; those of 6to4 (2002::/16) carry any IPv4 address. */
const SPECIAL_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const special = listOf(SPECIAL_4, "ipv4");
const special6 = listOf(SPECIAL_6, "ipv6");
const global6 = listOf(["2000::/3"], "ipv6");

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = "", bits] = subnet.split("/");
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

/** Whether the IP address belongs to the public network; false for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !special6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Names that resolve only inside a network (RFC 6761, RFC 6762, RFC 8375), and those without a dot. */
const LOCAL_NAME = /^[^.]*\.?$|\.(?:localhost|local|internal|home\.arpa|test|invalid|onion)\.?$/i;

/** Whether the host of an address may belong to the public network. Only connecting tells what a name resolves to. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? !LOCAL_NAME.test(host) : isPublicAddress(host);
}

/** A look-up that fails for a name with an address outside of the public network. */
export function publicLookup(lookup: LookupFunction = resolve as LookupFunction): LookupFunction {
  return (host, options, answer) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return answer(error, "");
      const all = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
      const [first] = all;
      if (first === undefined || !all.every(({ address }) => isPublicAddress(address))) {
        return answer(new NotPublic(`${host} is not on the public network`), "");
      }
      if (options.all === true) answer(null, all);
      else answer(null, first.address, first.family);
    });
}

interface PublicPost {
  readonly signal: AbortSignal;
  readonly lookup?: LookupFunction;
  /** Replaces TLS in tests. */
  readonly request?: typeof requestHttps;
}

/** Posts over https to a public address, follows no redirect and reads nothing of the answer but its status. */
export async function postToPublic(
  request: Request,
  { signal, lookup = publicLookup(), request: connect = requestHttps }: PublicPost,
): Promise<Response> {
  const { hostname } = new URL(request.url);
  // A literal address is never looked up.
  if (!isPublicHost(hostname)) throw new NotPublic(`${hostname} is not on the public network`);
  const body = await request.text();
  const options: RequestOptions = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    agent: false,
    lookup,
    signal,
  };
  const { promise, resolve: answered, reject } = Promise.withResolvers<number>();
  const sent = connect(request.url, options, (answer) => {
    answered(answer.statusCode ?? 0);
    answer.destroy();
  });
  sent.on("error", reject);
  sent.end(body);
  return new Response(null, { status: await promise });
}
