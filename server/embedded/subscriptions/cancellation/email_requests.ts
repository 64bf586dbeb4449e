/** Requests by email to cancel, withdraw or activate: every address gets the same answer, and the work follows it. */
import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Db } from "../../../db/open.ts";
import type { Plan } from "../../../wire/billing/plans.ts";
import { enqueueEmails } from "../../../outbox/outbox.ts";
import type { SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";
import {
  ACTIVATION_LINK_MS,
  REQUEST_EMAILS_PER_HOUR,
  REQUEST_GAP_MS,
  REQUEST_WINDOW_MS,
  REQUEST_WORK_DELAY_MS,
} from "../context/constants.ts";
import type { SubscriptionContext, SubscriptionsPorts } from "../context/context.ts";
import { forEachDueRow } from "../db/for_each_row.ts";
import { newId } from "../db/ids.ts";
import { renews } from "../db/statuses.ts";
import { languageOf } from "../context/language.ts";
import {
  activationEmail,
  cancelRequestEmail,
  type RequestedPlans,
  withdrawRequestEmail,
} from "../emails/cancellation_emails.ts";
import {
  type ActionLink,
  type ActionLinks,
  createActionLink,
  createActionLinks,
  NO_ACTION_LINKS,
  storeActionLinks,
} from "../emails/action_links.ts";
import { planOf } from "../billing/periods.ts";
import { withdrawables } from "../refunds/withdrawable.ts";

type RequestRow = Selectable<SubscriptionsTables["subs_requests"]>;

export interface EmailRequest {
  readonly kind: RequestRow["kind"];
  readonly email: string;
  readonly network: string;
}

const BATCH = 50;

/** Stores the request. Known and unknown addresses take the same time and get the same answer. */
export async function storeRequest(
  context: SubscriptionContext,
  { kind, email, network }: EmailRequest,
): Promise<void> {
  await context.db.insertInto("subs_requests").values({
    id: newId("request"),
    kind,
    email_key: email.toLowerCase(),
    ip_network: network,
    at_ms: context.clock.now(),
    done_ms: null,
    mailed: 0,
  }).execute();
  context.runInBackground("requests.failed", afterAnswer().then(() => processRequests(context)));
}

/** The work for a known address must not slow down its answer. */
function afterAnswer(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REQUEST_WORK_DELAY_MS));
}

/**
 * Processes all waiting requests one after the other, since each counts the emails of those before it. One that fails
 * is left to the next run. Returns how many.
 */
export async function processRequests(context: SubscriptionContext): Promise<number> {
  return await context.runExclusive("requests", () => processWaiting(context));
}

async function processWaiting(context: SubscriptionContext): Promise<number> {
  const { db, sender } = context;
  const done = await forEachDueRow(context, {
    job: "subscriptions-requests",
    read: (tried) =>
      db.selectFrom("subs_requests").selectAll().where("done_ms", "is", null)
        .$if(tried.length > 0, (rows) => rows.where("id", "not in", tried)).orderBy("at_ms").limit(BATCH).execute(),
    work: (request) => processRequest(context, request),
  });
  if (done > 0) sender.wake();
  return done;
}

async function processRequest(ports: SubscriptionsPorts, request: RequestRow): Promise<boolean> {
  const email = await isWithinLimits(ports, request) ? await prepareEmail(ports, request) : undefined;
  // State and email are one commit, so that a crash loses no email and two servers write one.
  return await ports.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx.updateTable("subs_requests").set({ done_ms: ports.clock.now() })
      .where("id", "=", request.id).where("done_ms", "is", null).executeTakeFirst();
    if (numUpdatedRows > 0n) await email?.(trx);
    return numUpdatedRows > 0n;
  });
}

/** When the next email of this kind may go to this address; `atMs` when it may at once. */
export async function nextEmailMs(
  db: Db,
  { kind, email_key }: Pick<RequestRow, "kind" | "email_key">,
  atMs: number,
): Promise<number> {
  const mailed = await db.selectFrom("subs_requests").select("at_ms").where("email_key", "=", email_key)
    .where("kind", "=", kind).where("mailed", "=", 1).where("at_ms", ">", atMs - REQUEST_WINDOW_MS)
    .orderBy("at_ms", "desc").limit(REQUEST_EMAILS_PER_HOUR).execute();
  const [last, first] = [mailed[0], mailed[REQUEST_EMAILS_PER_HOUR - 1]];
  return Math.max(
    atMs,
    last === undefined ? 0 : last.at_ms + REQUEST_GAP_MS,
    first === undefined ? 0 : first.at_ms + REQUEST_WINDOW_MS,
  );
}

/**
 * By address only: the route has counted networks and said so. A request that it took is never dropped because of what
 * others near it ask.
 */
async function isWithinLimits({ db }: SubscriptionsPorts, request: RequestRow): Promise<boolean> {
  return await nextEmailMs(db, request, request.at_ms) === request.at_ms;
}

interface PlanLink extends ActionLink {
  readonly plan: Plan;
}

type WriteEmail = (trx: Transaction<Database>) => Promise<void>;

/** Returns a function that writes the email with its links; undefined when the address has bought nothing. */
async function prepareEmail(ports: SubscriptionsPorts, request: RequestRow): Promise<WriteEmail | undefined> {
  const { db, clock } = ports;
  const purchaseId = request.subscription_id;
  const all = await db.selectFrom("subs_subscriptions").selectAll().where("email_key", "=", request.email_key)
    .$if(purchaseId !== null, (rows) => rows.where("id", "=", purchaseId)).orderBy("started_ms", "desc").execute();
  const [newest] = all;
  if (newest === undefined) return undefined;
  const links = (await purchasesOf(ports, request, all)).map((row) => linkFor(ports, request, row));
  const actionLinks = actionLinksFor(ports, request, newest);
  const asked = { language: languageOf(newest), plans: links };
  const nowMs = clock.now();
  const about = {
    key: request.id,
    subscriptionId: newest.id,
    kind: EMAIL_KIND[request.kind],
    to: newest.email,
    nowMs,
  };
  return async (trx) => {
    // A new activation link replaces the older ones.
    if (request.kind === "activate") {
      await trx.deleteFrom("subs_capabilities").where("subscription_id", "=", newest.id).where("kind", "=", "activate")
        .where("expires_ms", "is not", null).execute();
    }
    await storeActionLinks(trx, [...links, ...actionLinks.links]);
    await enqueueEmails(trx, [{ ...emailOf(request, asked, actionLinks), ...about }]);
    await trx.updateTable("subs_requests").set({ mailed: 1 }).where("id", "=", request.id).execute();
  };
}

const EMAIL_KIND: Readonly<Record<RequestRow["kind"], string>> = {
  cancel: "cancel-request",
  withdraw: "withdraw-request",
  activate: "activation",
};

function emailOf({ kind }: RequestRow, asked: RequestedPlans, actionLinks: ActionLinks) {
  switch (kind) {
    case "cancel":
      return cancelRequestEmail(asked);
    case "withdraw":
      return withdrawRequestEmail(asked);
    case "activate":
      return activationEmail(asked, actionLinks);
  }
}

/** The purchases of this address that the request is about, newest first. */
async function purchasesOf(
  { db }: SubscriptionsPorts,
  { kind, at_ms: atMs }: RequestRow,
  rows: readonly SubscriptionRow[],
): Promise<readonly SubscriptionRow[]> {
  switch (kind) {
    case "cancel":
      return rows.filter(({ status }) => renews(status));
    case "activate":
      return rows.slice(0, 1);
    case "withdraw": {
      const open = await Promise.all(rows.map((row) => withdrawables(db, { subscriptionId: row.id, atMs })));
      return rows.filter((_, at) => (open[at]?.length ?? 0) > 0);
    }
  }
}

/** Links that cancel or withdraw take effect from the time of the request. */
function linkFor(
  ports: SubscriptionsPorts,
  { kind, at_ms }: RequestRow,
  row: SubscriptionRow,
): PlanLink {
  const time = kind === "activate" ? { expiresMs: ports.clock.now() + ACTIVATION_LINK_MS } : { effectiveMs: at_ms };
  return {
    plan: planOf(row),
    ...createActionLink(ports, { kind, subscriptionId: row.id, language: languageOf(row), ...time }),
  };
}

function actionLinksFor(
  ports: SubscriptionsPorts,
  { kind }: RequestRow,
  row: SubscriptionRow,
): ActionLinks {
  if (kind !== "activate") return NO_ACTION_LINKS;
  return createActionLinks(ports, {
    subscriptionId: row.id,
    language: languageOf(row),
    canCancel: renews(row.status),
  });
}
