/** Whose address counts. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { clientIp, ipKey } from "./client_ip.ts";

const request = (chain: string) => new Request("http://app/", { headers: { "x-forwarded-for": chain } });

describe("clientIp", () => {
  it("is the socket's other end when no proxy is configured, whatever the header claims", () => {
    assertEquals(clientIp(request("9.9.9.9"), { trustedHops: 0, remote: "1.2.3.4" }), "1.2.3.4");
  });
  it("counts configured proxies from the right, so that a claimed entry on the left is ignored", () => {
    assertEquals(clientIp(request("6.6.6.6, 5.5.5.5, 4.4.4.4"), { trustedHops: 2, remote: "1.2.3.4" }), "5.5.5.5");
  });
  it("falls back to the socket when the chain is shorter than configured", () => {
    assertEquals(clientIp(request("5.5.5.5"), { trustedHops: 2, remote: "1.2.3.4" }), "1.2.3.4");
  });
});

describe("ipKey", () => {
  const keys: readonly (readonly [string, string])[] = [
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::99", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
  ];
  for (const [ip, key] of keys) it(`counts ${ip} as ${key}`, () => assertEquals(ipKey(ip), key));
});
