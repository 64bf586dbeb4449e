/** Parses the stored instruments of the merchant API, with what networks reported about them. */
import * as z from "zod/mini";

const Instrument = z.object({
  id: z.string(),
  status: z.string(),
  holderReference: z.string(),
  displayName: z.optional(z.string()),
  data: z.object({
    network: z.optional(z.string()),
    suffix: z.optional(z.string()),
    expiryMonth: z.optional(z.string()),
    expiryYear: z.optional(z.string()),
    cardChange: z.optional(z.object({ change: z.string(), time: z.string() })),
  }),
});

export interface StoredCard {
  readonly id: string;
  /** Only an `enabled` one pays. */
  readonly status: string;
  readonly label: string;
  readonly holderReference: string;
  /** Brand in lower case, as `visa`; this and the next three are empty when unknown. */
  readonly network: string;
  readonly lastFour: string;
  /** "12" and "2030". */
  readonly expiryMonth: string;
  readonly expiryYear: string;
  /** Undefined while the network has reported nothing. */
  readonly change: { readonly name: string; readonly atMs: number } | undefined;
}

export function parseStoredCard(value: unknown): StoredCard {
  const { id, status, displayName = "", holderReference, data } = z.parse(Instrument, value);
  const { cardChange, network = "", suffix: lastFour = "", expiryMonth = "", expiryYear = "" } = data;
  const change = cardChange === undefined ? undefined : { name: cardChange.change, atMs: Date.parse(cardChange.time) };
  const shown = { label: displayName, network, lastFour, expiryMonth, expiryYear };
  return { id, status, holderReference, ...shown, change };
}

export function parseStoredCards(answer: unknown): readonly StoredCard[] {
  return z.parse(z.object({ results: z.array(z.unknown()) }), answer).results.map(parseStoredCard);
}
