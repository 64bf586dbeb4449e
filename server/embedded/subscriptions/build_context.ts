/** Builds the shared parts of the service from what it was given. */
import type { SubscriptionContext, SubscriptionsDeps } from "./context/context.ts";
import { recordRenewals } from "./billing/record_renewals.ts";
import { createBatcher } from "./db/batcher.ts";
import { confirmActive } from "./billing/confirm_active.ts";
import { createPaymentsApi } from "./payments_client/payments_api.ts";

const KNOWN = new WeakMap<SubscriptionsDeps, SubscriptionContext>();

/** The same parts for the same deps, so that routes and jobs share tokens and work in progress. */
export function contextOf(deps: SubscriptionsDeps): SubscriptionContext {
  const context = KNOWN.get(deps) ?? createParts(deps);
  KNOWN.set(deps, context);
  return context;
}

function createParts(deps: SubscriptionsDeps): SubscriptionContext {
  const running = new Map<string, Promise<unknown>>();
  const turns = new Map<string, Promise<unknown>>();
  const queued = new Set<string>();
  const later: SubscriptionContext["later"] = (name, work) => {
    work.catch((error: unknown) => deps.log.error("subscriptions.later", { name, error }));
  };
  const inTurn: SubscriptionContext["inTurn"] = (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work);
    turns.set(key, turn.catch(() => undefined));
    return turn;
  };
  return {
    ...deps,
    api: createPaymentsApi(deps),
    later,
    mayCharge: createBatcher((permits) => confirmActive(deps, permits)),
    recordRenewal: createBatcher((renewals) => recordRenewals(deps, renewals)),
    inTurn,
    once: <T>(key: string, work: () => Promise<T>) => {
      const current = running.get(key);
      if (current !== undefined) return parseRunning<T>(current);
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    soon(key, work) {
      if (queued.has(key)) return;
      queued.add(key);
      const start = () => {
        queued.delete(key);
        return work();
      };
      later(key, inTurn(key, start));
    },
  };
}

/** One key is only ever used for one kind of work. */
function parseRunning<T>(promise: Promise<unknown>): Promise<T> {
  return promise as Promise<T>;
}
