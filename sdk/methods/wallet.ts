/**
 * What all wallets share: their option in the session, the address of their script, and the composition item that pays.
 * A wallet's row in the drop-in is in `sdk/dropin/wallets.ts`.
 */
import type { ClientContext } from "../client_context.ts";
import type { Emitter } from "../emitter/emitter.ts";
import { paymentError } from "../errors/payment_error.ts";
import { PAYMENT_ROWS } from "../errors/payment_rows.ts";
import { log } from "../log/log.ts";
import type { StoreOptions } from "../options.ts";
import { createCheckbox } from "../ui/checkbox.ts";
import { createStyler } from "../ui/css.ts";
import { loadCode } from "../ui/load_code.ts";
import type { Outcome } from "../payment/outcome.ts";
import type { PendingExecution } from "../payment/payment_run.ts";
import type { FinalExecution } from "../payment/polling/poll_until_final.ts";
import { isTrustedLink } from "../session/links.ts";
import { asksToStore } from "../session/stored_instruments.ts";
import type { StoreStyles, StoreTexts } from "./options.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { Amount, CompositionItem } from "../wire/payments.ts";

export type WalletCode = "googlePay" | "applePay" | "payPal" | "lean";

/** The vendors' own addresses. A session or the page may name others, such as a simulator's. */
const VENDOR_SCRIPTS: Readonly<Record<WalletCode, string>> = {
  googlePay: "https://pay.google.com/gp/p/js/pay.js",
  applePay: "https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js",
  payPal: "https://www.paypal.com/sdk/js",
  lean: "https://cdn.leantech.me/link/loader/prod/ae/latest/lean-link-loader.min.js",
};

export function scriptOf(
  code: WalletCode,
  { initOptions, rules }: Pick<ClientContext, "initOptions" | "rules">,
  option: PaymentMethodOption,
): string {
  const own = initOptions.scripts?.[code];
  if (own !== undefined) return own;
  const named = option.config?.scriptUrl;
  return typeof named === "string" && isTrustedLink(named, rules) ? named : VENDOR_SCRIPTS[code];
}

type ConfigMissing = Extract<keyof typeof PAYMENT_ROWS, `client:${string}.config_missing`>;

export function optionOf(code: WalletCode, { session }: ClientContext, missing: ConfigMissing): PaymentMethodOption {
  const option = session.configuration.methods.find(({ paymentMethodCode }) => paymentMethodCode === code);
  if (option?.config === undefined) throw paymentError(missing, { cause: new TypeError(PAYMENT_ROWS[missing]) });
  return option;
}

export function amountOf({ session }: Pick<ClientContext, "session">) {
  const { amount } = session.configuration;
  if (amount === undefined) throw paymentError("client:workflow_execution_not_found");
  return amount;
}

interface Approved {
  /** Whether the payment stores the instrument. */
  readonly stores: boolean;
  /** The amount that the wallet's sheet showed last. */
  readonly shown: Amount | undefined;
  readonly token: unknown;
}

/** Fails when the page changed the amount meanwhile, so that no shopper pays what no sheet showed. */
export function walletItem(
  context: Pick<ClientContext, "session">,
  code: WalletCode,
  { stores, shown, token }: Approved,
): CompositionItem {
  const amount = amountOf(context);
  if (Number(amount.value) !== Number(shown?.value) || amount.currency !== shown?.currency) {
    throw new TypeError("The amount changed while the sheet was open");
  }
  return {
    paymentMethodCode: code,
    integrationType: "api",
    amount,
    storeInstrument: stores,
    paymentInstrumentData: { paymentToken: JSON.stringify(token) },
  };
}

/**
 * Gives up the payment that waits in a vendor's window which the shopper closed: until then no other way can pay the
 * execution. Undefined when it cannot be given up.
 */
export async function giveUpVisit(
  { rules, session, signal }: ClientContext,
  { execution, executor }: PendingExecution,
): Promise<FinalExecution | undefined> {
  if (signal.aborted) return undefined;
  const code = await import("../payment/after_authorize/give_up.ts").catch(() => undefined);
  return await code?.endWaiting(executor, { execution, time: session.lastActionUpdateTime ?? "", rules });
}

/** Stores the account instead of paying in sessions of the type `tokenization`; undefined in a session that pays. */
export function storing(context: ClientContext): ((item: CompositionItem) => Promise<Outcome>) | undefined {
  if (!context.session.configuration.isTokenization) return undefined;
  return async (item) => {
    const { store } = await loadCode(import("../payment/execution/store.ts"));
    return await store(item, context);
  };
}

/** What a wallet button's options say about storing, and where its texts and styles come from. */
export type StoreChoiceOptions = StoreOptions & {
  readonly translations?: { readonly labels?: StoreTexts };
  readonly styles?: StoreStyles;
};

/** Whether a wallet payment stores its instrument: always, or as the shopper's checkbox says (S-INSTR-08). */
export interface StoreChoice {
  /** Undefined where the shopper is not asked. */
  readonly label: HTMLElement | undefined;
  readonly stores: () => boolean;
  /** Changes what the checkbox shows. */
  readonly check: (isChecked: boolean) => void;
}

export function createStoreChoice(
  option: PaymentMethodOption,
  options: StoreChoiceOptions,
  { language }: Pick<ClientContext, "language">,
  change: (isChecked: boolean) => void,
): StoreChoice {
  const { alwaysStoreInstrument, defaultStoreInstrumentState } = options;
  if (!asksToStore(option, options)) {
    return { label: undefined, stores: () => alwaysStoreInstrument === true, check: () => {} };
  }
  const { saveInstrument, storeInstrument } = options.translations?.labels ?? {};
  const { label, input } = createCheckbox({
    label: saveInstrument ?? storeInstrument ?? language.common.save,
    isChecked: defaultStoreInstrumentState === "checked",
    change,
  });
  createStyler(label)(options.styles?.storeInstrumentCheckbox);
  return { label, stores: () => input.checked, check: (isChecked) => input.checked = isChecked };
}

/** The checkbox as the shopper left it, for a button that is rendered again; undefined the first time. */
export function keptChoice(stores: (() => boolean) | undefined): StoreOptions {
  return stores === undefined ? {} : { defaultStoreInstrumentState: stores() ? "checked" : "unchecked" };
}

/** True when the merchant refuses the address: a callback returned false or threw, or a handler prevented. */
export async function refusesAddress(events: Emitter, event: object): Promise<boolean> {
  const refusal = await events.ask("deliveryAddressChanged", event, (answer) => answer !== false);
  // An address that the shop does not deliver to is not a fault of its page; a thrown error is.
  if (refusal?.cause !== undefined) log(refusal);
  return refusal !== undefined;
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => [resolve, reject] = [yes, no]);
  // Later code still sees the rejection; this keeps the page from reporting it as unhandled.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
