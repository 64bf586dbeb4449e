/**
 * Every migration in the order it runs; the same set serves SQLite and Postgres. A later change of a service's tables
 * is a file of its own: `payments_002.ts`.
 */
import type { Migration } from "kysely/migration";
import { errors } from "./errors_001.ts";
import { identity } from "./identity_001.ts";
import { attemptTimes } from "./identity_002.ts";
import { mail } from "./mail_001.ts";
import { members } from "./members_001.ts";
import { scoresBefore } from "./members_002.ts";
import { alertCountries } from "./members_003.ts";
import { sourceFacts } from "./members_004.ts";
import { operators } from "./operators_001.ts";
import { actSubjects } from "./operators_002.ts";
import { auditHead } from "./operators_003.ts";
import { keptSubjects } from "./operators_004.ts";
import { payments } from "./payments_001.ts";
import { paymentLists } from "./payments_002.ts";
import { disputes } from "./payments_003.ts";
import { webhookEndpoints } from "./payments_004.ts";
import { answersOfDisputes } from "./payments_005.ts";
import { payingCards } from "./payments_006.ts";
import { cardChanges } from "./payments_007.ts";
import { erasedEvidence } from "./payments_008.ts";
import { claimedCards } from "./payments_009.ts";
import { server } from "./server_001.ts";
import { differences } from "./server_002.ts";
import { knownKeys } from "./server_003.ts";
import { subscriptions } from "./subscriptions/subscriptions_001.ts";
import { dueReceipts } from "./subscriptions/subscriptions_002.ts";
import { refundParts } from "./subscriptions/subscriptions_003.ts";
import { disputedCharges } from "./subscriptions/subscriptions_004.ts";
import { requestIds } from "./subscriptions/subscriptions_005.ts";
import { receiptNumbers } from "./subscriptions/subscriptions_006.ts";
import { requestIdsOfSteps } from "./subscriptions/subscriptions_007.ts";
import { dueCheckouts } from "./subscriptions/subscriptions_008.ts";
import { requestedPurchase } from "./subscriptions/subscriptions_009.ts";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  errors_001: errors,
  identity_001: identity,
  identity_002: attemptTimes,
  mail_001: mail,
  members_001: members,
  members_002: scoresBefore,
  members_003: alertCountries,
  members_004: sourceFacts,
  operators_001: operators,
  operators_002: actSubjects,
  operators_003: auditHead,
  operators_004: keptSubjects,
  payments_001: payments,
  payments_002: paymentLists,
  payments_003: disputes,
  payments_004: webhookEndpoints,
  payments_005: answersOfDisputes,
  payments_006: payingCards,
  payments_007: cardChanges,
  payments_008: erasedEvidence,
  payments_009: claimedCards,
  server_001: server,
  server_002: differences,
  server_003: knownKeys,
  subscriptions_001: subscriptions,
  subscriptions_002: dueReceipts,
  subscriptions_003: refundParts,
  subscriptions_004: disputedCharges,
  subscriptions_005: requestIds,
  subscriptions_006: receiptNumbers,
  subscriptions_007: requestIdsOfSteps,
  subscriptions_008: dueCheckouts,
  subscriptions_009: requestedPurchase,
};
