/** The app's only access to the checkout SDK: loads it with its style sheet when the payment step opens. */
import { LANGUAGE } from "../i18n/language.ts";
import { t } from "../i18n/t.ts";
import type {
  CardFormOptions,
  InitResponse,
  NextStep,
  Outcome,
  PaymentEvents,
  PayrailsClientOptions,
  ResumeOptions,
} from "../../sdk/mod.ts";
import { w_card_type } from "../../sdk/card/detect.ts";
import { loadChunk } from "./load_chunk.ts";
import { reportUnexpected } from "./unexpected.ts";

export type { InitResponse, NextStep, Outcome, PaymentEvents, ResumeOptions };

export interface CardCheckoutOptions {
  readonly session: InitResponse;
  /** The session was kept from before a reload, so a payment may be running that its init answer does not show. */
  readonly isInterrupted: boolean;
  readonly isProduction: boolean;
  readonly form: HTMLElement;
  readonly button: HTMLElement;
  readonly payLabel: string;
  readonly events: PaymentEvents;
  readonly onSessionExpired: () => Promise<InitResponse | undefined>;
  /** The SDK has taken the session: that of the start, or the newest of `onSessionExpired`, which it may also refuse. */
  readonly onSessionTaken: () => void;
  /** The shopper changed a card field. */
  readonly onCardChanged: () => void;
}

export interface CardCheckout {
  /** The outcome of the payment under way, after a 3-D Secure challenge where the issuer asks for one. */
  readonly resume: (options?: Pick<ResumeOptions, "openChallenge">) => Promise<Outcome>;
  /** Network of the typed card (W-VALID-04 to W-VALID-08). */
  readonly cardType: () => CardType;
  /** Empties the card fields and puts the focus into the first one. */
  readonly askForAnotherCard: () => void;
  readonly destroy: () => void;
}

export type CardType = ReturnType<typeof w_card_type>;

const STYLES = "/sdk/5/payrails-styles.css";
/** Four short rows must fit beside the price on a small phone (320 x 568). */
const CONTROL_HEIGHT = "44px";

/**
 * Mounts card fields and pay button; the fields are in a frame of another origin and this page never sees their
 * content.
 */
export async function mountCardCheckout(options: CardCheckoutOptions): Promise<CardCheckout> {
  const { client } = await openClient(options.session, {
    environment: options.isProduction ? "PRODUCTION" : "TEST",
    events: { onSessionExpired: options.onSessionExpired, onClientInitialized: options.onSessionTaken },
  });
  let bin = "";
  const events = {
    onChange: (change: { readonly bin: string }) => {
      bin = change.bin;
      options.onCardChanged();
    },
  };
  const form = client.cardForm(formOptions(events));
  form.mount(options.form);
  client.paymentButton({
    // Always enabled: pressing it shows what is missing.
    disabledByDefault: false,
    translations: { label: options.payLabel, loading: t("Processing payment") },
    events: options.events,
  }).mount(options.button);
  return {
    resume: (how) => client.resume({ ...how, mayHaveBegun: options.isInterrupted }),
    cardType: () => w_card_type(bin),
    askForAnotherCard: () => {
      form.hide({ reset: true });
      form.show();
      form.focus("CARD_NUMBER");
    },
    destroy: () => client.destroy(),
  };
}

/** A client of the session, with its style sheet. Wrapped, since the client is awaitable itself. */
export async function openClient(session: InitResponse, options: Omit<PayrailsClientOptions, "locale" | "returnInfo">) {
  const [{ Payrails }] = await Promise.all([loadChunk(() => import("../../sdk/mod.ts")), addStyles()]);
  return { client: await Payrails.init(session, { locale: LANGUAGE, returnInfo: backHere(), ...options }) };
}

/** An issuer that replaced the whole page returns to this step, which asks for the outcome. */
function backHere() {
  const { href } = location;
  return { success: href, cancel: href, error: href, pending: href };
}

export function formOptions(events: NonNullable<CardFormOptions["events"]>): CardFormOptions {
  return {
    // The details step asked for the name; a fourth field would not fit on a small phone.
    showCardHolderName: false,
    showSingleExpiryDateField: true,
    // The details step asked for country and postal code; the price is charged as it is.
    showAddressSelector: false,
    showInstallments: false,
    // Renewals and add-ons are charged to the stored card.
    alwaysStoreInstrument: true,
    // The SDK's own border has too little contrast; this one has 3:1 in light and dark.
    appearance: { controlHeight: CONTROL_HEIGHT, colorBorder: "#7b8b9b" },
    translations: { title: t("Card details") },
    // Its own notice stands in place of the fields.
    events: { onError: reportUnexpected, ...events },
  };
}

/** Resolves once the sheet applies, since the fields' skeleton is in it. Without the sheet the form still works. */
function addStyles(): Promise<void> {
  if (document.querySelector(`link[href="${STYLES}"]`) !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = STYLES;
  document.head.append(link);
  return new Promise((resolve) => link.onload = link.onerror = () => resolve());
}
