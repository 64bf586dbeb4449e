/** Who may do what in the operator's console: one table, which the server enforces and the screens read. */
import * as z from "zod/mini";
import { type Act, ACTS } from "./acts.ts";

/** `support` helps customers, `finance` looks after money, `owner` may do everything. */
export const ROLES = ["support", "finance", "owner"] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

/**
 * Rights that only read. `customers` is search, customer pages and timelines; `reveal` unmasks one field and is logged.
 */
export const READS = ["customers", "reveal", "disputes", "differences", "figures", "audit", "operators"] as const;
export type Right = Act | (typeof READS)[number];
export const RIGHTS: readonly Right[] = [...READS, ...ACTS];

/** The table role x right. Specified in docs/operations/console.md. */
export const MAY: Readonly<Record<Right, readonly Role[]>> = {
  customers: ["support", "finance", "owner"],
  reveal: ["support", "finance", "owner"],
  disputes: ["support", "finance", "owner"],
  differences: ["finance", "owner"],
  figures: ["finance", "owner"],
  audit: ["owner"],
  operators: ["owner"],
  refund: ["support", "finance", "owner"],
  cancel: ["support", "owner"],
  pause: ["support", "owner"],
  resume: ["support", "owner"],
  resend: ["support", "owner"],
  replay_webhook: ["support", "finance", "owner"],
  answer_dispute: ["support", "finance", "owner"],
  export: ["support", "owner"],
  erase: ["support", "owner"],
};

/** Whether this role may do this. */
export function roleMay(role: Role, right: Right): boolean {
  return MAY[right].includes(role);
}
