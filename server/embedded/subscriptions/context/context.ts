/** The dependencies of the subscriptions service, and the context its functions share. */
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../db/open.ts";
import type { Reading } from "../../../db/replica/reading.ts";
import type { VerifyIdToken } from "../../../platform/id_token.ts";
import type { Log } from "../../../platform/log.ts";
import type { Count } from "../../../platform/telemetry/counters.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import type { EmailSender } from "../../../outbox/sender.ts";
import type { PaymentsApi } from "../payments_client/payments_api.ts";
import type { ChargeRow, SubscriptionRow } from "../db/tables.ts";
import type { DunningPolicy } from "./dunning_policy.ts";
import type { SubscriptionsSettings } from "../settings.ts";

/**
 * What the service needs from outside.
 *
 * ```ts
 * const ports: SubscriptionsPorts = { db, clock, log, payments, sender, verifyIdToken, settings };
 * const answer = createSubscriptions(ports);
 * ```
 */
export interface SubscriptionsPorts {
  readonly db: Db;
  /** History and figures; `db` when left out. */
  readonly reading?: Reading;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts the rows that jobs fail at; nothing when left out. */
  readonly count?: Count;
  /** The merchant API of the payments service; requests are relative to its root. */
  readonly payments: Upstream;
  /** Sends what this service writes to the email outbox. */
  readonly sender: EmailSender;
  readonly verifyIdToken: VerifyIdToken;
  readonly settings: SubscriptionsSettings;
  /** Decides what follows a declined renewal. By its reason when left out; the simulated year compares others. */
  readonly dunning?: DunningPolicy;
}

/** What functions inside the service receive. `api` is the merchant API with methods instead of addresses. */
export interface SubscriptionContext extends SubscriptionsPorts {
  readonly reading: Reading;
  readonly count: Count;
  readonly api: PaymentsApi;
  /** In a job: aborted once the server stops. Then the job begins nothing new. */
  readonly stopping?: AbortSignal | undefined;
  /**
   * Runs the work once for all that ask for the same key at the same time in this process. A failure reaches all of
   * them.
   */
  readonly singleFlight: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Reads the disputes of the plan's member, stores the execution of a renewal and returns whether it may be charged.
   * Concurrent calls share one statement that stores.
   */
  readonly mayCharge: (charge: RenewalCharge) => Promise<boolean>;
  /**
   * Records a paid period; false when the plan was cancelled in the meantime. Concurrent calls share one transaction.
   */
  readonly recordRenewal: (renewal: Renewal) => Promise<boolean>;
  /** Runs the work of one key in sequence. */
  readonly runExclusive: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Runs the work after the one of this key that is running, and `apartMs` after the previous one began. Further calls
   * before it starts add no further run.
   */
  readonly enqueueOnce: (key: string, work: () => Promise<unknown>, apartMs?: number) => void;
  /** Lets work continue after the answer; a failure is logged. */
  readonly runInBackground: (name: string, work: Promise<unknown>) => void;
  /** Begins no more background work, and waits for what runs: the database closes next. */
  readonly close: () => Promise<void>;
}

/** A renewal whose charge this server has claimed. */
export interface Renewal {
  readonly charge: ChargeRow;
  /** The subscription as it was when the charge was claimed. */
  readonly row: SubscriptionRow;
}

/** The charge of a renewal and the execution that pays it. */
export interface RenewalCharge {
  readonly subscriptionId: string;
  readonly chargeId: string;
  readonly attempt: number;
  readonly executionId: string;
}
