/** Bulk check: a file in, a stream of result rows out, and the same rows as a file again. */
import * as z from "zod/mini";
import { sentenceCodeFields } from "../site/sentence_code_fields.ts";
import { BANDS } from "./report.ts";

/** Most numbers in one list. */
export const BATCH_MAX_ROWS = 50;
/** Longest list, in characters. */
export const BATCH_MAX_CHARS = 40_000;

/** POST /services/report/batch with x-id-token; `csv` is the file's text, or one number per line. */
export const batchRequestSchema = z.strictObject({
  subscription_id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.maxLength(120)),
  csv: z.string().check(z.minLength(1), z.maxLength(BATCH_MAX_CHARS)),
  /** ISO 3166 alpha-2 or empty; used to parse numbers in national format. */
  country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

/** A `checked` row costs one credit; the other three cost nothing. */
export const BATCH_STATES = ["checked", "repeated", "unreadable", "no_credit"] as const;
/** The result of one line of the file. */
export const batchRowSchema = z.object({
  line: z.int(),
  text: z.string(),
  state: z.enum(BATCH_STATES),
  e164: z.string(),
  /** Formatted for display; empty in lists stored before it existed. */
  number: z.optional(z.string()),
  report_id: z.string(),
  country: z.string(),
  /** ISO 3166 alpha-2 or empty; empty in lists stored before it existed. */
  country_code: z.optional(z.string()),
  place: z.string(),
  line_type: z.string(),
  carrier: z.string(),
  score: z.nullable(z.number()),
  band: z.enum(BANDS),
  reasons: z.array(z.string()),
  /** Error message of a row that could not be checked, otherwise empty. */
  error: z.string(),
  ...sentenceCodeFields,
});
export type BatchRow = z.infer<typeof batchRowSchema>;

/** The NDJSON lines of the response. */
export const batchEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("row"), done: z.int(), of: z.int(), row: batchRowSchema }),
  z.object({ type: z.literal("done"), batch_id: z.string(), spent: z.int(), credits: z.int() }),
  z.object({ type: z.literal("failed"), error: z.string(), ...sentenceCodeFields }),
]);
export type BatchEvent = z.infer<typeof batchEventSchema>;

/**
 * Response of GET /services/report/batch with x-id-token: newest first. `/batch/{id}` and `/batch/{id}/csv` give one
 * list.
 */
export const batchesSchema = z.object({
  batches: z.array(z.object({ id: z.string(), name: z.string(), at: z.string(), rows: z.int() })),
});
export type Batches = z.infer<typeof batchesSchema>;
/** One stored list with its rows. */
export const batchSchema = z.object({
  id: z.string(),
  name: z.string(),
  at: z.string(),
  rows: z.array(batchRowSchema),
});
export type Batch = z.infer<typeof batchSchema>;
