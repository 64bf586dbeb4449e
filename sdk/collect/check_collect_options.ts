/** Validates the options of `collect` (S-VALID-18 to S-VALID-20). */
import { asObject, checkText } from "../elements/check_text.ts";
import { refuse } from "../errors/refuse.ts";

/** The frame accepts no more (wire/to_group.ts). */
const MAX_RECORDS_CHARS = 4000;
const MAX_UPSERTS = 20;

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

/** Refuses circular values and BigInt, which cannot be sent as text. */
function isJson(fields: unknown): boolean {
  try {
    return JSON.stringify(fields) !== undefined;
  } catch {
    return false;
  }
}
