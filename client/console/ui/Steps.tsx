/** A funnel: how often each step happened, and what share of the first and of the one before. */
import { count, share } from "../format/money.ts";

export interface FunnelStep {
  readonly name: string;
  readonly count: number;
}

const FULL = 1_000;

export function Steps({ title, steps }: { readonly title: string; readonly steps: readonly FunnelStep[] }) {
  const first = steps[0]?.count ?? 0;
  return (
    <table className="funnel">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Events</th>
          <th scope="col">% of first</th>
          <th scope="col">% of previous</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, at) => (
          <tr key={step.name}>
            <th scope="row">
              {step.name}
              <svg className="funnel__bar" viewBox={`0 0 ${FULL} 8`} preserveAspectRatio="none" aria-hidden>
                <rect className="funnel__track" width={FULL} height="8" />
                <rect className="funnel__fill" width={first === 0 ? 0 : (FULL * step.count) / first} height="8" />
              </svg>
            </th>
            <td className="numbers">{count(step.count)}</td>
            <td className="numbers">{share(step.count, first)}</td>
            <td className="numbers muted">{at === 0 ? "" : share(step.count, steps[at - 1]?.count ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
