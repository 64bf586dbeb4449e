/** Every rule of spec S 5 about containers, their layout, listeners and the options of collect. */
import { asObject, checkText, shown } from "../elements/check_element.ts";
import { refuse } from "../errors/collect_error.ts";
import { ELEMENT_EVENTS, type ElementEvent } from "../wire/elements.ts";

/** What the frame takes (wire/to_group.ts). */
const MAX_FIELDS = 100;
const MAX_RECORDS_CHARS = 4000;
const MAX_UPSERTS = 20;

export const CONTAINER_TYPES = ["COLLECT", "COMPOSABLE"] as const;
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

/** Numbers of fields, row by row; a row of 0 is allowed and draws nothing. */
export function checkLayout(options: unknown): readonly number[] {
  if (options === undefined || options === null) refuse("missing_options");
  checkContainerOptions(options);
  const layout = asObject(options)?.layout;
  if (layout === undefined || layout === null) refuse("missing_layout");
  const isList = Array.isArray(layout);
  const wrong = isList ? [...layout].find((count) => !Number.isInteger(count)) : layout;
  if (!isList || wrong !== undefined) {
    refuse("invalid_layout", { value: shown(wrong) });
  }
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

export function checkListener(event: unknown, handler: unknown): ElementEvent {
  if (event === undefined || event === null || event === "") {
    refuse("missing_event");
  }
  const known = ELEMENT_EVENTS.find((name) => name === event);
  if (known === undefined) {
    refuse("invalid_event", { value: shown(event) });
  }
  if (handler === undefined || handler === null) {
    refuse("missing_handler", { event: known });
  }
  if (typeof handler !== "function") {
    refuse("invalid_handler", { event: known });
  }
  return known;
}

export function checkCollectOptions(options: unknown): void {
  if (options === undefined) return;
  const given = asObject(options);
  if (given === undefined) refuse("invalid_collect_options");
  if (given.tokens !== undefined && typeof given.tokens !== "boolean") {
    refuse("invalid_tokens");
  }
  if (given.upsert !== undefined) checkUpsert(given.upsert);
  if (given.additionalFields !== undefined) checkAdditionalFields(given.additionalFields);
}

function checkUpsert(upsert: unknown): void {
  if (!Array.isArray(upsert) || upsert.length > MAX_UPSERTS) {
    refuse("invalid_upsert");
  }
  if (upsert.length === 0) refuse("empty_upsert");
  for (const [index, entry] of upsert.entries()) {
    const at = `upsert ${index + 1}`;
    const given = asObject(entry);
    if (given === undefined) refuse("invalid_upsert_entry", { at });
    checkText("table", given.table, at);
    checkText("column", given.column, at);
  }
}

function checkAdditionalFields(additionalFields: unknown): void {
  const given = asObject(additionalFields);
  if (given === undefined) refuse("invalid_additional_fields");
  const { records } = given;
  if (records === undefined || records === null) refuse("missing_records");
  if (!Array.isArray(records)) refuse("invalid_records");
  if (records.length === 0) refuse("empty_records");
  for (const [index, entry] of records.entries()) {
    const at = `record ${index + 1}`;
    const record = asObject(entry);
    if (record === undefined) refuse("invalid_record", { at });
    checkText("table", record.table, at);
    if (record.fields === undefined || record.fields === null) {
      refuse("missing_fields", { at });
    }
    if (asObject(record.fields) === undefined || !isJson(record.fields)) {
      refuse("invalid_fields", { at });
    }
  }
  if (JSON.stringify(records).length > MAX_RECORDS_CHARS) {
    refuse("invalid_records");
  }
}

/** No circle, no big integer: it has to travel as text. */
function isJson(fields: unknown): boolean {
  try {
    return JSON.stringify(fields) !== undefined;
  } catch {
    return false;
  }
}
