/** Builds the shared parts of the service from what it was given. */
import type { Parts, SubscriptionsDeps } from "./context/context.ts";
import { bookPeriods } from "./billing/record_renewals.ts";
import { gather } from "./db/batcher.ts";
import { permit } from "./billing/confirm_active.ts";
import { createPaymentsApi } from "./payments_client/payments_api.ts";

const KNOWN = new WeakMap<SubscriptionsDeps, Parts>();

/** The same parts for the same deps, so that routes and jobs share tokens and work in progress. */
export function partsOf(deps: SubscriptionsDeps): Parts {
  const parts = KNOWN.get(deps) ?? createParts(deps);
  KNOWN.set(deps, parts);
  return parts;
}

function createParts(deps: SubscriptionsDeps): Parts {
  const running = new Map<string, Promise<unknown>>();
  const turns = new Map<string, Promise<unknown>>();
  const queued = new Set<string>();
  const later: Parts["later"] = (name, work) => {
    work.catch((error: unknown) => deps.log.error("subscriptions.later", { name, error }));
  };
  const inTurn: Parts["inTurn"] = (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work);
    turns.set(key, turn.catch(() => undefined));
    return turn;
  };
  return {
    ...deps,
    api: createPaymentsApi(deps),
    later,
    mayCharge: gather((permits) => permit(deps, permits)),
    bookPeriod: gather((renewals) => bookPeriods(deps, renewals)),
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
