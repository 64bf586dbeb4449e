/**
 * Limits how often one attempt asks the merchant for a new session: never twice at once, and never again after a
 * refusal.
 */

/** Two calls refused at the same time share one renewal. A renewed session may expire again later. */
export function singleFlight(renew: () => Promise<boolean>): () => Promise<boolean> {
  let renewal: Promise<boolean> | undefined;
  return () =>
    renewal ??= renew().then((isRenewed) => {
      if (isRenewed) renewal = undefined;
      return isRenewed;
    });
}
