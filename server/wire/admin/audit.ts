/**
 * GET /api/admin/audit?before={n}&limit={1..100}&operator={id}&act={name}: the audit log, newest first. Each row holds
 * the hash of the previous one; `deno task audit verify` proves the chain (docs/operations/console.md).
 */
import * as z from "zod/mini";
import { moment, subjectSchema } from "./fields.ts";
import { ACTS } from "./acts.ts";
import { roleSchema } from "./roles.ts";

/** Acts of roles.ts, and what is logged beside them. */
export const AUDITED = [
  "signed_in",
  "sign_in_refused",
  "signed_out",
  "operator_added",
  "operator_disabled",
  "passkey_enrolled",
  "searched",
  "viewed",
  "revealed",
  "downloaded",
  "previewed",
  "refused",
  ...ACTS,
] as const;
export const auditRowSchema = z.object({
  /** 1 for the first row, without gaps. */
  n: z.int(),
  at: moment,
  /** Null for what the command line did, and for a refused sign-in. */
  operator: z.nullable(z.object({ id: z.string(), email: z.string(), role: roleSchema })),
  what: z.enum(AUDITED),
  subject: z.nullable(subjectSchema),
  /** As the operator wrote it; empty where none is asked for. */
  reason: z.string(),
  /** Facts without personal data: `minor`, `currency`, `field`, `state`, `matched`... */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Hex SHA-256. */
  hash: z.string(),
});
export const auditSchema = z.object({
  rows: z.array(auditRowSchema),
  /** `before` of the next page; null at the end. */
  next: z.nullable(z.int()),
  /** The newest row; keep its hash elsewhere to prove later that no row was cut off. */
  head: z.nullable(z.object({ n: z.int(), hash: z.string() })),
});
export type Audit = z.infer<typeof auditSchema>;
