/** Compares what the subscriptions service recorded as paid and refunded with the executions of the payments service. */
import { type ComparedTime, type Difference, NO_SUMS, type Sums } from "../../../db/differences.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { ListedExecution } from "../payments_client/listed_execution.ts";
import { PaymentsError } from "../payments_client/send.ts";

type BookContext = Pick<SubscriptionContext, "db" | "api">;

/** The executions of this time, page by page, and then the charges of this time that name none of them. */
export async function bookDifferences(
  context: BookContext,
  time: ComparedTime,
): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await context.api.list({ ...time, cursor });
    for (const { id } of page.executions) seen.add(id);
    differences.push(...await unlikeBooks(context, page.executions));
    cursor = page.next;
  } while (cursor !== undefined);
  return [...differences, ...await chargesWithoutExecution(context, time, seen)];
}

interface Book {
  readonly cents: number;
  readonly refundedCents: number;
  /** True while a charge or its refund is in progress. */
  readonly isMoving: boolean;
}

async function unlikeBooks(
  context: BookContext,
  executions: readonly ListedExecution[],
): Promise<readonly Difference[]> {
  if (executions.length === 0) return [];
  const books = await booksOf(context, executions.map(({ id }) => id));
  return executions.flatMap(({ id, atMs, isDeciding, sums: found }): Difference[] => {
    const book = books.get(id);
    if (isDeciding || book?.isMoving === true) return [];
    const expected = book === undefined ? NO_SUMS : sumsOf(book);
    const isSame = book === undefined
      // A checkout that was given up after its capture was refunded: what it took is back.
      ? found.capturedMinor === found.refundedMinor && found.heldMinor === 0
      : expected.capturedMinor === found.capturedMinor && expected.refundedMinor === found.refundedMinor;
    return isSame ? [] : [{ between: "books", subject: id, atMs, expected, found }];
  });
}

function sumsOf({ cents, refundedCents }: Book): Sums {
  return { capturedMinor: cents, refundedMinor: refundedCents, heldMinor: 0 };
}

/** What the books say of these executions: of those with a charge or an unfinished checkout. */
async function booksOf({ db }: BookContext, ids: readonly string[]): Promise<ReadonlyMap<string, Book>> {
  const charges = await db.selectFrom("subs_charges as c").leftJoin("subs_refunds as r", "r.charge_id", "c.id")
    .select(["c.execution_id", "c.cents", "c.state", "r.cents as refund_cents", "r.state as refund_state"])
    .where("c.execution_id", "in", ids).execute();
  const checkouts = await db.selectFrom("subs_checkouts").select("execution_id").where("execution_id", "in", ids)
    .where((eb) => eb.or([eb("state", "in", ["open", "completing"]), eb("cancel_ms", "is not", null)])).execute();
  return new Map([
    ...checkouts.map(({ execution_id }) => [execution_id, { cents: 0, refundedCents: 0, isMoving: true }] as const),
    ...charges.map(({ execution_id, cents, state, refund_cents, refund_state }) => {
      const isPaid = state === "succeeded" || state === "refunded" || state === "mismatch";
      return [execution_id, {
        cents: isPaid ? cents : 0,
        refundedCents: state === "refunded" ? refund_cents ?? cents : 0,
        isMoving: state === "sending" || refund_state === "due",
      }] as const;
    }),
  ]);
}

/** Paid charges whose execution the payments service does not know. */
async function chargesWithoutExecution(
  context: BookContext,
  { fromMs, toMs }: ComparedTime,
  seen: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const rows = await context.db.selectFrom("subs_charges").select(["execution_id", "cents", "created_ms"])
    .where("state", "=", "succeeded").where("created_ms", ">=", fromMs).where("created_ms", "<", toMs).execute();
  const differences: Difference[] = [];
  for (const { execution_id: subject, cents, created_ms: atMs } of rows) {
    if (seen.has(subject) || await isKnown(context, subject)) continue;
    const expected = { capturedMinor: cents, refundedMinor: 0, heldMinor: 0 };
    differences.push({ between: "books", subject, atMs, expected, found: NO_SUMS });
  }
  return differences;
}

/** Created a moment before its charge, or in another period of a charge that was declined first. */
async function isKnown({ api }: BookContext, executionId: string): Promise<boolean> {
  try {
    return (await api.read(executionId)).operations.capture.last === "done";
  } catch (error) {
    if (error instanceof PaymentsError && error.isFinal) return false;
    throw error;
  }
}
