/**
 * Pages of long lists, newest first. A cursor names the last row of a page, so rows that are added move no other row.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { expressionBuilder, type ExpressionWrapper, type SqlBool } from "kysely";
import type { PaymentsTables } from "../db/tables.ts";
import { ApiError } from "./api_errors.ts";
import type { PaymentContext } from "./context.ts";

/** The position of a row in a list: no two rows of a list share one. */
export interface Position {
  readonly created_ms: number;
  readonly id: string;
}

/** ISO 8601. */
interface TimeFilter {
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** Tables with a list; all have the columns of a {@link Position}. */
type ListedTable = "pay_executions" | "pay_webhooks" | "pay_disputes";

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string;
}

interface List {
  /** Name of the list. */
  readonly list: string;
  readonly clientId: string;
  /** The query of the request; `cursor` and `limit` may differ from page to page. */
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
}

/** Where the page begins: undefined for the first. Throws 404 for any cursor that this list did not give. */
export function readCursor(context: Pick<PaymentContext, "keys">, list: List): Position | undefined {
  const { cursor } = list.query;
  if (cursor === undefined) return undefined;
  const [, created = "", id = ""] = /^(\d{1,16})\.([\w-]{1,64})\.[\w-]{43}$/.exec(cursor) ?? [];
  const position = { created_ms: Number(created), id };
  if (!isEqual(cursor, cursorOf(context, list, position))) throw new ApiError("not-found");
  return position;
}

/** The rows of one page: made in the time that the query names, and below the row that the cursor names. */
export function isOnPage(
  { createdFrom, createdBefore }: TimeFilter,
  after: Position | undefined,
): ExpressionWrapper<PaymentsTables, ListedTable, SqlBool> {
  const eb = expressionBuilder<PaymentsTables, ListedTable>();
  return eb.and([
    ...(createdFrom === undefined ? [] : [eb("created_ms", ">=", Date.parse(createdFrom))]),
    ...(createdBefore === undefined ? [] : [eb("created_ms", "<", Date.parse(createdBefore))]),
    ...(after === undefined ? [] : [eb(eb.refTuple("created_ms", "id"), "<", eb.tuple(after.created_ms, after.id))]),
  ]);
}

/** Cuts a page from rows, of which one more than `limit` was read. */
export function pageOf<Row extends Position>(
  context: Pick<PaymentContext, "keys">,
  list: List,
  found: readonly Row[],
): Page<Row> {
  const rows = found.slice(0, list.query.limit);
  const last = rows.at(-1);
  return found.length === rows.length || last === undefined
    ? { rows }
    : { rows, nextCursor: cursorOf(context, list, last) };
}

/** Signed with merchant and filters: a cursor opens no other list. */
function cursorOf({ keys }: Pick<PaymentContext, "keys">, list: List, { created_ms, id }: Position): string {
  const { limit: _limit, cursor: _cursor, ...filters } = list.query;
  const signed = JSON.stringify(["cursor", list.list, list.clientId, Object.entries(filters).sort(), created_ms, id]);
  return `${created_ms}.${id}.${createHmac("sha256", keys.tokens).update(signed).digest("base64url")}`;
}

function isEqual(given: string, right: string): boolean {
  const [left, other] = [new TextEncoder().encode(given), new TextEncoder().encode(right)];
  return left.byteLength === other.byteLength && timingSafeEqual(left, other);
}
