/**
 * What was checked beside what could not be: the gaps in the data with their reasons, so that missing data is not read
 * as good news.
 */
import { t } from "../../i18n/t.ts";
import { Icon } from "../pictures/Icon.tsx";

export interface UnknownRow {
  readonly field: string;
  readonly why: string;
}

export interface CheckedFact {
  readonly name: string;
  readonly value: string;
}

export function CheckedPanel({ facts }: { readonly facts: readonly CheckedFact[] }) {
  return (
    <section className="card stack" data-testid="checked">
      <h3 className="row">
        <Icon name="done" /> {t("What we checked")}
      </h3>
      <ul className="ticks">
        {facts.map(({ name, value }) => (
          <li key={name}>
            <Icon name="check" size={20} />{" "}
            <span>
              <b>{name}</b> {value}
            </span>
          </li>
        ))}
        <li>
          <Icon name="check" size={20} /> <span>{t("All scoring rules")}</span>
        </li>
      </ul>
    </section>
  );
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
            <dt>
              <Icon name="unknown" size={20} /> {unknown.field}
            </dt>
            <dd className="muted">{unknown.why}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
