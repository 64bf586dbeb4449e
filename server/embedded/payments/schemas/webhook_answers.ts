/** The body of webhooks, and their deliveries as the merchant API answers them. */
import * as z from "zod/mini";
import { DELIVERY_STATES, id, pageFields, time } from "./fields.ts";
import { ReportedDispute } from "./disputes.ts";
import { type Answer, described, named } from "./registry.ts";
import { ExecutionAnswer, MoveAnswer } from "./execution_answers.ts";
import { InstrumentAnswer } from "./instrument_answers.ts";
import { WEBHOOK_EVENT_NAMES } from "./webhook_events.ts";

export const DeliveryAnswer = named(
  "Delivery",
  z.object({
    id: id("In the header `webhook-delivery-id` of every attempt."),
    eventId: id("`id` of the body and the header `webhook-id`. A replay has the same."),
    event: described(z.enum(WEBHOOK_EVENT_NAMES), "What it tells. Newer versions add some."),
    executionId: id("The execution it is about."),
    moveId: z.optional(id("The move it is about.")),
    disputeId: z.optional(id("The dispute it is about.")),
    instrumentId: z.optional(id("The stored instrument it is about.")),
    url: described(z.string(), "Where it is sent."),
    state: described(
      z.enum(DELIVERY_STATES),
      "`waiting` for its next attempt; `accepted` with a 2xx; `abandoned` after three days without one.",
    ),
    attempts: described(z.number(), "How often it was sent so far."),
    answerStatus: z.optional(described(z.number(), "HTTP status of the last answer; absent when none came.")),
    attemptedAt: z.optional(time("The last attempt.")),
    nextAttemptAt: z.optional(time("While it waits: the earliest time of the next attempt.")),
    replayOf: z.optional(id("The delivery that was replayed.")),
    createdAt: time("When it was written."),
  }),
  "A webhook on its way to one of your addresses.",
);

export type Delivery = Answer<typeof DeliveryAnswer>;

export const DeliveriesAnswer = named(
  "Deliveries",
  z.object({ results: described(z.array(DeliveryAnswer), "Newest first."), ...pageFields }),
  "One page of your deliveries.",
);

export const WebhookBody = named(
  "Webhook",
  z.object({
    id: id("The event's id. Refuse to book an id that you have booked."),
    event: described(
      z.enum(WEBHOOK_EVENT_NAMES),
      "What happened. Newer versions add some: accept those you do not know.",
    ),
    time: time("The time of the status."),
    move: z.optional(MoveAnswer),
    dispute: z.optional(ReportedDispute),
    instrument: z.optional(InstrumentAnswer),
    execution: ExecutionAnswer,
  }),
  "One status of an execution. `move` is the capture, cancel or refund that the status belongs to, `dispute` the " +
    "dispute, and `instrument` the stored card of which the network reported a change; `execution` then charged it.",
);

export type WebhookBody = Answer<typeof WebhookBody>;
