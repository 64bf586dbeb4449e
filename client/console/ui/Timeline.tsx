/** One vertical timeline: newest first, by day, filtered by kind; details open in place. */
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";
import { day, timeOfDay } from "../format/time.ts";
import { Chip, type Tone } from "./Chip.tsx";
import { type Fact, Facts } from "./Facts.tsx";

export interface TimelineRow {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: string;
  readonly icon: IconName;
  readonly title: string;
  /** How it ended; absent for an entry that has no end. */
  readonly state?: { readonly tone: Tone; readonly word: string };
  readonly amount?: string;
  /** In one line, such as the reason of a decline. */
  readonly note?: ReactNode;
  readonly facts: readonly Fact[];
  readonly actions?: ReactNode;
}

export interface TimelineProps {
  readonly rows: readonly TimelineRow[];
  /** Names of the kinds, in the order of the filter. */
  readonly kinds: Readonly<Record<string, string>>;
}

export function Timeline({ rows, kinds }: TimelineProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const present = Object.keys(kinds).filter((kind) => rows.some((row) => row.kind === kind));
  // The server lists the oldest first: of entries of one millisecond, the last is the newest.
  const shown = [...rows].reverse().filter(({ kind }) => chosen.length === 0 || chosen.includes(kind))
    .sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
  const days = new Map<string, TimelineRow[]>();
  for (const row of shown) {
    const name = day(row.at);
    const entries = days.get(name);
    if (entries === undefined) days.set(name, [row]);
    else entries.push(row);
  }
  return (
    <div className="timeline">
      <div className="filter" role="group" aria-label="Show only">
        {present.map((kind) => (
          <button
            key={kind}
            type="button"
            className="filter__choice"
            aria-pressed={chosen.includes(kind)}
            onClick={() => setChosen(toggled(chosen, kind))}
            data-testid={`filter-${kind}`}
          >
            {kinds[kind]} <span className="numbers muted">{rows.filter((row) => row.kind === kind).length}</span>
          </button>
        ))}
        {chosen.length > 0 && <Button kind="plain" onClick={() => setChosen([])} testId="filter-all">Show all</Button>}
      </div>
      <p className="visually-hidden" role="status">{shown.length} of {rows.length} entries</p>
      {[...days].map(([name, entries]) => (
        <section key={name} className="timeline__day" aria-label={name}>
          <h3 className="timeline__date">{name}</h3>
          <ol className="timeline__list">
            {entries.map((row) => <Entry key={row.id} row={row} />)}
          </ol>
        </section>
      ))}
    </div>
  );
}

function toggled(chosen: readonly string[], kind: string): readonly string[] {
  return chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind];
}

function Entry({ row }: { readonly row: TimelineRow }) {
  const { at, icon, title, state, amount, note, facts, actions } = row;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hasMore = facts.length > 0;
  return (
    <li className={`entry entry--${state?.tone ?? "quiet"}`} data-testid="entry" data-kind={row.kind}>
      <span className="entry__mark">
        <Icon name={icon} size={16} />
      </span>
      <div className="entry__body">
        <div className="entry__line">
          {hasMore
            ? (
              <button
                type="button"
                className="entry__title"
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                {title}
                <Icon name={isOpen ? "up" : "down"} size={16} />
              </button>
            )
            : <span className="entry__title">{title}</span>}
          {amount !== undefined && <span className="entry__amount numbers">{amount}</span>}
          {state !== undefined && <Chip tone={state.tone}>{state.word}</Chip>}
          <time dateTime={at} className="entry__time numbers muted">{timeOfDay(at)}</time>
        </div>
        {note !== undefined && <div className="entry__note">{note}</div>}
        {actions}
        <div id={id} hidden={!isOpen} className="entry__more">
          {isOpen && <Facts facts={facts} />}
        </div>
      </div>
    </li>
  );
}
