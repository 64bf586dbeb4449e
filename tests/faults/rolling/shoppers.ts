/** Shoppers who buy one plan after the other, and count what failed for them. */
import { visitorOf } from "../../support/app/http_visitor.ts";
import { buyInSteps, signIn } from "../../../scripts/bench/purchase/steps.ts";

/** A drill of 10,000 requests takes about six minutes on two cores. */
const DEADLINE_MS = 15 * 60_000;

export interface Shoppers {
  readonly requests: number;
  readonly purchases: number;
  /** What failed: no answer, a 5xx, a purchase that was refused. */
  readonly faults: readonly string[];
  /** Ends after the purchases in progress. */
  stop(): Promise<void>;
}

export interface ShoppersOptions {
  readonly origin: string;
  readonly count: number;
  /** The pause between two purchases of one shopper. */
  readonly pauseMs?: number;
}

/** Each shopper signs in once: signing in is not part of a purchase. */
export function startShoppers({ origin, count, pauseMs = 0 }: ShoppersOptions): Shoppers {
  const state = { requests: 0, purchases: 0, faults: new Array<string>() };
  // A connection for each request, so that the proxy decides about each.
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const send = async (request: Request): Promise<Response> => {
    state.requests += 1;
    const { pathname } = new URL(request.url);
    try {
      const answer = await fetch(request, { client });
      if (answer.status >= 500) state.faults.push(`${answer.status} ${pathname}`);
      return answer;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw new Error(`${request.method} ${pathname}: ${cause ?? error}`, { cause: error });
    }
  };
  const visitor = () => visitorOf({ origin, now: Date.now, send });
  const stopping = new AbortController();
  const shop = async (at: number) => {
    const member = await signIn(visitor(), `shopper${at}@mail.example`);
    while (!stopping.signal.aborted) {
      try {
        await buyInSteps(visitor(), member);
        state.purchases += 1;
      } catch (error) {
        state.faults.push(String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, at) => shop(at)));
  return {
    get requests() {
      return state.requests;
    },
    get purchases() {
      return state.purchases;
    },
    get faults() {
      return state.faults;
    },
    async stop() {
      stopping.abort();
      await running;
      client.close();
    },
  };
}

/** Rejects after a quarter of an hour: shoppers who neither continue nor fail would block the drill forever. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; !isSo(); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() > end) throw new Error("The shoppers stand still");
  }
}
