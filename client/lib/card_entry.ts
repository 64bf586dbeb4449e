/** What the SDK does beside a first payment: it stores a card without paying, and opens a 3-D Secure challenge. */
import { formOptions, type InitResponse, openClient, type Outcome } from "./checkout_sdk.ts";

export interface CardPlace {
  readonly form: HTMLElement;
  /** The shopper changed a card field. */
  readonly onCardChanged: () => void;
}

export interface CardEntryOptions extends CardPlace {
  readonly session: InitResponse;
  readonly isProduction: boolean;
}

export interface CardEntry {
  /** Stores the typed card and resolves to its id; undefined when a field is not valid, which the form shows. */
  readonly save: () => Promise<string | undefined>;
  readonly destroy: () => void;
}

/** Mounts card fields that store a card without paying. */
export async function mountCardEntry(options: CardEntryOptions): Promise<CardEntry> {
  const { session, isProduction, form, onCardChanged } = options;
  const { client } = await openClient(session, { environment: environmentOf(isProduction) });
  const fields = client.cardForm(formOptions({ onChange: onCardChanged }));
  fields.mount(form);
  return {
    save: async () => {
      if (!(await fields.validate()).isValid) return undefined;
      return (await fields.tokenize({ storeInstrument: true, futureUsage: "Subscription" })).id;
    },
    destroy: () => client.destroy(),
  };
}

/** Opens the 3-D Secure challenge of a payment that waits for the shopper, and resolves to the outcome. */
export async function approvePayment(session: InitResponse, isProduction: boolean): Promise<Outcome> {
  const { client } = await openClient(session, { environment: environmentOf(isProduction) });
  try {
    return await client.resume({ openChallenge: true, mayHaveBegun: true });
  } finally {
    client.destroy();
  }
}

function environmentOf(isProduction: boolean) {
  return isProduction ? "PRODUCTION" as const : "TEST" as const;
}
