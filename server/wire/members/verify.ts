/** What /verify/{hash} shows about a report that was issued as a PDF. */
import * as z from "zod/mini";
import { BANDS } from "./report.ts";

/** SHA-256 of the report's data, hex. */
export const HASH = /^[0-9a-f]{64}$/;

/** GET /services/report/verify/{hash}, public for every holder of the hash; 404 when no such report was issued. */
export const verifiedSchema = z.object({
  hash: z.string(),
  report_id: z.string(),
  number: z.string(),
  score: z.nullable(z.number()),
  band: z.enum(BANDS),
  checked_at: z.string(),
  /** Time at which the hash was first printed on a PDF, ISO 8601. */
  printed_at: z.string(),
  versions: z.array(z.string()),
});
export type Verified = z.infer<typeof verifiedSchema>;
