/**
 * Validates the options of containers, their layout and their listeners (S-VALID-11, S-CONTAINER-05 to S-CONTAINER-07).
 */
import { asObject, shown } from "../elements/check_text.ts";
import { refuse } from "../errors/refuse.ts";

/** The frame accepts no more (wire/to_group.ts). */
const MAX_FIELDS = 100;

/** The kinds of containers, as `ContainerType` names them. */
export const CONTAINER_TYPES = ["COLLECT", "COMPOSABLE"] as const;
/** `COLLECT` mounts each field separately; `COMPOSABLE` lays all fields out in one frame. */
export type ContainerType = (typeof CONTAINER_TYPES)[number];

export function checkContainerType(type: unknown): ContainerType {
  if (type === undefined || type === null || type === "") refuse("missing_type");
  const known = CONTAINER_TYPES.find((name) => name === type);
  if (known === undefined) {
    refuse("invalid_type", { value: shown(type) });
  }
  return known;
}

export function checkContainerOptions(options: unknown): void {
  if (options !== undefined && asObject(options) === undefined) {
    refuse("invalid_options");
  }
}

/** Numbers of fields, row by row. A row of 0 is allowed and renders nothing. */
export function checkLayout(options: unknown): readonly number[] {
  if (options === undefined || options === null) refuse("missing_options");
  checkContainerOptions(options);
  const layout = asObject(options)?.layout;
  if (layout === undefined || layout === null) refuse("missing_layout");
  if (!Array.isArray(layout)) refuse("invalid_layout", { value: shown(layout) });
  // What is wrong may be a gap of the list or undefined.
  const wrong = layout.findIndex((count) => !Number.isInteger(count));
  if (wrong >= 0) refuse("invalid_layout", { value: shown(layout[wrong] ?? null) });
  if (layout.length === 0) refuse("empty_layout");
  const isTooLong = layout.length > MAX_FIELDS ||
    layout.reduce((sum, count) => sum + Math.max(0, count), 0) > MAX_FIELDS;
  if (isTooLong) refuse("invalid_layout", { value: "more than 100" });
  const negative = layout.find((count) => Number(count) < 0);
  if (negative !== undefined) {
    refuse("negative_layout", { value: shown(negative) });
  }
  return layout.map(Number);
}

export function checkLayoutSum(layout: readonly number[], actual: number): void {
  const expected = layout.reduce((sum, count) => sum + count, 0);
  if (expected === actual) return;
  const params = { expected: String(expected), actual: String(actual) };
  refuse("layout_sum_mismatch", params);
}
