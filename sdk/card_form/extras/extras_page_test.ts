/** Address and instalments in a page: the list of countries, the remembered choice, and what is reported of it. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { turns } from "../../../tests/support/small_page/small_channel.ts";
import {
  asElement,
  openSmallPage,
  SmallElement,
  type SmallPage,
} from "../../../tests/support/small_page/small_page.ts";
import { FAULT_TEXTS } from "../../elements/columns.ts";
import { PACK as DE } from "../../locales/de.ts";
import { Language } from "../../locales/language.ts";
import { Session } from "../../session/session.ts";
import type { FormContext } from "../form_context.ts";
import { Extras } from "./extras.ts";
import { ENTRIES } from "./extras_view.ts";
import { LazyExtras } from "./lazy_extras.ts";
import { rememberCountry, rememberedCountry } from "./remembered_country.ts";

const country = (code: string, name: string, more: object = {}) => ({
  code,
  name,
  iso3: `${code}X`,
  timezones: [],
  showPostalCode: true,
  ...more,
});
const COUNTRIES = [
  country("US", "United States", { postalCodeRegex: "^\\d{5}$" }),
  country("AT", "Austria"),
  country("DE", "Germany", { postalCodeRegex: "^\\d{5}$" }),
  country("AE", "United Arab Emirates", { showPostalCode: false }),
];
const KEY = "__payrails-selectedCountry";

let made = 0;

describe("address and instalments in a page", () => {
  let page: SmallPage;
  let place: SmallElement;
  let stored: Map<string, string>;
  let answer: () => Promise<Response>;
  const changes: string[] = [];
  const { fetch } = globalThis;
  const { warn, error } = console;
  const warned: string[] = [];
  beforeEach(() => {
    stored = new Map();
    changes.length = warned.length = 0;
    answer = () => Promise.resolve(Response.json(COUNTRIES));
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    page = openSmallPage({ origin: "https://shop.test", more: { sessionStorage: storage } });
    place = new SmallElement("div", () => {});
    globalThis.fetch = () => answer();
    console.warn = console.error = (text: string) => void warned.push(text);
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    Object.assign(console, { warn, error });
    page.close();
  });

  function sessionOf() {
    const authorize = `https://shop.test/c${++made}/client/authorize`;
    const installments = { BR: [{ count: 3, amount: { value: "3.34", currency: "BRL" } }] };
    const data = {
      paymentCompositionOptions: [{
        paymentMethodCode: "card",
        integrationType: "api",
        clientConfig: { supportsInstallments: true, installments },
      }],
    };
    const body = { name: "lookup", data, links: { authorize: { href: authorize } } };
    const config = { token: "t", execution: { id: "e", links: {}, initialResults: [{ httpCode: 200, body }] } };
    return new Session({ version: "2.0", data: btoa(JSON.stringify(config)) }, {
      options: {},
      rules: { pageOrigin: "https://shop.test", hosts: [] },
      log: () => {},
    });
  }
  async function open(locale?: string, lookUp = () => Promise.resolve<{ bin: string } | undefined>(undefined)) {
    const session = sessionOf();
    const language = new Language(locale);
    await language.ready;
    place.replaceChildren();
    const extras = new Extras({ showAddressSelector: true, showInstallments: true }, {
      session,
      language,
      lookUpBin: lookUp,
      changed: () => void changes.push("changed"),
    });
    extras.mount(asElement(place));
    await turns();
    await turns();
    const part = (id: string) =>
      place.all().find((each) => each.id.startsWith(id)) ?? new SmallElement("nothing", () => {});
    const error = (control: SmallElement) => part(control.getAttribute("aria-describedby") ?? "").textContent;
    const [countries, postalCode] = [part("country-selector"), part("postal-code-input")];
    const installmentList = part("payrails-installments");
    const type = (text: string) => {
      Object.assign(postalCode, { value: text });
      postalCode.fire("input");
    };
    const choose = (code: string) => {
      Object.assign(countries, { value: code });
      countries.fire("change");
    };
    return { extras, session, countries, postalCode, installmentList, type, choose, error };
  }
  /** What pages without types pass. */
  function loose<T>(value: unknown): T {
    return value as T;
  }
  const namesIn = (list: SmallElement) => list.children.slice(1).map(({ textContent }) => textContent);

  it("S-ADDR-02: asks for the country before the postal code that depends on it, each below its own label", async () => {
    await open();
    const parts = place.all().filter(({ tagName }) => ["label", "select", "input"].includes(tagName));
    assertEquals(
      parts.map(({ tagName, textContent, id }) => tagName === "label" ? textContent : id.replace(/\d+$/, "")),
      [
        "Country",
        "country-selector",
        "Postal Code",
        "postal-code-input",
        "Split payment into monthly installments",
        "payrails-installments",
      ],
    );
  });

  it("S-ADDR-05: the chosen country is kept for this tab and preselected by the next form", async () => {
    const first = await open();
    first.choose("AT");
    assertEquals([...stored], [[KEY, "AT"]]);
    const next = await open();
    assertEquals([Reflect.get(next.countries, "value"), next.extras.billingInfo?.country?.code], ["AT", "AT"]);
    assertEquals(changes.length > 0, true);
    next.choose("none of the list");
    assertEquals([stored.get(KEY), next.extras.billingInfo], ["AT", undefined]);
  });
  it("S-ADDR-05: without storage the choice is kept in memory", () => {
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      get: () => {
        throw new TypeError("denied");
      },
    });
    rememberCountry("DE");
    assertEquals(rememberedCountry(), "DE");
    Object.defineProperty(globalThis, "sessionStorage", { configurable: true, value: { getItem: () => null } });
    assertEquals(rememberedCountry(), "DE");
  });
  it("S-ADDR-04: countries keep the list's order in English, and are sorted by name in another language", async () => {
    assertEquals(namesIn((await open()).countries), ["United States", "Austria", "Germany", "United Arab Emirates"]);
    assertEquals(namesIn((await open("de")).countries), [
      "Deutschland",
      "Österreich",
      "Vereinigte Arabische Emirate",
      "Vereinigte Staaten",
    ]);
  });
  it("S-ADDR-06, S-ADDR-07: spaces around a postal code are trimmed, and a country without postal codes has none", async () => {
    const { extras, type, choose, postalCode } = await open();
    choose("DE");
    type(" 10115 ");
    assertEquals([extras.isValid, extras.billingInfo], [true, {
      country: { code: "DE", fullName: "Germany", iso3: "DEX" },
      postalCode: "10115",
    }]);
    type("1011");
    assertEquals([extras.isValid, postalCode.getAttribute("aria-invalid")], [false, "false"]);
    assertEquals([extras.validate(), postalCode.getAttribute("aria-invalid")], [false, "true"]);
    choose("AE");
    assertEquals([extras.isValid, postalCode.parentElement?.hidden], [true, true]);
  });
  it("S-ADDR-08, S-ADDR-09: a wrong code is marked when the shopper leaves it, until the next key", async () => {
    const { type, choose, postalCode } = await open();
    choose("DE");
    type("1");
    postalCode.fire("focusout");
    assertEquals(postalCode.getAttribute("aria-invalid"), "true");
    type("10");
    assertEquals(postalCode.getAttribute("aria-invalid"), "false");
  });
  it("a check says in words what is missing or wrong, at the control that then takes the focus", async () => {
    const { extras, countries, postalCode, type, choose, error } = await open();
    const focused: string[] = [];
    for (const control of [countries, postalCode]) {
      Object.assign(control, { focus: () => focused.push(control.id.replace(/\d+$/, "")) });
    }
    const shown = () => [countries, postalCode].map((each) => `${each.getAttribute("aria-invalid")} ${error(each)}`);
    choose("");
    assertEquals([extras.validate(), shown()], [false, ["true Fill in this field.", "false "]]);
    assertEquals([extras.focus(), focused.splice(0)], [true, ["country-selector"]]);
    choose("DE");
    assertEquals(shown(), ["false ", "false "]);
    assertEquals([extras.validate(), shown()], [false, ["false ", "true Fill in this field."]]);
    type("1");
    assertEquals(shown(), ["false ", "false "]);
    postalCode.fire("focusout");
    assertEquals(shown(), ["false ", "true This doesn't look right. Check it and try again."]);
    assertEquals([extras.focus(), focused.splice(0)], [true, ["postal-code-input"]]);
    type("10115");
    assertEquals([extras.validate(), shown(), extras.focus(), focused], [true, ["false ", "false "], false, []]);
    const german = await open("de");
    german.choose("");
    german.extras.validate();
    assertEquals(german.error(german.countries), DE.entries.empty);
    assertEquals(ENTRIES, { empty: FAULT_TEXTS.empty, wrong: FAULT_TEXTS.wrong });
  });
  it("only another country or code is reported as a change, not leaving or checking it", async () => {
    const { extras, postalCode, type, choose } = await open();
    choose("DE");
    type("10115");
    changes.length = 0;
    postalCode.fire("focusout");
    extras.validate();
    choose("DE");
    assertEquals(changes, []);
    type("10117");
    choose("AT");
    assertEquals(changes, ["changed", "changed"]);
  });
  it("a list of countries that arrives after the form was unmounted changes nothing", async () => {
    for (const status of [200, 500]) {
      const arriving = Promise.withResolvers<void>();
      answer = async () => {
        await arriving.promise;
        return Response.json(COUNTRIES, { status });
      };
      const { extras } = await open();
      extras.end();
      arriving.resolve();
      await turns();
      await turns();
      assertEquals(changes, [], String(status));
    }
  });
  it("a locale that is no language tag leaves the countries in English, and the form can be filled in", async () => {
    const { extras, countries, choose } = await open("de_DE.UTF-8");
    assertEquals(namesIn(countries)[0], "United States");
    choose("AE");
    assertEquals(extras.isValid, true);
  });
  it("instalments that arrive while a payment runs cannot be changed before it has ended", async () => {
    const issued = () => Promise.resolve({ bin: "424242", issuerCountry: { code: "BR" } });
    const { extras, installmentList } = await open(undefined, issued);
    extras.lock(true);
    await extras.followBin("424242");
    assertEquals([installmentList.parentElement?.hidden, installmentList.disabled], [false, true]);
  });
  it("fields that load while a payment runs cannot be changed before it has ended", async () => {
    const fields = new LazyExtras({
      ...loose<FormContext>({}),
      session: sessionOf(),
      language: new Language(undefined),
      lookUpBin: () => Promise.resolve({ bin: "42424242", issuerCountry: { code: "BR" } }),
    }, {
      options: () => ({ showAddressSelector: true, showInstallments: true }),
      place: () => asElement(place),
      bin: () => "42424242",
      changed: () => {},
    });
    const following = fields.follow();
    fields.lock(true);
    await following;
    await turns();
    const areDisabled = () => {
      const controls = place.all().filter(({ tagName }) => ["select", "input"].includes(tagName));
      return controls.map(({ disabled }) => disabled);
    };
    assertEquals(areDisabled(), [true, true, true]);
    fields.lock(false);
    assertEquals(areDisabled(), [false, false, false]);
  });
  it("S-INSTAL-03: instalments written as numbers follow the session's currency until their form ends, also out of the page", async () => {
    const { extras, session, installmentList } = await open("en");
    session.updateAmount({ value: "90.00", currency: "EUR" });
    await extras.configure({ installmentCountry: "DE", installmentOptions: [{ count: 3, amount: 30 }] });
    const shown = () => namesIn(installmentList).at(-1);
    assertEquals(shown(), "3 x €30.00");
    session.updateAmount({ value: "90.00", currency: "USD" });
    await turns();
    assertEquals(shown(), "3 x $30.00");
    place.children[0]?.remove();
    for (const currency of ["EUR", "GBP"]) session.updateAmount({ value: "90.00", currency });
    await turns();
    assertEquals(shown(), "3 x £30.00");
    extras.end();
    session.updateAmount({ value: "90.00", currency: "USD" });
    await turns();
    assertEquals(shown(), "3 x £30.00");
  });
  it("without its list the form shows no address, reports so, and the next form requests the list again", async () => {
    answer = () => Promise.resolve(Response.json({}, { status: 500 }));
    const { extras } = await open();
    assertEquals([extras.isValid, extras.billingInfo, extras.validate()], [true, undefined, true]);
    assertEquals(place.all().some(({ id }) => id === "payrails-address-selector"), false);
    assertEquals(warned.some((text) => text.includes("list of countries could not be loaded")), true);
    assertEquals(changes, ["changed"]);
  });
  it("no field can be changed while a payment runs", async () => {
    const { extras, countries, postalCode } = await open();
    extras.lock(true);
    assertEquals([countries.disabled, postalCode.disabled], [true, true]);
    extras.lock(false);
    assertEquals([countries.disabled, postalCode.disabled], [false, false]);
  });
  it("a choice made for one card is not sent with the next one while its issuer is looked up", async () => {
    const late = Promise.withResolvers<{ bin: string; issuerCountry: { code: string } }>();
    const answers = [Promise.resolve({ bin: "40000007", issuerCountry: { code: "BR" } }), late.promise];
    const lookUp = (bin?: string) => bin === "" ? Promise.resolve({ bin }) : answers.shift() ?? late.promise;
    const { extras, installmentList } = await open(undefined, lookUp);
    // As undefined: no country of the page's own.
    await extras.configure(loose({ installmentCountry: null }));
    await extras.followBin("40000007");
    Object.assign(installmentList, { value: "3" });
    installmentList.fire("change");
    assertEquals(extras.selectedInstallment, 3);
    const following = extras.followBin("42424242");
    await turns();
    assertEquals([extras.selectedInstallment, installmentList.parentElement?.hidden], [undefined, true]);
    late.resolve({ bin: "42424242", issuerCountry: { code: "BR" } });
    await following;
    assertEquals(extras.selectedInstallment, 3);
  });
  it("S-INSTAL-02: an issuer's answer that comes late does not replace the choices that the page gave since", async () => {
    const late = Promise.withResolvers<{ bin: string; issuerCountry: { code: string } }>();
    const { extras, installmentList } = await open(undefined, () => late.promise);
    const following = extras.followBin("42424242");
    await turns();
    const texts = () => installmentList.children.map((row) => Reflect.get(row, "text") || row.textContent).at(-1);
    await extras.configure({ installmentCountry: "US", installmentOptions: { US: [{ count: 5, amount: 0.2 }] } });
    const given = texts();
    late.resolve({ bin: "42424242", issuerCountry: { code: "BR" } });
    await following;
    assertEquals([given?.startsWith("5 x"), texts()], [true, given]);
  });
  it("S-INSTAL-01, S-INSTAL-02: instalments follow the card's issuer; only the shopper or the merchant selects one", async () => {
    const issued = () => Promise.resolve({ bin: "424242", issuerCountry: { code: "BR" } });
    const { extras, installmentList } = await open(undefined, issued);
    assertEquals(installmentList.parentElement?.hidden, true);
    await extras.followBin("424242");
    assertEquals([installmentList.parentElement?.hidden, extras.selectedInstallment], [false, undefined]);
    assertEquals(installmentList.children.map((row) => Reflect.get(row, "text") || row.textContent), [
      "Pay in full",
      "3 x R$3.34",
    ]);
    Object.assign(installmentList, { value: "3" });
    installmentList.fire("change");
    assertEquals(extras.selectedInstallment, 3);
    await extras.followBin("");
    await extras.followBin("424242");
    assertEquals(extras.selectedInstallment, 3);
    await extras.configure({ defaultInstallment: 3 });
    assertEquals(extras.selectedInstallment, 3);
    await extras.configure({});
    assertEquals(extras.selectedInstallment, undefined);
  });
});
