/** What a person has or gets: a tick and a line each. */
import { cx } from "../../lib/format/class_names.ts";
import { Icon } from "../pictures/Icon.tsx";

export interface TickListProps {
  readonly rows: readonly string[];
  /** In the text of a card: smaller and closer together. */
  readonly isSmall?: boolean;
}

export function TickList({ rows, isSmall = false }: TickListProps) {
  return (
    <ul className={cx("ticks", isSmall && "ticks--small")}>
      {rows.map((row) => (
        <li key={row}>
          <Icon name="done" size={20} />
          <span>{row}</span>
        </li>
      ))}
    </ul>
  );
}
