/** What the stories of this service share: its dependencies, keys and acquirer. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Log } from "../../../platform/log.ts";
import type { Acquirer } from "../acquirer/acquirer.ts";
import { uuidFrom } from "../db/digest.ts";
import { CardTries } from "./card_tries.ts";
import type { PaymentsDeps, PaymentsSettings } from "./settings.ts";
import { createTokens, type Tokens } from "./tokens.ts";
import { loadVaultKeys, type VaultKeys } from "../keys/keys.ts";

export interface PaymentContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: PaymentsSettings;
  readonly acquirer: Acquirer;
  /** Id of this server's lease. */
  readonly serverId: string;
  /** Keys of the calls to the acquirer that this process makes right now. */
  readonly inHand: Set<string>;
  readonly deliver: (request: Request) => Promise<Response>;
  readonly keys: VaultKeys;
  readonly tokens: Tokens;
  /** Public vault id by client id. */
  readonly vaultIds: ReadonlyMap<string, string>;
  /** Requests with an idempotency key that this process runs right now. */
  readonly inFlight: Map<string, InFlight>;
  readonly cardTries: CardTries;
}

const DELIVERY_DEADLINE_MS = 10_000;

/** One try without redirects: a merchant's address is where the notice goes, and nowhere else. */
export function deliverOnce(request: Request): Promise<Response> {
  return fetch(request, { redirect: "manual", signal: AbortSignal.timeout(DELIVERY_DEADLINE_MS) });
}

export async function openPaymentContext(deps: PaymentsDeps): Promise<PaymentContext> {
  const { db, clock, log, settings } = deps;
  const keys = await loadVaultKeys(settings.keysDir);
  return {
    db,
    clock,
    log,
    settings,
    deliver: deps.deliver ?? deliverOnce,
    acquirer: deps.acquirer,
    serverId: deps.serverId,
    inHand: new Set(),
    keys,
    tokens: await createTokens(keys.tokens, clock),
    vaultIds: new Map(settings.clients.map(({ id }) => [id, uuidFrom(`vault of ${id}`)])),
    inFlight: new Map(),
    cardTries: new CardTries(),
  };
}

/** A request this process runs right now. */
export interface InFlight {
  readonly hash: string;
  readonly ended: Promise<void>;
}
