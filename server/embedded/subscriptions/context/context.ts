/** What the subscriptions service needs from outside, and what its parts share. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Log } from "../../../platform/log.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { PaymentsApi } from "../payments_client/payments_api.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import type { SubscriptionsSettings } from "../settings.ts";

export interface SubscriptionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly payments: Upstream;
  readonly mail: Upstream;
  readonly verifyIdToken: VerifyIdToken;
  readonly settings: SubscriptionsSettings;
}

/** The parts inside the service: the merchant API spoken to by names instead of addresses. */
export interface SubscriptionContext extends SubscriptionsDeps {
  readonly api: PaymentsApi;
  /** Runs the work once for everybody who asks for the same key at the same time in this process. */
  readonly once: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Writes down the execution of a renewal and answers whether it may be charged; several of them at once. */
  readonly mayCharge: (charge: RenewalCharge) => Promise<boolean>;
  /** Books a paid period; false when the plan was cancelled meanwhile. Several of them at once. */
  readonly recordRenewal: (renewal: Renewal) => Promise<boolean>;
  /** Runs the works of one key one after the other. */
  readonly inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Runs the work after the one of this key that is running; asked for again before it began, it runs once. */
  readonly soon: (key: string, work: () => Promise<unknown>) => void;
  /** Work that goes on after the answer left; its failure is logged. */
  readonly later: (name: string, work: Promise<unknown>) => void;
}

export interface Renewal {
  readonly charge: ChargeRow;
  /** The subscription as it was when the charge was claimed. */
  readonly row: SubscriptionRow;
}

export interface RenewalCharge {
  readonly chargeId: string;
  readonly executionId: string;
}
