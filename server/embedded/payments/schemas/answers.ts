/** The answers of the merchant API and the body of webhooks. The service's answers have these types. */
import * as z from "zod/mini";
import { CARD_CHANGES } from "../acquirer/disputes.ts";
import { AmountBody, DELIVERY_STATES, EXECUTION_STATES, MOVE_KINDS, MOVE_STATES, time } from "./fields.ts";
import { DisputeAnswer } from "./disputes.ts";
import { type Answer, described, named } from "./registry.ts";

const id = (description: string) => described(z.string(), description);
const address = (description: string) => z.optional(described(z.string(), description));

export const TokenAnswer = named(
  "Token",
  z.object({
    access_token: described(z.string(), "Goes into `authorization: Bearer {access_token}`."),
    expires_in: described(z.number(), "Seconds for which the token is valid."),
    token_type: described(z.literal("Bearer"), "How the token is sent: as a bearer token."),
  }),
  "A token of the merchant API. Never give it to a page.",
);

export const InitAnswer = named(
  "InitAnswer",
  z.object({
    version: described(z.string(), "Version of the format of `data`."),
    data: described(z.string(), "Base64 of the configuration's JSON."),
  }),
  "What your page passes to the SDK unchanged.",
);

const link = (description: string) =>
  described(
    z.object({
      href: described(z.string(), "Absolute address of the call."),
      method: z.optional(described(z.string(), "HTTP method. Default `GET`.")),
    }),
    description,
  );
export const LookupAnswer = named(
  "Lookup",
  z.object({
    executionId: id("The execution."),
    name: described(z.literal("lookup"), "The step of the workflow that answers."),
    data: described(
      z.object({
        paymentCompositionOptions: described(
          z.array(z.looseObject({
            paymentMethodCode: described(z.string(), "Such as `card`, `payPal` or `pix`."),
            integrationType: described(z.string(), "`api` pays on your page, `hpp` on a hosted payment page."),
          })),
          "The ways to pay that the execution offers.",
        ),
      }),
      "What the step found.",
    ),
    links: described(
      z.object({
        execution: link("Reads the execution."),
        authorize: link("Pays."),
        startPaymentSession: link("Starts the session of a wallet, such as Apple Pay."),
      }),
      "The calls that can follow.",
    ),
  }),
  "What the execution offers.",
);

const DeclineErrors = described(
  z.array(z.object({
    reason: described(
      z.object({ result: described(z.string(), "The issuer's result, such as `InsufficientBalance`.") }),
      "What the issuer or the provider gave as the reason.",
    ),
  })),
  "Why the attempt failed. It holds one entry.",
);

const Status = named(
  "Status",
  z.object({
    code: described(z.string(), "Such as `authorizeSuccessful` or `refundRequested`."),
    time: time("No two statuses of an execution share one."),
    errors: z.optional(DeclineErrors),
    moveId: z.optional(id("The move that this status belongs to. Set for captures, cancels and refunds.")),
    amount: z.optional(AmountBody),
  }),
  "One entry of an execution's history. `amount` is that of the move.",
);

export const MoveAnswer = named(
  "Move",
  z.object({
    id: id("Stays the same from the request to the outcome."),
    executionId: id("The execution whose money moves."),
    kind: described(z.enum(MOVE_KINDS), "A cancel voids what is held and not captured."),
    amount: AmountBody,
    state: described(
      z.enum(MOVE_STATES),
      "`requested` while the outcome is unknown. `failed`: the acquirer refused, and no money moved.",
    ),
    idempotencyKey: z.optional(
      described(z.string(), "The `x-idempotency-key` of your request. An automatic capture has none."),
    ),
    createdAt: time("When it was requested."),
    endedAt: z.optional(time("When its outcome was known.")),
  }),
  "A move of money: one capture, cancel or refund of an execution.",
);
export type Move = Answer<typeof MoveAnswer>;

export const MovesAnswer = named(
  "Moves",
  z.object({ results: described(z.array(MoveAnswer), "Oldest first.") }),
  "Every capture, cancel and refund of an execution.",
);

const confirm = () =>
  described(
    z.object({
      href: described(z.string(), "Address to which the page posts what the wallet returned."),
      action: z.optional(described(
        z.object({
          parameters: z.optional(described(
            z.object({
              orderId: z.optional(described(z.string(), "The wallet's order for this payment.")),
              tokenId: z.optional(described(z.string(), "The wallet's agreement, when the account is to be stored.")),
            }),
            "One of both ids.",
          )),
        }),
        "What the wallet's own script needs.",
      )),
    }),
    "Completes a payment that the shopper approved in a wallet.",
  );

const Workflow = described(
  z.object({
    code: described(z.string(), "`workflowCode` of init."),
    version: described(z.number(), "Version of the workflow, a whole number from 1."),
  }),
  "The workflow that the execution runs.",
);

const summary = {
  id: id("The execution's id."),
  merchantReference: described(z.string(), "Your reference of the order."),
  holderReference: described(z.string(), "Your reference of the shopper."),
  workspaceId: z.optional(described(z.string(), "As you sent it.")),
  workflow: Workflow,
  amount: AmountBody,
  state: described(z.enum(EXECUTION_STATES), "What the execution is now. Its history is in `status`."),
  authorized: AmountBody,
  captured: AmountBody,
  refunded: AmountBody,
  paymentInstrumentId: z.optional(id("The stored instrument that paid, which can pay again.")),
  createdAt: time("When init created it."),
};

export const SummaryAnswer = named("ExecutionSummary", z.object(summary), "An execution in a list.");
export type ExecutionSummary = Answer<typeof SummaryAnswer>;

const more = {
  nextCursor: z.optional(described(z.string(), "For `cursor` of the next call; absent on the last page.")),
};

export const ExecutionsAnswer = named(
  "Executions",
  z.object({ results: described(z.array(SummaryAnswer), "Newest first."), ...more }),
  "One page of your executions.",
);

export const ExecutionAnswer = named(
  "Execution",
  z.object({
    ...summary,
    status: described(z.array(Status), "The history, oldest first."),
    meta: described(z.record(z.string(), z.unknown()), "As you sent it."),
    finalState: z.optional(described(
      z.object({
        code: described(z.string(), "Code of the status, such as `authorizeSuccessful` or `authorizeFailed`."),
        errors: z.optional(DeclineErrors),
      }),
      "The status that ended the last attempt; absent while none has ended.",
    )),
    actionRequired: z.optional(described(z.string(), "What the payment waits for, such as `3ds`.")),
    preferredScheme: z.optional(described(z.string(), "The network the shopper chose for a card with two.")),
    links: described(
      z.object({
        self: described(z.string(), "Absolute address of the execution."),
        execution: described(z.string(), "As `self`."),
        "3ds": address("The issuer page, for the shopper."),
        redirect: address("The hosted page, for the shopper."),
        confirm: z.optional(confirm()),
        giveUp: z.optional(
          link("Gives up what the payment waits for at the shopper; the page calls it with its token."),
        ),
      }),
      "The pages and calls that belong to the execution.",
    ),
    response: z.optional(described(
      z.object({
        links: z.optional(described(
          z.object({
            redirect: address("As in `links` above."),
            confirm: z.optional(confirm()),
          }),
          "The links of the attempt.",
        )),
      }),
      "The last attempt's links once more, where clients of 5.x read them.",
    )),
  }),
  "An execution: one order's payment, from init to its last refund.",
);
export type ExecutionDetails = Answer<typeof ExecutionAnswer>;

export const MovedAnswer = named(
  "MovedExecution",
  z.extend(ExecutionAnswer, { move: z.optional(MoveAnswer) }),
  "The execution after the move, and the move that this request made. A cancel of a cancelled execution makes none.",
);
export type MovedExecution = Answer<typeof MovedAnswer>;

export const InstrumentAnswer = named(
  "Instrument",
  z.object({
    id: id("For `paymentInstrumentId` of authorize."),
    paymentMethod: described(z.string(), "`card`, `payPal` and so on."),
    status: described(
      z.enum(["enabled", "created", "deleted", "disabled", "invalid", "transient"]),
      "Only an `enabled` one is listed and pays; a `transient` one was not stored and is good for the next payment.",
    ),
    default: described(z.boolean(), "True for the instrument the shopper prefers."),
    holderReference: described(z.string(), "Your reference of the shopper."),
    displayName: z.optional(described(z.string(), "For a list, such as `Visa •••• 4242`.")),
    data: described(
      z.object({
        bin: z.optional(described(z.string(), "The first digits of a card: 8, or 6 of American Express.")),
        network: z.optional(described(z.string(), "Network of a card, such as `visa`.")),
        preferredScheme: z.optional(described(z.string(), "The network the shopper chose for a card with two.")),
        suffix: z.optional(described(z.string(), "The last four digits.")),
        expiryMonth: z.optional(described(z.string(), "Two digits, `01` to `12`.")),
        expiryYear: z.optional(described(z.string(), "Four digits.")),
        email: z.optional(described(z.string(), "Email address of a wallet's account.")),
        cardChange: z.optional(described(
          z.object({
            change: described(z.enum(CARD_CHANGES), "What the network reported last."),
            time: time("When the service learned of it."),
          }),
          "Absent while the network has reported nothing.",
        )),
        binLookup: z.optional(described(
          z.object({
            issuerCountry: z.optional(described(
              z.object({
                code: described(z.string(), "ISO 3166-1 alpha-2."),
                iso3: described(z.string(), "ISO 3166-1 alpha-3."),
                name: described(z.string(), "In English."),
              }),
              "Country of the bank that issued the card.",
            )),
          }),
          "What the first digits tell of the card.",
        )),
      }),
      "What is known of the card or account.",
    ),
  }),
  "A stored card or account, without its number.",
);
export const InstrumentsAnswer = named(
  "Instruments",
  z.object({ results: described(z.array(InstrumentAnswer), "Every one that is not deleted.") }),
  "What a shopper stored with you; the one they prefer first.",
);
export const DeletedAnswer = named(
  "DeletedInstrument",
  z.object({
    success: described(z.literal(true), "Always true; a refusal has another status."),
    id: id("The instrument that was deleted."),
  }),
  "The instrument is deleted; its number, expiry date and email address are erased. Past payments keep their data.",
);

export const DeliveryAnswer = named(
  "Delivery",
  z.object({
    id: id("In the header `webhook-delivery-id` of every attempt."),
    eventId: id("`id` of the body and the header `webhook-id`. A replay has the same."),
    event: described(z.string(), "Code of the status, such as `captureSuccessful`."),
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
  z.object({ results: described(z.array(DeliveryAnswer), "Newest first."), ...more }),
  "One page of your deliveries.",
);

export const WebhookBody = named(
  "Webhook",
  z.object({
    id: id("The event's id. Refuse to book an id that you have booked."),
    event: described(z.string(), "Code of the status, such as `refundSuccessful`."),
    time: time("The time of the status."),
    move: z.optional(MoveAnswer),
    dispute: z.optional(DisputeAnswer),
    instrument: z.optional(InstrumentAnswer),
    execution: ExecutionAnswer,
  }),
  "One status of an execution. `move` is the capture, cancel or refund that the status belongs to, `dispute` the " +
    "dispute, and `instrument` the stored card of which the network reported a change; `execution` then charged it.",
);
export type WebhookBody = Answer<typeof WebhookBody>;
