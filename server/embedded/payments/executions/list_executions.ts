/** Lists and searches a merchant's executions. */
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { PaymentContext } from "../context/context.ts";
import { isOnPage, type Page, pageOf, readCursor } from "../context/pages.ts";
import type { Queries } from "../db/queries.ts";
import type { ExecutionRow } from "../db/tables.ts";
import type { ExecutionsQuery } from "../schemas/queries.ts";

const COLUMNS = [
  "id",
  "workflow_code",
  "merchant_reference",
  "holder_reference",
  "workspace_id",
  "amount_minor",
  "currency",
  "state",
  "authorized_minor",
  "captured_minor",
  "refunded_minor",
  "instrument_id",
  "card_network",
  "card_suffix",
  "created_ms",
] as const;

/** The columns that a list shows; a history and `meta` can be large. */
export type ListedExecution = Pick<ExecutionRow, (typeof COLUMNS)[number]>;

/** More than the clocks of two servers differ. */
const SKEW_MS = 3_600_000;

/** One page of the merchant's executions, newest first. Each filter has an index in the order of the list. */
export async function listExecutions(
  context: PaymentContext,
  clientId: string,
  query: z.infer<typeof ExecutionsQuery>,
): Promise<Page<ListedExecution>> {
  const list = { list: "executions", clientId, query };
  const { keys, reading } = context;
  const rows = await reading((db) => executionsQuery({ db, keys }, clientId, query).execute());
  return pageOf(context, list, rows);
}

/** Apart from its execution, so that a test reads its plan. */
export function executionsQuery(
  context: Pick<PaymentContext, "db" | "keys">,
  clientId: string,
  query: z.infer<typeof ExecutionsQuery>,
) {
  const { merchantReference, holderReference, state, movedFrom, movedBefore, limit } = query;
  const isMoved = movedFrom !== undefined || movedBefore !== undefined;
  const after = readCursor(context, { list: "executions", clientId, query });
  return context.db.selectFrom("pay_executions").select(COLUMNS).where("client_id", "=", clientId)
    .$if(merchantReference !== undefined, (rows) => rows.where("merchant_reference", "=", merchantReference ?? ""))
    .$if(holderReference !== undefined, (rows) => rows.where("holder_reference", "=", holderReference ?? ""))
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? ""))
    .$if(isMoved, (rows) => rows.where("id", "in", movedIn(context.db, timesOf(query))))
    // No money moves before its execution is created. So the list is read from there on, and not from its newest row.
    .$if(movedBefore !== undefined, (rows) => rows.where("created_ms", "<", Date.parse(movedBefore ?? "") + SKEW_MS))
    .where(isOnPage(query, after))
    .orderBy("created_ms", "desc").orderBy("id", "desc").limit(limit + 1);
}

function timesOf({ movedFrom, movedBefore }: z.infer<typeof ExecutionsQuery>) {
  const [fromMs, toMs] = [movedFrom, movedBefore].map((time) => time === undefined ? undefined : Date.parse(time));
  return { fromMs, toMs };
}

interface MoveTimes {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/** The executions with a successful call to the acquirer that ended in the time. */
export function movedIn(db: Queries, { fromMs, toMs }: MoveTimes) {
  // A literal rather than a parameter: the partial index serves only a literal.
  return db.selectFrom("pay_intents").select("execution_id").where("outcome", "=", sql.lit("approved"))
    .$if(fromMs !== undefined, (moves) => moves.where("resolved_ms", ">=", fromMs ?? 0))
    .$if(toMs !== undefined, (moves) => moves.where("resolved_ms", "<", toMs ?? 0));
}
