/** The advice for this visitor's answers, each with its source. */
import type { Advice } from "./advice_conditions.ts";

export function AdviceList({ advice }: { readonly advice: readonly Advice[] }) {
  return (
    <ul className="advice">
      {advice.map((row) => (
        <li key={row.id} className="advice__row" data-advice={row.id}>
          <p>{row.text}</p>
          <p className="tiny muted">{row.source}</p>
        </li>
      ))}
    </ul>
  );
}
