/** Attacks on the SDK: links to other hosts, addresses that are code, and objects that reach for prototypes. */
import { assert, assertEquals } from "@std/assert";
import { after, before, describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { initSeen, type Method, type OutcomePlan, payInPage } from "../../support/small_page/outcome_fixture.ts";
import { type Session, start } from "../../support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../support/payments/payments_fixture.ts";
import { loadParts } from "../../support/small_page/sdk_buttons.ts";

const EVIL = [
  "https://evil.test/a",
  "https://localhost:1@evil.test/a",
  "https://user:word@localhost:1/a",
  "//evil.test/a",
  "http://evil.test/a",
  "http://localhost.evil.test/a",
  "javascript:alert(1)",
];

interface Modules {
  readonly isTrustedLink: (link: string, rules: object) => boolean;
  readonly isChallengeLink: (link: string) => boolean;
  readonly readConfiguration: (init: object, rules: object) => Readonly<Record<string, unknown>>;
  readonly Session: new (init: object, settings: object) => {
    customer: unknown;
    updateCustomer(value: unknown): void;
  };
  readonly createStyler: (element: object) => (...layers: unknown[]) => void;
  readonly frameThemeOf: (styles: unknown, appearance: unknown, scheme: string) => unknown;
  readonly wordsOf: (options: unknown, language: object) => object;
  readonly layoutOf: (options: unknown) => unknown;
  readonly authorizeBody: (parts: unknown) => object;
  readonly riskSessionId: (method: string, ids: unknown) => unknown;
  readonly query: (config: object, key: string, params: unknown) => unknown;
  readonly installmentsFor: (option: unknown, country: unknown, own: unknown) => unknown;
}

const FILES = [
  "session/read_config",
  "session/session",
  "session/links",
  "session/query",
  "ui/css",
  "card_form/setup/theme",
  "card_form/setup/layout",
  "card_form/extras/installments",
  "dropin/texts",
  "payment/execution/composition",
  "payment/redirect_link",
];
const RULES = { pageOrigin: "http://localhost:5555", hosts: [] };

describe("the SDK under attack", () => {
  let fixture: PaymentsFixture;
  let sdk: Modules;
  before(async () => {
    fixture = await openPaymentsFixture();
    sdk = await loadParts<Modules>(FILES);
  });
  after(() => fixture.close());

  /** Every address in a tree of values, by its path. */
  function addressesIn(tree: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
    if (typeof tree === "string") return /^https?:\/\//.test(tree) ? [path] : [];
    return Object.entries(Object(tree)).flatMap(([key, value]) => addressesIn(value, [...path, key]));
  }
  function changed(tree: unknown, [key, ...rest]: readonly string[], value: string): unknown {
    if (key === undefined) return value;
    const copy = Array.isArray(tree) ? [...tree] : { ...Object(tree) };
    copy[key] = changed(copy[key], rest, value);
    return copy;
  }
  const encode = (config: unknown) => ({ version: "2.0", data: btoa(JSON.stringify(config)) });
  const decode = ({ initResponse }: Session) => JSON.parse(atob(initSeen(initResponse).data));
  const isStrange = (text: string) => /evil|javascript|user:/.test(text);

  it("S1: an init answer with a strange address is refused whole, or the address is none that the SDK uses", async () => {
    const config = decode(await start(fixture));
    // A session of a payout has one more.
    const lookup = config.execution.initialResults[0].body;
    lookup.links.payout = { href: `${lookup.links.authorize.href}/payout` };
    const used: string[] = [];
    for (const path of addressesIn(config)) {
      for (const evil of EVIL) {
        let read: unknown;
        try {
          read = sdk.readConfiguration(encode(changed(config, path, evil)), RULES);
        } catch (error) {
          assertEquals(Reflect.get(Object(error), "code"), "payrails:client:init.config_malformed");
          used.push(path.join("."));
          continue;
        }
        const { execution, methods: _, ...own } = Object(read);
        const inUse = JSON.stringify([own, execution.links.self]);
        assert(!isStrange(inUse), `${path.join(".")} leads to ${evil}`);
      }
    }
    assert(new Set(used).size >= 7, `only ${[...new Set(used)].join()} are refused`);
  });

  it("SECURITY S1: a public page trusts the provider's hosts and its own origin over https, and nothing that resembles them", () => {
    const rules = { pageOrigin: "https://shop.example", hosts: ["pay.example", "cards.example:8443"] };
    for (const link of ["https://pay.example/a", "https://cards.example:8443/a", "https://shop.example/a"]) {
      assert(sdk.isTrustedLink(link, rules), link);
    }
    const strange = ["https://pay.example:8443/a", "https://cards.example/a", "https://cards.example:84430/a"]
      .concat(["https://evilpay.example/a", "https://eu.pay.example/a", "https://pay.example.evil.test/a"])
      .concat(["https://pay.example@evil.test/a", "https://evil.test/pay.example", "https://evil.test#pay.example"])
      .concat([
        "https://user@pay.example/a",
        "https://:word@pay.example/a",
        "https://pay.example./a",
        "//pay.example/a",
      ])
      .concat([
        "http://pay.example/a",
        "http://shop.example/a",
        "https://shop.example:444/a",
        "https://eu.shop.example/",
      ])
      .concat([
        "http://localhost:1/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "pay.example/a",
      ])
      .concat(["wss://pay.example/a", "ftp://pay.example/a", "blob:https://pay.example/a", "https:pay.example/a", ""]);
    for (const link of strange) assertEquals(sdk.isTrustedLink(link, rules), false, link);
  });

  it("SECURITY S5: a challenge of a public page is https; only a page on loopback shows one of loopback over http", () => {
    const given = Object.getOwnPropertyDescriptor(globalThis, "location");
    const onPage = (page: string, link: string) => {
      Object.defineProperty(globalThis, "location", { value: new URL(page), configurable: true });
      return sdk.isChallengeLink(link);
    };
    try {
      const local = ["http://localhost:1/c", "http://127.0.0.1/c", "http://[::1]:8000/c"];
      for (const link of local) {
        assertEquals([link, onPage("https://shop.example", link)], [link, false]);
        assertEquals([link, onPage("http://localhost:5555", link)], [link, true]);
      }
      for (const page of ["https://shop.example", "http://localhost:5555"]) {
        for (const link of [...CODE, "http://localhost.evil.test/", "http://bank.example/", "//bank.example/", ""]) {
          assertEquals([page, link, onPage(page, link)], [page, link, false]);
        }
        assertEquals(onPage(page, "https://bank.example/c"), true);
      }
    } finally {
      if (given === undefined) Reflect.deleteProperty(globalThis, "location");
      else Object.defineProperty(globalThis, "location", given);
    }
  });

  const METHODS: readonly Method[] = ["card", "applePay", "payPal", "pix"];
  it("S1, SECURITY X1: no call with the session's token follows a strange link of an answer", async () => {
    for (const method of METHODS) {
      for (const evil of EVIL) {
        const edit = (text: string) => {
          const body = JSON.parse(text);
          return JSON.stringify({
            ...body,
            links: {
              ...body.links,
              self: evil,
              execution: evil,
              ...(body.links?.confirm ? { confirm: { ...body.links.confirm, href: evil } } : {}),
            },
            response: undefined,
          });
        };
        const session = await start(fixture);
        const config = decode(session);
        const [{ body: lookup }] = config.execution.initialResults;
        for (const option of lookup.data.paymentCompositionOptions) {
          option.config = { ...option.config, createSessionLink: evil };
        }
        const strange = { ...session, initResponse: encode(config) };
        const { calls } = await payInPage(fixture, strange, { method, fault: () => ({ edit }) });
        assert(calls.length > 1, `${method} asked for nothing`);
        assertEquals(
          calls.filter(({ url }) => !url.startsWith("http://localhost:1/services/payments/")),
          [],
          `${method} ${evil}`,
        );
      }
    }
  });

  const CODE = [
    "javascript:alert(1)",
    "data:text/html,<script>1</script>",
    "http://bank.evil.test/",
    "blob:http://localhost/1",
    "file:///etc/passwd",
    "not an address",
  ];
  for (const link of CODE) {
    it(`S5: a challenge or hosted page at ${link} opens nothing and navigates nowhere`, async () => {
      const attack = async (plan: Pick<OutcomePlan, "method" | "card">) => {
        const edit = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:1\/challenge\/[^"]*/g, link);
        return await payInPage(fixture, await start(fixture), { ...plan, shopper: "closes", fault: () => ({ edit }) });
      };
      const bank = await attack({ method: "card", card: "4000002500003155" });
      // The payment waits at the service, so the page does not call it failed.
      assertEquals(bank.callbacks.map(({ name, event }) => [name, event.code]), [["onPending", undefined]]);
      assertEquals([bank.frames, bank.left], [[], []]);
      for (const method of ["pix", "mercadoPago"] as const) {
        const hosted = await attack({ method });
        assertEquals(hosted.callbacks.map(({ name, event }) => [name, event.reason]), [["onPending", "unconfirmed"]]);
        assertEquals([hosted.frames, hosted.left], [[], []]);
      }
    });
  }

  const LISTED = ["bank.example", "*.pages.example"];
  const elsewhere = [
    "https://evil.test/",
    "https://bank.example.evil.test/",
    "https://evilbank.example/",
    "https://bank.example@evil.test/",
    "https://bank.example:8443/",
    "https://pages.example/",
    "https://evil-pages.example/",
    "https://pages.example.evil.test/",
    "http://bank.example/",
    "https://user@bank.example/",
    "https://:word@bank.example/",
  ];
  const sentTo = async (link: string, plan: OutcomePlan) => {
    const edit = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:1\/challenge\/[^"]*/g, link);
    return await payInPage(fixture, await start(fixture), { ...plan, shopper: "closes", fault: () => ({ edit }) });
  };
  for (const method of ["pix", "mercadoPago"] as const) {
    it(`SECURITY S5: with a list of hosts a ${method} page on any other host opens nothing and leaves nowhere`, async () => {
      for (const link of elsewhere) {
        const { callbacks, frames, left, logged } = await sentTo(link, { method, redirectHosts: LISTED });
        assertEquals(callbacks.map(({ name, event }) => [name, event.reason]), [["onPending", "unconfirmed"]], link);
        assertEquals([frames, left], [[], []], link);
        assert(logged.some((line) => line.includes("link_missing")), `${link} was refused without a word`);
      }
    });

    it(`SECURITY S5: a ${method} page on a listed host is opened; without a list the merchant is warned of its host`, async () => {
      const visited = ({ frames, left }: { readonly frames: readonly unknown[]; readonly left: readonly string[] }) =>
        method === "pix" ? frames.length : left.length;
      for (const link of ["https://bank.example/pay", "https://eu.pages.example/pay"]) {
        const seen = await sentTo(link, { method, redirectHosts: LISTED });
        assertEquals([visited(seen), seen.logged.filter((line) => line.includes("redirectHosts"))], [1, []], link);
      }
      const seen = await sentTo("https://elsewhere.example/pay", { method });
      assertEquals(visited(seen), 1);
      const [warned = ""] = seen.logged.filter((line) => line.includes("redirectHosts"));
      assert(warned.includes("elsewhere.example"), seen.logged.join());
    });
  }

  it("SECURITY S5: a bank that is not listed does not get the whole page: its check stays in the sandbox", async () => {
    for (const link of elsewhere.filter((link) => link.startsWith("https:"))) {
      const plan = { method: "card", card: "4000002500003155", redirectFor3DS: true, redirectHosts: LISTED } as const;
      const { left, frames } = await sentTo(link, plan);
      assertEquals([left, frames.length], [[], 1], link);
    }
  });

  it("S5: the issuer page is in a sandbox that cannot navigate the merchant's page", async () => {
    const { frames } = await payInPage(fixture, await start(fixture), { method: "card", card: "4000002500003155" });
    assertEquals(frames, ["allow-forms allow-scripts allow-same-origin allow-popups allow-pointer-lock"]);
  });

  it("S7: whatever objects a page or a session hands over, no prototype gets anything", async () => {
    const config = decode(await start(fixture));
    const snapshot = () =>
      [Object.prototype, Array.prototype, Function.prototype].map((each) =>
        Object.getOwnPropertyNames(each).sort().join()
      );
    const before = snapshot();
    const poisoned = (key: string, value: unknown) =>
      JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}}`);
    const bad = fc.constantFrom("__proto__", "constructor", "prototype");
    const tree = fc.oneof(
      fc.object({ withNullPrototype: true, maxDepth: 3 }),
      fc.tuple(bad, bad, fc.string()).map(([one, two, text]) => poisoned(one, poisoned(two, { polluted: text }))),
    );
    const language = { common: {}, of: (_: string, english: object) => english };
    const session = new sdk.Session(encode(config), { options: {}, rules: RULES, log: () => {} });
    const calls: readonly ((value: unknown) => unknown)[] = [
      (value) => session.updateCustomer(value),
      (value) => sdk.readConfiguration(encode({ ...config, ...Object(value), meta: value }), RULES),
      (value) => new sdk.Session(encode(config), { options: value, rules: RULES, log: () => {} }),
      (value) => sdk.query(sdk.readConfiguration(encode(config), RULES), "paymentMethodConfig", value),
      (value) => sdk.createStyler({ style: { setProperty() {}, removeProperty() {} } })(value),
      (value) => sdk.frameThemeOf({ inputFields: value, labels: value }, value, "light"),
      (value) => sdk.wordsOf({ translations: value }, language),
      (value) => sdk.wordsOf({ translations: { paymentResult: value } }, language),
      (value) => sdk.layoutOf(value),
      (value) =>
        sdk.authorizeBody({ item: { amount: value }, returnInfo: value, clientContext: value, customer: value }),
      (value) => sdk.riskSessionId("card", value),
      (value) =>
        sdk.installmentsFor({ clientConfig: { supportsInstallments: true, installments: value } }, "__proto__", value),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...calls), tree, (call, value) => {
        try {
          call(value);
        } catch {
          // Refusing the object is fine; changing a prototype is not.
        }
        assertEquals(Reflect.get({}, "polluted"), undefined);
      }),
      { numRuns: 2000 },
    );
    session.updateCustomer(poisoned("__proto__", { polluted: "1" }));
    // This runtime lacks the setter that browsers have, which would set the prototype.
    assertEquals(Object.getOwnPropertyNames(session.customer).includes("__proto__"), false);
    assertEquals(snapshot(), before);
  });
});
