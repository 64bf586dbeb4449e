/** Everything about a purchase, an account, or another merchant's execution, on one timeline. */
import { shownFacts } from "../audit/chain.ts";
import type { AuditRow } from "../audit/tables.ts";
import type { AccountFacts } from "../embedded/identity/for_operators.ts";
import { listEmails } from "../outbox/list_emails.ts";
import { ACTS } from "../wire/admin/acts.ts";
import { entry, factsOf } from "../wire/admin/entries.ts";
import type { Timeline, TimelineEntry } from "../wire/admin/timeline.ts";
import { findCustomer, uidOf, viewPurchases } from "./customers.ts";
import { masked, maskReference } from "./mask.ts";
import type { ConsolePorts } from "./ports.ts";

const MOST_EMAILS = 500;

/** Undefined for an id that is unknown here. */
export async function purchaseTimeline(ports: ConsolePorts, id: string): Promise<Timeline | undefined> {
  const { subscriptions, payments } = ports;
  const [facts] = await subscriptions?.purchases([id]) ?? [];
  if (subscriptions === undefined || facts === undefined) return undefined;
  const customer = await findCustomer(ports, id);
  const [purchase] = await viewPurchases(ports, [facts]);
  const executions = await subscriptions.executions(id);
  const emails = await emailsOf(ports, { purchaseIds: [id] });
  const parts = await Promise.all([
    subscriptions.story(id),
    payments?.story(executions) ?? [],
    emails.entries,
    actsOn(ports, [id, ...executions, ...facts.charges.map((charge) => charge.id)]),
  ]);
  return {
    customer_id: customer?.id ?? id,
    purchase: purchase ?? null,
    entries: inOrder(parts.flat().map((each) => withoutHeld(each, purchase))),
    more_emails: emails.hasMore,
    failed_renewal: await subscriptions.failedRenewal(id),
    unseen: [...ports.unseen],
  };
}

/** The execution of another merchant. An execution of a purchase returns that purchase's timeline. */
export async function executionTimeline(ports: ConsolePorts, id: string): Promise<Timeline | undefined> {
  const [purchase] = await ports.subscriptions?.find({ executionIds: [id], limit: 1 }) ?? [];
  if (purchase !== undefined) return await purchaseTimeline(ports, purchase);
  const [execution] = await ports.payments?.executions([id]) ?? [];
  if (ports.payments === undefined || execution === undefined) return undefined;
  const [story, acts] = await Promise.all([ports.payments.story([id]), actsOn(ports, [id])]);
  const parts = [story.map(withoutNames), acts];
  return {
    customer_id: null,
    purchase: null,
    entries: inOrder(parts.flat()),
    more_emails: false,
    failed_renewal: null,
    unseen: [...ports.unseen],
  };
}

/** References of another merchant's: the console knows no field to reveal in them. */
function withoutNames(each: TimelineEntry): TimelineEntry {
  const isTyped = (name: string) => name === "merchant_reference" || name === "holder_reference";
  const facts = each.facts.map(({ name, value }) => ({ name, value: isTyped(name) ? maskReference(value) : value }));
  return { ...each, facts };
}

/**
 * The account itself: its sign-ins, the emails to its address, and what operators did for the person. After an erasure
 * only those acts are left. Undefined for an account that nothing refers to.
 */
export async function accountTimeline(ports: ConsolePorts, id: string): Promise<Timeline | undefined> {
  const uid = uidOf(id);
  const account = await ports.identity?.byUid(uid);
  const acts = await ports.db.selectFrom("admin_audit").selectAll().where("subject_kind", "=", "customer")
    .where("subject_id", "=", id).where("what", "in", ACTS).execute();
  if (uid === "" || (account === undefined && acts.length === 0)) return undefined;
  const signIns = account === undefined ? [] : await signInsOf(ports, account);
  const emails = await emailsOf(ports, { purchaseIds: [], to: account?.isEmailVerified === true ? account.email : "" });
  return {
    customer_id: id,
    purchase: null,
    entries: inOrder([...signIns, ...emails.entries, ...await actEntries(ports, acts)]),
    more_emails: emails.hasMore,
    failed_renewal: null,
    unseen: [...ports.unseen],
  };
}

async function signInsOf({ identity }: ConsolePorts, account: AccountFacts): Promise<readonly TimelineEntry[]> {
  const signIns = await identity?.signIns(account.uid) ?? [];
  const opened = { kind: "account", name: "opened", state: "info" } as const;
  return [
    entry({ id: `account:${account.uid}`, atMs: account.createdMs, ...opened }),
    ...signIns.map(({ provider, atMs }) =>
      entry({
        id: `sign-in:${provider}:${atMs}`,
        atMs,
        kind: "account",
        name: "sign_in",
        state: "info",
        facts: factsOf({ provider }),
      })
    ),
  ];
}

/** A charge offers no refund while an issuer holds its money. */
function withoutHeld(each: TimelineEntry, purchase: Timeline["purchase"] | undefined): TimelineEntry {
  if (each.kind !== "charge") return each;
  const charge = purchase?.charges.find(({ id }) => id === each.subject?.id);
  return charge?.refundable.minor === 0 ? { ...each, possible: [] } : each;
}

/** Oldest first; entries of the same moment in the order in which one causes the other. */
function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const order = [
    "account",
    "consent",
    "execution",
    "intent",
    "challenge",
    "move",
    "card",
    "charge",
    "refund",
    "entitlement",
    "plan",
  ];
  const rank = ({ kind }: TimelineEntry) => order.includes(kind) ? order.indexOf(kind) : order.length;
  return entries.toSorted((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

interface Addressed {
  readonly purchaseIds: readonly string[];
  readonly to?: string;
}

interface Emails {
  readonly entries: readonly TimelineEntry[];
  readonly hasMore: boolean;
}

async function emailsOf({ db }: ConsolePorts, addressed: Addressed): Promise<Emails> {
  const emails = await listEmails(db, { ...addressed, limit: MOST_EMAILS + 1 });
  const states = { waiting: "open", sent: "ok", failed: "failed", erased: "info" } as const;
  const entries = emails.slice(0, MOST_EMAILS).map((email) =>
    entry({
      id: `email:${email.id}`,
      atMs: email.sentMs ?? email.createdMs,
      kind: "email",
      name: email.kind,
      state: states[email.state],
      facts: factsOf({ delivery: email.state, attempts: email.attempts }),
      to: masked(email.recipient, "recipient", { kind: "email", id: email.id }),
    })
  );
  return { entries, hasMore: emails.length > MOST_EMAILS };
}

/** What operators did about any of these, from the audit log. */
async function actsOn(ports: ConsolePorts, ids: readonly string[]): Promise<readonly TimelineEntry[]> {
  const { db } = ports;
  const concerning = db.selectFrom("admin_act_subjects").select("n").where("subject_id", "in", ids);
  return await actEntries(ports, await db.selectFrom("admin_audit").selectAll().where("n", "in", concerning).execute());
}

/**
 * The row of an act is written before the act; an act that was refused in the end has a second row, which refers to it.
 */
async function actEntries({ db }: ConsolePorts, acts: readonly AuditRow[]): Promise<readonly TimelineEntry[]> {
  if (acts.length === 0) return [];
  const refusals = await db.selectFrom("admin_audit").select("facts_json").where("what", "=", "refused")
    .where("subject_kind", "in", acts.map((act) => act.subject_kind))
    .where("subject_id", "in", acts.map((act) => act.subject_id)).execute();
  const codes = new Map(refusals.map(({ facts_json }) => {
    const { of, code } = Object.fromEntries(JSON.parse(facts_json));
    return [Number(of), String(code)];
  }));
  return acts.map((act) => actEntry(act, codes.get(act.n)));
}

function actEntry(row: AuditRow, refused: string | undefined): TimelineEntry {
  return entry({
    id: `act:${row.n}`,
    atMs: row.at_ms,
    kind: "act",
    name: row.what,
    state: refused === undefined ? "info" : "failed",
    facts: [
      ...factsOf({ refused }),
      { name: "operator", value: row.operator_id },
      { name: "role", value: row.role },
      { name: "because", value: row.reason },
      ...shownFacts(row),
    ],
  });
}
