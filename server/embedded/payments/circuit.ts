/** Card testing from many networks at once: when nearly every new card is refused, no new one is taken for a while. */
import { CIRCUIT_OPEN_MS, DECLINES_WINDOW_MS, MAX_DECLINES } from "./constants.ts";

const MINUTE_MS = 60_000;
/** Of the cards tried; where shoppers pay as well, more than one in ten is approved. */
const REFUSED_SHARE = 0.9;
/** One network alone has a limit of its own, and must not close a shop. */
const LEAST_NETWORKS = 3;

interface Minute {
  readonly startMs: number;
  tried: number;
  refused: number;
  readonly networks: Set<string>;
}

interface Merchant {
  minutes: Minute[];
  openUntilMs: number;
}

/** A merchant's new card from one network, and how it ended. */
export interface Try {
  readonly clientId: string;
  readonly network: string;
  readonly isRefused: boolean;
}

/** Counts what this process sees, in memory: several servers each have theirs, and a start begins anew. */
export class Circuit {
  readonly #merchants = new Map<string, Merchant>();

  /** Milliseconds until new cards are taken again; 0 when they are. */
  waitMs(clientId: string, nowMs: number): number {
    return Math.max(0, (this.#merchants.get(clientId)?.openUntilMs ?? 0) - nowMs);
  }

  /** True when this try opened the circuit. After the wait one more refusal opens it again. */
  note({ clientId, network, isRefused }: Try, nowMs: number): boolean {
    const merchant = this.#merchants.get(clientId) ?? { minutes: [], openUntilMs: 0 };
    this.#merchants.set(clientId, merchant);
    merchant.minutes = merchant.minutes.filter(({ startMs }) => startMs > nowMs - DECLINES_WINDOW_MS);
    const minute = minuteOf(merchant, nowMs);
    minute.tried += 1;
    if (!isRefused) return false;
    minute.refused += 1;
    minute.networks.add(network);
    if (!isAttack(merchant) || this.waitMs(clientId, nowMs) > 0) return false;
    merchant.openUntilMs = nowMs + CIRCUIT_OPEN_MS;
    return true;
  }
}

function minuteOf({ minutes }: Merchant, nowMs: number): Minute {
  const newest = minutes.at(-1);
  if (newest !== undefined && nowMs < newest.startMs + MINUTE_MS) return newest;
  const fresh = { startMs: nowMs, tried: 0, refused: 0, networks: new Set<string>() };
  minutes.push(fresh);
  return fresh;
}

function isAttack({ minutes }: Merchant): boolean {
  const sum = (pick: (minute: Minute) => number) => minutes.reduce((total, minute) => total + pick(minute), 0);
  const refused = sum((minute) => minute.refused);
  const networks = new Set(minutes.flatMap((minute) => [...minute.networks]));
  return refused >= MAX_DECLINES && refused >= REFUSED_SHARE * sum((minute) => minute.tried) &&
    networks.size >= LEAST_NETWORKS;
}
