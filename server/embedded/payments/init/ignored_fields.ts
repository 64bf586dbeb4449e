/** Names the fields of a body that nothing reads, so that a misspelled one does not go unnoticed. */
import type * as z from "zod/mini";
import { ActingMeta } from "../context/bodies.ts";

const ACTING = Object.keys(ActingMeta.shape);
/** Shorter names begin too many others. */
const MIN_CHARS = 4;

/**
 * Paths such as `capture` and `meta.captur`. `meta` takes any data of the merchant, so there only a name that looks
 * like one of the fields with an effect is reported.
 */
function ignoredFields(schema: z.ZodMiniObject, body: unknown): readonly string[] {
  if (!isObject(body)) return [];
  const strangers = Object.keys(body).filter((name) => !(name in schema.shape));
  const near = isObject(body.meta) ? Object.keys(body.meta).filter(looksActing) : [];
  return [...strangers, ...near.map((name) => `meta.${name}`)];
}

/** The answer's header; none when every field is read. Header values are ASCII, so other names are left out. */
export function ignoredHeader(schema: z.ZodMiniObject, body: unknown): Readonly<Record<string, string>> {
  const fields = ignoredFields(schema, body).filter((field) => /^[\w.-]{1,64}$/.test(field)).slice(0, 16);
  return fields.length === 0 ? {} : { "ignored-fields": fields.join(", ") };
}

/** `captur`, `Capture`, `capture_mode`: one is the beginning of the other, whatever its case and separators. */
function looksActing(name: string): boolean {
  const given = plain(name);
  if (ACTING.includes(name) || given.length < MIN_CHARS) return false;
  return ACTING.map(plain).some((acting) => given.startsWith(acting) || acting.startsWith(given));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
