/** What the operator's console asks of the payments service, in the same process. */
import type { TimelineEntry } from "../../wire/admin/timeline.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { isChargedBack } from "./disputes/list_disputes.ts";
import {
  answerDispute,
  type DisputeAnswer,
  type DisputeFacts,
  disputesForOperators,
  findDispute,
} from "./operator/disputes.ts";
import type { PaymentContext } from "./context/context.ts";
import { countEvidence, type EvidenceCounts } from "./disputes/erase_evidence.ts";
import {
  exportHolders,
  type PayerQuery,
  type StoredInstrumentFacts,
  storedInstruments,
} from "./operator/export_holders.ts";
import { type DayApproval, readApproval } from "./operator/approval.ts";
import {
  type CardsFound,
  type ExecutionFacts,
  executionsByReference,
  executionsOfRequest,
  findByLastFour,
  readExecutions,
  readInstruments,
} from "./operator/find.ts";
import { addReplay, readWebhook, type WebhookFacts } from "./operator/replay.ts";
import { addressesOf } from "./webhooks/receivers.ts";
import { executionStory, type InstrumentFacts } from "./operator/story.ts";

export type { DayApproval, DisputeFacts, ExecutionFacts, InstrumentFacts, WebhookFacts };

/** The port. Unknown ids give empty answers. */
export interface PaymentsForOperators {
  byLastFour(digits: string, limit: number): Promise<CardsFound>;
  byReference(reference: string, limit: number): Promise<readonly string[]>;
  /** Executions for which this request or job called the acquirer. */
  byRequest(requestId: string, limit: number): Promise<readonly string[]>;
  executions(ids: readonly string[]): Promise<readonly ExecutionFacts[]>;
  instruments(ids: readonly string[]): Promise<ReadonlyMap<string, InstrumentFacts>>;
  /** What these holders stored to pay with; deleted ones are not among them. */
  storedInstruments(holders: readonly string[]): Promise<readonly StoredInstrumentFacts[]>;
  /** What is stored about the payments of these holders, as JSON by file name. */
  exportHolders(payer: PayerQuery): Promise<Readonly<Record<string, unknown>>>;
  /** How many disputes of these executions have evidence. */
  evidenceOf(executionIds: readonly string[]): Promise<EvidenceCounts>;
  story(executionIds: readonly string[]): Promise<readonly TimelineEntry[]>;
  /** Origins that receive the webhooks of this execution. */
  webhookOrigins(executionId: string): Promise<readonly string[]>;
  webhook(id: string): Promise<WebhookFacts | undefined>;
  /** Sends the webhook once more, once for each key. */
  replay(id: string, key: string): Promise<void>;
  /** Those that need an answer first, then newest first. */
  disputes(limit: number): Promise<readonly DisputeFacts[]>;
  dispute(id: string): Promise<DisputeFacts | undefined>;
  /** True while an issuer holds the execution's money. */
  isChargedBack(executionId: string): Promise<boolean>;
  /** `refused` when the dispute no longer accepts answers. */
  answerDispute(given: DisputeAnswer): Promise<"done" | "refused">;
  figures(dayMs: readonly number[]): Promise<readonly DayApproval[]>;
}

/** `answer` is the service's merchant API, by which a dispute is answered as its merchant would. */
export function paymentsForOperators(context: PaymentContext, answer: Upstream): PaymentsForOperators {
  const { db, reading, settings } = context;
  const clients = [...new Set(settings.clients.map(({ id }) => id))];
  return {
    byLastFour: (digits, limit) => findByLastFour(db, digits, limit),
    byReference: (reference, limit) => executionsByReference(db, { reference, clients, limit }),
    byRequest: (requestId, limit) => executionsOfRequest(db, requestId, limit),
    executions: (ids) => readExecutions(db, ids),
    instruments: (ids) => readInstruments(db, ids),
    storedInstruments: (holders) => storedInstruments(db, holders),
    exportHolders: (payer) => exportHolders(context, payer),
    evidenceOf: (executionIds) => countEvidence(db, executionIds),
    story: (ids) => executionStory(db, ids),
    async webhookOrigins(executionId) {
      const [execution] = await readExecutions(db, [executionId]);
      if (execution === undefined) return [];
      const urls = await addressesOf(context, db, execution.clientId);
      return [...new Set(urls.map((url) => new URL(url).origin))];
    },
    webhook: (id) => readWebhook(context, id),
    replay: (id, key) => addReplay(context, id, key),
    disputes: (limit) => disputesForOperators(db, limit),
    dispute: (id) => findDispute(db, id),
    isChargedBack: (executionId) => isChargedBack(db, executionId),
    answerDispute: (given) => answerDispute(context, answer, given),
    figures: (dayMs) => reading((read) => readApproval(read, clients, dayMs)),
  };
}
