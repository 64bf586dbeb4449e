/**
 * Stops card testing from many networks at once. A card, or a range of numbers, that is declined again and again is
 * restricted at every server. The merchant can still sell: while most new cards are declined, a new card is charged
 * only after the issuer has authenticated the shopper, so that a guess reveals nothing (SECURITY SU6).
 */
import { DECLINES_WINDOW_MS, MAX_DECLINES, PRUNE_BATCH, RESTRICTION_MS } from "../context/constants.ts";
import { ApiError } from "../context/api_errors.ts";
import type { PaymentContext } from "../context/context.ts";
import type { DeclineRow } from "../db/fraud_tables.ts";
import { fingerprint } from "../vault/at_rest.ts";
import { randomBytes } from "../../../platform/crypto/secrets.ts";

/** Share of the cards tried. In ordinary use, the great majority of cards are approved. */
const DECLINED_SHARE = 0.5;
/** Limits for a single network are in `velocity.ts`. */
const MIN_NETWORKS = 3;
/** Fewer ranges than this are restricted range by range. */
const MIN_RANGES = 3;
const RANGE_DIGITS = 8;
const ID_BYTES = 16;

/** Keyed hashes of what a payment tries. */
export interface Subjects {
  /** The merchant. Set for new cards only. */
  readonly shop?: string;
  /** The card number. Not known on the issuer page. */
  readonly card?: string;
  /** The range of numbers. Set for new cards only, so that a stored card can still pay. */
  readonly range?: string;
}

type CardTestingPorts = Pick<PaymentContext, "db" | "clock" | "keys" | "log" | "cardAttempts">;

interface CardAttempt {
  readonly clientId: string;
  readonly number?: string;
  readonly isNew: boolean;
}

export async function subjectsOf(
  { keys }: Pick<PaymentContext, "keys">,
  { clientId, number, isNew }: CardAttempt,
): Promise<Subjects> {
  const card = number === undefined ? {} : { card: await fingerprint(keys, "tried", number) };
  if (!isNew) return card;
  const shop = await fingerprint(keys, "shop", clientId);
  if (number === undefined) return { shop };
  return { ...card, shop, range: await fingerprint(keys, "range", clientId, number.slice(0, RANGE_DIGITS)) };
}

/**
 * Throws 429 while this card or its range is restricted. Otherwise true when the issuer has to authenticate the
 * shopper.
 */
export async function refuseRestricted({ db, clock }: CardTestingPorts, subjects: Subjects): Promise<boolean> {
  const nowMs = clock.now();
  const subjectHashes = Object.values(subjects);
  const restrictions = await db.selectFrom("pay_guards").selectAll().where("subject", "in", subjectHashes)
    .where("until_ms", ">", nowMs).execute();
  const restriction = restrictions.find(({ subject }) => subject !== subjects.shop);
  if (restriction !== undefined) {
    throw restrictedCard(Math.ceil((restriction.until_ms - nowMs) / 1000));
  }
  return restrictions.length > 0;
}

export function restrictedCard(waitS: number): ApiError {
  return new ApiError("too-many-declines", {
    detail: "Cards like this one were refused very often just now. Nothing was charged; " +
      "another card, a stored card or another way to pay works.",
    headers: { "retry-after": String(waitS) },
  });
}

interface DeclinedAttempt {
  readonly network: string;
  readonly subjects: Subjects;
}

/** Stores a decline and restricts what has now been declined too often. */
export async function recordDecline(context: CardTestingPorts, { network, subjects }: DeclinedAttempt): Promise<void> {
  const { db, clock, cardAttempts } = context;
  const { shop, card, range } = subjects;
  const decline: DeclineRow = {
    id: randomBytes(ID_BYTES).toHex(),
    shop: shop ?? null,
    network,
    card: card ?? null,
    range: range ?? null,
    shop_tries: cardAttempts.take(shop),
    range_tries: cardAttempts.take(range),
    at_ms: clock.now(),
  };
  await db.insertInto("pay_refusals").values(decline).execute();
  if (await isDeclinedTooOften(context, "card", card)) await restrict(context, "card", card);
  if (await isDeclinedTooOften(context, "range", range)) await restrict(context, "range", range);
  if (await isDeclinedTooOften(context, "shop", shop)) await restrict(context, "shop", shop);
}

/**
 * A card is declined too often whatever its networks; a range or a merchant's new cards only when most are declined.
 */
async function isDeclinedTooOften(
  { db, clock }: CardTestingPorts,
  kind: keyof Subjects,
  subject: string | undefined,
): Promise<boolean> {
  if (subject === undefined) return false;
  const { refused, tried, networks, ranges } = await db.selectFrom("pay_refusals")
    .select(({ fn }) => [
      fn.countAll<number>().as("refused"),
      fn.sum<number>(kind === "range" ? "range_tries" : "shop_tries").as("tried"),
      fn.count<number>("network").distinct().as("networks"),
      fn.count<number>("range").distinct().as("ranges"),
    ])
    .where(kind, "=", subject).where("at_ms", ">", clock.now() - DECLINES_WINDOW_MS).executeTakeFirstOrThrow();
  if (refused < MAX_DECLINES) return false;
  if (kind === "card") return true;
  return refused >= DECLINED_SHARE * tried && networks >= MIN_NETWORKS && (kind === "range" || ranges >= MIN_RANGES);
}

async function restrict(
  { db, clock, log }: CardTestingPorts,
  kind: keyof Subjects,
  subject: string | undefined,
): Promise<void> {
  if (subject === undefined) return;
  const nowMs = clock.now();
  const until_ms = nowMs + RESTRICTION_MS;
  const { numInsertedOrUpdatedRows } = await db.insertInto("pay_guards").values({ subject, until_ms })
    .onConflict((on) => on.column("subject").doUpdateSet({ until_ms }).where("pay_guards.until_ms", "<=", nowMs))
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return;
  log.error("fraud.card-testing", { held: kind, subject: subject.slice(0, 12) });
}

/** Deletes one small batch of declines outside the window, and returns how many. */
export async function pruneDeclines(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_refusals").where(
    "id",
    "in",
    (eb) =>
      eb.selectFrom("pay_refusals").select("id").where("at_ms", "<", clock.now() - DECLINES_WINDOW_MS)
        .orderBy("at_ms").limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes one small batch of expired restrictions, and returns how many. */
export async function pruneRestrictions(
  { db, clock }: Pick<PaymentContext, "db" | "clock">,
  batch = PRUNE_BATCH,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("pay_guards").where(
    "subject",
    "in",
    (eb) => eb.selectFrom("pay_guards").select("subject").where("until_ms", "<", clock.now()).limit(batch),
  ).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
