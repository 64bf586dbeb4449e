/** What a member owns, according to the subscription service: the feature groups of bought products. */
import * as z from "zod/mini";
import { fail } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type UnlockGroup, unlockIds } from "../../../wire/billing/plan_table.ts";
import { type Subscription, subscriptionsOfMemberSchema } from "../../../wire/billing/subscriptions.ts";
import { post, type Requester } from "./requester.ts";

const DOWN = "We cannot see what you own just now. Nothing was lost: please try again in a moment";
const NOT_OWNED: Readonly<Record<UnlockGroup, string>> = {
  pdf_report: "The PDF report is not among what you own. It is bought once, or comes with the Ultimate Pack",
  guide: "The guide is not among what you own. It is bought once, or comes with the Ultimate Pack",
  sex_offender: "The registry check is not among what you own. It is bought once, or comes with the Ultimate Pack",
};

export async function subscriptionsOf(requester: Requester, subscriptions: Upstream): Promise<readonly Subscription[]> {
  const answer = await subscriptions(post("/subscriptions-of-member", requester, {}));
  if (!answer.ok) {
    await answer.body?.cancel();
    fail(502, DOWN);
  }
  const read = z.safeParse(subscriptionsOfMemberSchema, await answer.json());
  return read.success ? read.data.subscriptions : fail(502, DOWN);
}

/** Ends the request with 403 unless the member owns an unexpired product of the group. */
export async function requireGroup(
  group: UnlockGroup,
  requester: Requester,
  { subscriptions, nowMs }: { readonly subscriptions: Upstream; readonly nowMs: number },
): Promise<void> {
  const ids: readonly string[] = unlockIds(group);
  const owned = (await subscriptionsOf(requester, subscriptions)).flatMap((row) => row.products)
    .some(({ plan_id, until }) => ids.includes(plan_id) && !(Date.parse(until) <= nowMs));
  if (!owned) fail(403, NOT_OWNED[group]);
}
