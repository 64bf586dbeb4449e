/** Finds customers by email, number, card or reference. Nothing matches in part, so a search lists no customers. */
import type { ExecutionFacts } from "../embedded/payments/for_operators.ts";
import type { PurchaseFacts } from "../embedded/subscriptions/for_operators.ts";
import { asciiDigits } from "../wire/digits.ts";
import { isEmail } from "../wire/email.ts";
import {
  cardNumberIn,
  type MATCHES,
  MAX_RESULTS,
  type searchedSchema,
  type SearchResult,
} from "../wire/admin/search.ts";
import type * as z from "zod/mini";
import { accountId, type CustomerFacts, findCustomer, paidFor } from "./customers.ts";
import { masked, NOTHING } from "./mask.ts";
import type { ConsolePorts } from "./ports.ts";

export type Searched = z.infer<typeof searchedSchema>;
type Match = (typeof MATCHES)[number];

/** What a search has found, before it is shown. */
interface Found {
  /** Ids of accounts and purchases, in the order to show. */
  readonly customers: readonly { readonly id: string; readonly matched: Match }[];
  readonly executions: readonly string[];
  /** The query is the id of a request, which wrote what was found. */
  readonly isRequest: boolean;
  /** Not all was read. */
  readonly isCut: boolean;
}

const NONE: Found = { customers: [], executions: [], isRequest: false, isCut: false };
/** One more than is shown, to know whether there are more. */
const LIMIT = MAX_RESULTS + 1;
/** Of rows of which one customer has several: purchases, payments and look-ups. */
const ROWS_LIMIT = LIMIT * 5;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PHONE = /^[+(\d][\d\s().\-/]{6,30}$/;

/** A card as the console and receipts show it: "Visa •••• 4242". */
const SHOWN_CARD = /^(?:\p{L}+ ){0,3}[•*xX·. -]*(\d{4})$/u;

/** A value without what surrounded it where it was copied: quotes, brackets, a number sign, the end of a sentence. */
const INSIDE = /[^\s"'“”„‘’«»<>()[\]{}#,;:.!?](?:.*[^\s"'“”„‘’«»<>()[\]{}#,;:.!?])?/su;
/** Words before it: "Receipt no. ", "tel:", `requestId":"`. */
const LABEL = /^(?:\p{L}[\p{L}._-]*[\s:=#"']+)+/u;

/** A receipt's number as people write it down; that of a refund ends with "-R" and names its charge. */
const RECEIPT = /\bTC[\s-]*(\d{4})[\s-]*(\d{6,})(?:-R)?\b/i;
/** The id of an execution or a request without its dashes. */
const BARE_UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;
/** The page of the console about one subject. */
const CONSOLE_PAGE = /\/admin\/(?:customers|purchases|executions|disputes)\/([^/?#\s]+)/;
/** What links to the web app call the purchase. */
const PURCHASE_OF_LINK = /[?&#]vSubscriptionId=([^&#\s]+)/;

/** The query as it was typed, and the value in it. */
function readingsOf(text: string): { readonly typed: string; readonly value: string } {
  const typed = asciiDigits(text).replaceAll(/\p{Cf}/gu, "").trim();
  const bare = inside(decoded(typed.replaceAll(/[\p{Pd}\u2212]/gu, "-")));
  const value = linkedIn(bare) ?? SHOWN_CARD.exec(bare)?.[1] ?? addressIn(bare) ?? receiptIn(bare) ??
    inside(bare.replace(LABEL, ""));
  const id = value.replace(BARE_UUID, "$1-$2-$3-$4-$5");
  return { typed, value: UUID.test(id) ? id.toLowerCase() : value };
}

/** As an address bar shows it: "a%2Bb%40mail.example" is "a+b@mail.example". */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function linkedIn(text: string): string | undefined {
  return CONSOLE_PAGE.exec(text)?.[1] ?? PURCHASE_OF_LINK.exec(text)?.[1];
}

function receiptIn(text: string): string | undefined {
  const [found, year, number] = RECEIPT.exec(text) ?? [];
  return found === undefined ? undefined : `TC-${year}-${number}`;
}

function inside(text: string): string {
  return INSIDE.exec(text)?.[0] ?? "";
}

/** An address as an email or a link shows it: "Ann <ann@mail.example>", "mailto:ann@mail.example?subject=". */
function addressIn(text: string): string | undefined {
  const address = text.split(/[\s<>",;:\\?=&]+/).find((part) => part.includes("@"));
  return address === undefined ? undefined : inside(address);
}

/** The value is searched for when nothing has the query as it was typed. */
export async function search(ports: ConsolePorts, text: string): Promise<Searched> {
  if (cardNumberIn(text) !== undefined) {
    return { results: [], more: false, read_as: "card_number", unseen: [...ports.unseen] };
  }
  const { typed, value } = readingsOf(text);
  const searched = await searchFor(ports, typed);
  return searched.results.length > 0 || value === typed ? searched : await searchFor(ports, value);
}

async function searchFor(ports: ConsolePorts, query: string): Promise<Searched> {
  const readAs = kindOf(query);
  const found = await findBy(ports, readAs, query);
  const results = await viewFound(ports, found);
  const isRequest = found.isRequest || results.length === 0 && UUID.test(query);
  return {
    results: results.slice(0, MAX_RESULTS),
    more: results.length > MAX_RESULTS || found.isCut,
    read_as: readAs === "reference" && isRequest ? "request_id" : readAs,
    unseen: [...ports.unseen],
  };
}

function kindOf(query: string): "email" | "phone" | "last_four" | "reference" {
  if (isEmail(query)) return "email";
  if (/^\d{4}$/.test(query)) return "last_four";
  return PHONE.test(query) ? "phone" : "reference";
}

async function findBy(ports: ConsolePorts, kind: ReturnType<typeof kindOf>, query: string): Promise<Found> {
  switch (kind) {
    case "email":
      return await byEmail(ports, query);
    case "last_four":
      return await byLastFour(ports, query);
    case "phone":
      return await byPhone(ports, query);
    case "reference":
      return await byReference(ports, query);
  }
}

function customers(matched: Match, ...ids: readonly (readonly string[])[]): Found {
  return { ...NONE, customers: ids.flat().map((id) => ({ id, matched })) };
}

async function byEmail(ports: ConsolePorts, email: string): Promise<Found> {
  const account = await ports.identity?.byEmail(email);
  const purchases = await ports.subscriptions?.find({ email, limit: ROWS_LIMIT }) ?? [];
  const found = customers("email", account === undefined ? [] : [accountId(account.uid)], purchases);
  // Other merchants may name a holder or an order by an address.
  const executions = await ports.payments?.byReference(email, LIMIT) ?? [];
  return { ...found, executions, isCut: purchases.length >= ROWS_LIMIT };
}

async function byLastFour({ payments, subscriptions }: ConsolePorts, digits: string): Promise<Found> {
  const paid = await payments?.byLastFour(digits, ROWS_LIMIT);
  if (paid === undefined) return NONE;
  const { instruments, executions } = paid;
  // A plan renews many times: those of a few customers fill the limit of payments.
  const query = { instrumentIds: instruments, executionIds: executions, limit: ROWS_LIMIT };
  const purchases = await subscriptions?.find(query) ?? [];
  const isCut = [instruments, executions, purchases].some(({ length }) => length >= ROWS_LIMIT);
  return { ...customers("last_four", purchases), executions, isCut };
}

async function byPhone(ports: ConsolePorts, text: string): Promise<Found> {
  const e164 = ports.members?.parseNumber(text) ?? text.replace(/[^\d+]/g, "");
  const account = await ports.identity?.byPhone(e164);
  const own = await ports.members?.byOwnNumber(e164, LIMIT) ?? [];
  const lookedUp = await ports.members?.byLookedUp(e164, ROWS_LIMIT) ?? [];
  const phone = [...new Set([...(account === undefined ? [] : [account.uid]), ...own])].map(accountId);
  const lookers = lookedUp.map(({ uid, purchase }) => uid === "" ? purchase : accountId(uid));
  return {
    ...NONE,
    customers: [...customers("phone", phone).customers, ...customers("looked_up_number", lookers).customers],
    isCut: lookedUp.length >= ROWS_LIMIT || own.length >= LIMIT,
  };
}

async function byReference(ports: ConsolePorts, reference: string): Promise<Found> {
  const executions = await ports.payments?.byReference(reference, LIMIT) ?? [];
  const named = await ports.subscriptions?.byReference(reference) ?? [];
  const bought = await ports.subscriptions?.find({ executionIds: executions, limit: LIMIT }) ?? [];
  const account = reference.startsWith("acc-") ? [reference] : [];
  const found = { ...customers("reference", account, named, bought), executions };
  return found.customers.length + executions.length > 0 ? found : await byRequest(ports, reference);
}

/** What a request or a job wrote, by the id that its answer and its log lines have. */
async function byRequest({ payments, subscriptions }: ConsolePorts, requestId: string): Promise<Found> {
  const executions = await payments?.byRequest(requestId, LIMIT) ?? [];
  const named = await subscriptions?.byRequest(requestId, LIMIT) ?? [];
  const bought = await subscriptions?.find({ executionIds: executions, limit: LIMIT }) ?? [];
  const isRequest = executions.length + named.length > 0;
  const isCut = [executions, named, bought].some(({ length }) => length >= LIMIT);
  return { ...customers("request", named, bought), executions, isRequest, isCut };
}

async function viewFound(
  ports: ConsolePorts,
  { customers, executions, isRequest }: Found,
): Promise<readonly SearchResult[]> {
  const results = new Map<string, SearchResult>();
  for (const { id, matched } of customers) {
    if (results.size > MAX_RESULTS) break;
    const customer = await findCustomer(ports, id);
    if (customer === undefined) continue;
    const known = results.get(customer.id);
    if (known === undefined) results.set(customer.id, viewResult(customer, id, matched));
    // Two purchases of one customer matched: the customer's page shows both.
    else if (known.purchase_id !== null && known.purchase_id !== id && !id.startsWith("acc-")) {
      results.set(customer.id, { ...known, purchase_id: onlyPurchase(customer) });
    }
  }
  const foreign = await foreignExecutions(ports, executions);
  const matched = isRequest ? "request" : "reference";
  return [...results.values(), ...foreign.map((execution) => viewExecution(execution, matched))];
}

function onlyPurchase({ purchases }: CustomerFacts): string | null {
  return purchases.length === 1 ? purchases[0]?.id ?? null : null;
}

function viewResult(customer: CustomerFacts, id: string, matched: Match): SearchResult {
  const [newest] = customer.purchases;
  const named = customer.purchases.find((purchase: PurchaseFacts) => purchase.id === id);
  return {
    kind: "customer",
    id: customer.id,
    matched,
    email: masked(customer.email, "email", { kind: "customer", id: customer.id }),
    purchase_id: named?.id ?? onlyPurchase(customer),
    status: newest?.status ?? "",
    purchases: customer.purchases.length,
    paid: [...paidFor(customer.purchases)],
    last_at: newest === undefined ? null : new Date(newest.startedMs).toISOString(),
  };
}

/** Payments of other merchants, and of checkouts that ended without a purchase. */
async function foreignExecutions(
  { payments, subscriptions }: ConsolePorts,
  ids: readonly string[],
): Promise<readonly ExecutionFacts[]> {
  const executions = await payments?.executions(ids) ?? [];
  const foreign: ExecutionFacts[] = [];
  for (const execution of executions) {
    if (foreign.length > MAX_RESULTS) break;
    const [purchase] = await subscriptions?.find({ executionIds: [execution.id], limit: 1 }) ?? [];
    if (purchase === undefined) foreign.push(execution);
  }
  return foreign;
}

function viewExecution({ id, state, currency, paidMinor, createdMs }: ExecutionFacts, matched: Match): SearchResult {
  return {
    kind: "execution",
    id,
    matched,
    email: NOTHING,
    purchase_id: null,
    status: state,
    purchases: 0,
    paid: [{ minor: paidMinor, currency }],
    last_at: new Date(createdMs).toISOString(),
  };
}
