/** PayPal's script: its address for a session, a currency and a language, and what it sets once it has loaded. */
import type { ClientContext } from "../../client_context.ts";
import { paymentError } from "../../errors/payment_error.ts";
import type { PaymentMethodOption } from "../../wire/config.ts";
import { loadScript } from "../load_script.ts";
import { amountOf, optionOf, scriptOf } from "../wallet.ts";

export const CODE = "payPal";
/** Delays before the PayPal script is requested again. */
export const SCRIPT_RETRY_DELAYS_MS: readonly number[] = [1000, 2000];

export interface PaypalButtons {
  render(host: HTMLElement): Promise<void>;
  close(): Promise<void> | void;
}

interface PaypalApi {
  Buttons(options: object): PaypalButtons;
}

export async function isPaypalAvailable(context: ClientContext): Promise<boolean> {
  const option = optionOf(CODE, context, "client:paypal.config_missing");
  await apiFor(context, option, { isSaving: false, locale: localeOf(context.language.tag) });
  return true;
}

/** Address of PayPal's script. Each kind of payment has its own namespace, so that both can be on one page. */
export function scriptFor(base: string, option: PaymentMethodOption, choice: PaymentChoice & { currency: string }) {
  const { clientId, captureMode, merchantId } = option.config ?? {};
  const intent = choice.isSaving ? "tokenize" : captureMode === "Instant" ? "capture" : "authorize";
  const url = new URL(base);
  const params = {
    "client-id": clientId,
    "merchant-id": merchantId,
    components: "buttons,funding-eligibility",
    currency: choice.currency,
    intent,
    vault: choice.isSaving ? "true" : "false",
    locale: choice.locale,
  };
  for (const [name, value] of Object.entries(params)) if (typeof value === "string") url.searchParams.set(name, value);
  return { url: url.href, namespace: choice.isSaving ? "payrailsPaypalVault" : "payrailsPaypal" };
}

interface PaymentChoice {
  readonly isSaving: boolean;
  readonly locale?: string | undefined;
}

/** PayPal takes a language only together with a country: fr_CH. */
export function localeOf(tag: string | undefined): string | undefined {
  return /^[a-z]{2}-[A-Z]{2}$/.test(tag ?? "") ? tag?.replace("-", "_") : undefined;
}

/** What each address of PayPal's script has set. */
const apis = new Map<string, PaypalApi>();

export async function apiFor(
  context: ClientContext,
  option: PaymentMethodOption,
  choice: PaymentChoice,
): Promise<PaypalApi> {
  const { isSaving, locale } = choice;
  const { currency } = amountOf(context);
  try {
    const { url, namespace } = scriptFor(scriptOf(CODE, context, option), option, { isSaving, currency, locale });
    await loadScript(url, {
      signal: context.signal,
      attributes: { "data-namespace": namespace },
      retryDelaysMs: SCRIPT_RETRY_DELAYS_MS,
    });
    // The script of each language sets the same name, and loads once.
    const api = apis.get(url) ?? parseApi(Reflect.get(globalThis, namespace));
    apis.set(url, api);
    return api;
  } catch (cause) {
    throw paymentError("client:paypal.loading", { cause });
  }
}

function parseApi(api: unknown): PaypalApi {
  if (typeof api !== "object" || api === null || !("Buttons" in api)) {
    throw new TypeError("There are no PayPal buttons");
  }
  return api as PaypalApi;
}
