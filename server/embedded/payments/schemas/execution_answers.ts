/**
 * Executions and the moves of their money, as the merchant API answers them. The service's answers have these types.
 */
import * as z from "zod/mini";
import { AmountBody, EXECUTION_STATES, id, link, MOVE_KINDS, MOVE_STATES, pageFields, time } from "./fields.ts";
import { type Answer, described, named } from "./registry.ts";
import { EXECUTION_EVENTS } from "./webhook_events.ts";

const address = (description: string) => z.optional(described(z.string(), description));

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
    code: described(z.enum(EXECUTION_EVENTS), "As `event` in the webhook of this status."),
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
  card: z.optional(described(
    z.object({
      network: z.optional(described(z.string(), "Its network, such as `visa`.")),
      suffix: described(
        z.string(),
        "The last four digits; fewer, or none, for a short number whose first eight are shown.",
      ),
    }),
    "The card of the last attempt, stored or not. Wallets and hosted pages tell none.",
  )),
  createdAt: time("When init created it."),
};

export const SummaryAnswer = named("ExecutionSummary", z.object(summary), "An execution in a list.");

export type ExecutionSummary = Answer<typeof SummaryAnswer>;

export const ExecutionsAnswer = named(
  "Executions",
  z.object({ results: described(z.array(SummaryAnswer), "Newest first."), ...pageFields }),
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
    installments: z.optional(described(
      z.object({ count: described(z.int(), "The parts, one a month.") }),
      "In how many parts the shopper of the last attempt pays their bank; absent for a single one. Sums are whole ones.",
    )),
    links: described(
      z.object({
        self: described(
          z.string(),
          "Absolute address at which the page reads the execution, with its token. The merchant API has its own.",
        ),
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
