import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { request as requestHttp } from "node:http";
import type { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress, isPublicHost, NotPublic, postToPublic, publicLookup } from "./public_network.ts";

/** Ends the last address below two groups. */
const REST = ":ffff".repeat(6);
/** First and last address of each range that is not public, and its public neighbours; "" where there is none. */
const RANGES: readonly (readonly [first: string, last: string, before: string, after: string])[] = [
  ["0.0.0.0", "0.255.255.255", "", "1.0.0.0"],
  ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0", "255.255.255.255", "223.255.255.255", ""],
  ["::", `1fff:ffff${REST}`, "", "2000::"],
  ["2001::", `2001:1ff${REST}`, `2000:ffff${REST}`, "2001:200::"],
  ["2001:db8::", `2001:db8${REST}`, `2001:db7${REST}`, "2001:db9::"],
  ["2002::", `2002:ffff${REST}`, `2001:ffff${REST}`, "2003::"],
  ["3fff::", `3fff:fff${REST}`, `3ffe:ffff${REST}`, "3fff:1000::"],
  ["4000::", `ffff:ffff${REST}`, `3fff:ffff${REST}`, ""],
];
const PUBLIC = ["93.184.215.14", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::200e"];
const INNER = [
  ...["127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "192.0.2.7", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "2002:7f00:1::", "64:ff9b::7f00:1"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1"],
];

describe("the public network", () => {
  it("excludes loopback, private, link-local, documentation and multicast addresses, in either family", () => {
    assertEquals(PUBLIC.filter((address) => !isPublicAddress(address)), []);
    assertEquals(INNER.filter(isPublicAddress), []);
    assertEquals(isPublicAddress("shop.example"), false);
  });

  it("ends where IANA's registries of special-purpose addresses begin, and begins again behind them", () => {
    const outer = RANGES.flatMap(([, , ...neighbours]) => neighbours.filter((address) => address !== ""));
    assertEquals(outer.filter((address) => !isPublicAddress(address)), []);
    assertEquals(RANGES.flatMap(([first, last]) => [first, last]).filter(isPublicAddress), []);
  });

  it("excludes hosts in unusual notation, and names of inner networks", () => {
    const hosts = (urls: readonly string[]) => urls.map((url) => new URL(url).hostname);
    const refused = [
      ...[
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://[::ffff:7f00:1]/",
      ],
      ...["https://localhost/", "https://LOCALHOST./", "https://db/", "https://a.localhost/", "https://nas.local/"],
      ...["https://metadata.google.internal/", "https://printer.home.arpa/", "https://１２７.0.0.1/"],
    ];
    assertEquals(hosts(refused).filter(isPublicHost), []);
    assertEquals(hosts(["https://shop.example/", "https://1.1.1.1/", "https://[2606:4700::1111]/"]).map(isPublicHost), [
      true,
      true,
      true,
    ]);
  });
});

describe("a post to an address that a stranger chose", () => {
  let server: Deno.HttpServer<Deno.NetAddr>;
  let requests: readonly string[] = [];
  before(() => {
    server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      requests = [...requests, `${new URL(request.url).pathname} ${await request.text()}`];
      return new Response("inner", { status: 302, headers: { location: "/secret" } });
    });
  });
  after(() => server.shutdown());
  const resolving = (...addresses: readonly string[]): LookupFunction => (_, __, answer) =>
    answer(null, addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
  const post = (host: string, lookup: LookupFunction) =>
    postToPublic(new Request(`http://${host}:${server.addr.port}/hook`, { method: "POST", body: "{}" }), {
      signal: AbortSignal.timeout(10_000),
      lookup,
      request: requestHttp as unknown as typeof requestHttps,
    });

  it("never connects to a name that resolves to an inner address, not even as one of several", async () => {
    for (const addresses of [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], []]) {
      await assertRejects(() => post("shop.example", publicLookup(resolving(...addresses))), NotPublic);
    }
    assertEquals(requests, []);
  });

  it("never connects to a literal inner address", async () => {
    await assertRejects(() => post("127.0.0.1", publicLookup()), NotPublic);
    assertEquals(requests, []);
  });

  it("connects to the address that was looked up, and follows no redirect", async () => {
    const { status } = await post("shop.example", resolving("127.0.0.1"));
    assertEquals([status, requests], [302, ["/hook {}"]]);
  });

  it("ends when its time is over", async () => {
    const never: LookupFunction = () => {};
    const sent = postToPublic(new Request("https://shop.example/hook", { method: "POST", body: "{}" }), {
      signal: AbortSignal.abort(new Error("late")),
      lookup: never,
    });
    await assertRejects(() => sent);
  });
});
