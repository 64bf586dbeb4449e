/** The access that ends with a dispute, and its return when the merchant won. */
import type { Transaction } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { ChargeRow, SubscriptionRow, SubscriptionsTables } from "../db/tables.ts";

interface Paid {
  readonly disputeId: string;
  readonly charge: ChargeRow;
  readonly row: SubscriptionRow;
}

/** What a disputed charge had paid for. */
interface Access {
  /** End of the period or product before the dispute. */
  readonly untilMs: number;
  /** Unused credits of a pack. */
  readonly credits: number;
}

/** Whether access that lasts was paid with another charge: a chargeback comes weeks later, and the plan was renewed. */
export function isOfOtherPeriod({ charge, row }: Pick<Paid, "charge" | "row">): boolean {
  return charge.kind !== "addon" && charge.charge_key !== `period:${row.period}`;
}

/** Until when what the charge paid for can be used: the plan, or the product of an add-on. */
export async function accessUntilMs(
  trx: Transaction<Database>,
  { charge, row }: Pick<Paid, "charge" | "row">,
): Promise<number> {
  if (charge.kind !== "addon") return row.current_period_end_ms;
  const product = await trx.selectFrom("subs_products").select("until_ms").where("charge_id", "=", charge.id)
    .executeTakeFirst();
  return product?.until_ms ?? 0;
}

/** A charge of the plan paid for its period; an add-on for its product and its credits, and the plan stays. */
export async function endAccess(
  trx: Transaction<Database>,
  { disputeId, charge, row, nowMs }: Paid & { readonly nowMs: number },
): Promise<void> {
  if (isOfOtherPeriod({ charge, row })) return;
  const ended = charge.kind === "addon" ? await endProduct(trx, charge, nowMs) : await endPeriod(trx, row, nowMs);
  const access = ended ?? (await heldByOthers(trx, { disputeId, charge })).map(parseAccess)
    .find(({ untilMs }) => untilMs > nowMs);
  if (access === undefined) return;
  await trx.updateTable("subs_disputes").set({ access_json: JSON.stringify(access) }).where("id", "=", disputeId)
    .execute();
}

/** Other disputes that ended the same access: of a charge of the plan, or of the add-on. */
async function heldByOthers(trx: Transaction<Database>, { disputeId, charge }: Omit<Paid, "row">) {
  return await trx.selectFrom("subs_disputes as d").innerJoin("subs_charges as c", "c.id", "d.charge_id")
    .select(["d.state", "d.access_json"]).where("d.subscription_id", "=", charge.subscription_id)
    .where("d.id", "!=", disputeId).where("d.access_json", "is not", null)
    .where((eb) => charge.kind === "addon" ? eb("c.id", "=", charge.id) : eb("c.kind", "!=", "addon"))
    .execute();
}

function parseAccess({ access_json }: Pick<SubscriptionsTables["subs_disputes"], "access_json">): Access {
  return JSON.parse(access_json ?? "{}");
}

async function endPeriod(trx: Transaction<Database>, { id }: SubscriptionRow, nowMs: number) {
  const { current_period_end_ms: untilMs } = await trx.selectFrom("subs_subscriptions")
    .select("current_period_end_ms").where("id", "=", id).executeTakeFirstOrThrow();
  if (untilMs <= nowMs) return undefined;
  // A change of the plan that was read before finds another version, and is refused.
  await trx.updateTable("subs_subscriptions")
    .set((eb) => ({ current_period_end_ms: nowMs, version: eb("version", "+", 1) })).where("id", "=", id).execute();
  return { untilMs, credits: 0 } satisfies Access;
}

async function endProduct(trx: Transaction<Database>, charge: ChargeRow, nowMs: number) {
  const product = await trx.selectFrom("subs_products").selectAll().where("charge_id", "=", charge.id)
    .executeTakeFirst();
  if (product === undefined || product.until_ms <= nowMs) return undefined;
  await trx.updateTable("subs_products").set({ until_ms: nowMs }).where("id", "=", product.id).execute();
  const lot = await lotOf(trx, charge, product.bought_ms);
  if (lot === undefined) return { untilMs: product.until_ms, credits: 0 } satisfies Access;
  await trx.updateTable("subs_credit_lots").set({ remaining: 0 }).where("id", "=", lot.id).execute();
  return { untilMs: product.until_ms, credits: lot.remaining } satisfies Access;
}

/** The credits that came with a product: both were written at the same moment. */
async function lotOf(trx: Transaction<Database>, { subscription_id }: ChargeRow, boughtMs: number) {
  return await trx.selectFrom("subs_credit_lots").selectAll().where("subscription_id", "=", subscription_id)
    .where("bought_ms", "=", boughtMs).executeTakeFirst();
}

/**
 * The plan runs until the paid end, and does not renew. Returns false and restores nothing while another dispute about
 * the same access is not won.
 */
export async function restoreAccess(
  trx: Transaction<Database>,
  known: Pick<SubscriptionsTables["subs_disputes"], "access_json">,
  { disputeId, charge, row }: Paid,
): Promise<boolean> {
  if ((await heldByOthers(trx, { disputeId, charge })).some(({ state }) => state !== "won")) return false;
  const { untilMs, credits } = parseAccess(known);
  if (charge.kind !== "addon") {
    await trx.updateTable("subs_subscriptions")
      .set((eb) => ({ current_period_end_ms: untilMs, version: eb("version", "+", 1) })).where("id", "=", row.id)
      .where("current_period_end_ms", "<", untilMs).execute();
    return true;
  }
  const product = await trx.selectFrom("subs_products").selectAll().where("charge_id", "=", charge.id)
    .executeTakeFirstOrThrow();
  await trx.updateTable("subs_products").set({ until_ms: untilMs }).where("id", "=", product.id).execute();
  const lot = await lotOf(trx, charge, product.bought_ms);
  if (lot !== undefined) {
    await trx.updateTable("subs_credit_lots").set({ remaining: credits }).where("id", "=", lot.id).execute();
  }
  return true;
}
