/** The registry check: the terms accepted for each search, and the entries whose names match. */
import * as z from "zod/mini";

/** Response of GET /services/report/registry with x-id-token of an owner: the source of the entries and its terms. */
export const registryAboutSchema = z.object({
  source: z.string(),
  /** True for sample data, until a licensed source is connected. */
  is_sample: z.boolean(),
  terms_version: z.string(),
  terms: z.array(z.string()),
  /** The code of each term. */
  term_codes: z.optional(z.array(z.string())),
});
export type RegistryAbout = z.infer<typeof registryAboutSchema>;

/** Longest name that a search takes, in characters. */
export const SEARCH_NAME_MAX_CHARS = 120;
/** POST /services/report/registry: one search, with the version of the terms that was accepted for it. */
export const registrySearchSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(SEARCH_NAME_MAX_CHARS)),
  accepted_terms: z.string().check(z.maxLength(40)),
});
export type RegistrySearch = z.infer<typeof registrySearchSchema>;

/** `name`: all parts of the name match; `alias`: all parts match another name of the entry. */
export const registryHitSchema = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  birth_year: z.int(),
  place: z.string(),
  matched: z.enum(["name", "alias"]),
  matched_text: z.string(),
});
export type RegistryHit = z.infer<typeof registryHitSchema>;
/**
 * Response of the search; 403 without a product that includes it, 409 when other terms than the current were accepted.
 */
export const registryResultSchema = z.object({
  source: z.string(),
  is_sample: z.boolean(),
  /** "A match of names is not a match of persons ...": shown above every result. */
  notice: z.string(),
  notice_code: z.optional(z.string()),
  hits: z.array(registryHitSchema),
  /** Number of matching entries; may exceed the number shown. */
  total: z.int(),
});
export type RegistryResult = z.infer<typeof registryResultSchema>;
