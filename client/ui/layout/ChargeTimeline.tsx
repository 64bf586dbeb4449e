/** Charges on a line of dots, the first one filled. Decoration beside a sentence that says the same. */
export interface TimelineCharge {
  readonly when: string;
  readonly sum: string;
}

export function ChargeTimeline({ charges }: { readonly charges: readonly TimelineCharge[] }) {
  return (
    <span className="charge-line numbers" aria-hidden>
      {charges.map(({ when, sum }) => (
        <span key={when} className="charge-line__charge">
          <span>{when}</span>
          <b>{sum}</b>
        </span>
      ))}
    </span>
  );
}
