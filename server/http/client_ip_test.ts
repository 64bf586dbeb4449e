/** Which address counts as the client's, and that every spelling of it counts as the same (SECURITY E5, X12). */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cpuTimeMs } from "../../tests/support/cpu_time.ts";
import { createApp } from "../app.ts";
import { FREE_CHECKS_PER_HOUR } from "../routes/services/free_checks.ts";
import { networkOf } from "../embedded/subscriptions/context/requester.ts";
import { fakeContext } from "../../tests/support/app/fake_context.ts";
import { clientIp } from "./client_ip.ts";
import { ipKey, parseIpAddress } from "../platform/http/ip_address.ts";

const request = (chain: string) => new Request("http://app/", { headers: { "x-forwarded-for": chain } });

describe("clientIp", () => {
  it("E5: is the socket's remote address when no proxy is configured, whatever the header claims", () => {
    assertEquals(clientIp(request("9.9.9.9"), { trustedHops: 0, remote: "1.2.3.4" }), "1.2.3.4");
  });
  it("E5: counts configured proxies from the right, so that a claimed entry on the left is ignored", () => {
    assertEquals(clientIp(request("6.6.6.6, 5.5.5.5, 4.4.4.4"), { trustedHops: 2, remote: "1.2.3.4" }), "5.5.5.5");
  });
  it("E5: falls back to the socket when the chain is shorter than configured", () => {
    assertEquals(clientIp(request("5.5.5.5"), { trustedHops: 2, remote: "1.2.3.4" }), "1.2.3.4");
  });
  it("SECURITY X12: treats an entry that is not an address as the proxy that sent it", () => {
    const garbage = ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "256.1.1.1", "010.1.1.1", "1.2.3.4:", "1.2.3.4:x"]
      .concat(["[::1", "::1]", "[1.2.3.4]", ":::1", "1:2:3:4:5:6:7:8:9", "g::1", "localhost", "5.5.5.5 6.6.6.6"])
      .concat(["for=5.5.5.5", '"5.5.5.5"', "5.5.5.5;", "x".repeat(5_000), "::ffff:999.1.1.1", "[::1]:123456"]);
    for (const entry of garbage) {
      assertEquals(clientIp(request(`9.9.9.9, ${entry}`), { trustedHops: 1, remote: "10.0.0.1" }), "10.0.0.1", entry);
    }
  });
  it("SECURITY X12: a dual-stack socket reports IPv4 as IPv4", () => {
    assertEquals(clientIp(request(""), { trustedHops: 0, remote: "::ffff:203.0.113.9" }), "203.0.113.9");
  });
});

/** Each row lists spellings of one address. */
const SPELLINGS: readonly (readonly [key: string, ...spellings: string[]])[] = [
  ["203.0.113.9", "203.0.113.9", "203.0.113.9:1", "203.0.113.9:65535", " 203.0.113.9 ", "[::ffff:203.0.113.9]:443"]
    .concat(
      [
        "::ffff:203.0.113.9",
        "::FFFF:203.0.113.9",
        "::ffff:cb00:7109",
        "0:0:0:0:0:ffff:203.0.113.9",
        "[::ffff:cb00:7109]",
      ],
    ) as [string, ...string[]],
  [
    "2001:db8:1:2::/64",
    "2001:db8:1:2:3:4:5:6",
    "[2001:db8:1:2:3:4:5:6]",
    "[2001:db8:1:2:3:4:5:6]:443",
    "2001:0DB8:0001:0002::1",
    "2001:DB8:1:2::",
    "[2001:db8:1:2::ffff]:1",
    "2001:db8:1:2::1.2.3.4",
  ],
  ["2001:db8:0:0::/64", "2001:db8::1", "2001:db8:0::1", "2001:0db8:0000:0000:0000:0000:0000:0001", "[2001:DB8::]:8080"],
  ["fe80:0:0:0::/64", "fe80::1%eth0", "[fe80::1%eth0]:80", "fe80::2"],
  ["0:0:0:0::/64", "::1", "[::1]:443", "::2"],
];

describe("ipKey", () => {
  for (const [key, ...spellings] of SPELLINGS) {
    it(`SECURITY X12, E5: counts ${spellings.length} spellings as ${key}`, () => {
      for (const spelling of spellings) assertEquals(ipKey(spelling), key, spelling);
      const seen = spellings.map((spelling) => clientIp(request(spelling), { trustedHops: 1, remote: "10.0.0.1" }));
      assertEquals([...new Set(seen.map(ipKey))], [key]);
      assertEquals(new Set(spellings.map(networkOf)).size, 1);
    });
  }

  it("SECURITY X12: every spelling of an IPv6 address gives the same key", () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
    fc.assert(fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(65_535), (groups, port) => {
      const long = groups.map((value) => value.toString(16).padStart(4, "0").toUpperCase()).join(":");
      const short = new URL(`http://[${long}]`).hostname;
      const one = parseIpAddress(long);
      assert(one !== undefined);
      for (const text of [short, `${short}:${port}`, short.slice(1, -1), long.toLowerCase(), one]) {
        assertEquals(parseIpAddress(text), one, text);
      }
    }));
  });

  it("SECURITY X12: a megabyte of hostile text is rejected at once", () => {
    for (const text of [":".repeat(1e6), "1.".repeat(5e5), "[".repeat(1e6), "%".repeat(1e6), " ".repeat(1e6)]) {
      // The runtime may collect garbage during one of them.
      const tookMs = Array.from({ length: 5 }, () => {
        const startedMs = cpuTimeMs();
        assertEquals(parseIpAddress(text), undefined);
        return cpuTimeMs() - startedMs;
      });
      assert(Math.min(...tookMs) < 50, `${tookMs.join(", ")} ms`);
    }
  });
});

describe("limits behind a proxy", () => {
  it("SECURITY X12, E5: another port, case or leading zero in X-Forwarded-For gives no further free check", async () => {
    const fake = await fakeContext({ env: { TRUSTED_HOPS: "1", PUBLIC_ORIGIN: "http://localhost:8000" } });
    const app = createApp(fake.context);
    for (const [, ...spellings] of SPELLINGS.slice(0, 3)) {
      const statuses: number[] = [];
      for (let n = 0; n < FREE_CHECKS_PER_HOUR + 3; n++) {
        const answer = await app.request("http://localhost:8000/services/report/check", {
          method: "POST",
          headers: {
            host: "localhost",
            "content-type": "application/json",
            "x-forwarded-for": `198.51.100.${n}, ${spellings[n % spellings.length]}`,
          },
          body: JSON.stringify({ phone_number: `+1650253000${n}` }),
        });
        await answer.body?.cancel();
        statuses.push(answer.status);
      }
      assertEquals(statuses, [200, 200, 200, 200, 200, 429, 429, 429], spellings[0]);
    }
    await fake.close();
  });

  it("SECURITY E5: without a configured proxy, no X-Forwarded-For gives a further free check", async () => {
    const fake = await fakeContext();
    const app = createApp(fake.context);
    const statuses: number[] = [];
    for (let n = 0; n < FREE_CHECKS_PER_HOUR + 3; n++) {
      const chain = Array.from({ length: n % 4 }, (_, hop) => `198.51.${hop}.${n}`).join(", ");
      const answer = await app.request("http://localhost:8000/services/report/check", {
        method: "POST",
        headers: { host: "localhost", "content-type": "application/json", "x-forwarded-for": chain },
        body: JSON.stringify({ phone_number: `+1650253000${n}` }),
      });
      await answer.body?.cancel();
      statuses.push(answer.status);
    }
    assertEquals(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    await fake.close();
  });

  it("SECURITY X12: no route counts by the address as it was written", async () => {
    const served = new URL("../", import.meta.url);
    const others: string[] = [];
    const look = async (folder: URL): Promise<void> => {
      for await (const { name, isDirectory } of Deno.readDir(folder)) {
        if (isDirectory) await look(new URL(`${name}/`, folder));
        else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) {
          const text = await Deno.readTextFile(new URL(name, folder));
          if (/(?<!ipKey\(c|takeOfNetwork\(limits, [A-Z]+, c)\.get\("ip"\)/.test(text)) {
            others.push(new URL(name, folder).href.slice(served.href.length));
          }
        }
      }
    };
    await look(served);
    // These pass the address on; what counts it parses it first.
    const passing = ["http/service_headers.ts", "routes/cdn-cgi/trace.ts", "routes/frame/issuer_page.ts"];
    assertEquals(others.sort(), [...passing, "routes/services/identity.ts"]);
  });
});
