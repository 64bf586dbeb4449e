/** The packs of all of a member's plans as one: a list of fifty numbers may need those of more than one. */
import * as z from "zod/mini";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { Subscription } from "../../../wire/billing/subscriptions.ts";
import { post, type Requester } from "../context/requester.ts";

export interface PooledCredits {
  readonly total: number;
  /** Each plan once, the named one first. */
  readonly planIds: readonly string[];
  /** The subscription service; of the calls to it, one that spends a credit takes it from the first plan with one left. */
  readonly subscriptions: Upstream;
}

type Pack = Pick<Subscription, "subscription_id" | "credits">;

const spentSchema = z.object({ credits: z.int() });

/** `own` comes first; `others` may include it. */
export function poolCredits(
  { own, others, requester }: {
    readonly own: Pack;
    readonly others: readonly Pack[];
    readonly requester: Requester;
  },
  subscriptions: Upstream,
): PooledCredits {
  const packs = [own, ...others.filter(({ subscription_id }) => subscription_id !== own.subscription_id)];
  const left = new Map(packs.map(({ subscription_id, credits }) => [subscription_id, credits]));
  const total = () => [...left.values()].reduce((sum, credits) => sum + credits, 0);
  const spend: Upstream = async (request) => {
    const body: unknown = await request.clone().json();
    let answer: Response | undefined;
    for (const [subscription_id, credits] of left) {
      // The first one is always asked: it knows a credit that was spent before, and what was bought meanwhile.
      if (answer !== undefined && credits === 0) continue;
      await answer?.body?.cancel();
      answer = await subscriptions(post(SPEND, requester, { ...Object(body), subscription_id }));
      if (answer.ok) {
        left.set(subscription_id, z.parse(spentSchema, await answer.json()).credits);
        return Response.json({ credits: total() });
      }
      if (answer.status !== 402) return answer;
      left.set(subscription_id, 0);
    }
    return answer ?? await subscriptions(request);
  };
  return {
    total: total(),
    planIds: [...left.keys()],
    subscriptions: async (request) =>
      new URL(request.url).pathname === SPEND ? await spend(request) : await subscriptions(request),
  };
}

const SPEND = "/credits/spend";
