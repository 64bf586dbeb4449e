/** Acts on a person: a copy of all that is stored about them, and their erasure. */
import { strToU8, unzipSync, zipSync } from "fflate";
import { emptyLog } from "../../db/empty_log.ts";
import { listEmails } from "../../outbox/list_emails.ts";
import { forgetAccount, list } from "../../passkeys/passkeys.ts";
import type { Member } from "../../platform/id_token.ts";
import type { Act, ActRequest, Effect } from "../../wire/admin/acts.ts";
import { ALL_PURCHASES, type CustomerFacts, findCustomer, uidOf } from "../customers.ts";
import type { ConsolePorts } from "../ports.ts";
import { type ActRunner, here, refuse } from "./act.ts";
import { cancelEffect, emailEffect } from "./purchase_acts.ts";

type DataChange = Extract<Effect, { kind: "data" }>["change"];
type Of<Name extends Act> = Extract<ActRequest, { act: Name }>;
/** A fixed timestamp, so that the same data always gives the same file. */
const MTIME = new Date("2026-01-01T00:00:00Z");

export const exportPerson: ActRunner<Of<"export">> = {
  async plan(ports, { customer_id }) {
    const customer = await readCustomer(ports, customer_id);
    return {
      subject: { kind: "customer", id: customer.id },
      concerns: customer.purchases.map(({ id }) => id),
      effects: await dataEffects(ports, customer, () => "exported"),
      warnings: ["holds_personal_data", ...elsewhere(ports)],
    };
  },
  // The file is made when it is downloaded, so that no copy is stored.
  run: () => Promise.resolve("done" as const),
};

/** What an erasure does to rows that it cannot erase at once. */
const ERASURES: Readonly<Record<string, DataChange>> = {
  purchases: "anonymized",
  evidence_of_open_disputes: "kept_until_end",
};

export const erase: ActRunner<Of<"erase">> = {
  async plan(ports, { customer_id }) {
    const customer = await readCustomer(ports, customer_id);
    const renewing = customer.purchases.filter(({ possible }) => possible.includes("cancel"));
    return {
      subject: { kind: "customer", id: customer.id },
      concerns: customer.purchases.map(({ id }) => id),
      effects: [
        ...renewing.flatMap((purchase) => [cancelEffect(ports, purchase), emailEffect(purchase, "cancelled")]),
        ...await dataEffects(ports, customer, (what) => ERASURES[what] ?? "erased"),
      ],
      warnings: ["not_reversible", ...elsewhere(ports)],
    };
  },
  async run(ports, { customer_id }) {
    const customer = await findCustomer(ports, customer_id, ALL_PURCHASES);
    const person = customer ?? unnamed(customer_id);
    // The audit log is lost with a restore of the database, after which the erasure has to be repeated. Said before it
    // begins: a repeat of one that was cut off finds fewer purchases.
    ports.log.info("person.erased", { account: person.uid, purchases: person.purchases.map(({ id }) => id) });
    await erasePerson(ports, person);
    await emptyLog(ports.db);
    return "done";
  },
};

/** What explains the export of a purchase that belongs to no account; a member's own export has its page. */
const NO_ACCOUNT = {
  "README.txt": strToU8(`Your data at TrustCheck

purchases.json                    your purchases, with the address and language you gave
purchase-charges.json             what was charged, with receipt numbers; purchase-refunds.json what was returned
purchase-agreements.json          what you agreed to, with the words and prices you were shown
purchase-events.json              what happened with each purchase
reports-before-sign-in.json       look-ups you made without an account
emails.json                       emails we sent you, without what they say, since their links sign in
payments.json                     your payments at the payments service
stored-cards.json                 cards you stored, without their numbers
payment-disputes.json             disputes of your payments; payment-dispute-evidence.json what we told your bank

Times ending in _ms or Ms are milliseconds since 1970, UTC. A file that is missing or empty means that we store nothing
of its kind. There is no account for these purchases.
`),
};

/** The ZIP of an export. */
export async function exportFile(ports: ConsolePorts, customerId: string): Promise<Uint8Array<ArrayBuffer>> {
  const customer = await readCustomer(ports, customerId);
  const ids = customer.purchases.map(({ id }) => id);
  const member = memberOf(customer);
  const own = member === undefined ? undefined : await ports.members?.exportMember(member, ports.asMember(member));
  const emails = await listEmails(ports.db, { purchaseIds: ids, to: await ownAddress(ports, customer) });
  const more: Readonly<Record<string, unknown>> = {
    // The text of emails is left out: their links sign in, and the file passes through other hands.
    "emails.json": emails.map(({ kind, recipient, subject, createdMs, sentMs }) => ({
      kind,
      recipient,
      subject,
      createdMs,
      sentMs,
    })),
    ...await ports.identity?.exportAccount(customer.uid) ?? {},
    "passkeys.json": customer.uid === "" ? [] : await list(customer.uid, ports.db),
    ...await ports.subscriptions?.exportPurchases(ids) ?? {},
    ...await ports.payments?.exportHolders({
      holders: holdersOf(customer),
      executionIds: executionsOf(customer),
    }) ?? {},
    "reports-before-sign-in.json": await ports.members?.exportReports(ids) ?? [],
  };
  const files = Object.entries(more).map(([name, value]): [string, Uint8Array] => [
    name,
    strToU8(JSON.stringify(value, null, 2)),
  ]);
  const packed = zipSync({ ...(own === undefined ? NO_ACCOUNT : unzipSync(own)), ...Object.fromEntries(files) }, {
    mtime: MTIME,
  });
  return new Uint8Array(packed);
}

async function erasePerson(ports: ConsolePorts, customer: CustomerFacts): Promise<void> {
  const subscriptions = here(ports.subscriptions);
  for (const purchase of customer.purchases) {
    if (purchase.possible.includes("cancel")) await subscriptions.cancel(purchase.id);
  }
  const ids = customer.purchases.map(({ id }) => id);
  const unclaimed = customer.purchases.filter(({ userId }) => userId === "").map(({ id }) => id);
  const member = memberOf(customer);
  // Before anything is deleted here: when the cards cannot be deleted, nothing else is.
  await subscriptions.erasePayments({ ids: unclaimed, uid: customer.uid });
  await ports.members?.deleteReports(ids);
  if (member !== undefined) await ports.members?.deleteMember(member, ports.asMember(member));
  // Before the purchases forget the address: a repeat after a crash no longer knows it.
  if (customer.account === undefined) await ports.identity?.eraseAddress(customer.email);
  await subscriptions.erase({
    ids: unclaimed,
    uid: customer.uid,
    to: await ownAddress(ports, customer),
  });
  if (customer.uid !== "") await forgetAccount(customer.uid, ports);
  if (customer.account !== undefined) await ports.identity?.remove(customer.account);
}

/**
 * The address whose emails are all this person's; empty when it may be another's, and only emails about the purchases
 * count. An account has to have proven it. Without an account it was typed: then neither an account nor a claimed
 * purchase may have it, which is unknown where accounts are elsewhere.
 */
async function ownAddress(ports: ConsolePorts, { account, email, uid, purchases }: CustomerFacts): Promise<string> {
  if (uid !== "") return account?.isEmailVerified === true ? account.email : "";
  if (email === "" || ports.identity === undefined || await ports.identity.byEmail(email) !== undefined) return "";
  const own = new Set(purchases.map(({ id }) => id));
  const all = await here(ports.subscriptions).find({ email, limit: ALL_PURCHASES });
  return all.every((id) => own.has(id)) ? email : "";
}

/** Whom an erasure that was cut off has left: no purchase names the account, and its other rows may still be there. */
function unnamed(id: string): CustomerFacts {
  const nothing = { account: undefined, purchases: [], hasMorePurchases: false, email: "", name: "", phone: "" };
  return { id, uid: uidOf(id), ...nothing };
}

function holdersOf({ purchases }: CustomerFacts): readonly string[] {
  return [...new Set(purchases.map(({ holderReference }) => holderReference))];
}

function executionsOf({ purchases }: CustomerFacts): readonly string[] {
  return [...new Set(purchases.flatMap(({ charges }) => charges.map(({ executionId }) => executionId)))];
}

/** The member for whom the operator acts; undefined for a customer without an account. */
function memberOf({ uid, account, email, name }: CustomerFacts): Member | undefined {
  if (uid === "") return undefined;
  const isVerified = account?.isEmailVerified === true;
  return { uid, email: isVerified ? email : "", emailVerified: isVerified, name, provider: "operator", authTimeMs: 0 };
}

async function readCustomer(ports: ConsolePorts, id: string): Promise<CustomerFacts> {
  here(ports.subscriptions);
  const customer = await findCustomer(ports, id, ALL_PURCHASES) ?? refuse(404, "unknown");
  const isErased = customer.account === undefined && customer.purchases.every((purchase) => purchase.isErased);
  return isErased ? refuse(409, "state_forbids") : customer;
}

async function dataEffects(
  ports: ConsolePorts,
  customer: CustomerFacts,
  changeOf: (what: string) => DataChange,
): Promise<Effect[]> {
  const ids = customer.purchases.map(({ id }) => id);
  const lookups = await ports.members?.lookups({ uid: customer.uid, purchases: ids });
  const to = await ownAddress(ports, customer);
  const emails = await listEmails(ports.db, { purchaseIds: ids, to });
  const evidence = await ports.payments?.evidenceOf(executionsOf(customer));
  const cards = await ports.payments?.storedInstruments(holdersOf(customer)) ?? [];
  const counts = {
    accounts: customer.account === undefined ? 0 : 1,
    purchases: ids.length,
    reports: lookups?.total ?? 0,
    emails: emails.length,
    stored_cards: cards.length,
    evidence_of_ended_disputes: evidence?.over ?? 0,
    evidence_of_open_disputes: evidence?.open ?? 0,
  };
  return Object.entries(counts).filter(([, count]) => count > 0)
    .map(([what, count]) => ({ kind: "data", change: changeOf(what), what, count }));
}

/** A service that runs elsewhere keeps its data: the operator has to ask there. */
function elsewhere({ unseen }: ConsolePorts): readonly string[] {
  return unseen.map((place) => `stays_at_${place}`);
}
