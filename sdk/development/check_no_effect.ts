/** Options that programs for 5.x may pass and that have no effect on the element they are passed to. */
import { ELEMENT_TYPES } from "../wire/frames.ts";
import { advise } from "./advise.ts";

const WALLET = { onBillingAddressChanged: "pass it to the drop-in" };

/** Callbacks by the method that accepts but never calls them, each with the place where it works. */
const UNCALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  paymentButton: {
    onSaveInstrumentCheckboxChanged: "pass it to a form or wallet",
    onBillingAddressChanged: "pass it to the card form or the drop-in",
    onDeliveryAddressChanged: "pass it to a wallet button",
    onPaymentOptionSelected: "pass it to the drop-in",
  },
  googlePayButton: WALLET,
  applePayButton: WALLET,
  paypalButton: WALLET,
};

export function checkNoEffect(
  method: string,
  { events, fonts, styles, type, ...more }: Readonly<Record<string, unknown>>,
): void {
  for (const [name, instead] of Object.entries(UNCALLED[method] ?? {})) {
    if (Reflect.get(Object(events), name) !== undefined) advise("uncalled", { name, method, instead });
  }
  if (Array.isArray(fonts) && fonts.length > 0) advise("fonts");
  if (ELEMENT_TYPES.some((known) => known === type)) {
    const idle = ["table", "column", "skyflowID"].filter((name) => more[name] !== undefined);
    for (const name of idle) advise("card_record", { name, type: String(type) });
  }
  const fields: object = Object(Reflect.get(Object(styles), "inputFields"));
  if (Object.values(fields).some((states) => states?.copyIcon !== undefined)) advise("copy_icon");
}

const OF_ANY = ["events", "showPaymentMethodLogo", "showStoredInstruments", "id", "className", "dataTestId"];
const STORING = ["alwaysStoreInstrument", "showStoreInstrumentCheckbox", "defaultStoreInstrumentState"];
const OF_WALLET = [...OF_ANY, ...STORING, "styles", "translations"];
const OF_PAGE = [...OF_ANY, "openInNewTab"];

/** The options that have an effect on a method in the drop-in. Any other code is that of a hosted page. */
const OF_METHOD: Readonly<Record<string, readonly string[]>> = {
  payPal: OF_WALLET,
  googlePay: [...OF_WALLET, "merchantInfo"],
  applePay: [...OF_WALLET, "clientDomain"],
  lean: OF_ANY,
};

const INSTEAD: Readonly<Record<string, string>> = {
  appearance: "give it to the drop-in",
  styles: "give them in styles of the drop-in",
  translations: "give them in translations of the drop-in",
  merchantInfo: "give it to googlePay",
  clientDomain: "give it to applePay",
  openInNewTab: "give it to a hosted page",
};

/** `known` are the options that the type of every method has: most of them are those of the card form. */
export function checkMethods(settings: unknown, known: readonly string[]): void {
  for (const [code, options] of Object.entries(Object(settings))) {
    if (code === "cards" || typeof options !== "object" || options === null) continue;
    const idle = known.filter((name) =>
      Reflect.get(options, name) !== undefined && !(OF_METHOD[code] ?? OF_PAGE).includes(name)
    );
    for (const name of idle) {
      const at = `paymentMethodsConfiguration.${code}.${name}`;
      advise("idle_option", { at, instead: INSTEAD[name] ?? "it is an option of cards" });
    }
  }
}

const THEME = ["appearance", "translations"];
const LOOKS = [...THEME, "styles", "events"];

/** What the `update` of an element changes; wallets change nothing. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  cardForm: LOOKS,
  paymentButton: LOOKS,
  genericRedirectButton: LOOKS,
  dropin: THEME,
  cardList: THEME,
  googlePayButton: [],
  applePayButton: [],
  paypalButton: [],
};

/** Options of an element that its `update`, or a component that renders again, cannot change. */
export function checkChanges(method: string, changes: unknown): void {
  const known = CHANGED[method];
  if (known === undefined || typeof changes !== "object" || changes === null) return;
  for (const option of Object.keys(changes)) if (!known.includes(option)) advise("read_once", { method, option });
}
