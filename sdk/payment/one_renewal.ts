/** How often one attempt asks the merchant for a new session: never twice at once, never again after a no. */

/** Two calls refused at once wait for one answer; later a renewed session may expire as well. */
export function oneAtATime(renew: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () =>
    asked ??= renew().then((isRenewed) => {
      if (isRenewed) asked = undefined;
      return isRenewed;
    });
}
