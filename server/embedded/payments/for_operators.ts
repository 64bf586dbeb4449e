/** What the operator's console asks of the payments service, in the same process. */
import type { TimelineEntry } from "../../wire/admin/timeline.ts";
import type { PaymentContext } from "./context/context.ts";
import { type DayApproval, readApproval } from "./operator/figures.ts";
import {
  type ExecutionFacts,
  executionsByReference,
  findByLastFour,
  type FoundCards,
  readExecutions,
  readInstruments,
} from "./operator/find.ts";
import { addReplay, readWebhook, type WebhookFacts } from "./operator/replay.ts";
import { executionStory, type InstrumentFacts } from "./operator/story.ts";

export type { DayApproval, ExecutionFacts, InstrumentFacts, WebhookFacts };

/** The port. Ids that name nothing give empty answers. */
export interface PaymentsForOperators {
  byLastFour(digits: string, limit: number): Promise<FoundCards>;
  byReference(reference: string, limit: number): Promise<readonly string[]>;
  executions(ids: readonly string[]): Promise<readonly ExecutionFacts[]>;
  instruments(ids: readonly string[]): Promise<ReadonlyMap<string, InstrumentFacts>>;
  story(executionIds: readonly string[]): Promise<readonly TimelineEntry[]>;
  /** Origins that receive the webhooks of this execution. */
  webhookOrigins(executionId: string): Promise<readonly string[]>;
  webhook(id: string): Promise<WebhookFacts | undefined>;
  /** Sends the webhook once more, once for each key. */
  replay(id: string, key: string): Promise<void>;
  figures(dayMs: readonly number[]): Promise<readonly DayApproval[]>;
}

export function paymentsForOperators(context: PaymentContext): PaymentsForOperators {
  const { db, settings } = context;
  return {
    byLastFour: (digits, limit) => findByLastFour(db, digits, limit),
    byReference: (reference, limit) => executionsByReference(db, reference, limit),
    executions: (ids) => readExecutions(db, ids),
    instruments: (ids) => readInstruments(db, ids),
    story: (ids) => executionStory(db, ids),
    async webhookOrigins(executionId) {
      const [execution] = await readExecutions(db, [executionId]);
      const hooks = (settings.webhooks ?? []).filter(({ clientId }) => clientId === execution?.clientId);
      return [...new Set(hooks.map(({ url }) => new URL(url).origin))];
    },
    webhook: (id) => readWebhook(context, id),
    replay: (id, key) => addReplay(context, id, key),
    figures: (dayMs) => readApproval(db, dayMs),
  };
}
