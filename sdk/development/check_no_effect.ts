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
  { events, fonts, styles, skyflowID, type }: Readonly<Record<string, unknown>>,
): void {
  for (const [name, instead] of Object.entries(UNCALLED[method] ?? {})) {
    if (Reflect.get(Object(events), name) !== undefined) advise("uncalled", { name, method, instead });
  }
  if (Array.isArray(fonts) && fonts.length > 0) advise("fonts");
  if (skyflowID !== undefined && ELEMENT_TYPES.some((known) => known === type)) {
    advise("card_record", { type: String(type) });
  }
  const fields: object = Object(Reflect.get(Object(styles), "inputFields"));
  if (Object.values(fields).some((states) => states?.copyIcon !== undefined)) advise("copy_icon");
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
