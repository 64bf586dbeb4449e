/** What is sent beside an English sentence on the wire, as a schema. */
import * as z from "zod/mini";

/** A service that sends neither is shown in English. */
export const sentenceCodeFields = {
  code: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
};
