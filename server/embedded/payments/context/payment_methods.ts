/** The payment methods an execution offers, as init and lookup list them. */
import type { PaymentMethodOption } from "../../../../sdk/wire/config.ts";
import type { StoredInstrument } from "../../../../sdk/wire/instruments.ts";
import type { Amount } from "../../../../sdk/wire/payments.ts";
import { type Money, writeMoney } from "./money.ts";
import type { ExecutionRow } from "../db/tables.ts";

interface MethodRow {
  readonly code: string;
  readonly integrationType: "api" | "hpp";
  readonly flow: "redirect" | "direct" | "embedded";
  readonly displayName: string;
  readonly savesInstrument: boolean;
  readonly config: Readonly<Record<string, unknown>>;
}

const NETWORKS = ["VISA", "MASTERCARD", "AMEX", "DISCOVER", "JCB"] as const;

/** Every payment method, in the order in which init lists them. */
export const METHODS: readonly MethodRow[] = [
  {
    code: "card",
    integrationType: "api",
    flow: "direct",
    displayName: "Card",
    savesInstrument: true,
    config: {},
  },
  {
    code: "googlePay",
    integrationType: "api",
    flow: "direct",
    displayName: "Google Pay",
    savesInstrument: true,
    config: {
      type: "CARD",
      parameters: { allowedAuthMethods: ["PAN_ONLY", "CRYPTOGRAM_3DS"], allowedCardNetworks: NETWORKS },
      tokenizationSpecification: {
        type: "PAYMENT_GATEWAY",
        parameters: { gateway: "payrails", gatewayMerchantId: "merchant-demo" },
      },
    },
  },
  {
    code: "applePay",
    integrationType: "api",
    flow: "direct",
    displayName: "Apple Pay",
    savesInstrument: true,
    config: {
      parameters: {
        countryCode: "US",
        supportedNetworks: ["visa", "masterCard", "amex", "discover", "jcb"],
        merchantCapabilities: ["supports3DS"],
        requiredBillingContactFields: ["postalAddress"],
      },
    },
  },
  {
    code: "payPal",
    integrationType: "api",
    flow: "direct",
    displayName: "PayPal",
    savesInstrument: true,
    config: { clientId: "demo-paypal-client", merchantId: "DEMOPAYPAL", captureMode: "Manual", integrationMode: "SDK" },
  },
  {
    code: "pix",
    integrationType: "hpp",
    flow: "redirect",
    displayName: "Pix",
    savesInstrument: false,
    config: {},
  },
  {
    code: "mercadoPago",
    integrationType: "hpp",
    flow: "redirect",
    displayName: "Mercado Pago",
    savesInstrument: false,
    config: {},
  },
];

/** Countries whose issuers offer instalments, with the counts they offer. */
const INSTALLMENT_COUNTS: Readonly<Record<string, readonly number[]>> = { BR: [1, 2, 3, 6, 12], MX: [1, 3, 6, 9, 12] };

/** The method with this code; undefined for an unknown one. */
export function findMethod(code: string): MethodRow | undefined {
  return METHODS.find((method) => method.code === code);
}

interface Offer {
  readonly money: Money;
  readonly instruments: readonly StoredInstrument[];
  /** The merchant wants the billing address of a card. */
  readonly asksBilling: boolean;
  /** Addresses that the method's page loads or calls, in addition to its configuration. */
  readonly addresses: (code: string) => Readonly<Record<string, string>>;
}

/** Lists the methods of the execution with the holder's stored instruments. */
export function optionsFor(
  methods: readonly string[],
  { money, instruments, asksBilling, addresses }: Offer,
): readonly PaymentMethodOption[] {
  return METHODS.filter(({ code }) => methods.includes(code)).map((method) => ({
    paymentMethodCode: method.code,
    integrationType: method.integrationType,
    description: method.displayName,
    status: "enabled",
    config: { ...method.config, ...addresses(method.code) },
    clientConfig: {
      flow: method.flow,
      displayName: method.displayName,
      supportsSaveInstrument: method.savesInstrument,
      supportsBillingInfo: asksBilling && method.code === "card",
      supportsInstallments: method.code === "card",
      ...(method.code === "card" ? { installments: installmentsOf(money) } : {}),
      additionalConfig: {},
    },
    paymentInstruments: instruments.filter(({ paymentMethod }) => paymentMethod === method.code),
  }));
}

/** Rounds each instalment up to a whole minor unit, so that together they are never less than the amount. */
function installmentsOf(money: Money): Record<string, { count: number; amount: Amount }[]> {
  const split = (count: number) => ({
    count,
    amount: writeMoney({ minor: Math.ceil(money.minor / count), currency: money.currency }),
  });
  return Object.fromEntries(
    Object.entries(INSTALLMENT_COUNTS).map(([country, counts]) => [country, counts.map(split)]),
  );
}

/** Codes of the methods an execution offers. */
export function methodsOf({ methods }: ExecutionRow): readonly string[] {
  const all = METHODS.map(({ code }) => code);
  if (methods === null) return all;
  const selected: unknown = JSON.parse(methods);
  return Array.isArray(selected) ? all.filter((code) => selected.includes(code)) : all;
}
