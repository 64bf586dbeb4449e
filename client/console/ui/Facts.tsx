/** Names and values of one thing, two columns where there is room. */
import { Fragment, type ReactNode } from "react";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Rows without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== "" && value !== null && value !== undefined && value !== false);
  return (
    <dl className="facts">
      {known.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
