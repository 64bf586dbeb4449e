/** Compares the disputes that this service recorded with those of the payments service. */
import type { ComparedTime, Difference, Sums } from "../../../db/differences.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { Dispute } from "../payments_client/listed_dispute.ts";
import { PaymentsError } from "../payments_client/send.ts";
import { listDisputes, syncDisputes } from "./sync_disputes.ts";

/** What differs after both have been read once more. */
export async function disputeDifferences(
  context: SubscriptionContext,
  time: ComparedTime,
): Promise<readonly Difference[]> {
  await syncDisputes(context, true);
  const listed = await listDisputes(context, time);
  const ids = listed.map(({ id }) => id);
  const rows = await context.db.selectFrom("subs_disputes").selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb(timeOf[time.by], ">=", time.fromMs), eb(timeOf[time.by], "<", time.toMs)]),
        ...(ids.length === 0 ? [] : [eb("id", "in", ids)]),
      ])
    ).execute();
  const byId = new Map(listed.map((dispute) => [dispute.id, dispute]));
  // This service learns of a change a moment later than the payments service: a difference may be one of timing only.
  for (const { id } of rows) {
    const dispute = byId.has(id) ? undefined : await find(context, id);
    if (dispute !== undefined) byId.set(id, dispute);
  }
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set([...byId.keys(), ...known.keys()])].flatMap((id): Difference[] => {
    const [dispute, row] = [byId.get(id), known.get(id)];
    const expected = sumsOf(row?.withdrawn_cents, row?.returned_cents, row?.fee_cents);
    const found = sumsOf(dispute?.withdrawnCents, dispute?.returnedCents, dispute?.feeCents);
    const isSame = expected.disputedMinor === found.disputedMinor &&
      expected.disputeFeesMinor === found.disputeFeesMinor;
    const atMs = dispute?.createdMs ?? row?.created_ms ?? time.fromMs;
    return isSame ? [] : [{ between: "books", subject: id, atMs, expected, found }];
  });
}

const timeOf = { creation: "created_ms", move: "changed_ms" } as const;

async function find({ api }: SubscriptionContext, id: string): Promise<Dispute | undefined> {
  try {
    return await api.dispute(id);
  } catch (error) {
    if (error instanceof PaymentsError && error.isMissing) return undefined;
    throw error;
  }
}

function sumsOf(withdrawn = 0, returned = 0, fee = 0): Sums {
  return {
    capturedMinor: 0,
    refundedMinor: 0,
    heldMinor: 0,
    disputedMinor: withdrawn - returned,
    disputeFeesMinor: fee,
  };
}
