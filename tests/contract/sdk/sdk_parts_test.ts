/** What parts of the SDK render and when, in a small page: empty lists, labels, a busy button, PayPal's debounce. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { type Clock, install } from "@sinonjs/fake-timers";
import { loadParts } from "../../support/small_page/sdk_buttons.ts";
import { openSmallPage, SmallElement, type SmallPage } from "../../support/small_page/small_page.ts";

const PAGE = "http://localhost:5555";
const PAYPAL = {
  paymentMethodCode: "payPal",
  integrationType: "api",
  config: { clientId: "c" },
  paymentInstruments: [],
};

interface Part {
  mount(place: SmallElement): unknown;
  unmount(): void;
}

type PartClass = new (options: object, parts: object, choose?: () => void) => Part;

interface View {
  readonly root: SmallElement;
  readonly button: SmallElement;
  readonly draw: (state: object) => void;
}

interface Modules {
  readonly Language: new (locale: string | undefined) => object;
  readonly CardList: PartClass;
  readonly Dropin: PartClass;
  readonly PaypalButton: PartClass;
  readonly EXTRAS: object;
  readonly createExtrasView: (options: object) => View;
  readonly createView: (checkbox: object) => View;
  readonly createButton: (options: object, press: () => void) => View;
}

const FILES = [
  "locales/language",
  "instruments/card_list",
  "dropin/dropin",
  "methods/paypal/paypal_button",
  "card_form/extras/extras_view",
  "card_form/card_form_view",
  "buttons/button_view",
];

describe("parts of the SDK in a page", () => {
  let page: SmallPage;
  let sdk: Modules;
  let place: SmallElement;
  const rendered: string[] = [];
  beforeEach(async () => {
    rendered.length = 0;
    const Buttons = ({ createOrder }: { readonly createOrder?: unknown }) => ({
      render: () => Promise.resolve(rendered.push(createOrder === undefined ? "agreement" : "order")),
      close() {},
    });
    page = openSmallPage({
      origin: PAGE,
      script: (script) => Reflect.set(globalThis, script.getAttribute("data-namespace") ?? "", { Buttons }),
    });
    sdk = await loadParts<Modules>(FILES);
    place = new SmallElement("div", () => {});
    page.body.append(place);
  });
  afterEach(() => page.close());

  const parts = (methods: readonly object[] = []) => ({
    session: {
      configuration: { methods, amount: { value: "1.00", currency: "USD" } },
      listenAmount: () => () => {},
      listenInstruments: () => () => {},
    },
    language: new sdk.Language(undefined),
    initOptions: { scripts: { payPal: `${PAGE}/paypal.js` } },
    rules: { pageOrigin: PAGE, hosts: [] },
    signal: new AbortController().signal,
    cardForm: () => undefined,
    instrument: () => undefined,
    installments: () => undefined,
  });
  const said = () =>
    page.body.all().map((part) => part.textContent || Reflect.get(part, "text")).filter((text) => Boolean(text));

  it("S-INSTR-03: a list of stored cards, and a drop-in, without an entry say Unavailable and offer nothing", () => {
    for (const [Part, legend] of [[sdk.CardList, "Saved cards"], [sdk.Dropin, "Payment method"]] as const) {
      new Part({}, parts(), () => {}).mount(place);
      assertEquals(said().sort(), [legend, "Unavailable"].sort());
      assertEquals(page.find(({ tagName }) => tagName === "input"), undefined);
    }
  });

  it("S-LABEL-06, S-LABEL-07: country, postal code and instalments are labelled as the specification says, or as the merchant does", () => {
    const none = () => {};
    const options = {
      hasAddress: true,
      texts: () => sdk.EXTRAS,
      styles: {},
      chooseCountry: none,
      typePostalCode: none,
    };
    const draw = (translations: object) => {
      const rest = { leavePostalCode: none, chooseInstallment: none };
      const { root } = sdk.createExtrasView({ ...options, ...rest, translations });
      const labels = root.all().filter(({ tagName }) => tagName === "label").map(({ textContent }) => textContent);
      const [first] = root.all().filter(({ tagName }) => tagName === "option");
      return [...labels, first?.textContent];
    };
    assertEquals(draw({}), [
      "Country",
      "Postal Code",
      "Split payment into monthly installments",
      "Select Country",
    ]);
    const own = {
      labels: { paymentInstallments: "In parts" },
      addressSelector: {
        labels: { countrySelector: "Land", postalCodeInput: "PLZ" },
        placeholders: { countrySelector: "Choose" },
      },
    };
    assertEquals(draw(own), ["Land", "PLZ", "In parts", "Choose"]);
  });

  it("S-LABEL-08: the checkbox to save is labelled as the specification says, or as the merchant does", () => {
    const labelled = (options: object) => {
      const button = new sdk.PaypalButton(options, parts([PAYPAL]));
      button.mount(place);
      const labels = said();
      // PayPal's own button loads later and would answer in another test.
      button.unmount();
      return labels;
    };
    assertEquals(labelled({}), ["Save instrument for future payments"]);
    assertEquals(labelled({ translations: { labels: { saveInstrument: "Keep it" } } }), ["Keep it"]);
    const { root } = sdk.createView({ label: "Save my card", isChecked: true, change: () => {} });
    const box = root.all().find(({ tagName }) => tagName === "input");
    assertEquals([
      root.all().some(({ textContent }) => textContent === "Save my card"),
      Reflect.get(box ?? {}, "checked"),
    ], [
      true,
      true,
    ]);
  });

  it("S-BUTTON-04: base, hover, disabled and loading each lie on the button while they hold, and come off again", () => {
    const styles = {
      base: { color: "black", margin: "1px" },
      hover: { color: "blue" },
      disabled: { opacity: "0.5" },
      loading: { color: "red", cursor: "wait" },
    };
    const { button, draw } = sdk.createButton({ styles: () => styles }, () => {});
    const css = () => Object.fromEntries(Object.entries(button.style).filter(([, value]) => typeof value === "string"));
    draw({ isEnabled: true, isBusy: false });
    assertEquals(css(), styles.base);
    button.fire("pointerenter");
    assertEquals(css(), { ...styles.base, ...styles.hover });
    draw({ isEnabled: false, isBusy: true });
    assertEquals(css(), { ...styles.base, ...styles.disabled, ...styles.loading });
    assertEquals([button.classes.has("loading"), button.getAttribute("aria-busy")], [true, "true"]);
    button.fire("pointerleave");
    draw({ isEnabled: true, isBusy: false });
    assertEquals([css(), button.classes.has("loading")], [styles.base, false]);
  });

  it("S-PAYPAL-06, S-PAYPAL-07: PayPal is asked for its button 300 ms after the last change, once", async () => {
    const clock: Clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const button = new sdk.PaypalButton({}, parts([PAYPAL]));
      button.mount(place);
      await clock.tickAsync(299);
      const box = page.find(({ tagName }) => tagName === "input");
      assertEquals(rendered, []);
      Object.assign(box ?? {}, { checked: true });
      box?.fire("change");
      await clock.tickAsync(299);
      assertEquals(rendered, []);
      await clock.tickAsync(1);
      assertEquals(rendered, ["agreement"]);
      Object.assign(box ?? {}, { checked: false });
      for (let time = 0; time < 5; time++) box?.fire("change");
      await clock.tickAsync(300);
      assertEquals(rendered, ["agreement", "order"]);
    } finally {
      clock.uninstall();
    }
  });
});
