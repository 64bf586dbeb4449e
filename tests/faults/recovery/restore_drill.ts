/**
 * The drill of an older backup: purchases, renewals, add-ons and refunds happen after a backup, the backup is restored,
 * and everything happens again. The acquirer's ledger shows what cards were charged.
 */
import { readConfig } from "../../../server/config/config.ts";
import { createApp } from "../../../server/app.ts";
import { type Context, createContext } from "../../../server/context.ts";
import { createClock } from "../../../server/platform/clock.ts";
import type { DatabasePlace } from "../../../server/platform/database_place.ts";
import type { Difference } from "../../../server/db/differences.ts";
import { silentLog } from "../../../server/platform/log.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { type Ledger, ledgerPlace, openLedger } from "../../../server/embedded/payments/acquirer/ledger.ts";
import type { DisputeRow } from "../../../server/embedded/payments/acquirer/ledger_tables.ts";
import { DAY_MS } from "../../../server/wire/billing/schedule.ts";
import { fakeAssets } from "../../support/app/fake_context.ts";
import { NO_ADDRESS, type Visitor, visitorOf } from "../../support/app/http_visitor.ts";
import { payByCard } from "../../support/payments/pay_by_card.ts";
import { restoreBackup, takeBackup } from "./backup.ts";
import { prepareKeys } from "../../support/suite/prepared_keys.ts";

const PLAN = "tck_weekly_3dtrial";
const ADD_ON = "tck_pdf_report_otp";
const CARD = "4242424242424242";
/** An issuer that declines renewals: their attempts are repeated as well. */
const DECLINES_RENEWALS = "4000000000000341";

/** Issuers that warn of fraud, which is refunded in full, and that charge back. */
const DISPUTED = ["4000000000005423", "4000000000000259"] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WAIT_MS = 4 * DAY_MS;

/** Sums over all cards. */
export interface Sums {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
}

export interface DrillReport {
  /** The acquirer's ledger before the restore, and after everything happened again. */
  readonly before: Sums & { readonly charges: number };
  readonly after: Sums & { readonly charges: number };
  /** What the restored books call paid and refunded. */
  readonly books: Sums;
  /** Keys of the emails about what members did, before and after: each makes a Message-ID. */
  readonly emails: readonly [readonly string[], readonly string[]];
  /** The disputes at the acquirer, before and after: kind, state and the amount taken. */
  readonly disputes: readonly [readonly SeenDispute[], readonly SeenDispute[]];
  /** What members and shopper were answered, before and after. */
  readonly answers: readonly [readonly unknown[], readonly unknown[]];
  /** What an operator is shown before the restore and after everything happened again. */
  readonly differences: readonly [readonly Difference[], readonly Difference[]];
}

type SeenDispute = Pick<DisputeRow, "id" | "kind" | "state" | "withdrawn_minor" | "fee_minor">;

interface Member {
  readonly visitor: Visitor;
  readonly email: string;
  readonly id: string;
}

/** How the database is brought back to the moment of the backup. */
export interface Backups {
  readonly take: typeof takeBackup;
  readonly restore: typeof restoreBackup;
}

export async function drillRestore(
  place: DatabasePlace,
  members: number,
  backups: Backups = { take: takeBackup, restore: restoreBackup },
): Promise<DrillReport> {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-restore-" });
  await prepareKeys(`${folder}/keys`);
  let clock = createClock();
  const database = place.kind === "postgres" ? { DATABASE_URL: place.url } : {};
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, ...database });
  const open = () => createContext(config, { clock, log: silentLog, assets: fakeAssets });
  let context = await open();
  const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
  /** Reaches the server that is running now, so that people keep their cookies across the restore. */
  const send = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set("host", new URL(config.publicOrigin).host);
    return await createApp(context).request(new Request(request, { headers }));
  };
  const visitor = () => visitorOf({ origin: config.publicOrigin, now: () => clock.now(), send });
  try {
    const people: Member[] = [];
    for (let at = 0; at < members; at++) people.push(await enrol(visitor(), at));
    for (const card of DISPUTED) await visitor().buy(PLAN, `${card}@mail.example`, card);
    // The first renewal is due.
    clock.advance(WAIT_MS);
    const shopper = visitor();
    const { body: session } = await shopper.get(`/services/subscriptions/init/session?plan_id=${PLAN}`);
    await shopper.agree(PLAN);
    await backups.take(config.database, context.db, folder);
    const live = async () => {
      const { execution } = await payByCard({
        fetch: send,
        initResponse: session,
        card: { cardNumber: CARD },
        storeInstrument: true,
      });
      const { paymentInstrumentId } = execution;
      const instrument = { executionId: execution.id, paymentInstrumentId };
      const bought = await shopper.post(CREATE, { ...buyer("shopper@mail.example"), instrument });
      const answers: unknown[] = [bought.body.error];
      await runAll(context);
      // A declined period is tried again a day later.
      clock.advance(DAY_MS);
      await runAll(context);
      for (const [at, member] of people.entries()) answers.push(await use(context, member, at));
      clock.advance(MINUTE_MS);
      await runAll(context);
      return answers;
    };
    const differences = async (): Promise<readonly Difference[]> => {
      clock.advance(HOUR_MS);
      await runAll(context);
      const { body } = await visitor().get("/operator/differences");
      return body.differences;
    };
    const first = await live();
    // This buyer does not come back after the restore.
    await visitor().buy(PLAN, "lost@mail.example");
    const shownBefore = await differences();
    const before = await look(ledger);
    const [emails, disputes] = [await emailsOf(context), await disputesOf(ledger)];
    await context.close();
    await backups.restore(config.database, folder);
    // The members and the shopper come back at once, while open pages are still valid.
    clock = createClock();
    clock.advance(WAIT_MS + MINUTE_MS);
    context = await open();
    const again = await live();
    // The clock began again before what the lost buyer paid.
    clock.advance(HOUR_MS);
    // A refund that a busy machine left for later is sent by the next round of work.
    const shownAfter = await differences();
    return {
      before,
      after: await look(ledger),
      books: await booksOf(context),
      emails: [emails, await emailsOf(context)],
      disputes: [disputes, await disputesOf(ledger)],
      answers: [first, again],
      differences: [shownBefore, shownAfter],
    };
  } finally {
    await context.close();
    await ledger.destroy();
    await Deno.remove(folder, { recursive: true });
  }
}

const CREATE = "/services/subscriptions/subs/create-no-user";
const buyer = (email: string) => ({ plan_id: PLAN, email, attribution: {}, address: NO_ADDRESS });

async function enrol(visitor: Visitor, at: number): Promise<Member> {
  const email = `member${at}@mail.example`;
  const { body } = await visitor.buy(PLAN, email, at % 4 === 3 ? DECLINES_RENEWALS : CARD);
  return { visitor, email, id: body.subscription_id };
}

/** Each member does one thing: buys an add-on, withdraws, or only renews. */
async function use(context: Context, { visitor, email, id }: Member, at: number): Promise<unknown> {
  if (at % 4 === 0) {
    const { body: consent } = await visitor.agree(ADD_ON, id);
    const order = { ...buyer(email), plan_id: ADD_ON, subscription_id: id, consent_id: consent.consent_id };
    return (await visitor.post(CREATE, order)).body.error;
  }
  if (at % 4 !== 1) return "";
  const charges = await context.db.selectFrom("subs_charges").select("id").where("subscription_id", "=", id)
    .where("state", "=", "succeeded").execute();
  const answer = await visitor.post(`/api/withdraw/${id}`, { charges: charges.map((charge) => charge.id) });
  return [answer.status, answer.body.refund_cents];
}

async function look(ledger: Ledger): Promise<DrillReport["before"]> {
  const rows = await ledger.selectFrom("acq_charges").selectAll().where("outcome", "=", "approved").execute();
  const sum = (column: "captured_minor" | "refunded_minor") => rows.reduce((total, row) => total + row[column], 0);
  return { charges: rows.length, capturedMinor: sum("captured_minor"), refundedMinor: sum("refunded_minor") };
}

async function emailsOf({ db }: Context): Promise<readonly string[]> {
  const rows = await db.selectFrom("mail_outbox").select("id").orderBy("id").execute();
  // A plan that is bought again has another id, and so has a dispute that is read again.
  return rows.map(({ id }) => id).filter((id) => !/^(enrolment|dispute):/.test(id));
}

async function disputesOf(ledger: Ledger): Promise<readonly SeenDispute[]> {
  return await ledger.selectFrom("acq_disputes").select(["id", "kind", "state", "withdrawn_minor", "fee_minor"])
    .orderBy("id").execute();
}

async function booksOf({ db }: Context): Promise<Sums> {
  const paid = await db.selectFrom("subs_charges").select(({ fn }) => fn.sum<number>("cents").as("sum"))
    .where("state", "in", ["succeeded", "refunded"]).executeTakeFirstOrThrow();
  const refunds = await db.selectFrom("subs_refunds").select(({ fn }) => fn.sum<number>("cents").as("sum"))
    .where("state", "=", "sent").executeTakeFirstOrThrow();
  return { capturedMinor: Number(paid.sum), refundedMinor: Number(refunds.sum) };
}
