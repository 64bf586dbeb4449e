/** Builds the context of the service from its dependencies. */
import type { RenewalCharge, SubscriptionContext, SubscriptionsPorts } from "./context/context.ts";
import { recordRenewals } from "./billing/record_paid_periods.ts";
import { createBatcher } from "./db/batcher.ts";
import { confirmActive } from "./billing/confirm_active.ts";
import { holdersOfMembers, syncDisputesOf } from "./disputes/sync_disputes.ts";
import { readingFrom } from "../../db/replica/reading.ts";
import { countNothing } from "../../platform/telemetry/counters.ts";
import { createPaymentsApi } from "./payments_client/payments_api.ts";

const KNOWN = new WeakMap<SubscriptionsPorts, SubscriptionContext>();

/** Returns one context per dependencies object, so that routes and jobs share access tokens and work in progress. */
export function contextOf(ports: SubscriptionsPorts): SubscriptionContext {
  const context = KNOWN.get(ports) ?? createContext(ports);
  KNOWN.set(ports, context);
  return context;
}

function createContext(ports: SubscriptionsPorts): SubscriptionContext {
  const running = new Map<string, Promise<unknown>>();
  const turns = new Map<string, Promise<unknown>>();
  const queued = new Set<string>();
  const begunMs = new Map<string, number>();
  const background = new Set<Promise<unknown>>();
  let isClosing = false;
  const runInBackground: SubscriptionContext["runInBackground"] = (name, work) => {
    const ended = work
      .catch((error: unknown) => ports.log.error("subscriptions.background-failed", { name, error }))
      .finally(() => background.delete(ended));
    background.add(ended);
  };
  const runExclusive: SubscriptionContext["runExclusive"] = (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work);
    turns.set(key, turn.catch(() => undefined));
    return turn;
  };
  const confirm = createBatcher((charges: readonly RenewalCharge[]) => confirmActive(ports, charges));
  const holdersOf = createBatcher((subscriptionIds: readonly string[]) => holdersOfMembers(ports.db, subscriptionIds));
  const context: SubscriptionContext = {
    ...ports,
    reading: ports.reading ?? readingFrom(ports.db),
    count: ports.count ?? countNothing,
    api: createPaymentsApi(ports),
    runInBackground,
    mayCharge: async (charge) => {
      await syncDisputesOf(context, await holdersOf(charge.subscriptionId));
      return await confirm(charge);
    },
    recordRenewal: createBatcher((renewals) => recordRenewals(ports, renewals)),
    runExclusive,
    singleFlight: <T>(key: string, work: () => Promise<T>) => {
      const current = running.get(key);
      if (current !== undefined) return asRunning<T>(current);
      const started = work().finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    enqueueOnce(key, work, apartMs = 0) {
      if (queued.has(key)) return;
      queued.add(key);
      const start = async () => {
        const waitMs = (begunMs.get(key) ?? -Infinity) + apartMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        begunMs.set(key, performance.now());
        queued.delete(key);
        // The next start finds what is due.
        return isClosing ? undefined : await work();
      };
      runInBackground(key, runExclusive(key, start));
    },
    async close() {
      isClosing = true;
      await Promise.all(background);
    },
  };
  return context;
}

/** Each key is used for one kind of work only, which fixes the type of its result. */
function asRunning<T>(promise: Promise<unknown>): Promise<T> {
  return promise as Promise<T>;
}
