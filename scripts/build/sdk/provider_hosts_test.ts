/** Which hosts a build names, and that an SDK with these in it takes the sessions of its payments service alone. */
import * as esbuild from "esbuild";
import { after, describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../server/config/values.ts";
import { only, shared } from "../bundle.ts";
import { readProviderHosts } from "./provider_hosts.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
const ORIGINS = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example" };

describe("the hosts of a build", () => {
  it("are those of both origins, with the port where it is not the default, and those of PROVIDER_HOSTS", () => {
    assertEquals(readProviderHosts(ORIGINS), ["app.example", "cards.example"]);
    const ports = { PUBLIC_ORIGIN: " https://app.example/ ", FRAME_ORIGIN: "https://app.example:8443" };
    assertEquals(readProviderHosts(ports), ["app.example", "app.example:8443"]);
    const more = { ...ORIGINS, PROVIDER_HOSTS: " pay.example  cards.example\n[2001:db8::1]:8443 " };
    assertEquals(readProviderHosts(more), ["app.example", "cards.example", "pay.example", "[2001:db8::1]:8443"]);
    assertEquals(readProviderHosts({ PROVIDER_HOSTS: "pay.example" }), ["pay.example"]);
  });

  it("are none without settings: a page on loopback needs none", () => {
    assertEquals(readProviderHosts({}), []);
    assertEquals(readProviderHosts({ PUBLIC_ORIGIN: "", FRAME_ORIGIN: "", PROVIDER_HOSTS: "" }), []);
  });

  for (
    const [name, wrong] of [
      ["PUBLIC_ORIGIN", "app.example"],
      ["FRAME_ORIGIN", "https://cards.example/card"],
      ["PROVIDER_HOSTS", "https://pay.example"],
      ["PROVIDER_HOSTS", "pay.example/services"],
      ["PROVIDER_HOSTS", "pay.example,cards.example"],
      ["PROVIDER_HOSTS", "user@pay.example"],
      ["PROVIDER_HOSTS", "*.example"],
      ["PROVIDER_HOSTS", "Pay.example:443"],
    ] as const
  ) {
    it(`are not built with ${name}=${wrong}`, () => {
      assertThrows(() => readProviderHosts({ [name]: wrong }), ConfigError, `${name} must be`);
    });
  }
});

describe("an SDK that is built with the origins of its payments service", () => {
  after(() => esbuild.stop());

  /** Reads a session with these addresses on a page of another origin. */
  async function read(env: Readonly<Record<string, string>>, links: { app: string; frame: string }): Promise<string> {
    const providerHosts = readProviderHosts(env);
    const contents = `import { rulesOfPage } from "./sdk/session/links.ts";
      import { readConfiguration } from "./sdk/session/read_config.ts";
      export const read = (init) => readConfiguration(init, rulesOfPage());`;
    const options = { root: ROOT, base: "", sdkVersion: "5.0.0", minify: true, providerHosts };
    const built = only(
      await esbuild.build({ ...shared(options), stdin: { contents, resolveDir: ROOT }, outdir: "out" }),
    );
    const sdk = await import(`data:text/javascript;base64,${built.contents.toBase64()}`);
    const vault = { vaultId: "v", providerConfigId: "p", vaultUrl: links.frame };
    const config = { token: "t", vaultConfiguration: vault, links: { binLookup: { href: `${links.app}/bin` } } };
    const given = Object.getOwnPropertyDescriptor(globalThis, "location");
    Object.defineProperty(globalThis, "location", { value: new URL("https://shop.example/"), configurable: true });
    try {
      return sdk.read({ version: "2.0", data: btoa(JSON.stringify(config)) }).vault.vaultUrl;
    } catch (error) {
      return error instanceof Error ? error.message : "";
    } finally {
      if (given === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", given);
    }
  }
  const refused = (name: string) =>
    `The SDK configuration is malformed: the address of ${name} is not one of the provider's`;

  it("SECURITY S1: takes its sessions on a page of another origin, and refuses those of other services", async () => {
    const own = { app: ORIGINS.PUBLIC_ORIGIN, frame: ORIGINS.FRAME_ORIGIN };
    assertEquals(await read(ORIGINS, own), own.frame);
    assertEquals((await read(ORIGINS, { ...own, frame: "https://evil.test" })).includes(refused("vaultUrl")), true);
    assertEquals((await read(ORIGINS, { ...own, app: "https://evil.test" })).includes(refused("binLookupUrl")), true);
    assertEquals((await read({}, own)).includes(refused("vaultUrl")), true);
  });
});
