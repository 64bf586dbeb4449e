/** Where a service runs, by host and settings. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { environmentAt, environmentOf } from "../platform/environment.ts";
import { locateService } from "./service_location.ts";

describe("where a service runs", () => {
  const hosts: readonly (readonly [string, string])[] = [
    ["localhost", "staging"],
    ["app.localhost", "staging"],
    ["dev.trust.example", "staging"],
    ["app.dev.trust.example", "staging"],
    ["trust.example", "production"],
    ["device.example", "production"],
    ["127.0.0.1", "production"],
  ];
  for (const [host, environment] of hosts) {
    it(`W-ENV-01: ${host} means ${environment}`, () => assertEquals(environmentOf(host), environment));
  }

  it("W-CALL-02: the subscription service has different addresses in staging and production", () => {
    const remote = { staging: "https://stage.example/s", production: "https://live.example/s" };
    assertEquals(locateService(remote, "staging"), { kind: "remote", base: "https://stage.example/s" });
    assertEquals(locateService(remote, "production"), { kind: "remote", base: "https://live.example/s" });
  });

  it("SECURITY X4: a name that is not configured as staging is production, whatever it contains", () => {
    const config = { stagingHosts: ["dev.trust.example"] };
    assertEquals(environmentAt(config, "dev.trust.example"), "staging");
    assertEquals(environmentAt(config, "app.dev.evil.test"), "production");
  });

  it("a service without a configured address runs embedded", () => {
    assertEquals(locateService({ production: "https://live.example" }, "staging"), { kind: "embedded" });
  });
});
