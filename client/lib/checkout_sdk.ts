/** The one door to the checkout library: loads it with its style sheet when the payment step opens, not before. */
import { LANGUAGE } from "../i18n/language.ts";
import { t } from "../i18n/t.ts";
import type { CardFormOptions, InitResponse, Outcome, PaymentEvents, ResumeOptions } from "../../sdk/mod.ts";
import { w_card_type } from "../../sdk/card/detect.ts";
import { loadChunk } from "./browser/lazy_page.ts";

export type { InitResponse, Outcome, PaymentEvents, ResumeOptions };

export interface CardCheckoutOptions {
  readonly session: InitResponse;
  /** A payment of this session may be under way; `resume` then asks the provider, not the session's old record. */
  readonly isInterrupted: boolean;
  readonly isProduction: boolean;
  readonly form: HTMLElement;
  readonly button: HTMLElement;
  readonly payLabel: string;
  readonly events: PaymentEvents;
  readonly onSessionExpired: () => Promise<InitResponse | undefined>;
  readonly onFormFailed: () => void;
}

export interface CardCheckout {
  /** What became of the payment under way, after the bank's check where that is asked for; undefined when none was. */
  readonly resume: (options?: ResumeOptions) => Promise<Outcome | undefined>;
  /** Name of the type of the card that stands in the form (spec W 5). */
  readonly cardType: () => CardType;
  readonly destroy: () => void;
}

export type CardType = ReturnType<typeof w_card_type>;

const STYLES = "/sdk/5/payrails-styles.css";
/** Four short rows have to fit beside the price on a small phone (LOOK: 320 x 568). */
const CONTROL_HEIGHT = "44px";

/** Mounts card fields and pay button; the fields live in a frame of another origin and this page never sees them. */
export async function mountCardCheckout(options: CardCheckoutOptions): Promise<CardCheckout> {
  const { Payrails } = await loadChunk(() => import("../../sdk/mod.ts"));
  addStyles();
  const client = Payrails.init(options.isInterrupted ? asBegun(options.session) : options.session, {
    locale: LANGUAGE,
    environment: options.isProduction ? "PRODUCTION" : "TEST",
    events: { onSessionExpired: options.onSessionExpired },
    returnInfo: backHere(),
  });
  let bin = "";
  const events = {
    onError: options.onFormFailed,
    onChange: (change: { readonly bin: string }) => void (bin = change.bin),
  };
  client.cardForm(formOptions(events)).mount(options.form);
  client.paymentButton({
    // Pressing it says what is missing; a grey button says nothing.
    disabledByDefault: false,
    translations: { label: options.payLabel, loading: t("Paying") },
    events: options.events,
  }).mount(options.button);
  return {
    resume: (options) => client.resume(options),
    cardType: () => w_card_type(bin),
    destroy: () => client.destroy(),
  };
}

/** A bank that took the whole page sends it back to this step, which asks what became of the payment. */
function backHere() {
  const { href } = location;
  return { success: href, cancel: href, error: href, pending: href };
}

function formOptions(events: NonNullable<CardFormOptions["events"]>): CardFormOptions {
  return {
    // The name was asked, optionally, with the details; a fourth field would not fit on a small phone.
    showCardHolderName: false,
    showSingleExpiryDateField: true,
    // Country and postal code were asked with the details, and the price is charged as it stands.
    showAddressSelector: false,
    showInstallments: false,
    // Renewals and add-ons are charged on the stored card.
    alwaysStoreInstrument: true,
    // The library's own border is too faint to find a field by; this one has 3:1 on light and on dark.
    appearance: { controlHeight: CONTROL_HEIGHT, colorBorder: "#7b8b9b" },
    translations: { title: t("Card details") },
    events,
  };
}

function addStyles(): void {
  if (document.querySelector(`link[href="${STYLES}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = STYLES;
  document.head.append(link);
}

/**
 * The session was answered before the payment began, so its copy of the execution knows nothing of it. With the mark the
 * library looks at the real one, and finds out whether the request ever arrived.
 */
export function asBegun({ version, data }: InitResponse): InitResponse {
  const config: unknown = JSON.parse(atob(data));
  if (typeof config !== "object" || config === null || !("execution" in config)) return { version, data };
  const { execution } = config;
  if (typeof execution !== "object" || execution === null) return { version, data };
  const status = [{ code: "authorizeRequested", time: new Date().toISOString() }];
  const json = JSON.stringify({ ...config, execution: { ...execution, status } });
  const ascii = json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { version, data: btoa(ascii) };
}
