/** What the payments service is started with. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Log } from "../../../platform/log.ts";
import type { Acquirer } from "../acquirer/acquirer.ts";

export interface MerchantClient {
  readonly id: string;
  readonly secret: string;
}

export interface MerchantOrigin {
  readonly clientId: string;
  /** Exact origin, or one ending in `:*` for any port. */
  readonly origin: string;
}

export interface PaymentsSettings {
  readonly clients: readonly MerchantClient[];
  readonly merchantOrigins: readonly MerchantOrigin[];
  /** Public address of this service's root, such as `http://localhost:8000/services/payments`. */
  readonly apiBase: string;
  /** Origin of card frame and bank page. */
  readonly frameOrigin: string;
  /** Origin of the pages docUrl points at. */
  readonly docsOrigin: string;
  readonly keysDir: string;
  readonly environment: "TEST" | "PROD";
  /** Where merchants want to be told of what happened. */
  readonly webhooks?: readonly Webhook[];
}

export interface Webhook {
  readonly clientId: string;
  readonly url: string;
  /** Signs what is sent: base64 of HMAC-SHA256 in X-Signature. */
  readonly secret: string;
}

export interface PaymentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: PaymentsSettings;
  readonly acquirer: Acquirer;
  /** Id of this server's lease. */
  readonly serverId: string;
  /** Sends webhooks; the network when left out. */
  readonly deliver?: (request: Request) => Promise<Response>;
}
