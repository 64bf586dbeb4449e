/** `<payrails-provider>`: one client for each session, destroyed once no element shows it. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";
import type { InitResponse } from "../mod.ts";
import { createProviderClass } from "./provider_element.ts";

const PAGE = "http://localhost:5555";
const PLACES = { links: {}, vaultConfiguration: { vaultId: "v", vaultUrl: PAGE, providerConfigId: "p", links: {} } };

function sessionOf(execution: string): InitResponse {
  const body = { name: "lookup", data: { paymentCompositionOptions: [] }, links: {} };
  const initialResults = [{ httpCode: 200, body }];
  const links = { self: `${PAGE}/self` };
  const amount = { value: "1.00", currency: "EUR" };
  const config = { token: "token", amount, ...PLACES, execution: { id: execution, links, initialResults } };
  return { version: "2.0", data: btoa(JSON.stringify(config)) };
}

interface Provider {
  init: unknown;
  options: unknown;
  locale: unknown;
  environment: unknown;
  isConnected: boolean;
  readonly client: Payrails | undefined;
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(): void;
  setAttribute(name: string, value: string): void;
}

describe("payrails-provider", () => {
  let page: SmallPage;
  let events: readonly string[];
  beforeEach(() => {
    const heard: string[] = [];
    events = heard;
    class Base extends SmallElement {
      constructor() {
        super("payrails-provider", () => {});
      }
      dispatchEvent({ type, detail }: CustomEvent) {
        heard.push(detail instanceof Error ? `${type} ${detail.message}` : type);
        return false;
      }
    }
    page = openSmallPage({ origin: PAGE, more: { HTMLElement: Base } });
  });
  afterEach(() => page.close());

  /** Everything that happens in one task is one change. */
  async function change(act: () => void) {
    act();
    await Promise.resolve();
  }
  async function put(given: Partial<Provider>): Promise<Provider> {
    const provider = asProvider(new (createProviderClass())());
    await change(() => {
      Object.assign(provider, { options: { telemetry: { enabled: false } }, ...given });
      provider.connectedCallback();
    });
    return provider;
  }
  const assertEnded = (client: Payrails | undefined) => {
    assert(client !== undefined);
    assertThrows(() => client.cardList(), Error, "destroyed");
  };

  it("makes a client once it is in the page, and ends it when it leaves the page", async () => {
    const provider = await put({ init: sessionOf("one"), isConnected: false });
    assertEquals(provider.client, undefined);
    await change(() => {
      provider.isConnected = true;
      provider.connectedCallback();
    });
    const { client } = provider;
    assert(client instanceof Payrails);
    await change(() => {
      provider.isConnected = false;
      provider.disconnectedCallback();
    });
    assertEquals(provider.client, undefined);
    assertEnded(client);
  });

  it("keeps the client of the same session, and ends it when it gets another", async () => {
    const provider = await put({ init: sessionOf("two") });
    const { client } = provider;
    await change(() => provider.init = sessionOf("two"));
    assert(client !== undefined && provider.client === client);
    await change(() => provider.init = sessionOf("three"));
    assert(provider.client !== undefined && provider.client !== client);
    assertEnded(client);
    const last = provider.client;
    await change(() => provider.init = null);
    assertEquals(provider.client, undefined);
    assertEnded(last);
  });

  it("reads the init response from its attribute, unless the attribute is empty", async () => {
    const provider = await put({});
    for (const [text, isThere] of [["", false], [JSON.stringify(sessionOf("four")), true]] as const) {
      await change(() => {
        provider.setAttribute("init", text);
        provider.attributeChangedCallback();
      });
      assertEquals(provider.client !== undefined, isThere);
    }
    await change(() => provider.init = null);
    assert(provider.client !== undefined, "the attribute is still there");
    await change(() => {
      provider.isConnected = false;
      provider.disconnectedCallback();
    });
  });

  it("says in an event that an init response is malformed, and has no client", async () => {
    const provider = await put({ init: { version: "2.0", data: "{" } });
    assertEquals([provider.client, events.map((line) => line.split(" ")[0])], [undefined, ["payrails-error"]]);
    const other = await put({});
    await change(() => {
      other.setAttribute("init", '{ "version": ');
      other.attributeChangedCallback();
    });
    assertEquals([other.client, events.length], [undefined, 2]);
  });

  it("refuses what is no init response once, in an event, each time that the page sets another", async () => {
    const refused = [Promise.resolve(sessionOf("five")), { error: "no" }, { response: sessionOf("five") }, "no", "{}"];
    const provider = await put({});
    for (const init of refused) await change(() => provider.init = init);
    await change(() => provider.locale = "de");
    const errors = () => events.filter((line) => line.startsWith("payrails-error")).length;
    assertEquals([provider.client, errors()], [undefined, refused.length]);
    await change(() => provider.init = JSON.stringify(sessionOf("five")));
    assert(provider.client !== undefined, "Vue sets the attribute of its template as a property");
    const { client } = provider;
    await change(() => provider.init = sessionOf("five"));
    assert(provider.client === client);
    await change(() => provider.init = { error: "no" });
    assertEquals([provider.client, errors()], [undefined, refused.length + 1]);
    assertEnded(client);
  });

  it("has locale and environment of its own before those of its options", async () => {
    const { init } = Payrails;
    const seen: unknown[] = [];
    Payrails.init = (response, options) => {
      seen.push([options?.locale, options?.environment]);
      return init(response, options);
    };
    try {
      const options = { telemetry: { enabled: false }, locale: "es", environment: "PRODUCTION" };
      const provider = await put({ init: sessionOf("six"), options });
      await put({ init: sessionOf("seven"), options, locale: "de", environment: "TEST" });
      assertEquals(seen, [["es", "PRODUCTION"], ["de", "TEST"]]);
      const updates: unknown[] = [];
      assert(provider.client !== undefined);
      provider.client.update = (changes: unknown) => Promise.resolve(void updates.push(changes));
      for (const locale of ["de", null]) await change(() => provider.locale = locale);
      assertEquals(updates, [{ locale: "de" }, { locale: "es" }]);
    } finally {
      Payrails.init = init;
    }
  });

  it("observes its attributes init and locale", () => {
    assertEquals(Reflect.get(createProviderClass(), "observedAttributes"), ["init", "locale"]);
  });
});

function asProvider(element: unknown): Provider {
  return element as Provider;
}
