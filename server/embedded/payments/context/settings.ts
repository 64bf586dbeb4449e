/** The settings and dependencies the payments service starts with. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Reading } from "../../../db/replica/reading.ts";
import type { Log } from "../../../platform/log.ts";
import type { Count } from "../../../platform/telemetry/counters.ts";
import type { Acquirer } from "../acquirer/acquirer.ts";

/** A merchant's API client: `id` in the address of its token call, `secret` in `x-api-key`. */
export interface MerchantClient {
  readonly id: string;
  readonly secret: string;
}

/** An origin from which the pages of a client may call the service. */
export interface MerchantOrigin {
  readonly clientId: string;
  /** An exact origin, or one that ends in `:*` for any port: `http://localhost:*`. */
  readonly origin: string;
}

/**
 * Settings of one installation.
 *
 * ```ts
 * const settings: PaymentsSettings = {
 *   clients: [{ id: "merchant-demo", secret: "demo-secret" }],
 *   merchantOrigins: [{ clientId: "merchant-demo", origin: "http://localhost:8000" }],
 *   apiBase: "http://localhost:8000/services/payments",
 *   frameOrigin: "http://localhost:8001",
 *   docsOrigin: "http://localhost:8000",
 *   keysDir: "./keys",
 *   environment: "TEST",
 * };
 * ```
 */
export interface PaymentsSettings {
  readonly clients: readonly MerchantClient[];
  readonly merchantOrigins: readonly MerchantOrigin[];
  /**
   * Public address of this service's root, such as `http://localhost:8000/services/payments`, without a slash at the
   * end.
   */
  readonly apiBase: string;
  /** Origin of the card frame and the issuer page. */
  readonly frameOrigin: string;
  /** Origin of the pages that `docUrl` names. */
  readonly docsOrigin: string;
  /** Folder of the vault's keys, readable only by its owner. The first start creates the keys. */
  readonly keysDir: string;
  /** `TEST` also serves the wallet simulators; `PROD` does not. */
  readonly environment: "TEST" | "PROD";
  /** Where merchants receive webhooks; none when left out. */
  readonly webhooks?: readonly Webhook[];
  /** Which addresses merchants may register for webhooks; none when left out. */
  readonly webhookTargets?: WebhookTargets;
  /** The dispute ratio at which a warning is logged; 0.0075 when left out. */
  readonly disputeWarningRatio?: number;
}

/** An address that receives every status of a client's executions. */
export interface Webhook {
  readonly clientId: string;
  readonly url: string;
  /** Signs the body: base64 of HMAC-SHA256 in `x-signature` and `webhook-signature`. */
  readonly secret: string;
}

/** Which networks the addresses of {@link Webhook}s that merchants register themselves may belong to. */
export interface WebhookTargets {
  /** This machine, over http or https: for a server that only this machine can reach. */
  readonly local: boolean;
  /** The public network, over https. */
  readonly public: boolean;
}

/**
 * Sends a webhook; rejects when the address does not answer. `public` refuses an address outside the public network.
 */
export type Deliver = (request: Request, reach: "public" | "any") => Promise<Response>;

/** What {@link openPayments} of `payments.ts` is given. */
export interface PaymentsPorts {
  readonly db: Db;
  /** Lists and figures; `db` when left out. */
  readonly reading?: Reading;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts outcomes, money and webhooks; nothing is counted when left out. */
  readonly count?: Count;
  readonly settings: PaymentsSettings;
  readonly acquirer: Acquirer;
  /** The id under which this server holds its lease in the database. */
  readonly serverId: string;
  /** Sends a webhook; `deliverOnce` over the network when left out. */
  readonly deliver?: Deliver;
}
