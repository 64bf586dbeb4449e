/** What a member owns, according to the subscription service: the feature groups of bought products. */
import * as z from "zod/mini";
import { fail, statusBehind } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type UnlockGroup, unlockIds } from "../../../wire/billing/plans.ts";
import {
  type Charge,
  chargesSchema,
  type Subscription,
  subscriptionsOfMemberSchema,
} from "../../../wire/billing/subscriptions.ts";
import { post, type Requester } from "./requester.ts";
import { type Refusal, refusal } from "../../../wire/site/refusal.ts";

const DOWN = refusal("owned_down");
const NOT_OWNED: Readonly<Record<UnlockGroup, Refusal>> = {
  pdf_report: refusal("not_owned_pdf_report"),
  guide: refusal("not_owned_guide"),
  sex_offender: refusal("not_owned_sex_offender"),
};

export async function subscriptionsOf(requester: Requester, subscriptions: Upstream): Promise<readonly Subscription[]> {
  const answer = await subscriptions(post("/subscriptions-of-member", requester, {}));
  if (!answer.ok) {
    await answer.body?.cancel();
    fail(statusBehind(answer), DOWN);
  }
  const read = z.safeParse(subscriptionsOfMemberSchema, await answer.json());
  return read.success ? read.data.subscriptions : fail(502, DOWN);
}

/** The charges of the requester's subscription, newest first. */
export async function chargesOf(
  id: string,
  requester: Requester,
  subscriptions: Upstream,
): Promise<readonly Charge[]> {
  const answer = await subscriptions(post(`/charges-of/${encodeURIComponent(id)}`, requester, {}));
  if (!answer.ok) {
    await answer.body?.cancel();
    fail(statusBehind(answer), DOWN);
  }
  const read = z.safeParse(chargesSchema, await answer.json());
  return read.success ? read.data.charges : fail(502, DOWN);
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
