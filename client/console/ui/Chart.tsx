/**
 * Values over time as bars or as a line, drawn as SVG, with the same values as a table. The pointer reads single
 * values; a screen reader gets the summary and the table.
 */
import { type PointerEvent, useId, useState } from "react";
import { Table } from "../../ui/layout/Table.tsx";
import { everyNth, ticks } from "./ticks.ts";
import { useWidth } from "./use_width.ts";

export interface ChartPoint {
  /** "Nov 3" below the axis. */
  readonly label: string;
  /** "Nov 3, 2026" in the table; the label by default. */
  readonly name?: string;
  /** Undefined where there is nothing to measure: a line has a gap there. */
  readonly value: number | undefined;
}

export interface ChartProps {
  readonly title: string;
  readonly kind: "bars" | "line";
  readonly points: readonly ChartPoint[];
  /** A value in words: "$19.99". */
  readonly say: (value: number) => string;
  /** A value beside its line: "$20". */
  readonly sayShort: (value: number) => string;
  /** What the whole says: "$1,234.00 in 30 days". */
  readonly summary: string;
  /** What the rows of the table are: "Day". */
  readonly unit: string;
  /** What the values of the table are: "Amount". */
  readonly values: string;
}

const HEIGHT = 200;
const TOP = 10;
const BOTTOM = 24;
const START = 52;
const END = 8;
const LABEL_PX = 64;
const LINES = 4;
const PLOT = HEIGHT - TOP - BOTTOM;

export function Chart(props: ChartProps) {
  const { title, points, say, summary, unit, values } = props;
  const [place, width] = useWidth<HTMLDivElement>();
  const [at, setAt] = useState<number>();
  const id = useId();
  const read = at === undefined ? undefined : points[at];
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().x - START;
    const index = Math.floor((x / (width - START - END)) * points.length);
    setAt(index >= 0 && index < points.length ? index : undefined);
  };
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart__head">
        <span id={id} className="chart__title">{title}</span>
        <span className="chart__read numbers">
          {read === undefined ? summary : `${read.name ?? read.label}: ${sayAny(say, read.value)}`}
        </span>
      </figcaption>
      <div ref={place}>
        <svg
          className="chart__drawn"
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`${title}: ${summary}`}
          onPointerMove={point}
          onPointerLeave={() => setAt(undefined)}
        >
          <Drawn {...props} width={width} at={at} />
        </svg>
      </div>
      <details className="chart__table">
        <summary>Show as a table</summary>
        <Table
          caption={title}
          rows={points}
          rowKey={({ label, name }) => name ?? label}
          columns={[
            { key: "name", head: unit, cell: ({ label, name }) => name ?? label },
            {
              key: "value",
              head: values,
              cell: ({ value }) => sayAny(say, value),
              numeric: true,
            },
          ]}
        />
      </details>
    </figure>
  );
}

function sayAny(say: (value: number) => string, value: number | undefined): string {
  return value === undefined ? "–" : say(value);
}

type DrawnProps = ChartProps & { readonly width: number; readonly at: number | undefined };

function Drawn({ kind, points, sayShort, width, at }: DrawnProps) {
  const values = points.map(({ value }) => value ?? 0);
  const marks = ticks(Math.max(0, ...values), LINES, Math.min(0, ...values));
  const [min, max] = [marks[0] ?? 0, marks.at(-1) ?? 1];
  const step = (width - START - END) / Math.max(1, points.length);
  const x = (index: number) => START + step * index;
  const y = (value: number) => TOP + PLOT * (max - value) / (max - min);
  const nth = everyNth(points.length, Math.floor((width - START) / LABEL_PX));
  const places = points.map(({ value }, index): Place | undefined =>
    value === undefined ? undefined : [x(index) + step / 2, y(value)]
  );
  return (
    <>
      {marks.map((mark) => (
        <g key={mark}>
          <line className="chart__line" x1={START} x2={width - END} y1={y(mark)} y2={y(mark)} />
          <text className="chart__word" x={START - 8} y={y(mark) + 4} textAnchor="end">{sayShort(mark)}</text>
        </g>
      ))}
      {at !== undefined && <rect className="chart__here" x={x(at)} y={TOP} width={step} height={PLOT} />}
      {kind === "bars"
        ? places.map((place, index) =>
          place !== undefined && (
            <rect
              key={index}
              className="chart__bar"
              x={x(index) + Math.min(step * 0.15, 6)}
              y={Math.min(place[1], y(0))}
              width={Math.max(1, step - 2 * Math.min(step * 0.15, 6))}
              height={Math.abs(y(0) - place[1])}
              rx={Math.min(3, step / 6)}
            />
          )
        )
        : (
          <>
            <path className="chart__area" d={runsOf(places).map((run) => areaOf(run, y(0))).join("")} />
            <path className="chart__curve" d={runsOf(places).map(lineOf).join("")} />
            {places.map((place, index) =>
              place !== undefined && (points.length < 20 || index === at || isAlone(places, index)) && (
                <circle key={index} className="chart__dot" cx={place[0]} cy={place[1]} r="3.5" />
              )
            )}
          </>
        )}
      {points.map(({ label }, index) =>
        index % nth === 0 && (
          <text key={index} className="chart__word" x={x(index) + step / 2} y={HEIGHT - 6} textAnchor="middle">
            {label}
          </text>
        )
      )}
    </>
  );
}

type Place = readonly [number, number];

/** Neighbours without a gap between them. */
function runsOf(places: readonly (Place | undefined)[]): readonly (readonly Place[])[] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place === undefined) runs.push([]);
    else runs.at(-1)?.push(place);
  }
  return runs.filter((run) => run.length > 0);
}

/** A line needs two values; a single value shows only as a dot. */
function isAlone(places: readonly (Place | undefined)[], index: number): boolean {
  return places[index - 1] === undefined && places[index + 1] === undefined;
}

function lineOf(places: readonly Place[]): string {
  return places.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

function areaOf(places: readonly Place[], baseY: number): string {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return "";
  return `${lineOf(places)}L${round(last[0])} ${round(baseY)}L${round(first[0])} ${round(baseY)}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
