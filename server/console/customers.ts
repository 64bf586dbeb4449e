/** A customer: the account, if one is here, and the purchases that belong to it or to one address. */
import { isoTime } from "../platform/clock.ts";
import type { AccountFacts } from "../embedded/identity/for_operators.ts";
import type { InstrumentFacts } from "../embedded/payments/for_operators.ts";
import type { PurchaseFacts } from "../embedded/subscriptions/for_operators.ts";
import { type EmailFacts, listEmails } from "../outbox/list_emails.ts";
import type { Customer, Purchase } from "../wire/admin/customer.ts";
import type { Money, Subject } from "../wire/admin/fields.ts";
import { masked } from "./mask.ts";
import type { ConsolePorts } from "./ports.ts";

export interface CustomerFacts {
  readonly id: string;
  /** Empty without an account. */
  readonly uid: string;
  readonly account: AccountFacts | undefined;
  readonly purchases: readonly PurchaseFacts[];
  readonly hasMorePurchases: boolean;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
}

const ACCOUNT = "acc-";
const MOST_PURCHASES = 100;
/** For an export and an erasure, which leave nothing out. */
export const ALL_PURCHASES = 1_000_000;
const MOST_EMAILS = 50;

export function accountId(uid: string): string {
  return `${ACCOUNT}${uid}`;
}

/** Empty for the id of a purchase. */
export function uidOf(id: string): string {
  return id.startsWith(ACCOUNT) ? id.slice(ACCOUNT.length) : "";
}

/**
 * The customer of an account's id, or of any of their purchases' ids, with the newest purchases; undefined when there
 * is none.
 */
export async function findCustomer(
  ports: ConsolePorts,
  id: string,
  most = MOST_PURCHASES,
): Promise<CustomerFacts | undefined> {
  if (id.startsWith(ACCOUNT)) return await ofAccount(ports, id.slice(ACCOUNT.length), most);
  const [purchase] = await ports.subscriptions?.purchases([id]) ?? [];
  if (purchase === undefined) return undefined;
  if (purchase.isErased) return await customerOf(ports, { id, uid: "", account: undefined, purchaseIds: [id], most });
  if (purchase.userId !== "") return await ofAccount(ports, purchase.userId, most);
  // The address was typed, not proven, so an account with it is another customer until it claims the purchase.
  const purchaseIds = await ports.subscriptions?.find({ unclaimedOf: purchase.email, limit: most + 1 }) ?? [];
  return await customerOf(ports, { id: purchaseIds[0] ?? id, uid: "", account: undefined, purchaseIds, most });
}

async function ofAccount(ports: ConsolePorts, uid: string, most: number): Promise<CustomerFacts | undefined> {
  if (uid === "") return undefined;
  const account = await ports.identity?.byUid(uid);
  const unclaimedOf = account?.isEmailVerified === true ? account.email : "";
  const purchaseIds = await ports.subscriptions?.find({ userId: uid, unclaimedOf, limit: most + 1 }) ?? [];
  if (account === undefined && purchaseIds.length === 0) return undefined;
  return await customerOf(ports, { id: accountId(uid), uid, account, purchaseIds, most });
}

interface Found {
  readonly id: string;
  readonly uid: string;
  readonly account: AccountFacts | undefined;
  /** One more than `most`, when there are more. */
  readonly purchaseIds: readonly string[];
  readonly most: number;
}

async function customerOf(ports: ConsolePorts, found: Found): Promise<CustomerFacts> {
  const { id, uid, account, purchaseIds, most } = found;
  const purchases = await ports.subscriptions?.purchases(purchaseIds.slice(0, most)) ?? [];
  const profile = uid === "" ? undefined : await ports.members?.profile(uid);
  const address = purchases.find((purchase) => Object.keys(purchase.address).length > 0)?.address ?? {};
  const typed = [address.first_name, address.last_name].filter((part) => part !== undefined && part !== "").join(" ");
  return {
    id,
    uid,
    account,
    purchases,
    hasMorePurchases: purchaseIds.length > most,
    email: account?.email || (purchases[0]?.email ?? ""),
    name: account?.name || profile?.name || typed,
    phone: account?.phone || profile?.ownNumber || (address.phone ?? ""),
  };
}

/** The customer as their page shows it. */
export async function viewCustomer(ports: ConsolePorts, facts: CustomerFacts): Promise<Customer> {
  const { id, uid, account, purchases } = facts;
  const subject: Subject = { kind: "customer", id };
  const purchaseIds = purchases.map((purchase) => purchase.id);
  const to = account?.isEmailVerified === true || uid === "" ? facts.email : "";
  const lookups = await ports.members?.lookups({ uid, purchases: purchaseIds });
  const emails = await listEmails(ports.db, { purchaseIds, to, limit: MOST_EMAILS + 1 });
  const isErased = purchases.length > 0 && purchases.every((purchase) => purchase.isErased) && account === undefined;
  return {
    id,
    email: masked(facts.email, "email", subject),
    name: masked(facts.name, "name", subject),
    phone: masked(facts.phone, "phone", subject),
    account: account === undefined ? null : {
      created_at: isoTime(account.createdMs),
      last_sign_in_at: isoTime(account.lastSignInMs),
      email_verified: account.isEmailVerified,
      disabled: account.isDisabled,
    },
    language: purchases[0]?.language ?? "",
    purchases: [...await viewPurchases(ports, purchases)],
    more_purchases: facts.hasMorePurchases,
    emails: emails.slice(0, MOST_EMAILS).map(viewEmail),
    more_emails: emails.length > MOST_EMAILS,
    lookups: { total: lookups?.total ?? 0, last_at: lookups?.lastMs === undefined ? null : isoTime(lookups.lastMs) },
    paid: [...paidFor(purchases)],
    erased: isErased,
    possible: isErased ? [] : ["export", "erase"],
    unseen: [...ports.unseen],
  };
}

export async function viewPurchases(
  ports: ConsolePorts,
  purchases: readonly PurchaseFacts[],
): Promise<readonly Purchase[]> {
  const instruments = await ports.payments?.instruments(purchases.map(({ instrumentId }) => instrumentId));
  const held = await heldByIssuers(ports, purchases);
  return purchases.map((purchase) => viewPurchase(purchase, instruments?.get(purchase.instrumentId), held));
}

/** Executions whose money an issuer holds: a refund would pay it twice. */
async function heldByIssuers(
  { payments }: ConsolePorts,
  purchases: readonly PurchaseFacts[],
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  for (const { executionId, refundable } of purchases.flatMap(({ charges }) => charges)) {
    if (refundable.minor > 0 && await payments?.isChargedBack(executionId) === true) held.add(executionId);
  }
  return held;
}

function viewPurchase(
  purchase: PurchaseFacts,
  instrument: InstrumentFacts | undefined,
  held: ReadonlySet<string>,
): Purchase {
  return {
    id: purchase.id,
    plan_id: purchase.planId,
    plan_name: purchase.planName,
    status: purchase.status,
    started_at: isoTime(purchase.startedMs),
    paid_until: isoTime(purchase.paidUntilMs),
    next_charge: purchase.nextCharge === undefined
      ? null
      : { at: isoTime(purchase.nextCharge.atMs), amount: purchase.nextCharge.amount },
    paused_until: purchase.pausedUntilMs === undefined ? null : isoTime(purchase.pausedUntilMs),
    declines: purchase.declines,
    instrument: instrument ?? { method: purchase.paymentMethod, network: "", last_four: "" },
    email: masked(purchase.email, "email", { kind: "purchase", id: purchase.id }),
    charges: purchase.charges.map((charge) => ({
      id: charge.id,
      kind: charge.kind,
      plan_id: charge.planId,
      plan_name: charge.planName,
      amount: charge.amount,
      state: charge.state,
      at: isoTime(charge.atMs),
      execution_id: charge.executionId,
      decline: charge.decline,
      refunded: charge.refunded,
      refundable: held.has(charge.executionId) ? { ...charge.refundable, minor: 0 } : charge.refundable,
    })),
    possible: [...purchase.possible],
  };
}

function viewEmail(email: EmailFacts): Customer["emails"][number] {
  return {
    id: email.id,
    kind: email.kind,
    to: masked(email.recipient, "recipient", { kind: "email", id: email.id }),
    at: isoTime(email.sentMs ?? email.createdMs),
    state: email.state,
  };
}

/** Captured and not refunded, by currency. */
export function paidFor(purchases: readonly PurchaseFacts[]): readonly Money[] {
  const sums = new Map<string, number>();
  for (const { amount, refunded, state } of purchases.flatMap(({ charges }) => charges)) {
    if (state === "sending" || state === "failed") continue;
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor - refunded.minor);
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}
