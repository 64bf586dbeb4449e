/** What /verify/{hash} says about a report that was handed out as a PDF. */
import * as z from "zod/mini";
import { BANDS } from "./members.ts";

/** SHA-256 in hex of the report's data. */
export const HASH = /^[0-9a-f]{64}$/;

/** GET /services/report/verify/{hash}, open to every holder of the hash; 404 when no such report was handed out. */
export const verifiedSchema = z.object({
  hash: z.string(),
  report_id: z.string(),
  number: z.string(),
  score: z.nullable(z.number()),
  band: z.enum(BANDS),
  checked_at: z.string(),
  /** When the hash was first printed on a PDF. */
  printed_at: z.string(),
  versions: z.array(z.string()),
});
export type Verified = z.infer<typeof verifiedSchema>;
