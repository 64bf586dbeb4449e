/** Google Pay: checks availability, renders Google's button, and pays with the token from its sheet. */
import type { ClientContext } from "../client_context.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { paymentError } from "../errors/payment_error.ts";
import { emitterOf } from "../element_context.ts";
import { callbacksOf } from "../emitter/callbacks.ts";
import type { GooglePayButtonOptions } from "./options.ts";
import { Cancelled } from "../payment/cancelled.ts";
import type { PaymentMethodOption } from "../wire/config.ts";
import type { Amount } from "../wire/payments.ts";
import { inTime, loadScript } from "./load_script.ts";
import { amountOf, optionOf, scriptOf, walletItem } from "./wallet.ts";
import { WalletPlace } from "./wallet_place.ts";

const CODE = "googlePay";
export const API = { apiVersion: 2, apiVersionMinor: 0 } as const;
/** Google's sheet shows two decimals, so the amount in these currencies cannot be shown as final. */
const THREE_DECIMALS: ReadonlySet<string> = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<unknown>;
}

export async function isGooglePayAvailable(
  context: ClientContext,
  options: GooglePayButtonOptions = {},
): Promise<boolean> {
  try {
    const option = optionOf(CODE, context, "client:google_pay.config_missing");
    const client = await clientFor(context, option, options);
    return await isReady(client, option);
  } catch {
    return false;
  }
}

/** Google Pay's own button. Its payment sheet opens in a popup of Google. */
export class GooglePayButton {
  readonly #events;
  readonly #place;

  /** @internal */
  constructor(private readonly options: GooglePayButtonOptions, private readonly context: ClientContext) {
    this.#events = emitterOf(context, callbacksOf(() => options.events));
    this.#place = new WalletPlace("google-pay", options, context, this.#events);
  }

  /** Loads Google's script and shows the button, or a short text where Google Pay is not available. */
  async mount(point: Element): Promise<void> {
    const isThere = await this.#place.fill(point, async () => {
      const option = optionOf(CODE, this.context, "client:google_pay.config_missing");
      const client = await clientFor(this.context, option, this.options);
      const create = () => this.#create(client, option);
      return { option, create: await isReady(client, option) ? create : undefined };
    });
    if (isThere) this.#events.tell("googlePayAvailable");
  }

  #create(client: PaymentsClient, option: PaymentMethodOption): HTMLElement {
    const { styles = {} } = this.options;
    const { buttonColor = "black", buttonType = "long", buttonSizeMode = "fill" } = styles;
    const { locale = styles.buttonLocale ?? languageOf(this.context) } = styles;
    const onClick = () => void this.#press(client, option);
    const style = omitUndefined({ buttonColor, buttonType, buttonSizeMode, buttonLocale: locale });
    return client.createButton({ ...style, onClick, allowedPaymentMethods: [methodOf(option)] });
  }

  /** @internal Shows other texts of the drop-in; the shopper's choice stays. */
  retext(translations: NonNullable<GooglePayButtonOptions["translations"]>): void {
    this.#place.retext(translations);
  }

  /** Removes the button. A payment that was sent still completes and is reported. */
  unmount(): void {
    this.#place.empty();
  }

  async #press(client: PaymentsClient, option: PaymentMethodOption): Promise<void> {
    const { returnInfo, redirectFor3DS, merchantInfo } = this.options;
    let approved: { readonly shown: Amount; readonly token: unknown } | undefined;
    await this.#place.pay({
      returnInfo,
      redirectFor3DS,
      paymentMethodCode: CODE,
      compose: async () => {
        const shown = amountOf(this.context);
        // Sent again in a renewed session, the payment keeps the shopper's approval: a sheet opens only in a click.
        const request = paymentRequest(option, shown, merchantInfo);
        approved ??= { shown, token: await answerOf(client.loadPaymentData(request)) };
        return walletItem(this.context, CODE, { ...approved, stores: this.#place.stores });
      },
    });
  }
}

async function isReady(client: PaymentsClient, option: PaymentMethodOption): Promise<boolean> {
  const asked = client.isReadyToPay({ ...API, allowedPaymentMethods: [methodOf(option)] });
  return (await answerOf(inTime(asked, paymentError("client:google_pay.loading")))).result;
}

/** Google's button takes the language without a region. */
function languageOf({ language }: ClientContext): string | undefined {
  return language.tag?.slice(0, 2);
}

async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    // Google rejects with a plain object, whose text would be "[object Object]".
    const { statusCode, statusMessage } = Object(error);
    if (statusCode === "CANCELED") throw new Cancelled("closed", { cause: error });
    throw statusCode === undefined ? error : new Error(statusMessage ?? statusCode, { cause: error });
  }
}

export function paymentRequest(option: PaymentMethodOption, { value, currency }: Amount, merchantInfo: object = {}) {
  const priceStatus = THREE_DECIMALS.has(currency) ? "NOT_CURRENTLY_KNOWN" : "FINAL";
  const price = priceStatus === "FINAL" ? { totalPrice: value } : {};
  return {
    ...API,
    allowedPaymentMethods: [methodOf(option)],
    merchantInfo,
    transactionInfo: { currencyCode: currency, totalPriceStatus: priceStatus, ...price },
  };
}

/** Newer back ends send the whole object under `additionalConfig`. */
function methodOf({ config = {}, clientConfig }: PaymentMethodOption): object {
  const whole = clientConfig?.additionalConfig;
  if (whole?.apiVersion !== undefined && Array.isArray(whole.allowedPaymentMethods)) {
    return whole.allowedPaymentMethods[0];
  }
  const { parameters, tokenizationSpecification, type = "CARD" } = config;
  return { type, parameters, tokenizationSpecification };
}

async function clientFor(context: ClientContext, option: PaymentMethodOption, { environment }: GooglePayButtonOptions) {
  try {
    await loadScript(scriptOf(CODE, context, option), { signal: context.signal });
    const chosen = environment ?? context.initOptions.environment ?? "PRODUCTION";
    return parseClient(globalThis, { environment: chosen });
  } catch (cause) {
    throw paymentError("client:google_pay.loading", { cause });
  }
}

/** Google's script has set `google.payments.api`. */
function parseClient(page: object, options: object): PaymentsClient {
  const { google } = page as {
    google: { payments: { api: { PaymentsClient: new (options: object) => PaymentsClient } } };
  };
  return new google.payments.api.PaymentsClient(options);
}
