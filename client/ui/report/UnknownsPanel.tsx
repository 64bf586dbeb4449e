/**
 * "What we could not check": the gaps in the data with their reasons, so that missing data is not read as good news.
 */
import { t } from "../../i18n/t.ts";
import { Icon } from "../pictures/Icon.tsx";

export interface UnknownRow {
  readonly field: string;
  readonly why: string;
}

export function UnknownsPanel({ unknowns }: { readonly unknowns: readonly UnknownRow[] }) {
  if (unknowns.length === 0) return null;
  return (
    <section className="card card--mist stack">
      <h3 className="row">
        <Icon name="unknown" /> {t("What we couldn't check")}
      </h3>
      <dl className="unknowns">
        {unknowns.map((unknown) => (
          <div key={unknown.field}>
            <dt>{unknown.field}</dt>
            <dd className="muted">{unknown.why}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
