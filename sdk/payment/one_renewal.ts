/**
 * Limits how often one attempt asks the merchant for a new session: never twice at once, and never again after a
 * refusal.
 */

/** Two calls refused at the same time share one renewal. A renewed session may expire again later. */
export function oneAtATime(renew: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () =>
    asked ??= renew().then((isRenewed) => {
      if (isRenewed) asked = undefined;
      return isRenewed;
    });
}
