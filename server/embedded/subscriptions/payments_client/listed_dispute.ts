/** Parses the merchant API's disputes. */
import * as z from "zod/mini";
import { centsOf } from "./execution.ts";

const Money = z.object({ value: z.string() });
const DisputeAnswer = z.object({
  id: z.string(),
  executionId: z.string(),
  kind: z.string(),
  state: z.string(),
  category: z.string(),
  withdrawn: Money,
  returned: Money,
  fee: Money,
  createdAt: z.string(),
});
const List = z.object({ results: z.array(DisputeAnswer), nextCursor: z.optional(z.string()) });

export interface Dispute {
  readonly id: string;
  readonly executionId: string;
  /** `early_warning`, `inquiry` or `chargeback`. */
  readonly kind: string;
  readonly state: string;
  readonly category: string;
  readonly withdrawnCents: number;
  readonly returnedCents: number;
  readonly feeCents: number;
  readonly createdMs: number;
}

export interface DisputesPage {
  readonly disputes: readonly Dispute[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** Throws when the answer is not a dispute. */
export function parseDispute(answer: unknown): Dispute {
  const { withdrawn, returned, fee, createdAt, ...rest } = z.parse(DisputeAnswer, answer);
  return {
    ...rest,
    withdrawnCents: centsOf(withdrawn.value) ?? 0,
    returnedCents: centsOf(returned.value) ?? 0,
    feeCents: centsOf(fee.value) ?? 0,
    createdMs: Date.parse(createdAt),
  };
}

/** Throws when the answer is not a list of disputes. */
export function parseDisputes(answer: unknown): DisputesPage {
  const { results, nextCursor } = z.parse(List, answer);
  return { disputes: results.map(parseDispute), next: nextCursor };
}
