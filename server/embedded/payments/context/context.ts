/** Builds what the parts of this service share: database, clock, log, settings, keys and acquirer. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import { type Reading, readingFrom } from "../../../db/replica/reading.ts";
import type { Log } from "../../../platform/log.ts";
import type { Acquirer } from "../acquirer/acquirer.ts";
import { withDeadlines } from "../acquirer/deadlines.ts";
import { ACQUIRER_DEADLINE_MS } from "./constants.ts";
import { uuidFrom } from "../db/ids.ts";
import { CardAttempts } from "./card_attempts.ts";
import { type Count, countNothing } from "../../../platform/telemetry/counters.ts";
import { postToPublic } from "../../../platform/http/public_network.ts";
import { sendTraced } from "../../../platform/telemetry/tracing.ts";
import type { Deliver, PaymentsPorts, PaymentsSettings } from "./settings.ts";
import { createTokens, type Tokens } from "./tokens.ts";
import { loadVaultKeys, type VaultKeys } from "../keys/keys.ts";

/** What every function of this service receives first. {@link openPaymentContext} builds it once per process. */
export interface PaymentContext {
  readonly db: Db;
  readonly reading: Reading;
  readonly clock: Clock;
  readonly log: Log;
  readonly count: Count;
  readonly settings: PaymentsSettings;
  readonly acquirer: Acquirer;
  /** The id under which this server holds its lease in the database. */
  readonly serverId: string;
  /** Keys of the acquirer calls that this process is making. */
  readonly callsInProgress: Set<string>;
  readonly deliver: Deliver;
  /** The addresses that webhooks are being sent to. */
  readonly sending: Map<string, Promise<number>>;
  /** Aborted when the server stops. */
  readonly stopping: AbortController;
  readonly keys: VaultKeys;
  readonly tokens: Tokens;
  /** Public vault id by client id. */
  readonly vaultIds: ReadonlyMap<string, string>;
  /** Requests with an idempotency key that this process is running. */
  readonly inFlight: Map<string, InFlight>;
  readonly cardAttempts: CardAttempts;
}

/** Time limit of one webhook delivery. */
const DELIVERY_DEADLINE_MS = 10_000;

/**
 * Delivers a webhook once, within ten seconds. It follows no redirect, so only the merchant's own address receives it.
 */
export function deliverOnce(
  request: Request,
  { reach, stopping }: { readonly reach: "public" | "any"; readonly stopping?: AbortSignal },
): Promise<Response> {
  const signals = [AbortSignal.timeout(DELIVERY_DEADLINE_MS), ...(stopping === undefined ? [] : [stopping])];
  const signal = AbortSignal.any(signals);
  return sendTraced(
    "webhook",
    request,
    (traced) => reach === "public" ? postToPublic(traced, { signal }) : fetch(traced, { redirect: "manual", signal }),
  );
}

/**
 * Loads the vault's keys from `settings.keysDir`, creating them at the first start, and builds the context. Throws when
 * a key file cannot be read or parsed.
 */
export async function openPaymentContext(ports: PaymentsPorts): Promise<PaymentContext> {
  const { db, clock, log, settings } = ports;
  const stopping = new AbortController();
  const keys = await loadVaultKeys(settings.keysDir, clock.now);
  return {
    db,
    reading: ports.reading ?? readingFrom(db),
    clock,
    log,
    count: ports.count ?? countNothing,
    settings,
    deliver: ports.deliver ?? ((request, reach) => deliverOnce(request, { reach, stopping: stopping.signal })),
    sending: new Map(),
    stopping,
    acquirer: withDeadlines(ports.acquirer, ACQUIRER_DEADLINE_MS),
    serverId: ports.serverId,
    callsInProgress: new Set(),
    keys,
    tokens: await createTokens(keys.tokens, clock),
    vaultIds: new Map(settings.clients.map(({ id }) => [id, uuidFrom(`vault of ${id}`)])),
    inFlight: new Map(),
    cardAttempts: new CardAttempts(),
  };
}

/** A request that this process is running. */
export interface InFlight {
  readonly hash: string;
  readonly ended: Promise<void>;
}
