/** Starts the embedded services and connects them through their wires, never by import. */
import { Hono } from "hono";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./config/config.ts";
import { webAppClient } from "./config/merchants.ts";
import type { Db } from "./db/open.ts";
import type { Reading } from "./db/replica/reading.ts";
import { createVerifier } from "./http/verifier.ts";
import type { Count } from "./platform/telemetry/counters.ts";
import type { Log } from "./platform/log.ts";
import { namedJob, type Work } from "./platform/jobs.ts";
import { createDueWorks } from "./embedded/subscriptions/due_work.ts";
import { connectOne } from "./proxy/connect.ts";
import type { Remotes } from "./proxy/remote.ts";
import {
  type Embedded as EmbeddedName,
  type EmbeddedUpstream,
  SERVICES,
  type Upstream,
  upstreamOf,
} from "./platform/http/upstream.ts";
import { createSender, type EmailSender } from "./outbox/sender.ts";
import { createSmtpTransport } from "./outbox/smtp.ts";
import { environmentAt } from "./platform/environment.ts";
import { locateService } from "./proxy/service_location.ts";
import { createMoneyComparison } from "./jobs/compare_money.ts";
import { type IdentityForOperators, identityForOperators } from "./embedded/identity/for_operators.ts";
import { type MembersForOperators, membersForOperators } from "./embedded/members/for_operators.ts";
import type { PaymentsForOperators } from "./embedded/payments/for_operators.ts";
import { type SubscriptionsForOperators, subscriptionsForOperators } from "./embedded/subscriptions/for_operators.ts";
import type { Member } from "./platform/id_token.ts";
import { removeAll } from "./passkeys/passkeys.ts";
import { createErrors } from "./embedded/errors/errors.ts";
import { createIdentity, removeAccountOf } from "./embedded/identity/identity.ts";
import { createMail } from "./embedded/mail/mail.ts";
import { createAlertWork, createEmbeddedCheck, createMembers, type EmbeddedCheck } from "./embedded/members/members.ts";
import { ledgerPlace, openLedger } from "./embedded/payments/payments.ts";
import { createSimulator } from "./embedded/payments/payments.ts";
import { openPayments } from "./embedded/payments/payments.ts";
import { closeSubscriptions, compareBooks, createSubscriptions } from "./embedded/subscriptions/subscriptions.ts";

export interface EmbeddedPorts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly count: Count;
  readonly db: Db;
  readonly reading: Reading;
  readonly remotes: Pick<Remotes, "at">;
  /** Id of this server's lease. */
  readonly serverId: string;
}

/** The payment workflow of the product's own funnel. */
const WORKFLOW_CODE = "payment-acceptance";

/** The services as the operator's console sees them. */
export interface ForOperators {
  readonly payments: PaymentsForOperators;
  readonly subscriptions: SubscriptionsForOperators;
  readonly members: MembersForOperators;
  readonly identity: IdentityForOperators;
  /** The subscriptions service as it answers this member. */
  readonly asMember: (member: Member) => Upstream;
}

export interface Embedded {
  readonly services: Readonly<Record<EmbeddedName, EmbeddedUpstream>>;
  readonly embeddedCheck: EmbeddedCheck | undefined;
  /** Sends the emails of all services. */
  readonly sender: EmailSender;
  /** Their jobs; see jobs/. */
  readonly works: readonly Work[];
  /** What the operator's console asks of them. */
  readonly forOperators: ForOperators;
  /** Closes what only these services have opened. */
  close(): Promise<void>;
}

export async function createEmbedded(
  { config, clock, log, count, db, reading, remotes, serverId }: EmbeddedPorts,
): Promise<Embedded> {
  const { base, publicOrigin, frameOrigin, keysDir } = config;
  const sender = createSender({ db, clock, log, count, transport: createSmtpTransport(config.smtpUrl) });
  const errors = createErrors({ db, clock, log });
  const identity = await openIdentity({ config, clock, log, db, sender });
  const ledger = await openLedger(ledgerPlace(config.database, config.dataDir));
  const { answer: payments, works: paymentsWorks, stop, differences, forOperators } = await openPayments({
    db,
    reading,
    clock,
    log,
    count,
    acquirer: createSimulator({ db: ledger, clock }),
    serverId,
    settings: {
      clients: config.paymentsClients,
      merchantOrigins: config.merchantOrigins,
      webhooks: config.paymentsWebhooks,
      webhookTargets: config.webhookTargets,
      apiBase: `${publicOrigin}${SERVICES.payments.path}`,
      frameOrigin,
      docsOrigin: publicOrigin,
      keysDir,
      environment: "TEST",
      disputeWarningRatio: config.disputeWarningRatio,
    },
  });
  const verifyIdToken = createVerifier({ config, clock, identity });
  const own = webAppClient(config.paymentsClients);
  const paymentsPlace = locateService(config.remote.payments, environmentAt(config, new URL(publicOrigin).hostname));
  const subscriptionsPorts = {
    db,
    reading,
    clock,
    log,
    count,
    payments: connectOne(paymentsPlace, payments, { remotes }),
    sender,
    verifyIdToken,
    settings: {
      clientId: own.id,
      clientSecret: own.secret,
      workflowCode: WORKFLOW_CODE,
      publicOrigin,
      base,
      hasRegistry: config.registry !== "none",
      takesRawCards: config.takesRawCards,
      webhookSecrets: config.paymentsWebhooks.filter(({ clientId }) => clientId === own.id).map(({ secret }) => secret),
    },
  };
  const subscriptions = createSubscriptions(subscriptionsPorts);
  const members = createMembers({
    db,
    reading,
    clock,
    log,
    subscriptions,
    verifyIdToken,
    publicOrigin,
    registry: config.registry,
    lookupSource: config.lookupSource,
    removeAccount: config.identity.mode === "embedded" ? (member) => removeAccountOf(member, db) : undefined,
  });
  return {
    services: { payments, subscriptions, members, identity, mail: createMail({ db, log }), errors },
    sender,
    embeddedCheck: createEmbeddedCheck({ db, clock, log, lookupSource: config.lookupSource }),
    works: [
      ...paymentsWorks,
      ...createDueWorks(subscriptionsPorts),
      namedJob(
        "money-comparison",
        createMoneyComparison({
          db,
          clock,
          log,
          comparisons: [differences, (time) => compareBooks(subscriptionsPorts, time)],
        }),
      ),
      namedJob("member-alerts", createAlertWork({ db, clock, sender, publicOrigin, base })),
      namedJob("emails", () => Promise.resolve(sender.wake())),
    ],
    forOperators: {
      payments: forOperators,
      subscriptions: subscriptionsForOperators(subscriptionsPorts),
      members: membersForOperators({ db, reading, clock }),
      identity: identityForOperators(db),
      asMember: (member) =>
        createSubscriptions({ ...subscriptionsPorts, verifyIdToken: () => Promise.resolve(member) }),
    },
    async close() {
      await stop();
      await closeSubscriptions(subscriptionsPorts);
      await sender.close();
      await ledger.destroy();
    },
  };
}

/**
 * Not started with a real identity provider: it would sign people in to the same project without checking a password.
 */
async function openIdentity(
  { config, clock, log, db, sender }: Omit<EmbeddedPorts, "reading" | "remotes" | "serverId" | "count"> & {
    readonly sender: EmailSender;
  },
): Promise<EmbeddedUpstream> {
  if (config.identity.mode !== "embedded") return upstreamOf(new Hono());
  const { keysDir, publicOrigin, base, identity: { passwordPolicy } } = config;
  return await createIdentity({
    db,
    clock,
    log,
    sender,
    forgetPasskeys: removeAll,
    settings: {
      projectId: config.identity.projectId,
      keysDir,
      publicOrigin,
      base,
      authorizedDomains: config.appHosts,
      // Text messages only reach the mailbox page, which visitors cannot read where emails leave by SMTP.
      canText: config.smtpUrl === "",
      ...(passwordPolicy === undefined ? {} : { passwordPolicy }),
    },
  });
}
