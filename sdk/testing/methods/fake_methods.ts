/** Payment methods of a faked session by their codes, with the settings that the faked wallets need. */
import type { PaymentMethodOption } from "../../wire/config.ts";
import type { StoredInstrument } from "../../wire/instruments.ts";

/** Wallets and their settings; every other code but the card's is that of a hosted payment page. */
const WALLETS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  googlePay: { type: "CARD", parameters: {}, tokenizationSpecification: { type: "PAYMENT_GATEWAY", parameters: {} } },
  applePay: { parameters: { countryCode: "US", supportedNetworks: ["visa"], merchantCapabilities: ["supports3DS"] } },
  payPal: { clientId: "fake", merchantId: "FAKE", captureMode: "Manual" },
};

/** A code such as `googlePay` becomes an option of the session; each instrument is listed by its method. */
export function methodsOf(
  given: readonly (string | PaymentMethodOption)[],
  instruments: readonly StoredInstrument[],
): readonly PaymentMethodOption[] {
  return given.map((method) => {
    const option = typeof method === "string" ? optionOf(method) : method;
    const stored = instruments.filter(({ paymentMethod }) => paymentMethod === option.paymentMethodCode);
    return { ...option, paymentInstruments: [...option.paymentInstruments, ...stored] };
  });
}

function optionOf(paymentMethodCode: string): PaymentMethodOption {
  const config = WALLETS[paymentMethodCode];
  const isHosted = paymentMethodCode !== "card" && config === undefined;
  return {
    paymentMethodCode,
    integrationType: isHosted ? "hpp" : "api",
    ...(isHosted ? { clientConfig: { flow: "redirect" } } : {}),
    ...(config === undefined ? {} : { config }),
    paymentInstruments: [],
  };
}

/** A stored Visa card for `instruments`. */
export const STORED_CARD: StoredInstrument = {
  id: "7f9c2ba4-0000-4000-8000-000000000003",
  displayName: "Visa •••• 4242",
  paymentMethod: "card",
  status: "enabled",
  data: { bin: "424242", network: "visa", suffix: "4242", expiryMonth: "12", expiryYear: "2039" },
};
