/**
 * Compares what the subscriptions service recorded as paid and refunded with the executions of the payments service.
 */
import {
  type ComparedTime,
  type Difference,
  inSlices,
  isSameSums,
  NO_SUMS,
  type Sums,
} from "../../../db/differences.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { ListedExecution } from "../payments_client/listed_execution.ts";
import { PaymentsError } from "../payments_client/send.ts";

type BookContext = Pick<SubscriptionContext, "db" | "api">;

/** The executions of this period, page by page, and then the charges of this period that belong to none of them. */
export async function bookDifferences(
  context: BookContext,
  time: ComparedTime,
): Promise<readonly Difference[]> {
  const differences = new Map<string, Difference>();
  const seen = new Set<string>();
  await inSlices(time, async (slice) => {
    let pages = 0;
    let cursor: string | undefined;
    do {
      const { executions, next } = await context.api.list({ ...slice, cursor });
      for (const { id } of executions) seen.add(id);
      // An execution that moved in two slices is listed in both.
      for (const difference of await unlikeBooks(context, executions)) differences.set(difference.subject, difference);
      [pages, cursor] = [pages + 1, next];
    } while (cursor !== undefined);
    return pages > 1;
  });
  return [...differences.values(), ...await chargesWithoutExecution(context, time, seen)];
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

function sumsOf({ cents, refundedCents }: Pick<Book, "cents" | "refundedCents">): Sums {
  return { capturedMinor: cents, refundedMinor: refundedCents, heldMinor: 0 };
}

/** What the books say about these executions: of those with a charge or an unfinished checkout. */
async function booksOf({ db }: BookContext, ids: readonly string[]): Promise<ReadonlyMap<string, Book>> {
  const charges = await db.selectFrom("subs_charges as c").leftJoin("subs_refunds as r", "r.charge_id", "c.id")
    .select([
      "c.execution_id",
      "c.cents",
      "c.state",
      "r.cents as refund_cents",
      "r.state as refund_state",
      "r.sent_cents",
    ])
    .where("c.execution_id", "in", ids).execute();
  const checkouts = await db.selectFrom("subs_checkouts").select("execution_id").where("execution_id", "in", ids)
    .where((eb) => eb.or([eb("state", "in", ["open", "completing"]), eb("cancel_ms", "is not", null)])).execute();
  return new Map([
    ...checkouts.map(({ execution_id }) => [execution_id, { cents: 0, refundedCents: 0, isMoving: true }] as const),
    ...charges.map(({ execution_id, cents, state, refund_cents, refund_state, sent_cents }) => {
      const isPaid = state === "succeeded" || state === "refunded" || state === "mismatch";
      return [execution_id, {
        cents: isPaid ? cents : 0,
        // Of a refund that a dispute dropped, only the parts that were sent before.
        refundedCents: state !== "refunded" ? 0 : (refund_state === "dropped" ? sent_cents : refund_cents) ?? 0,
        isMoving: state === "sending" || refund_state === "due",
      }] as const;
    }),
  ]);
}

/**
 * Charges that were paid or refunded and whose execution was not listed. It was created a moment before its charge, or
 * in another period of a charge that was declined first; or it did not move as the books say.
 */
async function chargesWithoutExecution(
  context: BookContext,
  time: ComparedTime,
  seen: ReadonlySet<string>,
): Promise<readonly Difference[]> {
  const differences = new Map<string, Difference>();
  for (const { execution_id: subject, created_ms: atMs } of await chargesOf(context, time)) {
    if (seen.has(subject) || differences.has(subject)) continue;
    const book = (await booksOf(context, [subject])).get(subject);
    if (book === undefined || book.isMoving) continue;
    const [expected, found] = [sumsOf(book), await movedSums(context, subject, book)];
    if (isSameSums(expected, found)) continue;
    differences.set(subject, { between: "books", subject, atMs, expected, found });
  }
  return [...differences.values()];
}

async function chargesOf(
  { db }: BookContext,
  { by, fromMs, toMs }: ComparedTime,
): Promise<readonly { readonly execution_id: string; readonly created_ms: number }[]> {
  const paid = db.selectFrom("subs_charges as c").select(["c.execution_id", "c.created_ms"])
    .where("c.state", "in", ["succeeded", "refunded"]);
  if (by === "creation") {
    return await paid.where("c.created_ms", ">=", fromMs).where("c.created_ms", "<", toMs).execute();
  }
  const charged = await paid.where("c.settled_ms", ">=", fromMs).where("c.settled_ms", "<", toMs).execute();
  const refunded = await paid.innerJoin("subs_refunds as r", "r.charge_id", "c.id").where("r.state", "=", "sent")
    .where("r.settled_ms", ">=", fromMs).where("r.settled_ms", "<", toMs).execute();
  return [...charged, ...refunded];
}

/** What the execution reports. An answer without amounts says only whether it was captured and refunded. */
async function movedSums({ api }: BookContext, executionId: string, book: Book): Promise<Sums> {
  try {
    const { capture, refund } = (await api.read(executionId)).operations;
    return sumsOf({
      cents: capture.last === "done" ? capture.cents ?? book.cents : 0,
      refundedCents: refund.last === "done" ? refund.cents ?? book.refundedCents : 0,
    });
  } catch (error) {
    if (error instanceof PaymentsError && error.isMissing) return NO_SUMS;
    throw error;
  }
}
