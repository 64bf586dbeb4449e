/** Parses the stored instruments of the merchant API, with what networks reported of them. */
import * as z from "zod/mini";

const Instrument = z.object({
  id: z.string(),
  status: z.string(),
  holderReference: z.string(),
  displayName: z.optional(z.string()),
  data: z.object({ cardChange: z.optional(z.object({ change: z.string(), time: z.string() })) }),
});

export interface StoredCard {
  readonly id: string;
  /** Only an `enabled` one pays. */
  readonly status: string;
  readonly label: string;
  readonly holderReference: string;
  /** Undefined while the network has reported nothing. */
  readonly change: { readonly name: string; readonly atMs: number } | undefined;
}

export function parseStoredCard(value: unknown): StoredCard {
  const { id, status, displayName = "", holderReference, data: { cardChange } } = z.parse(Instrument, value);
  const change = cardChange === undefined ? undefined : { name: cardChange.change, atMs: Date.parse(cardChange.time) };
  return { id, status, label: displayName, holderReference, change };
}

export function parseStoredCards(answer: unknown): readonly StoredCard[] {
  return z.parse(z.object({ results: z.array(z.unknown()) }), answer).results.map(parseStoredCard);
}
