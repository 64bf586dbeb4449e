/** Runs a year of many subscriptions in seconds, with declines, cancellations and outages, and compares the result. */
import { assert, assertEquals } from "@std/assert";
import { eventually } from "../eventually.ts";
import {
  buy,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
  type SubscriptionsFixtureOptions,
} from "../../../server/embedded/subscriptions/testing/fixture.ts";
import { isRecurring, PLANS } from "../../../server/wire/billing/plans.ts";
import { DAY_MS } from "../../../server/wire/billing/schedule.ts";
import { expectedLife, type SubscriptionLife } from "./year_plan.ts";

const DAYS = 385;
const TICK_MS = DAY_MS / 2;
/** Days without any server, and days without email: first, last. */
const DOWN: readonly (readonly [number, number])[] = [[40, 42], [120, 131], [250, 251]];
const MAIL_DOWN: readonly (readonly [number, number])[] = [[60, 61], [121, 133]];
const SIX_PLANS = PLANS.filter(isRecurring);

export interface YearOptions extends SubscriptionsFixtureOptions {
  readonly subscriptions: number;
  readonly seed: number;
}

interface Member extends SubscriptionLife {
  readonly id: string;
  readonly checkout: string;
  isCancelled: boolean;
}

export interface YearFigures {
  readonly renewed: number;
  readonly declined: number;
  readonly letters: number;
  readonly cancelled: number;
}

export async function runYear({ subscriptions, seed, ...options }: YearOptions): Promise<YearFigures> {
  const h = await openSubscriptionsFixture(options);
  try {
    const random = randomFrom(seed);
    const members: Member[] = [];
    const keys = new Map<string, SubscriptionLife>();
    h.payments.declines = (key) => declinesOf(keys, key);
    const ticks: number[] = [];
    for (let tick = 0; tick < DAYS * 2; tick++) {
      const day = tick / 2;
      // Not a whole number of ticks, so that times between ticks occur too.
      while (members.length < subscriptions && members.length < (tick + 1) * subscriptions / 40) {
        members.push(await enrol(h, { at: members.length, random, keys }));
      }
      for (const member of members) if (!member.isCancelled && member.cancelMs <= h.clock.now()) await leave(h, member);
      h.mailFails = MAIL_DOWN.some(([first, last]) => day >= first && day < last);
      if (!DOWN.some(([first, last]) => day >= first && day < last)) {
        ticks.push(h.clock.now());
        await runDueWork(h.ports);
      }
      h.clock.advance(TICK_MS);
    }
    return await compare(h, members, ticks);
  } finally {
    await h.close();
  }
}

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Enrolment {
  readonly at: number;
  readonly random: () => number;
  readonly keys: Map<string, SubscriptionLife>;
}

async function enrol(h: SubscriptionsFixture, { at, random, keys }: Enrolment): Promise<Member> {
  const plan = SIX_PLANS[at % SIX_PLANS.length];
  if (plan === undefined) throw new TypeError("There are no plans");
  const checkout = at.toString(16).padStart(64, "0");
  h.clock.advance(Math.floor(random() * 60_000));
  const id = await buy(h, plan.id, { checkout });
  const startMs = h.clock.now();
  const salt = Math.floor(random() * 1_000_000);
  const kind = random();
  const cancelMs = kind < 0.3 ? startMs + Math.floor(random() * 300 * DAY_MS) : Number.POSITIVE_INFINITY;
  // Some cards fail occasionally, some permanently from a certain month on.
  const often = kind > 0.9 ? 0.75 : 0.06;
  const declines = (period: number, attempt: number) => randomFrom(salt + period * 31 + attempt * 7)() < often;
  const member = { id, checkout, plan, startMs, cancelMs, declines, isCancelled: false };
  keys.set(id, member);
  return member;
}

/** `authorize-{subscription}-period:{n}-{attempt}`. */
function declinesOf(keys: ReadonlyMap<string, SubscriptionLife>, key: string): boolean {
  const [, id = "", period, attempt] = /^authorize-(.+)-period:(\d+)-(\d+)$/.exec(key) ?? [];
  return keys.get(id)?.declines(Number(period), Number(attempt)) ?? false;
}

async function leave(h: SubscriptionsFixture, member: Member): Promise<void> {
  const answer = await h.call("POST", `/cancel-subscription/${member.id}`, { checkout: member.checkout });
  assertEquals(answer.status, 200);
  member.isCancelled = true;
}

async function compare(
  h: SubscriptionsFixture,
  members: readonly Member[],
  ticks: readonly number[],
): Promise<YearFigures> {
  h.mailFails = false;
  h.clock.advance(DAY_MS);
  const letters = await h.db.selectFrom("mail_outbox").select(["subscription_id", "kind", "created_ms"])
    .orderBy("created_ms").orderBy("id").execute();
  const reported = Map.groupBy(letters, ({ subscription_id }) => subscription_id);
  const counted = { renewed: 0, declined: 0, cancelled: 0 };
  for (const member of members) {
    const own = reported.get(member.id) ?? [];
    const of = (kind: string) => own.filter((letter) => letter.kind === kind);
    const happened = ["renewed", "declined", "reminder", "annual"].map((kind) =>
      of(kind).map(({ created_ms }) => `${kind}@${Number(created_ms)}`)
    );
    const expected = expectedLife(member, ticks);
    const sorted = ["renewed", "declined", "reminder", "annual"].map((kind) =>
      expected.filter((happening) => happening.startsWith(`${kind}@`))
    );
    assertEquals(happened, sorted, `${member.plan.id} of ${new Date(member.startMs).toISOString()}`);
    assertEquals([of("enrolment").length, of("cancelled").length], [1, await cancelledLetters(h, member)]);
    counted.renewed += of("renewed").length;
    counted.declined += of("declined").length;
    counted.cancelled += of("cancelled").length;
    await compareCharges(h, member, of("renewed").map(({ created_ms }) => Number(created_ms)));
  }
  await compareMoney(h);
  await everyLetterLeft(h);
  return { ...counted, letters: letters.length };
}

/** A plan that had ended before the cancellation gets no email about it. */
async function cancelledLetters(h: SubscriptionsFixture, { id }: Member): Promise<number> {
  const { status } = await h.db.selectFrom("subs_subscriptions").select("status").where("id", "=", id)
    .executeTakeFirstOrThrow();
  return status === "cancelled" ? 1 : 0;
}

/** One charge per period: none missing, none twice, each at its own price and never before its date. */
async function compareCharges(
  h: SubscriptionsFixture,
  { id, plan, startMs }: Member,
  renewedMs: readonly number[],
): Promise<void> {
  const charges = await h.db.selectFrom("subs_charges").selectAll().where("subscription_id", "=", id)
    .where("kind", "=", "renewal").where("state", "=", "succeeded").execute();
  const periods = charges.map(({ charge_key }) => Number(charge_key.slice("period:".length))).sort((a, b) => a - b);
  assertEquals(periods, renewedMs.map((_, at) => at + 1));
  for (const { cents, settled_ms } of charges) {
    assertEquals(cents, plan.sum_cents);
    assert(Number(settled_ms) > startMs && renewedMs.includes(Number(settled_ms)));
  }
}

/** The acquirer holds as many captures, of the same amounts, as the subscriptions service. */
async function compareMoney(h: SubscriptionsFixture): Promise<void> {
  const rows = await h.db.selectFrom("subs_charges").select("cents").where("state", "=", "succeeded").execute();
  const booked = rows.map(({ cents }) => `capture ${(cents / 100).toFixed(2)}`).sort();
  assertEquals([...h.payments.operations].sort(), booked);
}

async function everyLetterLeft(h: SubscriptionsFixture): Promise<void> {
  await runDueWork(h.ports);
  await eventually(async () => {
    const waiting = await h.db.selectFrom("mail_outbox").select("id").where("sent_ms", "is", null).executeTakeFirst();
    return waiting === undefined;
  });
}
