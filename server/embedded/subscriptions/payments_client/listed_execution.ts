/** Parses the merchant API's list of executions into sums. */
import * as z from "zod/mini";
import type { Sums } from "../../../db/differences.ts";
import { centsOf } from "./execution.ts";

const Money = z.object({ value: z.string() });
const List = z.object({
  results: z.array(z.object({
    id: z.string(),
    state: z.string(),
    createdAt: z.string(),
    authorized: Money,
    captured: Money,
    refunded: Money,
  })),
  nextCursor: z.optional(z.string()),
});

export interface ListedExecution {
  readonly id: string;
  readonly atMs: number;
  /** True while an operation is in progress. */
  readonly isDeciding: boolean;
  readonly sums: Sums;
}

export interface ListedPage {
  readonly executions: readonly ListedExecution[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** Throws when the answer is not a list of executions. */
export function parseList(answer: unknown): ListedPage {
  const { results, nextCursor } = z.parse(List, answer);
  return { executions: results.map(parseListed), next: nextCursor };
}

function parseListed({ id, state, createdAt, ...money }: z.infer<typeof List>["results"][number]): ListedExecution {
  const [authorized, captured, refunded] = [money.authorized, money.captured, money.refunded].map(({ value }) =>
    centsOf(value) ?? 0
  );
  const capturedMinor = captured ?? 0;
  return {
    id,
    atMs: Date.parse(createdAt),
    isDeciding: state.endsWith("ing"),
    sums: { capturedMinor, refundedMinor: refunded ?? 0, heldMinor: Math.max(0, (authorized ?? 0) - capturedMinor) },
  };
}
