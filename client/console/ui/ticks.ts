/** Round values for the lines of a chart. */

const STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * From 0 to the first round value that is not below `max`, in `wanted` whole steps at most: `ticks(7, 4)` is 0, 2, 4,
 * 6, 8. Counts, minor units and percent are whole. A `min` below 0 is covered too, with one step more at most.
 */
export function ticks(max: number, wanted: number, min = 0): readonly number[] {
  if (!(max > min)) return [0, 1];
  const rough = Math.max(1, (max - min) / wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough && Number.isInteger(each * power)) ?? 10) * power;
  const below = Math.ceil(-min / step);
  const steps = Math.ceil(max / step) + below;
  return Array.from({ length: steps + 1 }, (_, at) => (at - below) * step);
}

/** Which of `length` labels to show when `room` of them fit: every second, fifth and so on, the first always. */
export function everyNth(length: number, room: number): number {
  return Math.max(1, Math.ceil(length / Math.max(1, room)));
}
