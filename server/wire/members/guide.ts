/** The guide on the wire: chapters of sections and paragraphs, each with its sources. */
import * as z from "zod/mini";

/** Answers of quiz question 3 that have a chapter of their own; the other chapters are for every reader. */
export const CONTACT_KINDS = [
  "bank",
  "delivery",
  "government",
  "tech_support",
  "family",
  "trade",
  "employer",
  "online",
  "did_not_say",
] as const;

/** One chapter of the guide. */
export const chapterSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Kind of contact; null for chapters for every reader. */
  about: z.nullable(z.enum(CONTACT_KINDS)),
  lead: z.string(),
  /** What to do comes first, in order, then what explains it. */
  sections: z.array(z.object({
    title: z.string(),
    steps: z.optional(z.array(z.string())),
    paragraphs: z.array(z.string()),
  })),
  /** Key points, one per line. */
  short: z.array(z.string()),
  /** An authority, and its advice in our words. */
  sources: z.array(z.object({ who: z.string(), says: z.string() })),
});
export type Chapter = z.infer<typeof chapterSchema>;

/** Response of GET /services/report/guide with x-id-token of an owner; `/guide/pdf` gives the same as a file. */
export const guideSchema = z.object({ title: z.string(), version: z.string(), chapters: z.array(chapterSchema) });
export type Guide = z.infer<typeof guideSchema>;
