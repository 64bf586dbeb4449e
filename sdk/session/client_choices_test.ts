/** What a shopper chooses in a client's elements: a stored card, its security code, one of two networks. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns, until } from "../../tests/support/small_page/small_channel.ts";
import { loadFrame, type SmallFrame } from "../../tests/support/small_page/small_frame.ts";
import { asElement, openSmallPage, SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Payrails } from "../client.ts";

const PAGE = "http://localhost:5555";
const stored = (id: string, network: string) => ({
  id,
  paymentMethod: "card",
  status: "enabled",
  displayName: `${network} ${id}`,
  data: { bin: "424242", network },
});

let made = 0;

describe("choices in a client's elements", () => {
  let page: SmallPage;
  let client: Payrails;
  const frames: SmallFrame[] = [];
  const { fetch } = globalThis;
  beforeEach(() => {
    page = openSmallPage({ origin: PAGE });
    const base = `${PAGE}/services/payments/client`;
    const card = {
      paymentMethodCode: "card",
      integrationType: "api",
      paymentInstruments: [stored("s1", "Visa"), stored("s2", "AMEX")],
    };
    const body = {
      name: "lookup",
      data: { paymentCompositionOptions: [card] },
      links: { authorize: { href: `${base}/authorize` } },
    };
    const config = {
      token: "token",
      amount: { value: "1.00", currency: "EUR" },
      links: { binLookup: { href: `${base}/bin-lookup` } },
      vaultConfiguration: { vaultId: "v", vaultUrl: "http://127.0.0.1:9", providerConfigId: "p", links: {} },
      execution: { id: `choice${++made}`, links: { self: `${base}/self` }, initialResults: [{ httpCode: 200, body }] },
    };
    const init = { version: "2.0", data: btoa(JSON.stringify(config)) };
    client = Payrails.init(init, { telemetry: { enabled: false } });
  });
  afterEach(() => {
    client.destroy();
    for (const frame of frames.splice(0)) frame.close();
    globalThis.fetch = fetch;
    page.close();
  });

  function placeIn(): SmallElement {
    const place = new SmallElement("div", () => {});
    page.body.append(place);
    return place;
  }
  const tagged = (place: SmallElement, tag: string) => place.all().filter(({ tagName }) => tagName === tag);
  async function load(place: SmallElement): Promise<SmallFrame> {
    const frame = await loadFrame(tagged(place, "iframe")[0] ?? placeIn());
    frames.push(frame);
    return frame;
  }
  async function listIn(place: SmallElement, options: Parameters<Payrails["cardList"]>[0]) {
    await client.cardList(options).mount(asElement(place)).ready;
    const radios = tagged(place, "input");
    return (index: number) => {
      radios.forEach((radio, at) => Object.assign(radio, { checked: at === index }));
      radios[index]?.fire("change");
    };
  }

  it("S-INSTR-01, S-INSTR-02: a card selected in the list is reported, marked, and used by the pay button", async () => {
    const [listPlace, buttonPlace] = [placeIn(), placeIn()];
    const selected: unknown[] = [];
    const events = {
      onCardSelected: ({ instrument }: { instrument?: { id: string } }) => selected.push(instrument?.id),
    };
    const choose = await listIn(listPlace, { events });
    client.paymentButton().mount(asElement(buttonPlace));
    const [button] = tagged(buttonPlace, "button");
    assertEquals(button?.disabled, true);
    choose(1);
    assertEquals([selected, button?.disabled], [["s2"], false]);
    const items = listPlace.all().filter(({ id }) => id.startsWith("payrails-card-list-item-"));
    assertEquals(items.map(({ id, classes }) => [id, classes.has("active")]), [
      ["payrails-card-list-item-s1", false],
      ["payrails-card-list-item-s2", true],
    ]);
    const [first] = client.getSavedCreditCards();
    client.setState({ instrument: first });
    await turns();
    assertEquals(items.map(({ classes }) => classes.has("active")), [true, false]);
    client.setState({});
    await turns();
    assertEquals([items.map(({ classes }) => classes.has("active")), button?.disabled], [[false, false], true]);
  });

  it("S-VALID-07: requireCvv asks for the selected card's code in a frame of one field: four digits for American Express, otherwise three", async () => {
    const place = placeIn();
    // As left out, for a page without types.
    const nothing = { translations: null, styles: null, appearance: null } as unknown as object;
    const choose = await listIn(place, { requireCvv: true, ...nothing });
    const setups: unknown[] = [];
    for (const index of [0, 1]) {
      choose(index);
      assertEquals(tagged(place, "iframe").length, 1);
      const { heard: [first] } = await load(place);
      const { rows, brand } = Object(first?.setup);
      setups.push([rows, brand]);
    }
    assertEquals(setups, [[[["CVV"]], "DEFAULT"], [[["CVV"]], "AMEX"]]);
  });

  it("a card of two networks lets the shopper choose one; the choice is reported, and cleared when the card changes", async () => {
    const asked: unknown[] = [];
    globalThis.fetch = (url, init) => {
      asked.push([String(url).split("/client/")[1], JSON.parse(String(init?.body))]);
      return Promise.resolve(Response.json({ networks: ["cartesbancaires", "visa"] }));
    };
    const place = placeIn();
    const chosen: unknown[] = [];
    const changes: unknown[] = [];
    client.cardForm({
      events: {
        onPreferredSchemeChanged: ({ preferredScheme }) => chosen.push(preferredScheme),
        onChange: ({ cardSchemes }) => changes.push(cardSchemes?.map(({ code }) => code)),
      },
    }).mount(asElement(place));
    const frame = await load(place);
    const type = (bin: string) =>
      frame.say({
        type: "event",
        name: "CHANGE",
        field: "CARD_NUMBER",
        form: { isValid: false, brand: "VISA", bin, fields: {} },
      });
    await type("403550");
    assertEquals([asked, tagged(place, "input").length], [[], 0]);
    await type("40355010");
    await until(() => tagged(place, "input").length > 0);
    assertEquals(asked, [["bin-lookup", { bin: "40355010" }]]);
    assertEquals(tagged(place, "input").length, 2);
    assertEquals(changes.at(-1), ["cartesbancaires", "visa"]);
    const [first] = tagged(place, "input");
    Object.assign(first ?? {}, { checked: true });
    first?.fire("change");
    assertEquals(chosen, ["cartesbancaires"]);
    await turns();
    assertEquals(frame.heard.filter(({ type }) => type === "networks").map(({ networks }) => networks), [
      ["cartesbancaires", "visa"],
    ]);
    await type("4");
    assertEquals(tagged(place, "input").length, 0);
    await turns();
    assertEquals(frame.heard.filter(({ type }) => type === "networks").at(-1)?.networks, []);
  });

  it("a field's events have names in lower case, whose handlers the returned function removes, and in upper case", async () => {
    const place = placeIn();
    const container = client.collectContainer({ containerType: "COLLECT" });
    const field = container.createCollectElement({ type: "CARD_NUMBER" });
    const heard: string[] = [];
    const note = (name: string) => (state: { bin?: string }) => void heard.push(`${name} ${state.bin}`);
    const stop = field.on("change", note("change"));
    assertEquals(field.on("CHANGE", note("CHANGE")) === field, true);
    field.on("focus", note("focus"));
    field.mount(asElement(place));
    await until(() => tagged(place, "iframe").length > 0);
    const frame = await load(place);
    const state = { name: field.name, elementType: "CARD_NUMBER", isRequired: true, value: "42424242" };
    const flags = { isEmpty: false, isComplete: false, isValid: false, isFocused: true, network: "VISA" };
    const say = (name: string) => frame.say({ type: "element", name, state: { ...state, ...flags } });
    await say("CHANGE");
    await say("FOCUS");
    assertEquals(heard, ["change 42424242", "CHANGE 42424242", "focus 42424242"]);
    stop();
    await turns();
    await say("CHANGE");
    assertEquals(heard.slice(3), ["CHANGE 42424242"]);
  });

  it("an unmounted container removes its frames, before and after its code has loaded", async () => {
    const [early, late] = [placeIn(), placeIn()];
    const container = client.collectContainer({ layout: [1] });
    container.createCollectElement({ type: "CARD_NUMBER" });
    container.mount(asElement(early)).unmount();
    await turns();
    assertEquals(tagged(early, "iframe").length, 0);
    const next = client.collectContainer({ layout: [1] });
    next.createCollectElement({ type: "CARD_NUMBER" });
    next.mount(asElement(late));
    await until(() => tagged(late, "iframe").length > 0);
    assertEquals(tagged(late, "iframe").length, 1);
    next.unmount();
    await turns();
    assertEquals(late.children, []);
  });
});
